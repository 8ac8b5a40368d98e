"""What the four belts are like, for fitting the firmware to a table: a tile's way from the wheel to the head, how long
it darkens the sensor there, and the gap between two that wait behind each other.

A whole set turns on the disc. Each belt in turn is cleared and run until its first tile comes, again and again: it came
all the way, and before that the wheel had to catch it. Then the belt fills behind a full head, for the gap. The stacks
that come of it are lifted to the table top.
"""

import asyncio

from micropython import const

from table.clock import since
from table.faults import SIDES, Fault
from table.motor import CUT, Cut
from table.selftest import verdict

_ROUNDS = const(8)  # an even number: two first tiles make a stack
_QUEUES = const(2)  # stacks that a queue gives
_EMPTY_MS = const(6000)  # backward for so long clears any belt
_BRING_MS = const(6000)  # without a tile for so long there comes none
_LOOK_MS = const(5)
_SEE_MS = const(250)  # a light barrier that is read in turn has seen it twice


async def belts(t, seat, ms):
    parts, m = t.parts, t.signals.mechanics
    await asyncio.sleep_ms(_SEE_MS)
    for name, photo in t.signals.photos.items():
        if photo.active:
            side, _, part = name.partition("_")
            text = "always on, no tile should be there"
            raise Fault(6, 4, SIDES.index(side), part, text, photo.level, photo.low, "counts")
    await parts.dome.move(True)
    if not await t.selftest.question("set", ms):
        await parts.dome.move(False)
        return verdict(0, 1, 1, "tiles", "nobody put tiles in", None, "tile", False)
    raised = [0, 0, 0, 0]
    t.memory.put("raised", list(raised))  # what lay on the table top is below
    await parts.dome.move(False)
    found = []
    for side in range(4):
        belt = _Belt(t, side)
        parts.disc.start(m["disc"]["rpm"])
        try:
            await asyncio.sleep_ms(m["disc"]["spin_up_ms"])
            found.append(await belt.measure())
        finally:
            parts.disc.stop()
        await parts.lifts[side].turn()
        raised[side] = belt.stacks
        t.memory.put("raised", list(raised))
    soonest = [min(starts) for starts, _, _ in found]
    usual = m["pickup"]["belt_ms"]
    worst = max(soonest, key=lambda ms: abs(ms - usual))
    text = "first tile after %d ms at the soonest, %d ms at the latest" % (min(soonest), max(soonest))
    result = verdict(worst, usual * 3 // 4, usual * 5 // 4, "ms", text, soonest.index(worst), "pickup")
    result["belts"] = found
    return result


class _Belt:
    def __init__(self, t, seat):
        name = SIDES[seat]
        self._t = t
        self._seat = seat
        self._motor = t.signals.motors[name + "_pickup"]
        self._tile = t.signals.photos[name + "_tile"]
        self._full = t.signals.photos[name + "_belt_full"]
        self._widths = []
        self._gaps = []
        self._held = 0  # tiles in the head
        self.stacks = 0

    async def measure(self):
        """[ms of running until the first tile, for each time], ms that a tile darkens its sensor, ms of the least gap.

        Raises Fault 5.3, 6.4, those of the disc, the head and the lift; Cut.
        """
        starts = []
        empty_ms = _EMPTY_MS
        for _ in range(_ROUNDS):
            await self._clear(empty_ms)
            starts.append(await self._bring(1))
            await self._push()
            empty_ms = 2 * min(starts)  # the first time it was surely clear
        await self._clear(empty_ms)
        await self._bring(2)
        self._gaps.clear()  # those may have come apart from each other
        await self._run(_BRING_MS, lambda: self._full.active)
        await self._run(min(starts), lambda: False)
        for _ in range(_QUEUES):
            await self._push()
            await self._bring(2)
        await self._push()
        await self._clear(empty_ms)
        self._widths.sort()
        return [starts, self._widths[len(self._widths) // 2], min(self._gaps)]

    async def _push(self):
        """Two tiles in the head become a stack."""
        if self._held >= 2:
            await self._t.parts.heads[self._seat].turn()
            self._held = 0
            self.stacks += 1

    async def _clear(self, ms):
        """Carry what is on the belt back to the disc."""
        await self._run(ms, lambda: False, reverse=True)

    async def _bring(self, tiles):
        """Run until `tiles` more have passed, and not longer. Returns the ms until the first came."""
        tile = self._tile
        if tile.active:
            raise Fault(6, 4, self._seat, "tile", "always on, no tile should be there", tile.level, tile.low, "counts")
        dark = False
        came_ms = None
        falls = tile.falls

        def look():
            nonlocal dark, came_ms
            if tile.active is not dark:
                dark = tile.active
                if not dark:
                    self._widths.append(tile.lasted_ms)
                elif came_ms is None:
                    came_ms = self._motor.elapsed_ms - since(tile.changed_ms)
                else:
                    self._gaps.append(tile.lasted_ms)
            return tile.falls - falls >= tiles

        if not await self._run(_BRING_MS, look):
            came = tile.falls - falls
            if self._full.active:
                raise Fault(6, 4, self._seat, "tile", "sees no tile, the belt is full", came, tiles, "tiles")
            raise Fault(5, 3, self._seat, "pickup", "picking up", came, tiles, "tiles")
        self._held += tiles
        return came_ms

    async def _run(self, ms, until, reverse=False):
        """Run the belt for `ms`, or until `until()`; whether that came. Each tile grants `ms` anew.

        Raises Fault 4.1, Cut.
        """
        motor, disc = self._motor, self._t.signals.motors["disc"]
        motor.run(ms, reverse=reverse, renew=self._tile)
        try:
            while motor.running:
                await asyncio.sleep_ms(_LOOK_MS)
                if until():
                    return True
                if not disc.running and disc.result != CUT:
                    raise Fault(4, 1, None, "disc", "turning", disc.elapsed_ms, None)
            if motor.result == CUT:
                raise Cut(self._t.signals.cut)
            return False
        finally:
            motor.off()
