"""The USB line of the controller: much at once where the laptop reads, and never a write that has to wait."""

import asyncio
import io

from table.link.writer import Writer

_POLL, _OUT = 3, 4
_BUFFER, _PACKET = 256, 64
_AVAILABLE, _TOGGLE = 1 << 10, 1 << 13


class Line(io.IOBase):
    """MicroPython's USB serial line: a buffer, and a packet that the laptop fetches when it reads.

    A packet is handed over at the next frame, as the RP2040 has to do it at times.
    """

    def __init__(self):
        self.buffer = bytearray()
        self.packet = None
        self.due = False  # to be handed over
        self.toggle = 0  # changes with each packet
        self.got = bytearray()
        self.writes = 0
        self.waited = 0  # writes that did not fit while nobody read: they would wait for half a second
        self.reads = True

    def ioctl(self, request, flags):
        return flags & _OUT if request == _POLL and len(self.buffer) < _BUFFER else 0

    def write(self, data):
        self.writes += 1
        if len(data) > _BUFFER - len(self.buffer) and not self.reads:
            self.waited += 1
        self.buffer += data
        self._next()
        return len(data)

    def _next(self):
        if self.packet is None and self.buffer:
            self.packet = bytes(self.buffer[:_PACKET])
            self.buffer = self.buffer[_PACKET:]
            self.due = True
            self.toggle ^= _TOGGLE

    def frame(self):
        """A millisecond has passed."""
        if self.packet is None:
            return
        if self.due:
            self.due = False
        elif self.reads:
            self.got += self.packet
            self.packet = None
            self._next()

    def __getitem__(self, at):
        """The register."""
        assert at == 0x50100090
        return self.toggle | (_AVAILABLE if self.packet is not None and not self.due else 0)


class Machine:
    def __init__(self, register):
        self.mem32 = register


async def frames(line):
    while True:
        await asyncio.sleep_ms(1)
        line.frame()


def begin(register=None):
    """A line, its writer, and the tasks of both; `register` in the place of the line's own."""
    from table.drivers import usb  # on the virtual clock, which is there by now

    line = Line()
    usb.machine = Machine(register or line)
    writer = Writer(line, lambda n, name, fields: None, usb.Packets().grant)
    return line, writer, [asyncio.create_task(writer.run()), asyncio.create_task(frames(line))]


def end(tasks):
    for task in tasks:
        task.cancel()


async def test_a_laptop_that_reads_gets_lines_in_few_writes(w):
    line, writer, tasks = begin()
    for n in range(20):
        writer.answer(b"%d" % n + b"x" * 500)
        await asyncio.sleep_ms(60)
    before = line.writes
    writer.answer(b"y" * 500)
    await asyncio.sleep_ms(60)
    assert bytes(line.got).endswith(b"y" * 500 + b"\r\n") and not line.waited
    assert line.writes - before <= 4, line.writes - before
    assert bytes(line.got) == b"".join([b"%d" % n + b"x" * 500 + b"\r\n" for n in range(20)]) + b"y" * 500 + b"\r\n"
    end(tasks)


async def test_no_write_waits_whenever_the_laptop_stops_reading(w):
    from virtual.rng import Rng

    rng = Rng(5)
    line, writer, tasks = begin()
    sent = 0
    for _ in range(1500):
        line.reads = rng.below(3) > 0
        for _ in range(rng.below(3)):
            if len(writer._answers) < 8:
                writer.answer(b"z" * (1 + rng.below(700)))
                sent += 1
        await asyncio.sleep_ms(10 + rng.below(60))
        assert not line.waited
    line.reads = True
    await asyncio.sleep_ms(5000)
    assert writer.idle() and bytes(line.got).count(b"\r\n") == sent > 100 and not line.waited
    end(tasks)


async def test_a_register_that_tells_nothing_is_not_believed(w):
    line, writer, tasks = begin({0x50100090: 0})
    line.reads = False
    for _ in range(4):
        writer.answer(b"z" * 300)
    await asyncio.sleep_ms(500)
    assert line.writes == _BUFFER + 1 and not line.waited
    end(tasks)
