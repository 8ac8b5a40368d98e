"""A whole hand, and every request once, in whatever heap this was started with: `heap.py BOARD`.

Prints what the virtual table took, then whether all was well. requests.json has what is asked; `refused` are those
that only a fault, a question or a game allows, `left` ends what is measured.
"""

import asyncio
import gc
import json
import sys

from nobody import Nobody
from virtual.flash import Flash
from virtual.world import World

BOARD = sys.argv[1]
with open(__file__.rpartition("/")[0] + "/requests.json") as f:  # each of them, so that it does its work
    REQUESTS = json.load(f)
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
                if self.head.startswith(b'{"jsonrpc":"2.0","id":'):
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
    gc.threshold(16_000)  # as main.py does
    from table.signals import attach

    signals = attach(BOARD)
    from table.app import App

    app = App("/flash", BOARD, line, line, 64, signals)
    asyncio.create_task(hand(app))
    await app.run()  # and as it does on a controller, but there not while a motor runs


async def ask(number, name, params):
    """One request and its answer. Raises AssertionError when there is none, or a refusal that was not meant."""
    line.answer = b""
    asked = {"jsonrpc": "2.0", "id": number, "method": name, "params": params}
    line.waiting = json.dumps(asked).encode() + b"\n"
    for _ in range(400):
        await asyncio.sleep_ms(10)
        if line.answer:
            assert b"result" in line.answer or name in REQUESTS["refused"], line.answer
            return
    raise AssertionError("no answer to " + name)


async def rest(app):
    """Wait until nothing moves; a sort goes on for a while only."""
    for _ in range(1200):
        await asyncio.sleep_ms(100)
        if app.cycle.job is None or app.cycle.state == "sorting":
            return


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
        known = REQUESTS["left"] + [row[0] for row in REQUESTS["asked"]]
        assert not [row[0] for row in requests.REQUESTS if row[0] not in known]
        for number, (name, params) in enumerate(REQUESTS["asked"]):
            await ask(number, name, params)
            await rest(app)
        print(json.dumps({"done": True}))
    except Exception as why:
        sys.print_exception(why)
        print("log:", app.log.last(), "free:", gc.mem_free())
    finally:
        app.interrupt()


world.boot(main)
