"""Draws the four walls of a table for a terminal, looked at from above with east nearest; ASCII, two columns a stack.

East's wall is the bottom row, south's the right column, west's the top row, north's the left column. A wall's first
stack is at its owner's right end: east's at the right, south's at the top, west's at the left, north's at the bottom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from queji.texts import language, text

LETTERS = "ESWN"
SEAT_STYLES = ("bold white on red", "bold black on green", "bold white on blue", "bold black on yellow")
UNTOUCHED = ("[]", "dim")
COUNTED = "yellow"
DEAD = ("##", "red")
FIRST = (">>", "bold black on cyan")

Cells = dict[tuple[int, int], Text]


def walls(layout: Sequence[int], cells: Cells, inside: Sequence[Text]) -> list[Text]:
    """The picture's lines: the walls, `cells` by (seat, stack) where one is not plain, lines of text in the middle."""
    rows = max(layout[1], layout[3], len(inside) + 4)
    block = max(cell_len(line.plain) for line in inside)
    width = max(2 * layout[0], 2 * layout[2], block)
    top = _across([_cell(cells, 2, stack) for stack in range(1, layout[2] + 1)], width)
    bottom = _across([_cell(cells, 0, stack) for stack in range(layout[0], 0, -1)], width)
    left = _down([_cell(cells, 3, stack) for stack in range(layout[3], 0, -1)], rows)
    right = _down([_cell(cells, 1, stack) for stack in range(1, layout[1] + 1)], rows)
    middle = [Text()] * rows
    first = (rows - len(inside)) // 2
    middle[first : first + len(inside)] = [line + Text(" " * (block - cell_len(line.plain))) for line in inside]
    middle[0] = Text(text("seat.2"), SEAT_STYLES[2])
    middle[-1] = Text(text("seat.0"), SEAT_STYLES[0])
    lines = [Text("   ") + top]
    for row in range(rows):
        beside = row == 1  # the names of the side seats stand in the second row
        west = Text(text("seat.3"), SEAT_STYLES[3]) if beside else Text()
        east = Text(text("seat.1"), SEAT_STYLES[1]) if beside else Text()
        room = width - cell_len(west.plain) - cell_len(east.plain)
        lines.append(left[row] + Text(" ") + west + _across([middle[row]], room) + east + Text(" ") + right[row])
    return [*lines, Text("   ") + bottom]


def broken(layout: Sequence[int], places: Any, owner: int, left: int) -> Cells:
    """Cells of the stacks left standing, numbered as they are counted, and of the first one taken.

    `places(layout, seat, steps)` is table.game.wall.stack.
    """
    cells = {}
    for step in range(left):
        number = step + 1
        named = number in (1, left) or number % 5 == 0
        cells[places(layout, owner, step)] = Text(f"{number:2d}" if named else " .", COUNTED)
    cells[places(layout, owner, left)] = Text(*FIRST)
    return cells


def dealt(cells: Cells, deal: dict[str, Any]) -> Cells:
    """Puts an answer of table.game.deal.deal into the cells: takers' letters, the next tile `>`, the dead wall `##`."""
    for place in deal["dead"]:
        cells[place] = Text(*DEAD)
    takers: dict[tuple[int, int], dict[str, int]] = {}
    for seat, hand in enumerate(deal["hands"]):
        for where, stack, tier in hand:
            takers.setdefault((where, stack), {})[tier] = seat
    for place, by in takers.items():
        cells[place] = _taken(by)
    where, stack, tier = deal["next"]
    upper = takers.get((where, stack), {}).get("upper")
    before = Text("[" if upper is None else LETTERS[upper], "" if upper is None else SEAT_STYLES[upper])
    cells[(where, stack)] = before + Text(">", FIRST[1]) if tier == "lower" else Text(">]", FIRST[1])
    if deal["indicator"]:
        cells[deal["indicator"][:2]] = Text("**", "bold white on magenta")
    return cells


def _taken(by: dict[str, int]) -> Text:
    if by.get("upper") == by.get("lower") and language() == "zh":
        seat = by["upper"]
        return Text(text(f"seat.{seat}"), SEAT_STYLES[seat])
    cell = Text()
    for tier in ("upper", "lower"):
        if tier in by:
            cell.append(LETTERS[by[tier]], SEAT_STYLES[by[tier]])
        else:
            cell.append("]")
    return cell


def _cell(cells: Cells, seat: int, stack: int) -> Text:
    return cells.get((seat, stack)) or Text(*UNTOUCHED)


def _across(parts: Sequence[Text], width: int) -> Text:
    """The parts side by side in the middle of so many columns."""
    line = Text().join(parts)
    spare = max(0, width - cell_len(line.plain))
    return Text(" " * (spare // 2)) + line + Text(" " * (spare - spare // 2))


def _down(parts: Sequence[Text], rows: int) -> list[Text]:
    """The parts one below the other in the middle of so many rows."""
    spare = rows - len(parts)
    blank = Text("  ")
    return [blank] * (spare // 2) + list(parts) + [blank] * (spare - spare // 2)
