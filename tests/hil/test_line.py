"""The serial line of a whole table, whichever it is: answers, garbage, resets. Moves nothing."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

import pytest
import serial
from serial_table import Line, Table


@pytest.fixture
def line(table: Table) -> Iterator[Line]:
    one = Line(table)
    yield one
    one.serial.close()


def test_hello_and_status(line: Line) -> None:
    hello = line.call("hello", id=1)["result"]
    assert hello["product"] and hello["protocol"] and hello["state"]
    status = line.call("status", id=2)["result"]
    assert status["state"] == hello["state"]
    assert len(status["counts"]) == 4


def test_words(line: Line) -> None:
    line.send(b"status\n")
    assert line.answer().startswith(b"ok state=")
    line.send(b"?")
    assert line.answer().startswith(b"ok state=")


GARBAGE = [
    b"\xff\xfe\x00\x01\n",
    b"{\n",
    b"[]\n",
    b'{"jsonrpc":"2.0","id":1,"method":"status"}*00000000\n',
    b"AT+CGMI\r",
    b"x" * 5000 + b"\n",
    b"\xe4\xba\n",
    b"set brightness=\n",
    b"\x1b[A\x1b[B\n",
]


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_gets_one_answer(line: Line, garbage: bytes) -> None:
    line.send(garbage)
    assert line.answer()
    line.send(b'{"jsonrpc":"2.0","id":77,"method":"hello"}\n')
    answer = json.loads(line.answer())
    assert answer["id"] == 77, "one line of garbage was answered twice"


def test_empty_lines_get_none(line: Line) -> None:
    line.send(b"\r\n\n\r\r\n")
    assert line.answer(timeout=0.3) == b""


def test_several_requests_in_one_go(line: Line) -> None:
    for first in range(0, 50, 5):
        ids = list(range(first, first + 5))
        line.send(b"".join(b'{"jsonrpc":"2.0","id":%d,"method":"dealer"}\n' % n for n in ids))
        assert [json.loads(line.answer(timeout=10))["id"] for _ in ids] == ids


@pytest.mark.virtual
def test_reset_counts_a_boot(table: Table) -> None:
    assert table.sim is not None
    one = Line(table)
    boots = one.call("hello")["result"]["boots"]
    table.sim.reset()
    with pytest.raises(serial.SerialException):
        one.call("hello", id=2)
    one.serial.close()
    again = Line(table)
    assert again.call("hello", id=3)["result"]["boots"] == boots + 1
    again.serial.close()


@pytest.mark.virtual
def test_bad_line_and_good_line(table: Table) -> None:
    """With one byte in 150 changed both ways, every answer whose checksum is right is a right answer."""
    assert table.sim is not None
    one = Line(table)
    table.sim.inject("serial", change=150)
    right = wrong = 0
    for n in range(60):
        body = b'{"jsonrpc":"2.0","id":%d,"method":"status"}' % (1000 + n)
        one.send(body + b"*%08x\n" % zlib.crc32(body))
        answer = one.answer(timeout=0.5)
        if answer[-9:-8] == b"*" and answer[-8:] == b"%08x" % zlib.crc32(answer[:-9]):
            if json.loads(answer[:-9]).get("id") == 1000 + n:
                right += 1
        else:
            wrong += 1
    table.sim.repair("serial")
    one.send(b"\n")
    one.answer(timeout=0.5)
    one.serial.reset_input_buffer()
    assert one.call("hello", id=5000)["result"]["product"]
    one.serial.close()
    assert wrong > 0 and table.sim.view()["motors"] == []
