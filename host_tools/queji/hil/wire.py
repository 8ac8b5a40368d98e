"""The port as the tests use it: guarded, logged, and if asked for as bad as a line can be."""

from __future__ import annotations

import json
import time
import zlib
from collections import deque
from collections.abc import Callable
from typing import Any

from queji.hil.guard import Guard
from queji.hil.wirelog import IN, OUT, WireLog
from queji.transport import Port, SerialPort
from queji.virtual.rng import Rng


class Wire:
    """A port (queji.transport.Port) with guard and log. Raises what SerialPort raises, and NotAllowed from `write`."""

    def __init__(
        self, url: str, guard: Guard, log: WireLog, opener: Callable[[str], Port] = SerialPort, on_close: Any = None
    ) -> None:
        self._port = opener(url)
        self._guard, self._log, self._on_close = guard, log, on_close
        self.open = True
        log.note(f"open {url}")

    def read(self, timeout_s: float) -> bytes:
        data = self._port.read(timeout_s)
        if data:
            self._log.bytes(IN, data)
        return data

    def write(self, data: bytes) -> None:
        self._guard.check(data)
        self._log.bytes(OUT, data)
        self._port.write(data)

    def close(self) -> None:
        if self.open:
            self.open = False
            self._log.note("close")
            self._port.close()
            if self._on_close:
                self._on_close(self)


class BadWire:
    """A port that loses, doubles or changes one byte in N of each way (0: none) and holds each byte back.

    `delay_s` is waited before every byte sent. It lies above the guard, which sees what really leaves.
    """

    def __init__(
        self, wire: Port, *, lose: int = 0, double: int = 0, change: int = 0, delay_s: float = 0.0, seed: int = 1
    ) -> None:
        self._wire, self.lose, self.double, self.change, self.delay_s = wire, lose, double, change, delay_s
        self._rng = Rng(seed)
        self.harmed = 0

    def read(self, timeout_s: float) -> bytes:
        return self._harm(self._wire.read(timeout_s))

    def write(self, data: bytes) -> None:
        data = self._harm(data)
        if not self.delay_s:
            self._wire.write(data)
            return
        for at in range(len(data)):
            self._wire.write(data[at : at + 1])
            time.sleep(self.delay_s)

    def close(self) -> None:
        self._wire.close()

    def _harm(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if self._one_in(self.lose):
                continue
            if self._one_in(self.change):
                byte ^= 1 << self._rng.below(7)
                if byte in (3, 33):  # Ctrl-C and "!" are obeyed at once: chance must not say them
                    byte = 32
            out.append(byte)
            if self._one_in(self.double):
                out.append(byte)
        return bytes(out)

    def _one_in(self, n: int) -> bool:
        hit = n > 0 and self._rng.below(n) == 0
        self.harmed += hit
        return hit


class Line:
    """The line as bytes, for what no program would send: events are put aside, every other line is an answer."""

    def __init__(self, wire: Port, patience: float = 1.0) -> None:
        self.wire = wire
        self.patience = patience  # how many times slower than a real table this one answers
        self.events: list[bytes] = []
        self._rest = b""
        self._lines: deque[bytes] = deque()
        wire.write(b"\n")  # ends what another program may have left half typed
        self.forget()

    def send(self, data: bytes) -> None:
        self.wire.write(data)

    def forget(self, quiet_s: float = 0.06) -> None:
        """Everything that has come so far; it is over when nothing comes for `quiet_s` of the table's time."""
        while self.wire.read(quiet_s * self.patience):
            pass
        self._lines.clear()
        self._rest = b""

    def answer(self, timeout_s: float = 2.0) -> bytes:
        """The next line that is no event; empty when none comes in time."""
        end = time.monotonic() + timeout_s * self.patience
        while True:
            while self._lines:
                line = self._lines.popleft()
                if line.startswith((b"! ", b"; ")) or b'"method":"event"' in line:
                    self.events.append(line)
                else:
                    return line
            left = end - time.monotonic()
            if left <= 0:
                return b""
            data = (self._rest + self.wire.read(left)).replace(b"\r", b"\n")
            *done, self._rest = data.split(b"\n")
            self._lines.extend(line for line in done if line)

    def call(self, method: str, id: int | str = 1, **params: Any) -> dict[str, Any]:
        """One request with a checksum; the whole answer, whose checksum must be right."""
        body = json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).encode()
        self.send(body + b"*%08x\n" % zlib.crc32(body))
        answer = self.answer()
        assert answer, f"no answer to {method}"
        assert answer[-9:-8] == b"*" and int(answer[-8:], 16) == zlib.crc32(answer[:-9]), answer
        return json.loads(answer[:-9])

    def close(self) -> None:
        self.wire.close()
