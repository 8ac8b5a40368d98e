"""`queji game` and `queji config preset`: what is asked of the table, what is said of its answer."""

from __future__ import annotations

import json
import sys

import pytest
from fake_table import Refuse

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals"),
    pytest.mark.usefixtures("table"),
]

PLAYED = {
    "phase": "play",
    "do": "result",
    "who": [],
    "dice": None,
    "number": 1,
    "players": [0, 1, 2, 3],
    "east": 0,
    "given": None,
    "dealer": 1,
    "round": 0,
    "repeat": 2,
    "hand": 4,
    "winds": [3, 0, 1, 2],
    "rolls": [[3, 4], [2, 2]],
    "result": None,
    "next": None,
    "minutes": 12,
}


@pytest.fixture
def table(table):
    table.answers["game"] = lambda **_: PLAYED
    return table


def asked(table):
    last = [request for request in table.received if request["method"] not in ("hello", "status")][-1]
    return last["method"], last.get("params") or {}


def test_status(queji):
    code, out, _ = queji("game")
    assert code == 0 and "hand 4, East round, dealer South, repeats 2" in out and "being played" in out
    assert "连庄 2" in queji("game", "status", "--lang", "zh")[1]
    assert json.loads(queji("game", "--json")[1])["hand"] == 4


@pytest.mark.parametrize(
    "args, method, params",
    [
        (("new",), "game", {"do": "new", "seat": 0}),
        (("new", "west"), "game", {"do": "new", "seat": 2}),
        (("cut",), "game", {"do": "cut"}),
        (("cut", "1"), "game", {"do": "cut", "seat": 1}),
        (("seats", "south", "west", "north", "east"), "game", {"do": "seats", "winds": [3, 0, 1, 2]}),
        (("seats", "west", "east", "south"), "game", {"do": "seats", "winds": [1, 2, 0, 0]}),
        (("dealer", "n"), "game", {"do": "seat", "seat": 3}),
        (("result", "东"), "game", {"do": "result", "seat": 0}),
        (("result", "four-winds"), "game", {"do": "result", "draw": "four-winds"}),
        (("undo",), "game", {"do": "undo"}),
        (("next",), "game", {"do": "next"}),
        (("replaced",), "game", {"do": "replaced"}),
        (("replaced", "--kong"), "game", {"do": "kong"}),
        (("end",), "game", {"do": "end"}),
    ],
)
def test_what_is_asked(queji, table, args, method, params):
    assert queji("game", *args)[0] == 0
    assert asked(table) == (method, params)


def test_roll_draws_where_winds_are_drawn(queji, table):
    table.answers["dice"] = {"dice": [3, 4], "sum": 7, "seat": 3}
    assert "7 points" in queji("game", "roll")[1]
    table.answers["game"] = lambda **_: {**PLAYED, "phase": "seats", "do": "draw", "who": [2], "dealer": None}
    assert "to draw a wind: West" in queji("game", "roll")[1] and asked(table) == ("game", {"do": "draw"})


def test_cut_by_number(queji, table):
    table.answers["cut"] = lambda **_: {"cuts": [0, 7, 0, 0], "cutting": False}
    code, out, _ = queji("game", "cut", "south", "7")
    assert code == 0 and "0,7,0,0" in out and asked(table) == ("cut", {"seat": 1, "count": 7})


def test_result_tells_where_the_deal_goes(queji, table):
    after = {"dealer": 2, "repeat": 0, "over": False}
    table.answers["game"] = lambda **_: {**PLAYED, "phase": "result", "do": "lift", "effect": "next", "next": after}
    out = queji("game", "result", "2")[1]
    assert "the deal passes" in out and "then West deals" in out and "lift key" in out
    table.answers["game"] = lambda **_: {**PLAYED, "next": {**after, "over": True}}
    assert "game is over" in queji("game")[1]


def test_no_game(queji, table):
    table.answers["game"] = {"phase": None}
    assert "No game" in queji("game")[1]


def test_bad_input(queji, table):
    def refuse(**_):
        raise Refuse(-32014, "it is not this player's turn", kind="refused", hint="wait")

    assert queji("game", "result", "4")[0] == 2
    assert queji("game", "result", "boredom")[0] == 2
    assert queji("game", "seats", "east", "east", "west")[0] == 2
    assert queji("game", "cut", "east", "16")[0] == 2
    table.answers["game"] = refuse
    code, out, err = queji("game", "next")
    assert (code, out) == (5, "") and "not this player's turn" in err


def test_wall(queji, table):
    table.answers["wall"] = lambda **_: {
        "owner": 2,
        "left": 12,
        "first": {"seat": 2, "stack": 13},
        "next": [1, 3, "lower"],
        "tail": [2, 12, "upper"],
        "indicators": [[2, 10, "upper"]],
        "dead": [[2, 12], [2, 11]],
        "tiles": [[2, 13, "upper"], [2, 13, "lower"]],
    }
    code, out, _ = queji("game", "wall", "east")
    assert code == 0 and "stack 13" in out and "next tile: South 3" in out and "dead wall: 2 stacks" in out
    assert asked(table) == ("wall", {"seat": 0})


def test_presets_and_rules(queji, table):
    known = ["chinese-household", "taiwanese"]
    said = {"preset": "taiwanese", "layout": [18, 18, 18, 18], "applies": "next game", "presets": known}
    table.answers["preset"] = lambda **_: said
    table.answers["rules"] = {"ruleset": "taiwanese", "rounds": 4, "keep_repeat": False}
    table.answers["settings"] = {"dice": 3}
    out = queji("config", "preset", "taiwanese")[1]
    assert "next game" in out and asked(table) == ("preset", {"name": "taiwanese"})
    assert "sixteen" in queji("config", "preset")[1]
    assert "keep_repeat" in queji("game", "rules")[1]
    listed = json.loads(queji("config", "list", "--json")[1])
    assert listed == {"dice": 3, "ruleset": "taiwanese", "rounds": 4, "keep_repeat": False}


def test_the_events_of_a_game(queji):
    from queji import describe

    assert describe.event("game", {"phase": "break", "do": "roll", "who": [2]}) == "to roll: West"
    assert describe.event("game", {"phase": None, "do": None, "who": []})
