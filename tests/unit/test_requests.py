"""The table of requests on CPython: complete, sound, the same as the documents; its OpenRPC document."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "firmware")]

from table.checks import fits, span  # noqa: E402
from table.commands import COMMANDS, STATES  # noqa: E402
from table.errors import KINDS, Refusal  # noqa: E402
from table.game import presets  # noqa: E402
from table.link import discover, fields, help, jsonin, requests, words  # noqa: E402
from table.store import help as setting_help  # noqa: E402
from table.store import rows  # noqa: E402

DOC = (ROOT / "docs" / "link.md").read_text(encoding="utf-8")
STORAGE = (ROOT / "docs" / "storage.md").read_text(encoding="utf-8")
KNOWN_TYPES = {"int", "number", "bool", "string", "choice", "ints", "any"}


def _section(title):
    return DOC.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("row", requests.REQUESTS, ids=lambda row: row[0])
def test_every_row_is_sound(row):
    name, params = row
    text, told = help.find(name)
    assert re.fullmatch(r"[a-z.]+", name)
    assert text.endswith(".") and text.isascii() and len(text) < 80
    assert len({param[0] for param in params}) == len(params)
    for param in params:
        assert len(param) == 5 and param[1] in KNOWN_TYPES
        assert told[param[0]].endswith(".") and len(told[param[0]]) < 80
        assert span(param[1], param[3], param[2])
    assert set(told) == {param[0] for param in params}
    required = [param[4] for param in params]
    assert required == sorted(required, reverse=True), "required ones first, or they could not be given by position"


def test_names_are_unique():
    assert len({row[0] for row in requests.REQUESTS}) == len(requests.REQUESTS)
    assert set(help.names()) == {row[0] for row in requests.REQUESTS} >= set(fields.ANSWERS)


def test_every_command_can_be_asked_for():
    assert set(COMMANDS) <= {row[0] for row in requests.REQUESTS}
    for states, moves in COMMANDS.values():
        assert set(states) <= set(STATES) and isinstance(moves, bool)


def test_the_document_lists_the_same_requests():
    documented = set()
    for line in _section("Requests").splitlines():
        if line.startswith("| `"):
            documented |= set(re.findall(r"`([a-z.]+)`", line.split("|")[1]))
    assert documented == {row[0] for row in requests.REQUESTS}


def test_the_document_lists_the_same_events():
    table = DOC.split("| event | fields |", 1)[1].split("\n\n", 1)[0]
    documented = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    assert documented == set(fields.EVENTS)


def test_the_document_lists_the_same_errors():
    own = DOC.split("### Errors of the table's own", 1)[1].split("### Events", 1)[0]
    documented = {kind: int(code) for code, kind in re.findall(r"^\| (-\d+) \| (\w+) \|", own, re.M)}
    specification = {"parse", "invalid", "unknown", "params"}
    assert documented == {kind: code for kind, code in KINDS.items() if kind not in specification}


def test_the_document_on_storage_lists_the_settings():
    documented = set(re.findall(r"^\| `(\w+)` \|", STORAGE, re.M))
    assert {row[0] for row in rows.ROWS} <= documented


@pytest.mark.parametrize("row", rows.ROWS, ids=lambda row: row[0])
def test_every_setting_is_sound(row):
    name, kind, default, limits, unit, applies = row
    assert kind in KNOWN_TYPES and fits(kind, limits, default)
    assert applies in ("now", "next sort", "restart")
    assert len(name) <= 24, "must fit the parameter `name` of `set`"


def test_each_setting_says_what_it_is_for():
    names = [row[0] for row in rows.ROWS] + [row[0] for row in presets.SETTINGS]
    assert sorted(setting_help.HELP) == sorted(names)
    for text in setting_help.HELP.values():
        assert text[0].isupper() and text.endswith(".") and text.isascii()


def test_check_takes_the_extremes_and_refuses_what_is_past_them():
    for row in requests.REQUESTS:
        for name, kind, _, limits, _ in row[1]:
            others = {p[0]: _some(p) for p in row[1] if p[4]}
            for value, good in _extremes(kind, limits):
                given = dict(others, **{name: value})
                if good:
                    assert requests.check(row, given)[name] == value
                else:
                    with pytest.raises(Refusal) as refusal:
                        requests.check(row, given)
                    assert refusal.value.kind == "params" and refusal.value.data["param"] == name


def _some(param):
    return next(value for value, good in _extremes(param[1], param[3]) if good)


def _extremes(kind, limits):
    if kind == "bool":
        return [(True, True), (False, True), (1, False), ("true", False)]
    if kind == "choice":
        return [(one, True) for one in limits] + [("", False), (limits[0].upper(), False), (0, False)]
    if kind == "string":
        return [("x" * limits[0], True), ("x" * limits[1], True), ("x" * (limits[1] + 1), False), (1, False)]
    if kind == "ints":
        low, high, fewest, most = limits
        bad = ([low] * (most + 1), [low - 1] * fewest, [high + 1] * most, [1.5] * fewest, low, {})
        return [([low] * fewest, True), ([high] * most, True)] + [(value, False) for value in bad]
    if kind == "any":
        return [(1, True), ("x", True), ([], True)]
    low, high = limits
    return [(low, True), (high, True), (low - 1, False), (high + 1, False), (True, False), ("1", False), ([], False)]


def test_openrpc_document():
    document = json.loads("".join(discover.pieces()))
    assert re.fullmatch(r"1\.\d+\.\d+", document["openrpc"])
    assert set(document["info"]) >= {"title", "version"}
    methods = {method["name"]: method for method in document["methods"]}
    assert set(methods) == {row[0] for row in requests.REQUESTS}
    for method in methods.values():
        assert method["result"]["name"] and isinstance(method["result"]["schema"], dict)
        for param in method["params"]:
            assert isinstance(param["required"], bool) and isinstance(param["schema"], dict)
    assert methods["dome"]["x-moves"] is True and "idle" in methods["dome"]["x-states"]
    assert methods["dice"]["params"][0]["schema"] == {"type": "integer", "minimum": 1, "maximum": 3}


def test_openrpc_pieces_are_small():
    assert max(len(piece) for piece in discover.pieces()) < 1024


STRICT = (
    b'{"a":1,"a":2}', b'{"a" 1}', b"[1,,2]", b"[1,]", b'{"a":1,}', b"{1:2}", b"01", b"1.", b".5", b"+1", b"--1", b"1e",
    b"NaN", b"Infinity", b"tru", b"nul", b"'a'", b'"a', b'"\\x"', b'"\\u12"', b'"\\ud800"', b'"\\udc00"', b'"\\ud800a"',
    b'"\t"', b'"\xff"', b'"\xed\xa0\x80"', b"", b" ", b"1 2", b"{}{", b"[" * 9 + b"]" * 9, b"1" * 30, b"[1e999]",
    b"\x0c1",
)  # fmt: skip


@pytest.mark.parametrize("text", STRICT, ids=repr)
def test_what_strict_json_refuses(text):
    with pytest.raises(ValueError):
        jsonin.parse(text)


@pytest.mark.parametrize(
    "value",
    [0, -1, 1.5, 1e-3, "", "a", "\u9ebb\u5c06", "\U0001f004", '"\\/\b\f\n\r\t', [], {}, [1, [2, {"a": None}]], True],
    ids=repr,
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_what_json_writes_is_read(value, ascii_only):
    assert jsonin.parse(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


def test_words_read_back():
    row = requests.find("set")
    name, pairs = words.parse(b'set name "Table 1"')
    assert name == "set" and words.params(row, pairs) == {"name": "name", "value": "Table 1"}
