"""The link as it runs: ids, events, urgent bytes, floods, a peer that does not read, streams that end."""

import asyncio
import gc
import json

from link_peer import Peer, crc

from table.errors import Refusal
from table.link import service as service_module
from table.link import writer as writer_module

SORT = '{"jsonrpc":"2.0","id":%s,"method":"sort"}'


async def test_a_repeated_id_gets_the_same_answer_and_acts_once(w):
    peer = Peer()
    await peer.send("events false")
    first = await peer.send(SORT % '"a1"')
    for _ in range(3):
        assert await peer.send(SORT % '"a1"') == first
    again = await peer.send(crc((SORT % '"a1"').encode()))  # the same request, now with a checksum
    assert again[0][:-9] == first[0]
    assert len(peer.api.calls) == 1
    peer.end()


async def test_a_repeated_id_with_another_line_is_refused(w):
    peer = Peer()
    await peer.send(SORT % 7)
    answer = json.loads((await peer.send('{"jsonrpc":"2.0","id":7,"method":"dome","params":["up"]}'))[0])
    assert answer["id"] == 7 and answer["error"]["code"] == -32600 and "id used again" in answer["error"]["message"]
    assert json.loads((await peer.send(SORT % '"7"'))[0])["result"] == {"job": 2}  # "7" is not 7
    assert len(peer.api.calls) == 2
    peer.end()


async def test_refusals_are_kept_too(w):
    peer = Peer()
    first = await peer.send('{"jsonrpc":"2.0","id":1,"method":"raise"}')
    peer.api.call = lambda name, params: {"job": 9}
    assert await peer.send('{"jsonrpc":"2.0","id":1,"method":"raise"}') == first
    peer.end()


async def test_eight_answers_are_kept(w):
    peer = Peer()
    for id in range(9):
        await peer.send(SORT % id)
    await peer.send(SORT % 8)
    await peer.send(SORT % 1)
    assert len(peer.api.calls) == 9
    await peer.send(SORT % 0)  # the ninth before: forgotten
    assert len(peer.api.calls) == 10
    peer.end()


async def test_status_and_hello_are_asked_afresh(w):
    peer = Peer()
    for method in ("status", "hello"):
        for _ in range(2):
            await peer.ask(method, id=1)
    assert len(peer.api.calls) == 4
    peer.end()


async def test_a_null_id_is_never_kept(w):
    peer = Peer()
    await peer.send(SORT % "null")
    answer = [json.loads(line) for line in await peer.send(SORT % "null")]
    assert answer[0]["id"] is None and len(peer.api.calls) == 2
    peer.end()


async def test_notification_acts_without_an_answer(w):
    peer = Peer()
    await peer.send("events false")
    assert await peer.send('{"jsonrpc":"2.0","method":"sort"}') == []
    assert await peer.send('{"jsonrpc":"2.0","method":"raise"}') == []
    assert len(peer.api.calls) == 2
    peer.end()


async def test_events_follow_the_spelling_of_the_last_accepted_line(w):
    peer = Peer()
    await peer.send(crc(b'{"jsonrpc":"2.0","id":1,"method":"status"}'))
    peer.events.emit("dealer", dealer=1)
    await peer.settle()
    event = peer.read(peer.lines()[0], True)
    assert event == {"jsonrpc": "2.0", "method": "event", "params": {"n": 1, "event": "dealer", "dealer": 1}}
    await peer.ask("status", id=2)
    peer.events.emit("dealer", dealer=2)
    await peer.settle()
    assert peer.read(peer.lines()[0])["params"]["n"] == 2
    await peer.send("nonsense")  # not accepted
    peer.events.emit("dealer", dealer=3)
    await peer.settle()
    assert peer.read(peer.lines()[0])["params"]["n"] == 3
    await peer.send("status")
    peer.events.emit("dealer", dealer=0)
    await peer.settle()
    assert peer.lines() == ["! dealer dealer=0"]
    assert await peer.send("events off") == ["ok on=false"]
    peer.events.emit("dealer", dealer=1)
    await peer.settle()
    assert peer.lines() == []
    assert await peer.send("events on=true") == ["ok on=true"]
    peer.events.emit("dealer", dealer=2)
    await peer.settle()
    assert peer.lines() == ["! dealer dealer=2"]
    peer.end()


async def test_an_event_too_long_for_a_line_is_told_without_its_fields(w):
    peer = Peer()
    await peer.ask("status")
    peer.events.emit("log", text="x" * 2000)
    await peer.settle()
    assert peer.read(peer.lines()[0])["params"] == {"n": 1, "event": "log"}
    peer.end()


async def test_urgent_bytes(w):
    peer = Peer()
    peer.put("!")
    await peer.settle()
    assert peer.stops == 1 and peer.lines() == ["ok state=idle"]
    peer.put("?")
    await peer.settle()
    assert peer.lines() == ["ok state=idle layout=18,18,18,18"]
    peer.put("so\x03")
    await peer.settle()
    assert peer.interrupts == 1 and peer.lines() == []
    peer.put("\x01status\n")  # what comes after Ctrl-C is for MicroPython's prompt
    await peer.settle()
    assert peer.lines() == [] and bytes(peer.pipe.inward[peer.pipe.at :]) == b"\x01status\n"
    peer.end()


async def test_a_question_mark_does_not_change_the_spelling(w):
    peer = Peer()
    await peer.ask("status")
    peer.put("?")
    await peer.settle()
    peer.lines()
    peer.events.emit("dealer", dealer=1)
    await peer.settle()
    assert peer.read(peer.lines()[0])["params"]["dealer"] == 1
    peer.end()


async def test_stop_is_obeyed_behind_a_flood_of_question_marks(w):
    peer = Peer()
    peer.put("?" * 5000 + "!")
    for _ in range(1000):
        await asyncio.sleep_ms(0)
        if peer.stops:
            break
    assert peer.stops == 1
    assert len(peer.api.calls) < 400
    peer.end()


async def test_a_stop_that_fails_does_not_end_the_link(w):
    peer = Peer()

    def fail():
        raise ValueError("no")

    peer.service._stop = peer.service._interrupt = fail
    peer.put("!\x03")
    await peer.settle()
    assert await peer.send("sort") != []
    peer.end()


async def test_too_long_lines_are_told_with_their_length(w):
    peer = Peer()
    answer = await peer.send("x" * 1500)
    assert len(answer) == 1 and answer[0].startswith("error -32002 too_long: discarded a line of 1500 bytes; ")
    answer = json.loads((await peer.send("{" * 2000))[0])
    assert answer["error"]["code"] == -32002 and "2000 bytes" in answer["error"]["message"] and answer["id"] is None
    longest = '{"jsonrpc":"2.0","id":1,"method":"status"' + " " * 982 + "}"
    assert len(longest) == 1024 and "result" in (await peer.send(longest))[0]
    peer.end()


async def test_a_half_line_is_given_up_and_told(w):
    before = service_module.HALF_LINE_MS, service_module.WATCH_MS
    service_module.HALF_LINE_MS, service_module.WATCH_MS = 100, 10
    peer = Peer()
    peer.put('{"jsonrpc":"2.0",')
    await asyncio.sleep_ms(60)
    assert peer.lines() == []
    await asyncio.sleep_ms(200)
    await peer.settle()
    answer = json.loads(peer.lines()[0])
    assert answer["error"]["code"] == -32700 and "17 bytes" in answer["error"]["message"]
    assert await peer.send("status") == ["ok state=idle layout=18,18,18,18"]
    peer.put("stat")
    await asyncio.sleep_ms(200)
    await peer.settle()
    assert peer.lines()[0].startswith("error -32700 parse: discarded an unfinished line of 4 bytes")
    await asyncio.sleep_ms(300)
    assert peer.lines() == []  # told once
    service_module.HALF_LINE_MS, service_module.WATCH_MS = before
    peer.end()


async def test_an_unread_port_blocks_nothing(w):
    """Events go first, then answers; both are counted, and told when the port is read again."""
    peer = Peer()
    peer.pipe.room = 5
    assert await peer.send("sort") == []
    for id in range(50):
        await peer.send(SORT % id)
        peer.events.emit("progress", counts=[id] * 4)
    assert len(peer.api.calls) == 51  # the table went on obeying
    assert peer.pipe.refused == 0  # never more than poll promised
    writer = peer.service.writer
    assert writer.dropped_events > 0 and writer.dropped_answers > 0
    dropped = writer.dropped_answers, writer.dropped_events
    peer.pipe.room = None
    await peer.settle()
    seen = peer.lines()
    assert "; dropped %d answers, %d events" % dropped in seen, seen
    assert seen[0] == "ok job=1"
    answers = [json.loads(line) for line in seen if line.startswith("{") and '"id"' in line and "result" in line]
    assert len(answers) == writer_module.ANSWERS or len(answers) == writer_module.ANSWERS + 1
    events = [json.loads(line)["params"]["n"] for line in seen if '"event"' in line]
    assert events == list(range(101 - len(events) + 1, 102)), events  # the newest, in order
    assert (await peer.send(SORT % 49))[
        0
    ] == '{"jsonrpc":"2.0","id":49,"result":{"job":51}}'  # and it can be asked again
    peer.end()


async def test_a_slow_port_gets_everything(w):
    peer = Peer()
    peer.pipe.room = 0
    peer.put("status\n")
    got = b""
    for _ in range(200):
        peer.pipe.room = 1
        await asyncio.sleep_ms(6)
        if b"\n" in peer.pipe.outward:
            break
    got = bytes(peer.pipe.outward)
    assert got == b"ok state=idle layout=18,18,18,18\r\n" and peer.pipe.refused == 0
    peer.end()


async def test_a_stream_that_breaks_and_comes_back(w):
    before = service_module.CLOSED_MS
    service_module.CLOSED_MS = 5
    peer = Peer()
    peer.pipe.broken = True
    await asyncio.sleep_ms(50)
    peer.pipe.broken = False
    await asyncio.sleep_ms(20)
    assert (await peer.send("status"))[0].startswith("ok ")
    service_module.CLOSED_MS = before
    peer.end()


async def test_defects_are_answered_and_logged(w):
    peer = Peer()
    told = []
    peer.events.listen(lambda n, name, fields: told.append((name, fields)))
    for error in (ValueError("x"), MemoryError(), RuntimeError("recursion"), KeyError("k"), OSError(28)):

        def call(name, params, error=error):
            raise error

        peer.api.call = call
        answer = [line for line in await peer.send("sort") if line[0] not in "!;"]
        what = "this needs more memory" if isinstance(error, MemoryError) else "sort failed: "
        assert len(answer) == 1 and answer[0].startswith("error -32603 internal: " + what), answer
        assert told[-1][0] == "log" and type(error).__name__ in told[-1][1]["text"]
    peer.api.call = lambda name, params: {"bad": object()}
    assert len([line for line in await peer.send("sort") if line[0] not in "!;"]) == 1
    peer.end()


async def test_every_kind_of_refusal_has_its_code(w):
    peer = Peer()
    for kind, code in (
        ("busy", -32011),
        ("fault", -32012),
        ("stopped", -32013),
        ("refused", -32014),
        ("storage", -32015),
    ):

        def call(name, params, kind=kind):
            raise Refusal(kind, "because", "do so", {"part": "head"})

        peer.api.call = call
        error = (await peer.ask("sort", id=kind))[0]["error"]
        assert error["code"] == code and error["data"] == {"kind": kind, "hint": "do so", "part": "head"}
        assert (await peer.send("sort")) == ["error %d %s: because; do so" % (code, kind)]
    peer.end()


async def test_flush_waits_for_the_answer(w):
    peer = Peer()
    peer.pipe.room = 0
    peer.put("restart\n")
    await asyncio.sleep_ms(30)
    assert not peer.service.writer.idle()
    await peer.service.flush(50)
    assert peer.pipe.outward == b""
    peer.pipe.room = None
    await peer.service.flush(500)
    assert bytes(peer.pipe.outward).startswith(b"ok ")
    peer.end()


async def test_the_heap_does_not_grow(w):
    peer = Peer(chunk=64)

    async def some():
        for at in range(40):
            await peer.send(SORT % at)
            await peer.send("status")
            await peer.send("{broken")
            await peer.send("x" * 1100)

    await some()
    gc.collect()
    before = gc.mem_alloc()
    await some()
    peer.api.calls = []
    gc.collect()
    assert gc.mem_alloc() - before < 2000, gc.mem_alloc() - before
    peer.end()
