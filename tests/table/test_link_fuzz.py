"""A hundred thousand broken lines: nothing escapes, nothing moves, every line gets its answer, nothing grows."""

import asyncio
import gc
import json
import time

from link_peer import Peer, crc

LINES = 100_000
_SEEDS = (
    b'{"jsonrpc":"2.0","id":"s-%d","method":"sort"}',
    b'{"jsonrpc":"2.0","id":%d,"method":"dome","params":["up"]}',
    b'{"jsonrpc":"2.0","id":"%d","method":"dome","params":{"to":"down"}}',
    b'{"jsonrpc":"2.0","id":%d,"method":"tiles","params":{"layout":[18,18,18,18]}}',
)
_MOVES = ("sort", "dome", "raise", "resume")
_ENDS = (b"\n", b"\r", b"\r\n", b"\n\r")


class Numbers:
    """A small generator of its own (xorshift in 30 bits), the same on every machine."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        x = self._state
        x ^= (x << 7) & 0x3FFFFFFF
        x ^= x >> 9
        x ^= (x << 8) & 0x3FFFFFFF
        self._state = x
        return (x >> 4) % limit


class Recorder:
    """Takes everything, remembers what moved."""

    state = "idle"

    def __init__(self, events):
        self.moved = []
        self.count = 0

    def call(self, name, params):
        self.count += 1
        if name in _MOVES:
            self.moved.append((name, params))
        return {"job": self.count}


def broken(numbers, at):
    """A line that was a valid request with a checksum and is not what was sent any more, or never was one."""
    line = bytearray(crc(_SEEDS[at % len(_SEEDS)] % at))
    kind = numbers.below(10)
    where = 1 + numbers.below(len(line) - 1)  # the first byte stays: this one is about JSON
    if kind == 0:
        line[where] ^= 1 << numbers.below(7)
    elif kind == 1:
        line = line[:where] + line[where + 1 :]
    elif kind == 2:
        line = line[:where] + bytes([line[where]]) + line[where:]
    elif kind == 3:
        line = line[: min(where, len(line) - 10)]
    elif kind == 4:
        line[where] = numbers.below(256)
    elif kind == 5:
        other = crc(_SEEDS[(at + 1) % len(_SEEDS)] % at)
        line = line[:where] + other[min(where, len(other) - 1) :]
    elif kind == 6:
        line = line[:where] + bytes([numbers.below(256) for _ in range(8)]) + line[where:]
    elif kind == 7:
        line = bytearray([numbers.below(256) for _ in range(1 + numbers.below(40))])
    elif kind == 8:
        line = line[-9:-8] + line[-8:] + line[:-9]
    elif numbers.below(50):
        line[-1 - numbers.below(8)] = b"0123456789abcdefg"[numbers.below(17)]
    else:
        line = line + b" " * (1024 + numbers.below(50))
    return bytes(line)


def cut(line):
    """A broken line without what would make it two lines, an urgent byte or a correction by hand."""
    for byte in (b"\n", b"\r", b"\x03", b"\x08", b"\x7f"):
        if byte in line:
            line = line.replace(byte, b"")
    return line.lstrip(b"?!")


def run(count, seed, feed):
    """Give `count` broken lines to `feed(line, at)`."""
    numbers = Numbers(seed)
    for at in range(count):
        line = cut(broken(numbers, at))
        if line.strip():
            feed(line, at)


async def test_a_hundred_thousand_broken_lines(w):
    peer = Peer(Recorder)
    writer = peer.service.writer
    answers = []
    writer.answer = lambda body, checked=False: answers.append(body)
    peer.task.cancel()
    missing = []
    wrong = []  # obeyed, and was not what had been sent

    def feed(line, at):
        answers.clear()
        obeyed = peer.api.count
        peer.service.line(line)
        if len(answers) != 1 and not (len(answers) == 0 and _silent(line)):
            missing.append((line, len(answers)))
        if peer.api.count != obeyed and not _intact(line, at):
            wrong.append(line)
        del peer.api.moved[:]

    run(2000, 99, feed)
    gc.collect()
    before = gc.mem_alloc()
    began = time.ticks_ms()
    run(LINES, 12345, feed)
    took = time.ticks_diff(time.ticks_ms(), began)
    answers.clear()
    gc.collect()
    grown = gc.mem_alloc() - before
    assert missing == [], missing[:3]
    assert wrong == [], wrong[:3]
    assert grown < LINES // 4, grown  # bytes: what the collector takes for pointers varies; a leak grows with the lines
    assert took < 30_000, took


def _intact(line, at):
    """Whether the line is a whole request after all: a byte set to itself, the checksum's case, two with one start."""
    for seed in _SEEDS:
        body = seed % at
        if line[: len(body)] == body and (len(line) == len(body) or line.lower() == crc(body)):
            return True
    return False


def _silent(line):
    """Lines that rightly get no answer: words made of nothing, echoes, notifications."""
    return line[:1] == b";" or not line.strip(b" \t")


async def test_broken_lines_among_good_ones_through_the_stream(w):
    """Byte by byte with mixed ends of line: each good request is answered, in order, each broken line once."""
    peer = Peer(Recorder, chunk=64)
    numbers = Numbers(4242)
    await peer.send("events off")
    sent = 0
    seen = []
    for at in range(400):
        line = cut(broken(numbers, at))
        if line[:1] in (b"{", b"["):
            peer.put(line + _ENDS[numbers.below(4)])
            sent += 1
        peer.put(crc(b'{"jsonrpc":"2.0","id":"good-%d","method":"inputs"}' % at) + _ENDS[numbers.below(4)])
        if at % 4 == 3:
            await peer.settle()
            seen += peer.lines()
    good = [line for line in seen if "good-" in line]
    assert ['"good-%d"' % at for at in range(400)] == [line[line.index('"good') :].split(",")[0] for line in good]
    for line in good:
        assert "result" in peer.read(line, True)
    assert len(seen) == sent + 400, (len(seen), sent)
    peer.end()


async def test_random_bytes_never_end_the_link(w):
    peer = Peer(Recorder, chunk=64)
    numbers = Numbers(777)
    for _ in range(60):
        drawn = [numbers.below(255) for _ in range(500)]
        peer.put(bytes([byte if byte < 3 else byte + 1 for byte in drawn]))  # all but Ctrl-C, which ends it
        await peer.settle()
        peer.lines()
    peer.put("\n")
    await peer.settle()
    peer.lines()
    answer = [line for line in await peer.send('{"jsonrpc":"2.0","id":"x","method":"status"}') if '"x"' in line]
    assert len(answer) == 1 and "result" in json.loads(answer[0])
    assert peer.api.moved == []
    peer.end()
    await asyncio.sleep_ms(0)
