"""Tests of what is inside the controller: dice, memory, store, link."""

import asyncio
import gc
import os
from os import urandom
from time import ticks_ms

from micropython import const

from table import dice as faces
from table.clock import since
from table.errors import Refusal
from table.selftest import verdict

_SIZE = const(256)
_SLOW_MS = const(1500)
_ROOM_KB = const(16)


async def dice(t, seat, ms):
    """Six hundred dice: every face must come up 60 to 140 times; chance alone fails about once in 4,000 runs."""
    counts = [0] * 6
    for _ in range(200):
        for face in faces.roll(3, urandom):
            counts[face - 1] += 1
        await asyncio.sleep_ms(0)
    worst = max(counts, key=lambda n: abs(n - 100))
    return verdict(worst, 60, 140, "of 600", "faces " + ",".join([str(n) for n in counts]), None, "dice")


async def memory(t, seat, ms):
    gc.collect()
    text = "longest gap between control ticks %d ms" % t.signals.gap_ms_most
    return verdict(gc.mem_free() // 1024, 16, 1 << 20, "kB free", text, None, "memory")


async def store(t, seat, ms):
    """Write a file of noise, twice as every file is kept, read it back, take it away again."""
    from table.store import atomic

    path = t.root + "/selftest"
    try:
        free = os.statvfs(t.root or "/")
        room = free[0] * free[3] // 1024
        slowest = 0
        for _ in range(2):
            data = urandom(_SIZE)
            began = ticks_ms()
            atomic.write(path, data)
            slowest = max(slowest, since(began))
            back, problems = atomic.read(path)
            if back != data or problems:
                return verdict(0, 1, 1, "files as written", "what was read is not what was written", None, "store")
            await asyncio.sleep_ms(20)
        t.settings.save()
        t.memory.save()
    except Refusal as e:
        return verdict(0, 1, 1, "files as written", e.message, None, "store")
    except OSError as e:
        return verdict(0, 1, 1, "files as written", "error %s" % e.args[0], None, "store")
    finally:
        for slot in atomic.SLOTS:
            try:
                os.remove(path + slot)
            except OSError:
                pass
    if room < _ROOM_KB:
        return verdict(room, _ROOM_KB, 1 << 20, "kB free", "the flash is nearly full", None, "store")
    return verdict(slowest, 0, _SLOW_MS, "ms", "%d kB free" % room, None, "store")


async def link(t, seat, ms):
    """Lines that could not be read, of a thousand since the start."""
    good, bad = t.link.accepted, t.link.broken
    text = "%d lines understood, %d not" % (good, bad)
    return verdict(bad * 1000 // max(1, good + bad), 0, 20, "per mille", text, None, "link")
