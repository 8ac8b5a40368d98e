"""The picture of the table: fits a small terminal, and counts walls from their owners' right ends."""

from __future__ import annotations

import io

import pytest
from fake_table import STATUS
from rich.cells import cell_len
from rich.console import Console

from queji import texts
from queji.picture import below_slots, raised_slots, render
from queji.picture_small import fitting

FAULT = {
    "code": 0,
    "sub": 1,
    "name": "sort_timeout",
    "side": None,
    "part": "sort",
    "stage": "stacking",
    "measured": 128,
    "limit": 144,
    "unit": "tiles",
    "counts": [36, 20, 36, 36],
}


def drawn(lang="en", events=(), rows=24, **changes):
    console = Console(width=80, file=io.StringIO())
    console.print(render({**STATUS, **changes}, lang, events, rows))
    return console.file.getvalue().rstrip("\n").split("\n")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("fault", [None, FAULT])
def test_it_fits_80_by_24_in_both_languages(lang, fault):
    lines = drawn(lang, ["something that happened " * 10] * 30, fault=fault, warnings=3)
    assert len(lines) < 24
    assert max(cell_len(line) for line in lines) <= 80


def test_a_table_that_knows_nothing_can_be_drawn():
    console = Console(width=80, file=io.StringIO())
    console.print(render({}))
    console.print(render({"state": "?", "raised": [None] * 4, "waiting": None, "dice": [9], "sum": 9, "up_ms": None}))


def test_lamps_dice_and_break_are_shown():
    text = "\n".join(drawn())
    assert "READY" in text and "dealer" in text and "turn" in text and "7 points" in text and "stack 13" in text


def test_a_wall_is_drawn_from_its_owners_right_end():
    """Two stacks each: East's right end is at the right, South's at the top, West's at the left, North's below."""
    layout, raised = [19] * 4, [2] * 4
    lines = drawn(layout=layout, raised=raised, waiting=[0] * 4, **{"break": None})
    east, west = lines[-5], lines[4]
    assert east.index("█▌█▌") > 40 > west.index("█▌█▌")
    north = [row for row, line in enumerate(lines) if "███" in line[:30] or "▄▄▄" in line[:30]]
    south = [row for row, line in enumerate(lines) if "███" in line[50:] or "▀▀▀" in line[50:]]
    assert min(north) > 12 > max(south)


def test_slots():
    status = {**STATUS, "raised": [0, 3, 0, 0], "break": {"first": {"seat": 1, "stack": 2}}}
    assert raised_slots(status, 1)[:4] == ["full", "break", "full", ""]
    sorting = {**STATUS, "state": "sorting", "counts": [5, 0, 0, 0]}
    assert below_slots(sorting, 0)[:4] == ["full", "full", "half", "empty"]
    assert below_slots(sorting, 0).count("empty") == 15
    assert below_slots(STATUS, 0).count("full") == 18  # ready: what waits
    stopped = {**sorting, "state": "fault", "waiting": [0] * 4}
    assert below_slots(stopped, 0)[:3] == ["full", "full", "half"]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("rows", "columns"), [(24, 60), (24, 30), (12, 80), (8, 40), (3, 20)])
def test_a_small_terminal_gets_lines_instead(lang, rows, columns):
    console = Console(width=columns, file=io.StringIO())
    with texts.using(lang):
        console.print(fitting({**STATUS, "fault": FAULT, "warnings": 2}, ["an event " * 20] * 9, rows, columns))
    lines = console.file.getvalue().rstrip("\n").split("\n")
    assert len(lines) < max(rows, 2)
    assert max(cell_len(line) for line in lines) <= columns
    if rows > 8:
        assert any("36/36" in line for line in lines) and any("E0.1" in line for line in lines)


def test_a_large_enough_terminal_gets_the_picture():
    console = Console(width=80, file=io.StringIO())
    console.print(fitting(STATUS, (), 23, 80))
    assert "▌█▌" in console.file.getvalue()
