"""Every request of the link: asked in its usual ways, with wrong parameters, and in words.

CASES has a row for each request that moves nothing; those that move are walked through in test_states. A request of the
firmware's table that is in neither fails `test_no_request_is_forgotten`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from queji.errors import Refused
from queji.hil.bench import Bench
from queji.hil.firmware import ANSWERS, COMMANDS, REQUESTS, find, settings
from queji.hil.steps import Steps
from queji.hil.suite.test_states import MOVES
from queji.hil.wire import Line
from queji.link import Link
from queji.selftests import known

SETS = range(108, 153, 4)


def has(**fields: Any) -> Any:
    """A check: these fields of the answer have these values."""
    return lambda answer: all(answer.get(name) == value for name, value in fields.items())


def _dice(answer: dict[str, Any]) -> bool:
    dice = answer["dice"]
    return all(1 <= one <= 6 for one in dice) and sum(dice) == answer["sum"] and 0 <= answer["seat"] <= 3


def _hash(digits: str) -> bool:
    return len(digits) == 64 and int(digits, 16) >= 0


# request: [(parameters, a check of the answer, or the kind of refusal that is expected)]
CASES: dict[str, list[tuple[dict[str, Any], Any]]] = {
    "hello": [({}, lambda a: a["product"] and len(a["id"]) >= 8), ({"protocol": "1.0"}, lambda a: a["protocol"])],
    "status": [({}, lambda a: len(a["layout"]) == 4 and a["up_ms"] > 0 and a["state"])],
    "settings": [
        ({}, lambda a: {row[0] for row in settings()} >= set(a) >= {"layout", "dice", "brightness"}),
        ({"name": "dice"}, lambda a: a["dice"] in (1, 2, 3)),
        ({"name": "none_such"}, "params"),
    ],
    "set": [
        ({"name": "brightness", "value": 31}, has(name="brightness", value=31, applies="now")),
        ({"name": "brightness", "value": 1000}, "params"),
        ({"name": "layout", "value": [38, 10, 10, 10]}, "refused"),
    ],
    "defaults": [({"name": "brightness"}, has(brightness=60)), ({}, has(brightness=60, dice=2))],
    "tiles": [
        ({}, lambda a: a["tiles"] == 2 * sum(a["layout"])),
        *[({"set": tiles}, has(tiles=tiles)) for tiles in SETS],
        ({"layout": [14, 13, 14, 13]}, has(tiles=108, layout=[14, 13, 14, 13])),
        ({"set": 110}, "params"),
        ({"layout": [18, 18, 18, 17]}, "refused"),
    ],
    "stop": [({}, lambda a: a["state"] in ("stopped", "fault"))],
    "acknowledge": [({}, "state")],
    "dice": [
        ({}, _dice),
        *[({"count": n}, lambda a, n=n: _dice(a) and len(a["dice"]) == n) for n in (1, 2, 3)],
    ],
    "commit": [({"hands": 2}, lambda a: a["hands"] == 2 and _hash(a["anchor"]) and a["anchor"].startswith(a["chain"]))],
    "cut": [({}, lambda a: len(a["cuts"]) == 4)],
    "fair": [({}, lambda a: len(a["anchor"]) == 64 and 0 <= a["hand"] <= a["hands"])],
    "journal": [
        ({}, lambda a: all(len(line.split(" ", 1)[0]) == 32 for line in a["lines"])),
        ({"from": 0}, lambda a: json.loads(a["lines"][0].split(" ", 1)[1])["n"] == 1),
    ],
    "files": [
        ({}, lambda a: a["count"] > 20 and all(_hash(row[2]) for row in a["files"])),
        ({"first": 9999}, has(files=[], next=None)),
    ],
    "show": [({"what": "firmware"}, lambda a: len(a["digits"]) == 8), ({"what": "off"}, has(digits=None))],
    "dealer": [
        ({}, lambda a: 0 <= a["dealer"] <= 3),
        ({"seat": 2}, has(dealer=2)),
        ({"next": True}, lambda a: 0 <= a["dealer"] <= 3),
    ],
    "break": [
        ({"rolls": [7, 5]}, lambda a: 0 <= a["owner"] <= 3 and a["first"]["stack"] >= 1),
        ({"rolls": [19]}, "params"),
    ],
    "game": [({}, lambda a: "phase" in a), ({"do": "kong"}, lambda a: True)],
    "wall": [({"seat": 1}, "state")],
    "rules": [({}, lambda a: len(a) >= 10 and set(a) <= {row[0] for row in settings()})],
    "preset": [
        ({}, lambda a: len(a["presets"]) == 5),
        *[({"name": name}, has(preset=name)) for name in find("preset")[1][0][3]],
    ],
    "export": [({"part": part}, has(part=part)) for part in find("export")[1][0][3]],
    "import": [
        ({"part": "settings", "value": {"dice": 3}, "check": True}, lambda a: a["changed"] in (["dice"], [])),
        ({"part": "settings", "value": {"dice": 7}, "check": True}, "params"),
        ({"part": "settings", "value": {"dice": 3}}, lambda a: not a["unknown"]),
    ],
    "faults": [({}, lambda a: a["faults"] == [])],
    "clear": [({}, has(cleared=0))],
    "job": [({"id": 1_000_000_000}, "params")],
    "inputs": [({}, lambda a: len(a["levels"]) >= 4 and a["amps"] < 1 and a["volts"] > 0)],
    "tests": [
        ({}, lambda a: {"number", "name", "moves", "asks"} <= set(a["tests"][0])),
        ({"first": 99}, has(tests=[], next=None)),
    ],
    "test": [({"name": "memory"}, lambda a: a["job"] > 0), ({"name": "none_such"}, "params")],
    "answer": [({"yes": True}, "state")],
    "wear": [({}, lambda a: a["boots"] >= 1 and a["sorts"] >= 0)],
    "trend": [({}, lambda a: a["every"] > 0 and len(a["rows"]) <= a["count"])],
    "counters": [({}, lambda a: a["ticks"] > 0 and a["heap_free"] > 0)],
    "events": [({"on": False}, has(on=False)), ({"on": True}, has(on=True))],
    "log": [({}, lambda a: a["lines"]), ({"before": True}, lambda a: a["boots"] >= 1)],
    "restart": [({"mode": "sideways"}, "params")],  # done in test_reconnect
    "help": [
        ({}, lambda a: set(a["requests"]) == {row[0] for row in REQUESTS}),
        ({"name": "dice"}, lambda a: "count" in a["params"]),
        ({"name": "none_such"}, "unknown"),
    ],
    "rpc.discover": [({}, lambda a: {one["name"] for one in a["methods"]} == {row[0] for row in REQUESTS})],
}  # fmt: skip

SAMPLES = {"int": "x", "number": "x", "bool": 2, "string": 1, "choice": "none_such", "ints": "x"}


def _rows() -> list[Any]:
    return [
        pytest.param(name, params, expected, id=_id(name, params), marks=[pytest.mark.alike] if n > 1 else [])
        for name, rows in CASES.items()
        for n, (params, expected) in enumerate(rows)
    ]


def _id(name: str, params: dict[str, Any]) -> str:
    return " ".join([name, *(f"{k}={_short(v)}" for k, v in params.items())])


def _short(value: Any) -> str:
    return json.dumps(value, separators=(",", ":")).replace('"', "")


@pytest.mark.parametrize(("name", "params", "expected"), _rows())
def test_request(link: Link, name: str, params: dict[str, Any], expected: Any) -> None:
    """The answer, or the refusal, is as docs/link.md says.
    应答或拒绝与 docs/link.md 一致。"""
    if isinstance(expected, str):
        with pytest.raises(Refused) as refused:
            link.call(name, **params)
        assert refused.value.kind == expected, refused.value.message()
        return
    try:
        answer = link.call(name, **params)
    except Refused as error:
        # as it stands with the game; a wall longer than this table can build
        assert error.kind in ("refused", "state") and name in ("game", "commit", "tiles", "preset"), error.message()
        return
    assert expected(answer), answer
    documented = ANSWERS.get(name, "").split()
    assert not documented or set(answer) <= {*documented, *_MORE.get(name, ())}, set(answer) - set(documented)


_MORE = {"game": ("players", "east", "winds", "rolls", "result", "next", "minutes", "given", "effect", "cuts")}


def test_no_request_is_forgotten(link: Link) -> None:
    """Every request, of this suite's table and of the table's own, has a case.
    本测试与牌桌列出的每个请求都有用例。"""
    theirs = set(link.call("help")["requests"])
    covered = set(CASES) | set(MOVES)
    assert theirs | {row[0] for row in REQUESTS} <= covered, sorted(theirs - covered)


HARMLESS = [row[0] for row in REQUESTS if row[0] not in COMMANDS and row[0] not in ("stop", "defaults")]


@pytest.mark.alike
@pytest.mark.parametrize("name", [row[0] for row in REQUESTS])
def test_wrong_parameters(link: Link, name: str) -> None:
    """An unknown parameter and each one of a wrong type are refused by name, and nothing is done.
    未知参数和类型错误的参数被点名拒绝，且不执行任何动作。"""
    row = find(name)
    before = link.call("status")["state"]
    mistakes = [{param[0]: SAMPLES[param[1]]} for param in row[1] if param[1] in SAMPLES]
    for wrong in [{"no_such_parameter": 1}, *mistakes]:
        with pytest.raises(Refused) as refused:
            link.call(name, **wrong)
        said = refused.value
        assert said.kind == "params" and said.code == -32602, (wrong, said.message())
        assert said.answer.get("param") in {*wrong, *(param[0] for param in row[1] if param[4])}
    if row[1]:
        with pytest.raises(Refused) as refused:
            link.call(name, *[None] * len(row[1]), 1)
        assert refused.value.kind == "params"
    assert link.call("status")["state"] == before


@pytest.mark.alike
@pytest.mark.parametrize("name", HARMLESS)
def test_in_words(line: Line, name: str) -> None:
    """Typed by a person, a request is answered with one line, ok or error.
    以文字输入的请求得到一行应答：ok 或 error。"""
    line.send(name.encode() + b"\n")
    answer = line.answer(5)
    needs = [param[0] for param in find(name)[1] if param[4]]
    assert answer.startswith(b"error -32602" if needs else (b"ok", b"error -32010")) or name == "rpc.discover", answer
    assert line.answer(0.2) == b"", "answered twice"


def test_an_unknown_request(link: Link) -> None:
    """A request that there is not is refused as unknown.
    不存在的请求作为未知请求被拒绝。"""
    with pytest.raises(Refused) as refused:
        link.call("shuffle")
    assert refused.value.code == -32601 and refused.value.kind == "unknown"


LOOKS_AT = {"inputs": ("keys", "head", "lift", "dome"), "photos": ("photos",), "supply": ("supply",)}


def test_self_tests_that_only_look(table: Bench, link: Link, step: Steps) -> None:
    """Every self-test that neither moves nor asks passes.
    所有不动作、不询问的自检通过。"""
    for row in known(link):
        if row["moves"] or row["asks"] or row["name"] == "link" or table.rig.lacks(*LOOKS_AT.get(row["name"], ())):
            continue  # link: it counts what test_line has sent
        with step(row["name"]):
            report = link.wait(link.call("test", name=row["name"])["job"])
            assert report["result"]["passed"], report["result"]
