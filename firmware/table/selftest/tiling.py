"""A tile through a head: two tiles make a stack, the belt fills behind them, and all three light barriers of the side
see it. The side's channel must be empty; the stack is lifted to the table top."""

import asyncio
from time import ticks_ms

from micropython import const

from table.clock import since
from table.faults import SIDES, Fault
from table.motor import Cut
from table.selftest import verdict

_FILL_MS = const(25_000)
_LOOK_MS = const(10)
_SEE_MS = const(250)  # a light barrier that is read in turn has seen it twice
_STILL_MS = const(1500)


async def tile(t, seat, ms):
    name = SIDES[seat]
    parts, photos = t.parts, t.signals.photos
    sensor, full, channel = photos[name + "_tile"], photos[name + "_belt_full"], photos[name + "_channel"]
    pickup = parts.pickups[seat]
    await asyncio.sleep_ms(_SEE_MS)
    for part, photo in (("tile", sensor), ("belt_full", full), ("channel", channel)):
        if photo.active:
            raise Fault(6, 4, seat, part, "always on, no tile should be there", photo.level, photo.low, "counts")
    await parts.dome.move(True)
    if not await t.selftest.question("tiles", ms, side=name):
        await parts.dome.move(False)
        return verdict(0, 1, 1, "tiles", "nobody put tiles in", seat, "tile", False)
    t.memory.put("raised", [0, 0, 0, 0])  # what lay on the table top is below
    await parts.dome.move(False)
    first = sensor.falls
    try:
        await _fill(t, pickup, full)
        counted = sensor.falls - first
        passed_ms = sensor.lasted_ms
        _judge(seat, counted, full.active)
        parts.disc.stop()
        pickup.off()  # what waits on the belt stays there
        await parts.heads[seat].turn()
        await asyncio.sleep_ms(_SEE_MS)
        if not channel.active:
            raise Fault(6, 4, seat, "channel", "does not see the stack", channel.level, channel.low, "counts")
        await asyncio.sleep_ms(_STILL_MS)
        pickup.backward()
        await pickup.cleared()
        await asyncio.sleep_ms(_SEE_MS)
        if full.active:
            pickup.backward()  # a belt that is slow needs longer; a sensor that is stuck stays so
            await pickup.cleared()
            await asyncio.sleep_ms(_SEE_MS)
            if full.active:
                raise Fault(6, 4, seat, "belt_full", "always on, the belt is empty", full.level, full.low, "counts")
            raise Fault(5, 2, seat, "pickup", "too slow: the belt was not cleared", None, None, "")
        first = sensor.falls
        pickup.forward()
        await asyncio.sleep_ms(2 * t.signals.mechanics["pickup"]["belt_ms"])
        if t.signals.cut:
            raise Cut(t.signals.cut)
        if sensor.falls != first:
            raise Fault(5, 2, seat, "pickup", "too slow: the belt was not cleared", sensor.falls - first, 0, "tiles")
    finally:
        pickup.off()
        parts.disc.stop()
    await parts.lifts[seat].turn()
    raised = [0, 0, 0, 0]
    raised[seat] = 1
    t.memory.put("raised", raised)
    await asyncio.sleep_ms(_SEE_MS)
    if channel.active:
        raise Fault(6, 4, seat, "channel", "always on, the channel is empty", channel.level, channel.low, "counts")
    usual = t.signals.mechanics["head"]["tile_ms"]
    text = "two tiles counted, stacked and lifted; the belt filled and cleared"
    return verdict(passed_ms, usual // 2, 2 * usual, "ms a tile", text, seat, "tile")


async def _fill(t, pickup, full):
    """Bring tiles until the belt is full behind the two in the head. Returns at the latest after 25 s; raises Cut."""
    disc = t.parts.disc
    disc.start(t.signals.mechanics["disc"]["rpm"])
    turns, turned = disc.turns, ticks_ms()
    began = ticks_ms()
    pickup.forward()
    while since(began) < _FILL_MS:
        await asyncio.sleep_ms(_LOOK_MS)
        if t.signals.cut:
            raise Cut(t.signals.cut)
        if disc.turns != turns:
            turns, turned = disc.turns, ticks_ms()
        elif since(turned) > 6000:
            raise Fault(4, 1, None, "disc", "turning", since(turned), 6000)
        if full.active:
            await asyncio.sleep_ms(1200)  # what is on the way to the head arrives
            return
        if not pickup.running:
            pickup.forward()


def _judge(seat, counted, full):
    """What the two sensors of the belt say together."""
    if counted == 0:
        if full:
            raise Fault(6, 4, seat, "tile", "sees no tile, the belt is full", 0, 2, "tiles")
        raise Fault(5, 3, seat, "pickup", "picking up", 0, 2, "tiles")
    if counted < 2:
        raise Fault(5, 3, seat, "pickup", "picking up", counted, 2, "tiles")
    if counted > 2:
        raise Fault(6, 1, seat, "tile", "counts more than the head can hold", counted, 2, "tiles")
    if not full:
        raise Fault(6, 4, seat, "belt_full", "not seen, the head is full", counted, 2, "tiles")
