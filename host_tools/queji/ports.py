"""Which ports have a table: Raspberry Pi's USB ids, virtual tables that are running, and a hello."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from serial.tools import list_ports

from queji.errors import NoTable, SeveralTables
from queji.link import is_table

RASPBERRY_PI = 0x2E8A


@dataclass
class Found:
    """One port that may have a table; `hello` is the table's, or None when nothing of ours answers."""

    port: str
    description: str
    serial: str = ""
    virtual: bool = False
    hello: dict[str, Any] | None = field(default=None)


def candidates() -> list[Found]:
    """Ports worth a hello: boards of Raspberry Pi by their USB ids, and running virtual tables."""
    found = [
        Found(p.device, p.product or p.description or "", p.serial_number or "")
        for p in sorted(list_ports.comports())
        if p.vid == RASPBERRY_PI
    ]
    return found + [Found(port, "virtual table", virtual=True) for port in _virtual()]


def scan() -> list[Found]:
    """All candidates, each with its hello."""
    found = candidates()
    for one in found:
        one.hello = is_table(one.port)
    return found


def choose(port: str | None = None, virtual: bool = True) -> str:
    """The port to use: the one named, QUEJI_PORT, or the only table there is; `virtual`: those count too.

    Raises NoTable, SeveralTables.
    """
    named = port or os.environ.get("QUEJI_PORT")
    if named:
        return named
    found = [one for one in candidates() if virtual or not one.virtual]
    if len(found) > 1:
        found = [one for one in found if is_table(one.port)] or found
    if not found:
        raise NoTable()
    if len(found) > 1:
        raise SeveralTables(ports=", ".join(one.port for one in found))
    return found[0].port


def _virtual() -> list[str]:
    """Ports of the virtual tables that run on this machine for this user."""
    if os.name == "nt":
        return []
    from queji.virtual.control import SimulatorError, running

    with suppress(SimulatorError, OSError):
        return [str(each["port"]) for each in running() if "port" in each]
    return []
