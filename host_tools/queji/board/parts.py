"""The firmware's table of signals, read by the tool from firmware/table/parts.py."""

from __future__ import annotations

import importlib.util
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from queji import paths


class Part(NamedTuple):
    """One signal: its kind, where it may be wired, and its side ("" for the centre)."""

    name: str
    kind: str
    places: tuple[str, ...]
    side: str

    @property
    def is_output(self) -> bool:
        return self.kind in ("motor", "lamp", "pwm", "select", "strip", "reset")


@lru_cache(maxsize=1)
def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("queji_table_parts", paths.TABLE / "parts.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@lru_cache(maxsize=1)
def parts() -> dict[str, Part]:
    """Every signal by its name, in the order of the firmware's table."""
    rows = {}
    for name, kind, places in _module().signals():
        first = name.partition("_")[0]
        rows[name] = Part(name, kind, places, first if first in sides() else "")
    return rows


def optional() -> tuple[str, ...]:
    """Signals that a board may leave out."""
    return _module().OPTIONAL


def sides() -> tuple[str, ...]:
    return _module().SIDES
