"""The table in a terminal of 80 x 24: walls, disc, dome, lamps, dice, break and faults, from one `status` answer.

`render` is pure: the same status gives the same picture. East sits at the bottom, South at the right, West at the top,
North at the left: counter-clockwise, as seen from above. A wall is counted from its owner's right end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rich.console import Console, Group, RenderableType
from rich.text import Text

from queji import describe, faults
from queji.texts import text, using, word

EAST, SOUTH, WEST, NORTH = range(4)
LONGEST = 19  # stacks drawn along a wall
LABEL, LANE = 11, 3  # columns of a name at the left and right, and of an upright wall
MIDDLE = 2 * LONGEST
WIDTH = 2 * (LABEL + 2 * LANE + 3) + MIDDLE - 2
ROWS = (LONGEST + 1) // 2

RAISED, WAITING, HALF, EMPTY, BREAK = "green3", "orange1", "yellow1", "grey30", "bold magenta1"
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
SPIN = "◐◓◑◒"
STATE_STYLE = {
    "fault": "bold white on red",
    "stopped": "bold white on red",
    "sorting": "bold black on green3",
    "ready": "bold black on green3",
    "paused": "bold black on yellow1",
    "dome_open": "bold black on yellow1",
}

# One slot of a wall: "full", "half" (one tile), "empty", "break" (full, and where taking starts), "" (no slot)
Slot = str
STYLES = {"full": "", "half": HALF, "empty": EMPTY, "break": BREAK, "": ""}


def render(
    status: dict[str, Any], lang: str | None = None, events: Sequence[str] = (), rows: int = 24
) -> RenderableType:
    """The picture of a status. `events`: lines below it, the newest last; `rows`: height of the terminal."""
    with using(lang):
        lines = [_header(status), Text()]
        inner = [raised_slots(status, seat) for seat in range(4)]
        outer = [below_slots(status, seat) for seat in range(4)]
        lines += [_centred(_name(status, WEST))]
        lines += [_centred(_flat(outer[WEST], WAITING)), _centred(_flat(inner[WEST], RAISED))]
        lines += _middle(status, inner, outer)
        # East's right end is at the right: his wall is drawn from its left end
        lines += [_centred(_flat(inner[EAST][::-1], RAISED)), _centred(_flat(outer[EAST][::-1], WAITING))]
        lines += [_centred(_name(status, EAST)), Text()]
        lines += _notes(status, events, max(rows - 1 - len(lines), 2))
        return Group(*lines)


def raised_slots(status: dict[str, Any], seat: int) -> list[Slot]:
    """The wall on the table top, from its owner's right end, as LONGEST slots."""
    count = _at(status.get("raised"), seat)
    slots = ["full"] * min(count or 0, LONGEST)
    first = (status.get("break") or {}).get("first") or {}
    at = first.get("stack")
    if first.get("seat") == seat and isinstance(at, int) and 1 <= at <= LONGEST:
        slots += ["empty"] * (at - len(slots))
        slots[at - 1] = "break"
    return slots + [""] * (LONGEST - len(slots))


def below_slots(status: dict[str, Any], seat: int) -> list[Slot]:
    """The wall below: what waits, or what has been stacked so far of the sort under way."""
    layout = _at(status.get("layout"), seat) or 0
    waiting = _at(status.get("waiting"), seat) or 0
    state = status.get("state")
    # a fault or a stop in the middle of a sort leaves what has been stacked where it is
    sorting = state in ("sorting", "paused") or (state in ("fault", "stopped") and not any(status.get("waiting") or ()))
    tiles = (_at(status.get("counts"), seat) or 0) if sorting else 2 * waiting
    slots = ["full"] * min(tiles // 2, LONGEST) + ["half"] * (tiles % 2)
    return (slots + ["empty"] * (layout - len(slots)) + [""] * LONGEST)[:LONGEST]


def _at(values: Any, seat: int) -> int | None:
    if isinstance(values, (list, tuple)) and len(values) == 4 and isinstance(values[seat], int):
        return values[seat]
    return None


def _flat(slots: Sequence[Slot], style: str) -> Text:
    """A wall that lies across the screen: two columns a stack."""
    line = Text()
    for slot in slots:
        mark = {"full": "█▌", "half": "▄▖", "empty": "· ", "break": "█▌", "": "  "}[slot]
        line.append(mark, STYLES[slot] or style)
    return line


def _upright(slots: Sequence[Slot], style: str, from_top: bool) -> list[Text]:
    """A wall that stands along the side: two stacks a row, drawn with half blocks."""
    ordered = [*slots, ""] if from_top else ["", *slots[::-1]]
    rows = []
    for upper, lower in zip(ordered[::2], ordered[1::2], strict=True):
        there = [slot in ("full", "half", "break") for slot in (upper, lower)]
        styles = [STYLES[slot] or style for slot in (upper, lower)]
        if all(there):
            # upper half in the letter's colour, lower half in the ground's, when they differ
            same = styles[0] == styles[1]
            rows.append(Text("█" * LANE if same else "▀" * LANE, styles[0] if same else _on(*styles)))
        elif any(there):
            rows.append(Text(("▀" if there[0] else "▄") * LANE, styles[0] if there[0] else styles[1]))
        else:
            rows.append(Text(" · " if "empty" in (upper, lower) else " " * LANE, EMPTY))
    return rows


def _on(upper: str, lower: str) -> str:
    return f"{upper.split()[-1]} on {lower.split()[-1]}"


def _middle(status: dict[str, Any], inner: list[list[Slot]], outer: list[list[Slot]]) -> list[Text]:
    """North's walls, what stands in the middle, South's walls."""
    north_out, north_in = _upright(outer[NORTH], WAITING, False), _upright(inner[NORTH], RAISED, False)
    south_in, south_out = _upright(inner[SOUTH], RAISED, True), _upright(outer[SOUTH], WAITING, True)
    north, south = _side_label(status, NORTH), _side_label(status, SOUTH)
    centre = _centre(status)
    gap = Text(" ")
    rows = []
    for row in range(ROWS):
        left = _fit(north.get(row, Text()), LABEL, "right")
        right = _fit(south.get(row, Text()), LABEL, "left")
        middle = _fit(centre[row], MIDDLE, "center")
        parts = (left, gap, north_out[row], gap, north_in[row], middle, south_in[row], gap, south_out[row], gap, right)
        rows.append(Text.assemble(*parts))
    return rows


def _centre(status: dict[str, Any]) -> list[Text]:
    """Dome, ready lamp, disc, dice, sum and break: ROWS lines."""
    dome = Text(f"{text('picture.dome')} ")
    dome.append(word("dome", status.get("dome")), "bold yellow1" if status.get("dome") != "down" else "bold")
    if (status.get("lamps") or {}).get("ready"):
        dome.append("   ").append(f"● {text('picture.ready')}", "bold green3")
    dice = status.get("dice") or []
    lines = [dome, _disc(status), Text(), *_dice(dice)]
    points = Text()
    if dice and status.get("sum"):
        first = status.get("seat")
        key = "dice.sum" if first is not None else "dice.only"
        points = Text(text(key, sum=status["sum"], seat=word("seat", first)))
    lines += [points, Text(describe.where_broken(status.get("break"), short=True), BREAK)]
    return lines[:ROWS]


def _disc(status: dict[str, Any]) -> Text:
    disc = status.get("disc") or {}
    line = Text(f"{text('picture.disc')} ")
    rpm = disc.get("rpm") or 0
    if not rpm:
        return line.append(text("disc.still"), "bold")
    reverse = bool(disc.get("reverse"))
    turn = int(status.get("up_ms") or 0) // 250 % len(SPIN)
    spin = SPIN[-turn if reverse else turn]
    arrow = "↺" if reverse else "↻"
    return line.append(f"{spin} {text('disc.turning', rpm=rpm, arrow=arrow)}", "bold cyan1")


def _dice(dice: Sequence[int]) -> list[Text]:
    """The dice side by side: five lines, blank when none were rolled."""
    if not dice:
        return [Text() for _ in range(5)]
    rows = [Text("  ".join(["╭───────╮"] * len(dice)))]
    for row in range(3):
        rows.append(Text("  ".join(f"│ {PIPS.get(die, PIPS[1])[row]} │" for die in dice)))
    return [*rows, Text("  ".join(["╰───────╯"] * len(dice)))]


def lamps_of(status: dict[str, Any], seat: int) -> list[Text]:
    lamps = status.get("lamps") or {}
    found = []
    if lamps.get("dealer", status.get("dealer")) == seat:
        found.append(Text(f"◉ {text('picture.dealer')}", "bold red1"))
    if seat in (lamps.get("turn") or ()):
        found.append(Text(f"◆ {text('picture.turn')}", "bold cyan1"))
    return found


def number(status: dict[str, Any], seat: int) -> Text:
    """Tiles of the sort of how many, e.g. `24/36`."""
    count, layout = _at(status.get("counts"), seat), _at(status.get("layout"), seat)
    return Text(f"{'?' if count is None else count}/{'?' if layout is None else 2 * layout}", "grey62")


def _name(status: dict[str, Any], seat: int) -> Text:
    line = Text(word("seat", seat), "bold").append("  ").append(number(status, seat))
    for lamp in lamps_of(status, seat):
        line.append("  ").append(lamp)
    return line


def _side_label(status: dict[str, Any], seat: int) -> dict[int, Text]:
    """The lines beside an upright wall, by row."""
    lines = [Text(word("seat", seat), "bold"), number(status, seat), *lamps_of(status, seat)]
    return dict(enumerate(lines, start=3))


def _header(status: dict[str, Any]) -> Text:
    state = str(status.get("state", "?"))
    left = Text(" ").append(f" {word('state', state)} ", STATE_STYLE.get(state, "bold reverse"))
    if status.get("stage"):
        left.append(f" {word('stage', status['stage'])}")
    right = Text(f"{describe.tiles_of(status.get('layout'))} {text('picture.tiles')}", "bold")
    if status.get("next"):
        right.append(f" → {describe.tiles_of(status['next'])}", "yellow1")
    for key, unit in (("volts", "V"), ("amps", "A")):
        if isinstance(status.get(key), (int, float)):
            right.append(f"  {status[key]:.1f} {unit}")
    seconds = int(status.get("up_ms") or 0) // 1000
    right.append(f"  {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}", "grey62")
    room = WIDTH - right.cell_len - 1
    return Text.assemble(_fit(left, room, "left"), " ", right)


def _notes(status: dict[str, Any], events: Sequence[str], room: int) -> list[Text]:
    """The fault with what to do, else the legend; then the newest events."""
    lines = []
    if status.get("fault"):
        lines += _wrapped(faults.describe(status["fault"]), "bold red1")
        lines += _wrapped(faults.hint(status["fault"]), "red1")
    else:
        lines += _wrapped(text("picture.legend"), "grey50")
    if status.get("warnings"):
        lines += _wrapped(text("picture.warnings", count=status["warnings"]), "yellow1")
    left = room - len(lines)
    lines += [Text(f" {one}", "grey70") for one in (events[-left:] if left > 0 else ())]
    return [_fit(line, WIDTH, "left") for line in lines[:room]]


def _wrapped(words: str, style: str) -> list[Text]:
    """Words over as many lines as they need, a column in from the left."""
    if not words:
        return []
    return [Text(" ").append(line) for line in Text(words, style).wrap(Console(width=WIDTH), WIDTH - 1)]


def _centred(line: Text) -> Text:
    return _fit(line, WIDTH, "center")


def _fit(line: Text, width: int, align: Literal["left", "center", "right"]) -> Text:
    """The line in exactly `width` columns."""
    line = line.copy()
    line.truncate(width, overflow="ellipsis")
    line.align(align, width)
    line.no_wrap = True
    return line
