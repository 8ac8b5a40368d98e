"""Starting a virtual table from a port's name: `sim:` or `sim:seed=3,speed=4,tiles=136`."""

from __future__ import annotations

from typing import Any

from queji.errors import SimUnavailable, Usage

# What a standard set of tiles gives each side, in stacks.
SETS = {
    108: (14, 13, 14, 13),
    112: (14, 14, 14, 14),
    116: (15, 14, 15, 14),
    120: (15, 15, 15, 15),
    124: (16, 15, 16, 15),
    128: (16, 16, 16, 16),
    132: (17, 16, 17, 16),
    136: (17, 17, 17, 17),
    140: (18, 17, 18, 17),
    144: (18, 18, 18, 18),
    148: (19, 18, 19, 18),
    152: (19, 19, 19, 19),
}


def options(words: str) -> dict[str, Any]:
    """`seed=3,speed=4,tiles=136` as arguments of Simulator. Raises Usage."""
    found: dict[str, Any] = {}
    for word in filter(None, words.split(",")):
        name, _, value = word.partition("=")
        try:
            if name == "seed":
                found["seed"] = int(value)
            elif name == "speed":
                found["speed"] = float(value)
            elif name == "tiles":
                found["layout"] = SETS[int(value)]
            else:
                raise KeyError(name)
        except (KeyError, ValueError):
            raise Usage("error.sim_option", word=word) from None
    return found


def simulator(words: str = "", **more: Any) -> Any:
    """A running Simulator as the words and arguments say. Raises SimUnavailable, Usage."""
    from queji import micropython
    from queji.virtual.sim import Simulator, SimulatorError

    arguments = {**options(words), **more}
    try:
        micropython.find()
    except micropython.MicroPythonMissing as error:
        raise SimUnavailable(why=str(error)) from None
    try:
        return Simulator(**arguments)
    except SimulatorError as error:
        raise SimUnavailable("error.sim_failed", why=str(error).splitlines()[0]) from None
