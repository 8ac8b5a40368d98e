"""The other end of the line, in memory, for the tests of the link."""

import asyncio
import binascii
import io
import json

from table.errors import Refusal
from table.events import Events
from table.link.service import Service

_POLL = 3  # MicroPython's stream requests
_IN, _OUT = 1, 4


class Pipe(io.IOBase):
    """A byte stream: what is put into `inward` is read, what is written comes out of `outward`.

    `room`: bytes that may still be written; then the port is full, as when nobody reads it.
    """

    def __init__(self):
        self.inward = bytearray()
        self.at = 0
        self.outward = bytearray()
        self.room = None
        self.writes = 0
        self.refused = 0  # writes of more than poll promised
        self.broken = False

    def ioctl(self, request, flags):
        if request != _POLL:
            return -1
        ready = 0
        if self.at < len(self.inward) or self.broken:
            ready |= _IN
        if self.room is None or self.room > 0:
            ready |= _OUT
        return flags & ready

    def readinto(self, buffer):
        if self.broken:
            raise OSError(5)
        count = min(len(buffer), len(self.inward) - self.at)
        if not count:
            return None
        buffer[:count] = self.inward[self.at : self.at + count]
        self.at += count
        if self.at == len(self.inward):
            self.inward = bytearray()
            self.at = 0
        return count

    def write(self, data):
        self.writes += 1
        if self.room is not None:
            if len(data) > self.room:
                self.refused += 1
                data = data[: self.room]
            self.room -= len(data)
        self.outward += data
        return len(data)


class Api:
    """What stands behind the link here: it remembers what it was asked, and some requests misbehave."""

    state = "idle"

    def __init__(self, events):
        self.events = events
        self.calls = []

    def call(self, name, params):
        self.calls.append((name, params))
        if name == "sort":
            self.events.emit("job", id=len(self.calls), name="sort", state="running", ms=0)
            return {"job": len(self.calls)}
        if name == "raise":
            raise Refusal("state", "no walls are waiting", "sort first", {"state": self.state})
        if name == "log":
            return {"lines": ["x" * 600, "y" * 600]}
        if name == "counters":
            return {}["not there"]
        if name == "faults":
            return {"faults": [], "volts": float("nan")}
        return {"state": self.state, "layout": [18, 18, 18, 18]}


class Peer:
    """A table's link and somebody at its other end."""

    def __init__(self, api=None, chunk=1):
        self.events = Events()
        self.pipe = Pipe()
        self.api = (api or Api)(self.events)
        self.stops = 0
        self.interrupts = 0
        calls = self._stop, self._interrupt, lambda n: min(n, chunk)
        self.service = Service(self.api, self.events, self.pipe, self.pipe, *calls)
        self.task = asyncio.create_task(self._run())

    async def _run(self):
        await asyncio.gather(self.service.run(), self._ticks())

    async def _ticks(self):
        """Looks for bytes, as the control tick does."""
        while True:
            self.service.look()
            await asyncio.sleep_ms(5)

    def _stop(self):
        self.stops += 1

    def _interrupt(self):
        self.interrupts += 1

    def put(self, data):
        self.pipe.inward += data if isinstance(data, (bytes, bytearray)) else data.encode()

    async def settle(self):
        """Until everything is read and what can be answered is."""
        for _ in range(10000):
            await asyncio.sleep_ms(0)
            if self.pipe.at == len(self.pipe.inward) and (self.service.writer.idle() or self.pipe.room == 0):
                break
        await asyncio.sleep_ms(20)

    async def send(self, data, end="\n"):
        """Send one line; the lines that come back."""
        self.put(data)
        self.put(end)
        await self.settle()
        return self.lines()

    def lines(self):
        """What has come back since the last look, as lines."""
        complete = bytes(self.pipe.outward).split(b"\r\n")
        self.pipe.outward = bytearray(complete.pop())
        return [line.decode() for line in complete]

    async def ask(self, method, params=None, id=1, checked=False):
        """One JSON-RPC request; the answers as objects, checksums verified."""
        asked = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            asked["params"] = params
        if id is not None:
            asked["id"] = id
        line = json.dumps(asked).encode()
        return [self.read(text, checked) for text in await self.send(crc(line) if checked else line)]

    def read(self, text, checked=False):
        if checked:
            body, digits = text.rsplit("*", 1)
            assert len(digits) == 8 and int(digits, 16) == binascii.crc32(body.encode()), text
            text = body
        return json.loads(text)

    def end(self):
        self.task.cancel()


def crc(line):
    return line + b"*%08x" % binascii.crc32(line)
