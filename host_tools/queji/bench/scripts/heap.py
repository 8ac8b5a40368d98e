"""A whole hand, and every request once, in whatever heap this was started with: `heap.py BOARD`.

Prints what the virtual table took, then whether all was well. A request that is refused or misses a parameter was
answered, which is what counts here.
"""

import asyncio
import gc
import json
import sys

from nobody import Nobody
from virtual.flash import Flash
from virtual.world import World

BOARD = sys.argv[1]
HARMFUL = ("restart", "stop")  # they end what is measured
HEAD = 80  # bytes of an answer, up to its id


class Line(Nobody):
    """Takes requests to the firmware; of what it says only the head of the last answer is kept."""

    def __init__(self):
        self.waiting = b""
        self.answer = b""
        self.head = b""

    def ioctl(self, request, argument):
        return (5 if self.waiting else 4) & argument if request == 3 else 0

    def readinto(self, buffer):
        n = min(len(buffer), len(self.waiting))
        buffer[:n] = self.waiting[:n]
        self.waiting = self.waiting[n:]
        return n or None

    def read(self, n=-1):
        data, self.waiting = self.waiting, b""
        return data or None

    def write(self, data):
        for byte in data:
            if byte == 10:
                if b'"id"' in self.head:
                    self.answer = self.head
                self.head = b""
            elif len(self.head) < HEAD:
                self.head += bytes((byte,))
        return len(data)


world = World(BOARD, seed=1, flash=Flash(24))
line = Line()
gc.collect()
print(json.dumps({"table_kb": gc.mem_alloc() // 1024}))


async def main():
    from table.app import App

    app = App("/flash", BOARD, line, line, 64)
    asyncio.create_task(hand(app))
    await app.run()


async def ask(name):
    """One request and its answer. Raises AssertionError when none comes."""
    line.answer = b""
    line.waiting = b'{"jsonrpc": "2.0", "id": "ask", "method": "%s"}\n' % name.encode()
    for _ in range(400):
        await asyncio.sleep_ms(10)
        if line.answer:
            return
    raise AssertionError("no answer to " + name)


async def hand(app):
    from table.link import requests

    try:
        for key, state in (("south_lift_key", "dome_open"), ("east_lift_key", "ready")):
            world.plant.press(key)
            for _ in range(1200):
                await asyncio.sleep_ms(100)
                if app.cycle.state == state:
                    break
            assert app.cycle.state == state, app.cycle.state
            await asyncio.sleep_ms(4000)
        assert not app.latch.faults, app.latch.first.fields()
        for name in sorted(names(requests)):
            if name not in HARMFUL:
                await ask(name)
        print(json.dumps({"done": True}))
    except Exception as why:
        sys.print_exception(why)
        print("log:", app.log.last(), "free:", gc.mem_free())
    finally:
        app.interrupt()


def names(requests):
    return [row[0] for row in requests.REQUESTS] + ["rpc.discover"]


world.boot(main)
