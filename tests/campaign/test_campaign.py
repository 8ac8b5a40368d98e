"""Three hundred hands of the campaign, small sets on a table with slower ticks: nothing is lost, nothing runs on.

What is named for what is put in is a matter of whole sets and many hands: `make campaign`.
"""

from __future__ import annotations

import json
import shutil

import pytest

from queji import campaign, paths
from queji import campaign_judge as judge
from queji.micropython import MicroPythonMissing, find

HANDS, ITEM = 300, 50
TICK_MS = 10  # half the work; a board may have it so
NEXT = 10  # every so many hands a clean one after


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    folder = tmp_path_factory.mktemp("board") / "slower"
    shutil.copytree(paths.BOARDS / "rpi_pico", folder)
    file = folder / "mechanics.json"
    mechanics = json.loads(file.read_text(encoding="utf-8"))
    mechanics["tick_ms"] = TICK_MS
    file.write_text(json.dumps(mechanics), encoding="utf-8")
    return folder


@pytest.mark.parametrize("first", range(1, HANDS, ITEM))
def test_hands(first, board):
    try:
        find()
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    tally = campaign.Tally()
    random = set()  # hands whose sensors lay all at once for two seconds: a tile may have been counted that was none
    for row in campaign.batch(first, ITEM, {"small": True, "next": NEXT}, str(board)):
        tally.add(row)
        if any(fault["name"] == "sensors_random" for fault in row["plan"]):
            random.add(row["seed"])
    assert tally.hands == ITEM
    assert not tally.lost, tally.lost
    assert not tally.bounds, tally.bounds
    assert not tally.moved, tally.moved
    assert not [seed for seed, _ in tally.walls if seed not in random], tally.walls
    assert not tally.false, tally.false


def row(name, told, contact_ms=10_000, finished=False, **fault):
    put_in = {"name": name, "target": None, "args": {}, "contact_ms": contact_ms, **fault}
    return {"seed": 1, "plan": [put_in], "injected": [put_in], "told": told, "finished": finished}


def test_a_name_is_right_with_code_side_and_part():
    fault = {"target": "south_head"}
    told = ["fault", 1, 3, "head_motor", 1, "head", "pushing", 900]
    assert judge.verdict(row("motor_dead", [told], **fault)) == "right"
    for at, other in ((1, 3), (2, 1), (4, 2), (5, "lift")):
        wrong = list(told)
        wrong[at] = other
        assert judge.verdict(row("motor_dead", [wrong], **fault)).startswith("wrong"), wrong


def test_the_first_fault_counts_and_what_was_told_before_does_not():
    early = ["warning", 9, 8, "fram_silent", None, "fram 0x50", "I2C", None]
    warning = ["warning", 6, 4, "sensor_silent", 1, "head_home", "moving", 100]
    fault = ["fault", 0, 1, "sort_timeout", None, "sort", "stacking", 200]
    sensor = {"target": "south_head_home", "args": {"value": "off"}}
    assert judge.verdict(row("sensor_stuck", [early, warning], **sensor)) == "right"
    assert judge.verdict(row("sensor_stuck", [warning, fault], **sensor)).startswith("wrong")


def test_what_made_no_difference_is_no_effect_and_what_a_jog_cleared_is_alone():
    assert judge.verdict(row("motor_dead", [], contact_ms=0, target="disc")) == "no effect"
    stuck = {"target": "west", "args": {"where": "belt", "clears": "jog"}}
    assert judge.verdict(row("tile_stuck", [], finished=True, **stuck)) == "alone"
    stuck["args"]["clears"] = "repair"
    assert judge.verdict(row("tile_stuck", [], finished=True, **stuck)) == "silent"


def test_every_fault_of_the_plan_can_be_judged():
    from queji.virtual import campaign_plan as plans

    for seed in range(400):
        for fault in plans.plan(seed)["faults"]:
            assert fault["name"] in judge.UNNAMED or judge.right(fault), fault
            assert judge.describe(fault)


def test_a_hand_whose_process_dies_is_lost():
    tally = campaign.Tally()
    tally.add({"seed": 7, "plan": [], "injected": [], "error": "the process died: …"})
    assert tally.numbers()["lost"] == 1
    assert "hand 7" in tally.report()


def test_a_hand_that_does_not_end_is_lost(monkeypatch, board):
    """And the next one is played: a second of the processor's time is enough for none of them."""
    try:
        find()
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    monkeypatch.setattr(campaign, "SECONDS", 1)
    tally = campaign.Tally()
    for row in campaign.batch(1, 1, {"small": False, "next": 1}, str(board)):
        tally.add(row)
    assert [reasons for _, reasons in tally.lost] == [["not finished in time"]], tally.lost


def test_a_hand_that_is_played_again_goes_the_same_way(board):
    """Whatever was played before it in the same process."""
    try:
        find()
    except MicroPythonMissing as missing:
        pytest.skip(str(missing))
    options = {"small": True, "next": 1}
    rows = campaign.batch(41, 12, options, str(board))
    for at in (4, 9):
        assert campaign.batch(rows[at]["seed"], 1, options, str(board)) == [rows[at]]
