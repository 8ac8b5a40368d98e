"""What `queji flash` was asked for, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from queji import paths

Say = Callable[..., None]


@dataclass
class Options:
    """What was asked for. Times are in seconds; `patience` multiplies them (a slow emulator)."""

    port: str | None = None
    board: str = ""  # a board's name or folder; empty: as the table says, else rpi_pico
    image: str | None = None
    force: bool = False
    dry: bool = False
    patience: float = 1.0
    drives: list[Path] | None = None  # where to look for the drive of BOOTSEL
    firmware: Path = paths.FIRMWARE
    check: bool = True


@dataclass
class Report:
    """What came of it; goes into the `--json` output."""

    port: str = ""
    board: str = ""
    before: str = ""
    hash: str = ""
    slot: str = ""
    changed: bool = False
    sent: list[str] = field(default_factory=list)
    copied: int = 0
    kept: int = 0
    bytes: int = 0
    seconds: float = 0.0
    micropython: str = ""
