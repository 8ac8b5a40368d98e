"""What goes out: one task, a short queue, and a peer that does not read blocks nothing.

On the Pico a write that does not fit waits up to half a second for the laptop, with every task and every motor's
deadline; poll() only promises room for one byte. So it is asked before each write how many bytes it may have (`grant`).
"""

import asyncio
import binascii

from table.link import ready

ANSWERS = 8  # lines that wait to be sent
EVENTS = 24
BURST = 16  # writes before the other tasks have their turn
BLOCKED_MS = 5


class Writer:
    """Answers go before events. When a queue is full, the oldest event, or the new answer, is dropped and counted."""

    def __init__(self, stream, encode, grant):
        """`encode(n, name, fields)` makes the line of an event, None for none, when its turn has come.

        `grant(n)` tells how many of `n` bytes may be written once poll says that there is room.
        """
        self._stream = stream
        self._encode = encode
        self._grant = grant
        self._room = ready.ready(stream, ready.OUT)
        self._answers = []
        self._events = []
        self._wake = asyncio.Event()
        self._busy = False
        self.dropped_answers = 0
        self.dropped_events = 0

    def answer(self, body, checked=False):
        """Queue a line: bytes, or an iterator of strings that is one long line; `checked` adds the checksum."""
        if len(self._answers) >= ANSWERS:
            self.dropped_answers += 1
        else:
            self._answers.append((body, checked))
            self._wake.set()

    def event(self, n, name, fields):
        """Queue an event; costs nearly nothing, as it is called from within the control of motors."""
        if len(self._events) >= EVENTS:
            self._events.pop(0)
            self.dropped_events += 1
        self._events.append((n, name, fields))
        self._wake.set()

    def idle(self):
        """Whether everything queued has been sent."""
        return not (self._answers or self._events or self._busy)

    async def run(self):
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._answers or self._events or self.dropped_answers or self.dropped_events:
                self._busy = True
                await self._next()
                self._busy = False

    async def _next(self):
        if self._answers:
            body, checked = self._answers.pop(0)
            await self._line(body, checked)
        elif self.dropped_answers or self.dropped_events:
            text = "; dropped %d answers, %d events" % (self.dropped_answers, self.dropped_events)
            self.dropped_answers = self.dropped_events = 0
            await self._line(text.encode(), False)
        else:
            n, name, fields = self._events.pop(0)
            encoded = self._encode(n, name, fields)
            if encoded:
                await self._line(*encoded)

    async def _line(self, body, checked):
        crc = 0
        for piece in (body,) if isinstance(body, bytes) else body:
            data = piece if isinstance(piece, bytes) else piece.encode()
            if checked:
                crc = binascii.crc32(data, crc)
            await self._send(data)
        await self._send(b"*%08x\r\n" % crc if checked else b"\r\n")

    async def _send(self, data):
        view = memoryview(data)
        at = 0
        burst = 0
        while at < len(data):
            if burst >= BURST:
                burst = 0
                await asyncio.sleep_ms(0)
            count = self._write(view, at)
            if count:
                at += count
                burst += 1
            else:
                burst = 0
                await asyncio.sleep_ms(BLOCKED_MS)

    def _write(self, view, at):
        """How many bytes from `at` on went; 0 if there is no room now, or no peer."""
        try:
            count = self._grant(len(view) - at) if self._room() else 0
            return (self._stream.write(view[at : at + count]) or 0) if count else 0
        except OSError:
            return 0
