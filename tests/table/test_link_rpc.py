"""JSON-RPC 2.0 through bytes: the examples of its specification (section 7), and what this link adds."""

import json

from link_peer import Peer, crc

from table.errors import Refusal
from table.link import requests


class Examples:
    """The server that the specification's examples talk to."""

    state = "idle"

    def __init__(self, events):
        self.calls = []

    def call(self, name, params):
        self.calls.append((name, params))
        if name == "subtract":
            return params["minuend"] - params["subtrahend"]
        if name == "get_data":
            return ["hello", 5]
        if name == "sum":
            return sum(params["numbers"])
        return {}


_NUMBER = (-1000, 1000)
_ROWS = (
    ("subtract", (("minuend", "int", "", _NUMBER, True), ("subtrahend", "int", "", _NUMBER, True))),
    ("update", (("a", "any", "", None, False),)),
    ("get_data", ()),
    ("sum", (("numbers", "ints", "", (0, 99, 1, 9), True),)),
    ("notify_hello", (("n", "int", "", _NUMBER, True),)),
)


def _with_examples(peer_test):
    async def run(w):
        before = requests.REQUESTS
        requests.REQUESTS = before + _ROWS
        try:
            peer = Peer(Examples)
            await peer_test(peer)
            peer.end()
        finally:
            requests.REQUESTS = before

    return run


def _same(lines, expected):
    """One answer, equal to the specification's; of an error the code is compared, its words are ours."""
    assert len(lines) == 1, lines
    answer = json.loads(lines[0])
    if "error" in expected:
        assert answer["error"]["code"] == expected["error"]["code"], answer
        assert answer["error"]["message"]
        assert "result" not in answer
    else:
        assert answer["result"] == expected["result"], answer
        assert "error" not in answer
    assert answer["jsonrpc"] == "2.0" and answer["id"] == expected["id"] and len(answer) == 3


@_with_examples
async def test_positional_parameters(peer):
    lines = await peer.send('{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}')
    _same(lines, {"result": 19, "id": 1})
    lines = await peer.send('{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}')
    _same(lines, {"result": -19, "id": 2})


@_with_examples
async def test_named_parameters(peer):
    for id, params in ((3, '{"subtrahend": 23, "minuend": 42}'), (4, '{"minuend": 42, "subtrahend": 23}')):
        lines = await peer.send('{"jsonrpc": "2.0", "method": "subtract", "params": %s, "id": %d}' % (params, id))
        _same(lines, {"result": 19, "id": id})


@_with_examples
async def test_notifications_get_no_answer(peer):
    assert await peer.send('{"jsonrpc": "2.0", "method": "update", "params": [1]}') == []
    assert await peer.send('{"jsonrpc": "2.0", "method": "foobar"}') == []
    assert peer.api.calls == [("update", {"a": 1})]


@_with_examples
async def test_unknown_method(peer):
    lines = await peer.send('{"jsonrpc": "2.0", "method": "foobar", "id": "1"}')
    _same(lines, {"error": {"code": -32601}, "id": "1"})


@_with_examples
async def test_invalid_json(peer):
    lines = await peer.send('{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]')
    _same(lines, {"error": {"code": -32700}, "id": None})


@_with_examples
async def test_invalid_request_object(peer):
    lines = await peer.send('{"jsonrpc": "2.0", "method": 1, "params": "bar"}')
    _same(lines, {"error": {"code": -32600}, "id": None})


@_with_examples
async def test_every_batch_is_refused_with_one_answer(peer):
    batches = (
        '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
        "[]",
        "[1]",
        "[1,2,3]",
        '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},'
        '{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},'
        '{"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},{"foo": "boo"},'
        '{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},'
        '{"jsonrpc": "2.0", "method": "get_data", "id": "9"}]',
        '[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},'
        '{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
    )
    for batch in batches:
        lines = await peer.send(batch)
        _same(lines, {"error": {"code": -32600}, "id": None})
        assert "batches are not supported" in lines[0]
    assert peer.api.calls == []


@_with_examples
async def test_the_requests_inside_the_batch_work_alone(peer):
    lines = await peer.send('{"jsonrpc": "2.0", "method": "sum", "params": [[1,2,4]], "id": "1"}')
    _same(lines, {"result": 7, "id": "1"})
    assert await peer.send('{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}') == []
    _same(await peer.send('{"foo": "boo"}'), {"error": {"code": -32600}, "id": None})
    lines = await peer.send('{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"}')
    _same(lines, {"error": {"code": -32601}, "id": "5"})
    lines = await peer.send('{"jsonrpc": "2.0", "method": "get_data", "id": "9"}')
    _same(lines, {"result": ["hello", 5], "id": "9"})


async def test_ids(w):
    peer = Peer()
    for id, code in (
        ("null", None),
        ("0", None),
        ("-7", None),
        ("123456789012345678", None),
        ('""', None),
        ('"%s"' % ("x" * 40), None),
        ('"\u4e2d\u6587"', None),
        ('"%s"' % ("x" * 41), -32600),
        ('"%s"' % ("\u4e2d" * 14), -32600),
        ("1.5", -32600),
        ("true", -32600),
        ("[1]", -32600),
        ("{}", -32600),
        ("1" * 30, -32700),
    ):
        lines = await peer.send('{"jsonrpc":"2.0","method":"status","id":%s}' % id)
        assert len(lines) == 1, (id, lines)
        answer = json.loads(lines[0])
        if code is None:
            assert "result" in answer and answer["id"] == json.loads(id), (id, answer)
        else:
            assert answer["error"]["code"] == code and answer["id"] is None, (id, answer)
    peer.end()


async def test_the_id_of_an_invalid_request_comes_back_if_it_can_be_read(w):
    peer = Peer()
    for line in (
        '{"id":7,"method":"status"}',
        '{"jsonrpc":"1.0","id":7,"method":"status"}',
        '{"jsonrpc":"2.0","id":7}',
    ):
        answer = json.loads((await peer.send(line))[0])
        assert answer["id"] == 7 and answer["error"]["code"] == -32600
        assert answer["error"]["data"]["kind"] == "invalid" and answer["error"]["data"]["hint"]
    peer.end()


async def test_json_that_micropython_alone_would_take(w):
    peer = Peer()
    for line in (
        '{"jsonrpc":"2.0","id":1,"method":"sort","method":"stop"}',
        '{"jsonrpc":"2.0","id":1,"method" "sort"}',
        '{"jsonrpc":"2.0" "id":1,"method":"sort"}',
        '{"jsonrpc":"2.0","id":1,"method":"sort",}',
        '{"jsonrpc":"2.0","id":01,"method":"sort"}',
        '{"jsonrpc":"2.0","id":1,"method":"sort","params":{"a":}}',
        '{"jsonrpc":"2.0","id":1,"method":"sort","params":[NaN]}',
        '{"jsonrpc":"2.0","id":1,"method":"sort","params":[1e999]}',
        '{"jsonrpc":"2.0","id":1,"method":"so\\rt\\x"}',
        '{"jsonrpc":"2.0","id":1,"method":"sort","params":["\\ud800"]}',
        '{"jsonrpc":"2.0","id":1,"method":"sort"} {',
        '{"jsonrpc":"2.0","id":1,"method":"sort"',
        '{"a":' * 200,
        '{"jsonrpc":"2.0","id":1,"method":"sort","params":' + "[" * 400,
        b'{"jsonrpc":"2.0","id":1,"method":"sort","params":["\xff"]}',
        b'{"jsonrpc":"2.0","id":1,"method":"sort","params":["\xed\xa0\x80"]}',
        b'{"jsonrpc":"2.0","id":1,"method":"s\x00ort"}',
    ):
        lines = await peer.send(line)
        assert len(lines) == 1 and json.loads(lines[0])["error"]["code"] == -32700, (line, lines)
    assert peer.api.calls == []
    peer.end()


async def test_strings_of_every_kind_arrive(w):
    peer = Peer()
    for at, text in enumerate(("\u9ebb\u5c06", "\U0001f004", 'a"b\\c/d', "tab\tnew\nline", "\u00e9")):
        for spelled in (json.dumps(text), _ascii(text)):
            line = '{"jsonrpc":"2.0","id":"%d%s","method":"set","params":["name",%s]}'
            await peer.send(line % (at, spelled == _ascii(text), spelled))
            assert peer.api.calls[-1] == ("set", {"name": "name", "value": text}), (text, peer.api.calls[-1])
    peer.end()


def _ascii(text):
    """As Python's json writes it: everything past ASCII as \\u, in pairs where needed."""
    pieces = ""
    for character in text:
        code = ord(character)
        if code >= 0x10000:
            code -= 0x10000
            pieces += "\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF))
        elif code >= 128 or code < 32 or character in '"\\':
            pieces += "\\u%04x" % code
        else:
            pieces += character
    return '"' + pieces + '"'


async def test_parameters_are_checked_and_the_range_is_told(w):
    peer = Peer()
    for method, params, param, words in (
        ("dice", {"count": 4}, "count", "1 to 3"),
        ("dice", {"count": True}, "count", "integer"),
        ("dice", {"count": 2.5}, "count", "integer"),
        ("dice", {"count": "2"}, "count", "integer"),
        ("dice", {"counts": 2}, "counts", "no parameter"),
        ("dice", [1, 2], 1, "takes 1 value"),
        ("dome", {}, "to", "up or down"),
        ("dome", {"to": "left"}, "to", "up or down"),
        ("dome", [None], "to", "up or down"),
        ("tiles", {"layout": [18, 18, 18]}, "layout", "4 integers"),
        ("tiles", {"layout": [18, 18, 18, 39]}, "layout", "0 to 38"),
        ("tiles", {"layout": [18, 18, 18, True]}, "layout", "0 to 38"),
        ("tiles", {"set": 90}, "set", "108 to 152 tiles"),
        ("set", {"name": "dice"}, "value", "needs value"),
        ("test", {"name": "x" * 25}, "name", "1 to 24"),
        ("test", {"name": "disc", "seconds": 0.5}, "seconds", "1 to 600 s"),
        ("events", ["on"], "on", "true or false"),
    ):
        answer = (await peer.ask(method, params, id=None if param is None else str(params) + method[:3]))[0]
        error = answer["error"]
        assert error["code"] == -32602 and error["data"]["param"] == param and words in error["message"], answer
        assert error["data"]["kind"] == "params" and "usage: " in error["data"]["hint"]
    assert peer.api.calls == []
    peer.end()


async def test_optional_parameters_may_be_null(w):
    peer = Peer()
    await peer.ask("dice", {"count": None})
    await peer.ask("set", {"name": "x", "value": None}, id=2)
    assert peer.api.calls == [("dice", {}), ("set", {"name": "x", "value": None})]
    peer.end()


async def test_checksums(w):
    peer = Peer()
    good = b'{"jsonrpc":"2.0","id":1,"method":"sort"}'
    lines = await peer.send(crc(good))
    assert peer.read(lines[0], True)["result"] == {"job": 1}
    event = peer.read(lines[1], True)
    assert event["params"]["event"] == "job" and event["params"]["n"] == 1
    bad = good + b"*00000000"
    answer = peer.read((await peer.send(bad))[0], True)
    assert answer["error"]["code"] == -32001 and answer["id"] is None
    for short in (good + b"*1234567", good + b"*", good + b"*123456789", good + b"*1234567g"):
        assert json.loads((await peer.send(short))[0])["error"]["code"] == -32700
    upper = crc(good)[:-8] + crc(good)[-8:].upper()
    assert peer.read((await peer.send(upper))[0], True)["id"] == 1
    assert len(peer.api.calls) == 1
    peer.end()


async def test_errors_of_the_api(w):
    peer = Peer()
    error = (await peer.ask("raise"))[0]["error"]
    assert error == {
        "code": -32010,
        "message": "no walls are waiting",
        "data": {"kind": "state", "hint": "sort first", "state": "idle"},
    }
    error = (await peer.ask("counters", id=2))[0]["error"]
    assert error["code"] == -32603 and "KeyError" in error["message"] and error["data"]["kind"] == "internal"
    error = await peer.ask("log", id=3)
    error = [answer for answer in error if "error" in answer][0]["error"]
    assert error["code"] == -32603 and "longer than a line" in error["message"]
    answer = [answer for answer in await peer.ask("faults", id=4) if "result" in answer]
    assert answer[0]["result"] == {"faults": [], "volts": None}
    peer.end()


async def test_a_long_refusal_still_fits_a_line(w):
    peer = Peer()

    def call(name, params):
        raise Refusal("hardware", "m" * 900, "h" * 900, {"part": "head"})

    peer.api.call = call
    lines = await peer.send('{"jsonrpc":"2.0","id":1,"method":"sort"}')
    assert len(lines) == 1 and len(lines[0]) <= 1024 and json.loads(lines[0])["error"]["code"] == -32016
    lines = await peer.send("sort")
    assert len(lines) == 1 and len(lines[0]) <= 1024 and lines[0].startswith("error -32016 hardware: mmm")
    peer.end()


async def test_discover(w):
    peer = Peer(chunk=64)
    answer = (await peer.ask("rpc.discover", checked=True))[0]["result"]
    assert answer["openrpc"] == "1.2.6"
    assert [method["name"] for method in answer["methods"]] == [row[0] for row in requests.REQUESTS]
    peer.end()


async def test_echoes_are_not_answered(w):
    """A terminal that echoes would otherwise talk with the table for ever."""
    peer = Peer()
    for line in ("sort", '{"jsonrpc":"2.0","id":5,"method":"status"}', "nonsense", "{", "help"):
        for back in await peer.send(line):
            again = await peer.send(back)
            assert again == [] or back[0] == "!", (back, again)
    peer.end()
