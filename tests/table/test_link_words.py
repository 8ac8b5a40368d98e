"""The spelling for a person: what is typed, and what is shown."""

from link_peer import Peer

from table.link import requests, words


async def test_values_by_name_and_by_place(w):
    peer = Peer()
    for line, call in (
        ("tiles 144", ("tiles", {"set": 144})),
        ("tiles set=144", ("tiles", {"set": 144})),
        ("  tiles   layout=14,13,14,13 ", ("tiles", {"layout": [14, 13, 14, 13]})),
        ("tiles layout=[14,13,14,13]", ("tiles", {"layout": [14, 13, 14, 13]})),
        ("dealer next=true", ("dealer", {"next": True})),
        ("dealer next=yes", ("dealer", {"next": True})),
        ("dealer 2", ("dealer", {"seat": 2})),
        ("dealer seat=null", ("dealer", {})),
        ("break 7", ("break", {"rolls": [7]})),
        ("break 7,5", ("break", {"rolls": [7, 5]})),
        ("test name=12 seconds=2.5", ("test", {"name": "12", "seconds": 2.5})),
        ('set name "Table 1"', ("set", {"name": "name", "value": "Table 1"})),
        ('set name value="a=b, \\"c\\""', ("set", {"name": "name", "value": 'a=b, "c"'})),
        ("set name \u9ebb\u5c06", ("set", {"name": "name", "value": "\u9ebb\u5c06"})),
        ("set dice 2", ("set", {"name": "dice", "value": 2})),
        ("set buzzer false", ("set", {"name": "buzzer", "value": False})),
        ("hello 1.0", ("hello", {"protocol": "1.0"})),
    ):
        answer = await peer.send(line)
        assert answer == ["ok layout=18,18,18,18 state=idle"] or answer[0].startswith("ok "), (line, answer)
        assert peer.api.calls[-1] == call, (line, peer.api.calls[-1])
    peer.end()


async def test_what_is_refused(w):
    peer = Peer()
    for line, start in (
        ("tile", "error -32601 unknown: no request tile; help lists"),
        ("dice 4", "error -32602 params: count must be an integer from 1 to 3 dice; usage: dice [count=]"),
        ("dice two", "error -32602 params: count must be"),
        ("dice 1 2", "error -32602 params: too many values"),
        ("dice count=1 count=2", "error -32602 params: count is given twice"),
        ("dice dices=1", "error -32602 params: dice has no parameter dices"),
        ('set name "a', "error -32700 parse: a quote does not end"),
        ("tiles layout=[1,2", "error -32602 params: "),
        ("dome", "error -32602 params: dome needs to: up or down; usage: dome to="),
        ("raise", "error -32010 state: no walls are waiting; sort first"),
        ("counters", "error -32603 internal: counters failed: KeyError"),
        ("AT", "error -32601 unknown: no request AT"),
        ("AT+GMM=?", "error -32601 unknown:"),
        (b"\xff\xfe", "error -32700 parse: not UTF-8"),
        (b"\x00\x01", "error -32601 unknown:"),
        ("log", "error -32603 internal: the answer of 12"),
    ):
        answer = [text for text in await peer.send(line) if text[0] not in "!;"]
        assert len(answer) == 1 and answer[0].startswith(start), (line, answer)
    assert [call[0] for call in peer.api.calls] == ["raise", "counters", "log"]
    peer.end()


async def test_help(w):
    peer = Peer()
    everything = (await peer.send("help"))[0]
    for row in requests.REQUESTS:
        assert '"%s"' % row[0] in everything
        explained = await peer.send("help " + row[0])
        assert len(explained) == 1 and explained[0].startswith("ok name=" + row[0]), explained
        assert len(explained[0].encode()) <= 1024
    assert (await peer.send("help foo"))[0].startswith("error -32601 unknown: no request foo")
    peer.end()


async def test_events_in_words(w):
    peer = Peer()
    peer.events.emit("state", state="idle", was="starting", reason="power-up")
    assert await peer.send("") == []  # nobody has said a word yet
    answer = await peer.send("sort")
    assert answer == ["ok job=1", "! job id=1 name=sort state=running ms=0"]
    peer.events.emit("progress", of=[36] * 4, counts=[1, 2, 3, 4], stage="walls up")
    peer.events.emit("log", text="a free text")
    peer.events.emit("fault", code=1, sub=1, side=None)
    await peer.settle()
    assert peer.lines() == [
        '! progress stage="walls up" counts=1,2,3,4 of=36,36,36,36',
        "; a free text",
        "! fault code=1 sub=1 side=null",
    ]
    peer.end()


def test_what_is_shown_reads_back(w):
    row = ("x", (("v", "any", "", None, False, ""),), "", "")
    for value in (
        0,
        -3,
        2.5,
        True,
        None,
        "",
        "a",
        "a b",
        "true",
        "12",
        "a,b",
        'q"q',
        "[x",
        "\u9ebb\u5c06",
        "tab\t",
        [],
        [1],
        [1, 2, None],
        ["a", "b"],
        [[1, 2], [3]],
        {},
        [{"a": "b c"}],
    ):
        text = "x " + words.spell({"v": value})
        name, pairs = words.parse(text.encode())
        assert words.params(row, pairs) == {"v": value}, (value, text)


def test_the_order_of_fields(w):
    assert words.spell({"b": 1, "a": 2, "z": {"y": 1, "x": [1, 2]}}, "z b c") == "z.x=1,2 z.y=1 b=1 a=2"
