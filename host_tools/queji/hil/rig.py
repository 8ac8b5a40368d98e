"""The rig file: what is fitted to the table on the bench, and what the tests may do to it. TOML, checked as a whole."""

from __future__ import annotations

import difflib
import importlib
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queji import paths
from queji.board.parts import parts as signals
from queji.board.parts import sides
from queji.errors import Usage
from queji.hil.needs import ALLOW, EMULATED, MOTION, PEOPLE, REAL
from queji.texts import reason, say, text

# What people call several signals at once.
GROUPS = {
    "dome": ("dome_up", "dome_down", "dome_top", "dome_bottom"),
    "disc": ("disc", "disc_reverse", "disc_turn"),
    "supply": ("supply_volts", "motor_amps"),
    "keys": ("dice_key", "lift_key", "hand_key"),
    "photos": ("tile", "belt_full", "channel"),
    "lamps": ("dealer_lamp", "turn_lamp", "ready_lamp"),
    "pickup": ("pickup", "pickup_reverse"),
    "head": ("head", "head_home"),
    "lift": ("lift", "lift_home"),
}
# section: {key: type}
SHAPE: dict[str, dict[str, type]] = {
    "rig": {"name": str, "table": str, "board": str, "id": str},
    "fitted": {"parts": list, "missing": list},
    "allow": dict.fromkeys(ALLOW, bool),
}
TYPES = {str: "string", list: "list", bool: "bool"}


class RigError(Usage):
    """The rig file is wrong: every complaint with file and line."""

    kind = "rig"

    def __init__(self, complaints: list[str]) -> None:
        self.complaints = complaints
        super().__init__("error.rig", complaints="\n".join(complaints))

    def data(self) -> dict[str, Any]:
        return {**super().data(), "complaints": self.complaints}


@dataclass
class Rig:
    """`fitted`: signals as in pins.csv. `allow`: what the file says, True or False, of what it names."""

    file: str = ""
    name: str = ""
    table: str = ""
    board: str = "rpi_pico"
    id: str = ""
    fitted: frozenset[str] = frozenset()
    allow: dict[str, bool] = field(default_factory=dict)

    @property
    def missing(self) -> list[str]:
        """Signals that the board wires and this rig has not."""
        return [name for name in wired(self.board) if name not in self.fitted]

    def lacks(self, *names: str) -> list[str]:
        """Of these parts (names as in the file) those that are not fitted, or not all of."""
        return [name for name in names if not set(expand(name)) <= self.fitted]


def without_file(board: str = "rpi_pico") -> Rig:
    """A rig nobody wrote a file for: everything the board wires is fitted."""
    return Rig(board=board, fitted=frozenset(wired(board)))


def allowed(kind: str, rig: Rig, allow_motion: bool) -> frozenset[str]:
    """What the tests may do: all to a table that is none; to a real one what its file says, and `--allow-motion`."""
    if kind != REAL:
        nobody = (PEOPLE,) if kind == EMULATED else ()
        return frozenset(name for name in ALLOW if name not in nobody and rig.allow.get(name, True))
    given = {name for name, yes in rig.allow.items() if yes and name != MOTION}
    if allow_motion and rig.allow.get(MOTION, True):
        given.add(MOTION)
    return frozenset(given)


def expand(name: str) -> list[str]:
    """The signals that a part's name stands for: a signal, a group, one of each side, a whole side; [] if none."""
    every = signals()
    if name in sides():
        return [one for one, row in every.items() if row.side == name]
    side, _, rest = name.partition("_")
    if side in sides() and rest in GROUPS:
        return [f"{side}_{one}" for one in GROUPS[rest] if f"{side}_{one}" in every]
    found: list[str] = []
    for one in GROUPS.get(name, (name,)):
        found += [one] if one in every else [f"{s}_{one}" for s in sides() if f"{s}_{one}" in every]
    return found


def wired(board: str) -> list[str]:
    """The signals in a board's pins.csv; [] if there is no such board."""
    file = paths.board(board) / "pins.csv"
    if not file.is_file():
        return []
    rows = (line.split(",")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [name for name in rows if name in signals()]


def read(file: str) -> Rig:
    """The rig that a file describes. Raises RigError with all that is wrong in it."""
    try:
        content = Path(file).read_bytes().decode("utf-8")
    except OSError as error:
        raise RigError([text("rig.unreadable", file=file, why=reason(error))]) from None
    except UnicodeDecodeError as error:
        raise RigError([text("rig.not_text", file=file, at=error.start)]) from None
    toml: Any = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        found = toml.loads(content)
    except ValueError as error:
        line = re.search(r"line (\d+)", str(error))
        number = int(line.group(1)) if line else len(content.splitlines())
        why = re.sub(r"\s*\(at .*\)", "", str(error))
        raise RigError([text("rig.toml", file=file, line=number, why=say(why))]) from None
    return _Reader(file, content, found).rig()


class _Reader:
    """Turns what stands in a file into a Rig, and collects complaints on the way."""

    def __init__(self, file: str, content: str, found: dict[str, Any]) -> None:
        self.file, self.lines, self.found = file, content.splitlines(), found
        self.complaints: list[tuple[int, str]] = []

    def rig(self) -> Rig:
        self._shape()
        section = {name: value for name, value in self.found.items() if isinstance(value, dict)}
        head = {k: v for k, v in section.get("rig", {}).items() if isinstance(v, str)}
        rig = Rig(self.file, head.get("name", ""), head.get("table", ""), head.get("board", "rpi_pico"))
        rig.id = head.get("id", "")
        has = wired(rig.board)
        if not has:
            self._say("rig", "board", "rig.no_board", name=rig.board, boards=", ".join(paths.boards()))
        rig.fitted = self._fitted(section.get("fitted", {}), rig.board, has)
        rig.allow = {name: value for name, value in section.get("allow", {}).items() if isinstance(value, bool)}
        if self.complaints:
            raise RigError([f"{self.file}:{line}: {why}" for line, why in sorted(self.complaints)])
        return rig

    def _shape(self) -> None:
        for name, values in self.found.items():
            if name not in SHAPE:
                self._say(name, "", "rig.unknown", name=name, meant=_meant(name, SHAPE))
            elif not isinstance(values, dict):
                self._say(name, "", "rig.no_section", name=name)
            else:
                for key, value in values.items():
                    kind = SHAPE[name].get(key)
                    if kind is None:
                        self._say(name, key, "rig.unknown", name=key, meant=_meant(key, SHAPE[name]))
                    elif not isinstance(value, kind):
                        self._say(name, key, "rig.type", name=key, type=text(f"rig.type.{TYPES[kind]}"))

    def _fitted(self, section: dict[str, Any], board: str, has: list[str]) -> frozenset[str]:
        if "parts" in section and "missing" in section:
            self._say("fitted", "missing", "rig.both")
        taken: dict[str, set[str]] = {}
        for key in ("parts", "missing"):
            names = section.get(key)
            for name in names if isinstance(names, list) else ():
                found = expand(name) if isinstance(name, str) else []
                if not found:
                    self._say("fitted", key, "rig.no_part", item=name, name=name, meant=_meant(str(name), _names()))
                elif has and not set(found) & set(has):
                    self._say("fitted", key, "rig.not_wired", item=name, name=name, board=board)
                taken.setdefault(key, set()).update(found)
        parts, missing = taken.get("parts", set(has)), taken.get("missing", set())
        return frozenset(has) & parts - missing

    def _say(self, section: str, key: str, why: str, item: Any = None, **fields: Any) -> None:
        self.complaints.append((self._line(section, key, item), text(why, **fields)))

    def _line(self, section: str, key: str, item: Any = None) -> int:
        """Where a key, or an item of its list, stands: number of the line from 1."""
        inside = False
        at = None
        for number, line in enumerate(self.lines, 1):
            bare = line.split("#")[0].strip()
            head = re.fullmatch(r"\[+\s*\"?([^\]\"]+?)\"?\s*\]+", bare)
            if head:
                inside = head.group(1).split(".")[0].strip() == section
                if inside and not key:
                    return number
            elif re.match(rf"\"?{re.escape(section)}\"?\s*[=.]", bare) and (not key or key in bare):
                return number
            elif inside and key and re.match(rf"[\"']?{re.escape(key)}[\"']?\s*=", bare):
                at = number
                if item is None:
                    return number
            if at is not None and item is not None and re.search(rf"[\"']?{re.escape(str(item))}[\"']?", bare):
                return number
        return at or 1


def _names() -> list[str]:
    rows = list(signals())
    return [*rows, *GROUPS, *sides(), *(name.partition("_")[2] for name in rows if signals()[name].side)]


def _meant(name: str, among: Any) -> str:
    """`; did you mean 'lift'?`, or what there is when that is not much."""
    among = list(among)
    close = difflib.get_close_matches(str(name), among, 1)
    if close:
        return text("rig.meant", name=close[0])
    return text("rig.there_are", names=", ".join(among)) if len(among) <= 8 else ""
