"""What a request does to a rig: whether it moves something, changes settings, plays a game, restarts the controller.

The words are those of `[allow]` in a rig file. A request without any of them only looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from queji.hil.firmware import COMMANDS

MOTION, SETTINGS, GAME, RESTART, PEOPLE = "motion", "settings", "game", "restart", "people"
VIRTUAL, EMULATED, REAL = "virtual", "emulated", "real"  # kinds of table
ALLOW = (MOTION, SETTINGS, GAME, RESTART, PEOPLE)

# request: (what it needs when it has parameters, what it needs when it has none)
_CHANGES: dict[str, tuple[str | None, str | None]] = {
    "set": (SETTINGS, None),
    "defaults": (SETTINGS, SETTINGS),
    "tiles": (SETTINGS, None),
    "preset": (SETTINGS, None),
    "import": (SETTINGS, None),
    "dice": (GAME, GAME),
    "commit": (GAME, GAME),
    "cut": (GAME, None),
    "dealer": (GAME, None),
    "game": (GAME, None),
    "restart": (RESTART, RESTART),
}


def of_request(name: str, params: Mapping[str, Any] | None = None, still: frozenset[str] = frozenset()) -> str | None:
    """What must be allowed before this request may be sent; None: nothing. `still`: self-tests that do not move."""
    params = {key: value for key, value in (params or {}).items() if value is not None}
    if name == "test":
        return None if str(params.get("name")) in still else MOTION
    if COMMANDS.get(name, ((), False))[1]:
        return MOTION
    if name == "import" and params.get("check") is True:
        return None
    with_params, without = _CHANGES.get(name, (None, None))
    return with_params if params else without
