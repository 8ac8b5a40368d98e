"""Starting a virtual table from a port's name: `sim:` or `sim:seed=3,speed=4,tiles=136`."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from queji import paths
from queji.board import check, mechanics
from queji.board.finding import Finding, read_text
from queji.errors import SimUnavailable, Usage
from table.game.sets import STANDARD as SETS


def options(words: str) -> dict[str, Any]:
    """`seed=3,speed=4,tiles=136` as arguments of Simulator. Raises Usage."""
    found: dict[str, Any] = {}
    for word in filter(None, words.split(",")):
        name, _, value = word.partition("=")
        try:
            if name == "seed":
                found["seed"] = int(value)
            elif name == "speed":
                found["speed"] = speed(float(value))
            elif name == "tiles":
                found["layout"] = SETS[int(value)]
            else:
                raise KeyError(name)
        except (KeyError, ValueError):
            raise Usage("error.sim_option", word=word) from None
    return found


def speed(factor: float) -> float:
    """How many times faster than real time. Raises Usage."""
    if not math.isfinite(factor) or not 0.1 <= factor <= 100:
        raise Usage("error.sim_speed", word=f"{factor:g}")
    return factor


def layout_problem(layout: list[int], board: str | None = None) -> str:
    """Why a table with this board cannot build a layout, by the firmware's own rule; "" if it can. Raises Usage."""
    from table.store.rows import layout_problem as problem

    try:
        numbers = json.loads((_board(board) / mechanics.FILE).read_text(encoding="utf-8"))
        return problem(layout, int(numbers["longest_wall"]))
    except (OSError, ValueError, KeyError, TypeError):
        return ""  # the board's own mistakes are told when it starts


def _board(board: str | None) -> Any:
    """The folder of a board. Raises Usage."""
    folder = paths.board(str(board or "rpi_pico"))
    if not (folder / "pins.csv").is_file():
        raise Usage("error.sim_board", word=board, boards=", ".join(paths.boards()))
    found = check(folder)
    if found:
        raise Usage(
            "error.sim_board_wrong", place=found[0].place(), what=found[0].what(), folder=folder, count=len(found)
        )
    return folder


def _mechanics(file: Path) -> None:
    """What the table is really like must be a whole mechanics.json. Raises Usage."""
    found: list[Finding] = []
    words = read_text(file, found)
    found += mechanics.check(words) if words is not None else []
    if found:
        raise Usage("error.sim_mechanics", file=file, place=found[0].place(), what=found[0].what())


def simulator(words: str = "", **more: Any) -> Any:
    """A running Simulator as the words and arguments say. Raises SimUnavailable, Usage."""
    from queji import micropython
    from queji.virtual.sim import Simulator, SimulatorError

    arguments = {**options(words), **more}
    speed(arguments.get("speed", 1.0))
    _board(arguments.get("board"))
    if arguments.get("mechanics"):
        _mechanics(Path(str(arguments["mechanics"])))
    try:
        micropython.find()
    except micropython.MicroPythonMissing as error:
        raise SimUnavailable(why=str(error)) from None
    try:
        return Simulator(**arguments)
    except SimulatorError as error:
        raise SimUnavailable("error.sim_failed", why=str(error).splitlines()[0]) from None
