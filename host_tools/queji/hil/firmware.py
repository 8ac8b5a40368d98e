"""The firmware's own tables and line cutter, for the laptop's side: what a line would make the table do."""

from __future__ import annotations

import sys
from typing import Any

from queji import paths

if str(paths.FIRMWARE) not in sys.path:
    sys.path.append(str(paths.FIRMWARE))

from table.commands import AT_REST, COMMANDS, STATES  # noqa: E402
from table.link import lines, rpc, words  # noqa: E402
from table.link.fields import ANSWERS, EVENTS  # noqa: E402
from table.link.requests import REQUESTS, named  # noqa: E402
from table.link.requests import find as _find  # noqa: E402
from table.store.rows import every as settings  # noqa: E402

__all__ = [
    "ANSWERS",
    "AT_REST",
    "COMMANDS",
    "EVENTS",
    "REQUESTS",
    "STATES",
    "find",
    "lines",
    "named",
    "rpc",
    "settings",
    "words",
]


def find(name: str) -> Any:
    """The row of a request, or None."""
    return _find(name)
