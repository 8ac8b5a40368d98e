"""What the tests of the serial line work with: the table under test, and its line."""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import dataclass
from typing import Any

import serial

from queji.virtual.sim import Simulator


@dataclass
class Table:
    """The table under test: its port, and its simulator if it has one."""

    port: str
    sim: Simulator | None = None

    def open(self, timeout: float = 2.0) -> serial.SerialBase:
        """The raw serial line; to be closed by the test."""
        return serial.serial_for_url(self.port, timeout=timeout, exclusive=True)


class Line:
    """The line as bytes: events are put aside, every other line is an answer."""

    def __init__(self, table: Table) -> None:
        self.serial = table.open()
        self.events: list[bytes] = []
        time.sleep(0.05)
        self.serial.reset_input_buffer()

    def send(self, data: bytes) -> None:
        self.serial.write(data)

    def answer(self, timeout: float = 2.0) -> bytes:
        """The next line that is no event; empty when none comes in time."""
        self.serial.timeout = timeout
        while True:
            line = self.serial.readline().rstrip(b"\r\n")
            if line.startswith((b"! ", b"; ")) or b'"method":"event"' in line:
                self.events.append(line)
            else:
                return line

    def call(self, method: str, id: int = 1, **params: Any) -> dict[str, Any]:
        body = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode()
        self.send(body + b"*%08x\n" % zlib.crc32(body))
        answer = self.answer()
        assert answer[-9:-8] == b"*" and int(answer[-8:], 16) == zlib.crc32(answer[:-9])
        return json.loads(answer[:-9])
