"""The line as bytes: garbage, ends of lines, urgent bytes, half lines, floods, checksums, ids. Moves nothing."""

from __future__ import annotations

import json
import time
import zlib

import pytest

from queji.hil.bench import EMULATED, Bench
from queji.hil.wire import Line
from queji.link import Link

# what is sent: kind of the error it gets
GARBAGE = {
    b"\xff\xfe\x00\x01\n": b"error -32700 parse",
    b"{\n": b'"code":-32700',
    b"[]\n": b'"code":-32600',
    b'{"jsonrpc":"2.0","id":1,"method":"status"}*00000000\n': b'"code":-32001',
    b'{"jsonrpc":"2.0","id":1,"id":2,"method":"status"}\n': b'"code":-32700',
    b'{"jsonrpc":"1.0","id":1,"method":"status"}\n': b'"code":-32600',
    b'{"jsonrpc":"2.0","id":[],"method":"status"}\n': b'"code":-32600',
    b'{"jsonrpc":"2.0","id":1,"method":7}\n': b'"code":-32600',
    b'{"jsonrpc":"2.0","id":1,"method":"status","params":3}\n': b'"code":-32600',
    b'{"jsonrpc":"2.0","id":1,"method":"shuffle"}\n': b'"code":-32601',
    b'{"a":[[[[[[[1]]]]]]]}\n': b'"code":-32700',
    b"AT+CGMI\r": b"error -32601 unknown",
    b"x" * 5000 + b"\n": b"error -32002 too_long",
    b"{" + b"x" * 2000 + b"\n": b'"code":-32002',
    b"\xe4\xba\n": b"error -32700 parse",
    b"status nosuch=1\n": b"error -32602 params",
    b"\x1b[A\x1b[B\n": b"error -32601 unknown",
    b"ststus\x7f\x7f\x7f\x7fatus\n": b"ok state=",
    b"?": b"ok state=",
    b'"\n': b"error -32700 parse",
}


SILENT = (b"\r\n\n\r\r\n", b"ok state=idle\n", b"error -32700 parse: x\n", b"; told\n", b'{"result":1,"id":3}\n')


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_gets_one_answer(line: Line, garbage: bytes) -> None:
    """Whatever comes as a line gets exactly one answer, of the right kind.
    任何一行输入恰好得到一个正确种类的应答。"""
    line.send(garbage)
    answer = line.answer(5)
    assert GARBAGE[garbage] in answer, answer
    line.send(b'{"jsonrpc":"2.0","id":77,"method":"hello"}\n')
    after = line.answer()
    assert json.loads(after)["id"] == 77, "one line of garbage was answered twice"


@pytest.mark.parametrize("silent", SILENT)
def test_what_gets_no_answer(line: Line, silent: bytes) -> None:
    """Empty lines, and what a table itself sends, get no answer.
    空行及牌桌自己的输出不会得到应答。"""
    line.send(silent)
    assert line.answer(0.15) == b""
    line.send(b'{"jsonrpc":"2.0","method":"status"}\n')
    assert line.answer(0.15) == b"", "a notification was answered"


def test_several_requests_in_one_go(line: Line) -> None:
    """Five requests at once are answered in order, ten times over.
    一次发送五个请求，按顺序应答，重复十次。"""
    for first in range(0, 50, 5):
        ids = list(range(first, first + 5))
        line.send(b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"dealer"}\n' % n for n in ids))
        assert [json.loads(line.answer(10))["id"] for _ in ids] == ids


def test_ends_of_lines(line: Line) -> None:
    """LF, CR and CRLF end a line, each once.
    LF、CR、CRLF 都结束一行，各算一次。"""
    for end in (b"\n", b"\r", b"\r\n", b"\n\r"):
        line.send(b"dealer" + end)
        assert line.answer().startswith(b"ok dealer="), end
        assert line.answer(0.15) == b"", end


def test_a_repeated_id_is_done_once(line: Line) -> None:
    """The same line with the same id gets the stored answer; another line with it is refused.
    相同编号的相同行得到已存的应答；不同行则被拒绝。"""
    first = line.call("dealer", id="again")
    assert line.call("dealer", id="again") == first
    assert line.call("tiles", id="again")["error"]["code"] == -32600


@pytest.mark.long(14)
def test_half_a_line_is_given_up(line: Line) -> None:
    """A line that has begun and gets no further byte for 10 s is given up, and the next one is understood.
    开始后 10 秒没有后续字节的行被丢弃，下一行正常。"""
    line.send(b'{"jsonrpc":"2.0","id":9,"met')
    answer = line.answer(14)
    assert b"unfinished line of 28 bytes" in answer and b'"code":-32700' in answer, answer
    assert line.call("hello", id=10)["result"]["product"]


def test_a_line_byte_by_byte(line: Line) -> None:
    """Bytes that come one at a time, with pauses, make the same line.
    逐字节、带停顿地到达，仍是同一行。"""
    body = b'{"jsonrpc":"2.0","id":5,"method":"dealer"}'
    for byte in body + b"*%08x\n" % zlib.crc32(body):
        line.send(bytes([byte]))
        time.sleep(0.003)
    assert json.loads(line.answer()[:-9])["id"] == 5


def test_a_flood_of_lines(table: Bench, line: Line) -> None:
    """A thousand lines without reading: the table stays, says what it dropped, and answers the next request.
    连发一千行而不读取：牌桌仍在，说明丢弃了多少，并应答下一个请求。"""
    for _ in range(2 if table.kind == EMULATED else 20):  # there a hundred take minutes
        line.send(b"status\n" * 50)
    end = time.monotonic() + 60 * table.patience
    while line.answer(1):
        assert time.monotonic() < end
    before = line.call("hello", id=8)["result"]
    assert before["product"]


def test_a_port_held_open_unread(table: Bench, line: Line) -> None:
    """A program that opens the port, asks and does not read blocks nothing; afterwards the table answers.
    程序打开端口提问却不读取，不会阻塞任何事；之后牌桌照常应答。"""
    ticks = line.call("counters", id=1)["result"]["ticks"]
    for n in range(30):
        line.send(b'{"jsonrpc":"2.0","id":%d,"method":"inputs"}\n' % (100 + n))
    time.sleep(1.0 if table.sim is not None else table.wait_s(5))
    line.forget(0.3)
    after = line.call("counters", id=2)["result"]
    assert after["ticks"] > ticks + 100 and after["gap_ms_most"] < 1000


def test_random_bytes(line: Line) -> None:
    """Four thousand random bytes: nothing moves, and the table understands the next line.
    四千个随机字节：没有动作，下一行正常理解。"""
    from queji.virtual.rng import Rng

    rng = Rng(7)
    for _ in range(40):
        noise = bytes(byte for byte in (rng.below(256) for _ in range(100)) if byte not in (3, 33))
        line.send(noise)
    line.send(b"\n")
    line.forget(0.3)
    assert line.call("status", id=3)["result"]["job"] is None


@pytest.mark.parametrize("fault", ["lose", "double", "change"])
def test_a_bad_line_on_our_side(table: Bench, fault: str) -> None:
    """With one byte in 400 lost, doubled or changed both ways every request is carried out, and only once.
    双向每 400 字节丢失、重复或改变一个：每个请求都被执行，且只一次。"""
    with table.link(bad={fault: 400}, timeout_s=0.3 * table.patience, tries=20) as bad:
        before = bad.call("counters")["accepted"]
        for _ in range(25):
            assert 0 <= bad.call("dealer")["dealer"] <= 3
        assert bad.call("counters")["accepted"] > before
    with table.link() as good:
        assert good.call("status")["job"] is None


def test_a_slow_line(table: Bench) -> None:
    """Bytes held back for 5 ms each change nothing but the time.
    每字节延迟 5 毫秒，只影响时间。"""
    with table.link(bad={"delay_s": 0.005}, timeout_s=5 * table.patience) as slow:
        assert slow.call("dealer")["dealer"] in (0, 1, 2, 3)


def test_checksums(link: Link) -> None:
    """Sixty answers in a row have the right checksum, and none was damaged.
    连续六十个应答校验和正确，无一损坏。"""
    noise = link.noise
    for _ in range(60):
        link.call("status")
    assert link.noise == noise
