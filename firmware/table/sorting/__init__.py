"""One sort: the disc, four pick-ups and four heads at work together until each side has its number of stacks.

A side works alone; a fault of one does not stop the others. The counts survive a pause, a cut and a fault, so that
the same Sort goes on afterwards.
"""

import asyncio
import gc
from time import ticks_diff, ticks_ms

from micropython import const

from table.faults import Fault
from table.motor import Cut
from table.sorting import jams
from table.sorting.side import Side as Side

_LOOK_MS = const(50)
_PROGRESS_MS = const(250)
_QUIET_MS = const(10_000)  # no tile anywhere for so long: stir the other way round
_DRY_MS = const(30_000)  # no tile on an unfinished side for so long: it cannot end
_LONGEST_MS = const(180_000)
_PASSED_BY = const(12)  # tiles that the others got after a side's last one: that side's pick-up is at fault
_TIDY_MS = const(700)
_ANOTHER_SET = const(4)  # a set differs from the next one by a multiple of so many tiles


class Sort:
    """`layout` is the number of stacks of each seat; `sides` four Side objects; `disc` the Disc.

    `told(fault)` is called when a side fails while others go on; `emit` tells events.
    """

    def __init__(self, layout, sides, disc, stir, events, told):
        self.layout = layout
        self.sides = sides
        self.pausing = False
        self.told = told
        self.stage = "waiting"
        self.stirred = 0
        self.reversed = 0  # reversals in the stir
        self.stack_ms = 0
        self.stir_turns = stir["turns"]
        self._reversals = stir["reversals"]
        self._disc = disc
        self._events = events
        self._failed = None
        self._told_counts = None
        self._given_up = None  # the counts when it last could not go on
        self._tidied = ticks_ms()

    @property
    def counts(self):
        return [side.counted for side in self.sides]

    @property
    def done(self):
        return all(side.done for side in self.sides)

    @property
    def tiles(self):
        return sum(self.counts)

    @property
    def short(self):
        """Tiles that are still needed."""
        return 2 * sum(self.layout) - self.tiles

    def others_need(self, me):
        return any(side is not me and side.counted < side.need and side.fault is None for side in self.sides)

    def pause(self):
        """Ask for a pause: heads finish their turn, then everything stops."""
        self.pausing = True
        for side in self.sides:
            side.nudge()

    def cut(self, cut):
        """A side, or the disc, was cut: all end."""
        self._failed = cut
        self.pause()

    def check(self):
        """Raise what ended the stir or the stacking early, if anything did."""
        if self._failed is not None:
            raise self._failed

    async def stir(self, rpm, walls_up):
        """Turn the disc for the minimum stir, and until `walls_up()`. Never raises: see `check`."""
        self.stage = "stirring"
        self._failed = None
        watcher = None
        reversals = self._disc.reversals
        for side in self.sides:
            side.pickup.hear_anew("belt_full")  # nothing comes onto a belt in the stir: it is best heard then
        try:
            self._disc.start(rpm)
            watcher = asyncio.create_task(self._watch_disc())
            self.stirred += await self._disc.stir(self.stir_turns - self.stirred, self._reversals, self._stop_early)
            while not walls_up() and not self._stop_early():
                await asyncio.sleep_ms(_LOOK_MS)
        except (Fault, Cut) as e:
            if self._failed is None:
                self._failed = e
        finally:
            self.reversed += self._disc.reversals - reversals
            if watcher is not None:
                watcher.cancel()
            if self._stop_early():
                self._disc.stop()

    def _stop_early(self):
        return self.pausing or self._failed is not None

    async def run(self, rpm):
        """Stack until all sides are done, failed or pausing; returns "done", "paused" or "nothing".

        Raises the first Fault when a side failed (after the others finished), Fault 0.x when it cannot end, Cut.
        """
        self.stage = "stacking"
        start = ticks_ms()
        if self._disc.rpm == 0:
            self._disc.start(rpm)
        for side in self.sides:
            side.begin()
            side.others = self.tiles - side.counted
        self._failed = None
        watcher = asyncio.create_task(self._watch_disc())
        workers = [asyncio.create_task(side.work(self)) for side in self.sides]
        try:
            await self._supervise(workers, start, rpm)
            for worker in workers:
                await worker
            self.check()
        finally:
            watcher.cancel()
            for side in self.sides:
                side.pickup.off()
            self._disc.stop()
            self.stack_ms += ticks_diff(ticks_ms(), start)
            self._tell_progress()
        if self.done:
            return "done"
        for side in self.sides:
            if side.fault is not None:
                raise side.fault
        return "paused"

    async def _supervise(self, workers, start, rpm):
        """Look at the whole until the workers are done: progress, quiet times, the ends that are none."""
        told = quiet_from = start
        before = self.counts
        while not all(worker.done() for worker in workers):
            await asyncio.sleep_ms(_LOOK_MS)
            now = ticks_ms()
            if self._failed is not None:
                self.pause()
                continue
            if ticks_diff(now, told) >= _PROGRESS_MS:
                told = now
                self._tell_progress()
                for side in self.sides:
                    side.pickup.hear()
            counts = self.counts
            if counts != before:
                before = counts
                quiet_from = now
            elif ticks_diff(now, quiet_from) > _QUIET_MS and not self.pausing:
                quiet_from = now
                self._disc.start(rpm, not self._disc.reverse)
            self._disc.look()
            self._judge(now, start)
            self._tidy(now)

    def _tidy(self, now):
        """Collect garbage while no head comes home: it takes a controller 36 ms, and a head passes its stop in 35."""
        if ticks_diff(now, self._tidied) < _TIDY_MS:
            return
        for side in self.sides:
            if not side.head.heedless:
                return
        self._tidied = now
        gc.collect()

    def _judge(self, now, start):
        """End a sort that cannot end."""
        if self.pausing or ticks_diff(now, start) < _QUIET_MS:
            return
        waiting = [side for side in self.sides if not side.done and side.fault is None]
        if not waiting:
            return
        dry = min(ticks_diff(now, side.last_tile_ms) for side in waiting)
        if dry > _DRY_MS:
            self._failed = self._reason(waiting, dry)
        elif ticks_diff(now, start) > _LONGEST_MS:
            ms = ticks_diff(now, start)
            self._failed = Fault(0, 2, None, "sort", "stacking", ms, _LONGEST_MS, counts=self.counts)

    def _reason(self, waiting, dry):
        """The Fault that names the likeliest reason."""
        counts = self.counts
        if self._disc.late is not None:
            return self._disc.late  # wheels catch little from a slow disc
        if self.tiles == 0:
            return Fault(0, 3, None, "sort", "stacking", dry, _DRY_MS, counts=counts)
        idle = max(waiting, key=lambda side: self.tiles - side.counted - side.others)
        passed_by = self.tiles - idle.counted - idle.others
        if passed_by >= _PASSED_BY or (len(waiting) == 1 and idle.counted == 0):
            # The others went on to get tiles while this one got none, or it did, but none passed its sensor.
            fault = Fault(5, 3, idle.seat, "pickup", "picking up", passed_by, _PASSED_BY, "tiles", counts=counts)
            if idle.jams:
                fault = jams.jam(idle, idle.why == "stalled", False)
            idle.failed(fault)
            return fault
        if self._given_up == counts:
            return Fault(0, 4, None, "sort", "no tile since the last time", self.tiles, unit="tiles", counts=counts)
        self._given_up = counts
        if self.short % _ANOTHER_SET == 0:
            why = "tiles of another set, or some left out"
        else:
            why = "a tile left out, or one that no wheel catches"
        return Fault(0, 1, None, "sort", why, self.tiles, 2 * sum(self.layout), "tiles", counts=counts)

    async def _watch_disc(self):
        try:
            await self._disc.watch()
        except Fault as fault:
            self._failed = fault
        except Cut as cut:
            self.cut(cut)

    def _tell_progress(self):
        counts = self.counts
        if counts != self._told_counts:
            self._told_counts = counts
            self._events.emit("progress", counts=counts, of=[2 * n for n in self.layout], stage=self.stage)
