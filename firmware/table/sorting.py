"""One sort: the disc, four pick-ups and four heads at work together until each side has its number of stacks.

A side works alone; a fault of one does not stop the others. The counts survive a pause, a cut and a fault, so that
the same Sort goes on afterwards.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from table.faults import Fault
from table.motor import BOUND, Cut

_LOOK_MS = const(50)
_PROGRESS_MS = const(250)
_JAM_MS = const(700)  # a tile that covers its sensor for so long does not pass by itself
_QUIET_MS = const(6000)  # no tile anywhere for so long: stir the other way round
_DRY_MS = const(30_000)  # no tile on an unfinished side for so long: it cannot end
_LONGEST_MS = const(180_000)
_MISSED = const(4)  # bounds of the pick-up without a tile, then the head may be full of tiles not counted
_FEW = const(28)  # with so many to come, spread over four belts and as many hidden, no belt need fill
HOLD_FROM = 0
HOLD_BY = 2


def _nothing():
    pass


class Side:
    """One side's work. `need` and `counted` are tiles, `stacks` those pushed into the channel.

    `note()` is called whenever one of these, or `pushing`, has changed.
    """

    def __init__(self, seat, stacks, pickup, head, note=None):
        self.seat = seat
        self.need = 2 * stacks
        self.stacks = 0
        self.fault = None
        self.pushing = False
        self.jams = 0  # looks at a pick-up that found its way blocked
        self.idle = 0  # bounds of the pick-up that passed without a tile
        self.hold = False  # ahead of the others near the end: leave them the last tiles
        self.unsure = 0  # so many tiles may be in the head that were not counted
        self.pickup = pickup
        self.head = head
        self._note = note or _nothing
        self.last_tile_ms = ticks_ms()
        self._kept = 0
        self._falls = pickup.tile.falls
        # One event wakes the side: a tile at the sensor, or the pick-up's motor ending its run.
        self._wake = pickup.tile.changed
        pickup.wake_with(self._wake)

    @property
    def counted(self):
        return min(self.need, self._kept + self.pickup.tile.falls - self._falls)

    @property
    def done(self):
        return 2 * self.stacks >= self.need

    def restore(self, stacks, tiles, pushing, unsure):
        """Take up the counts kept over power-off. `unsure` tiles may have passed the sensor unseen meanwhile."""
        self.stacks = stacks
        self.pushing = pushing
        self.unsure = min(2, unsure)
        self._kept = tiles

    def begin(self):
        """Start or go on. The count went on meanwhile: a tile that was at the sensor when all stopped still passed."""
        self.fault = None
        self.jams = self.idle = 0
        self.hold = False
        self.last_tile_ms = ticks_ms()

    def nudge(self):
        self._wake.set()

    async def work(self, sort):
        """Until this side is full, `sort` is pausing or everything is cut. A Fault stops this side only and is kept."""
        try:
            await self._finish_turn()
            while not self.done and not sort.pausing:
                await self._step(sort)
            if self.done:
                await self._clear_belt(sort)
        except Fault as fault:
            self.fault = fault
            sort.told(fault)
        except Cut as cut:
            sort.cut(cut)
        finally:
            self.pickup.off()

    async def _finish_turn(self):
        if self.pushing:  # a cut or a pause caught the cam half-way; home means that the stack is in the channel
            await self._push()
        elif not self.head.at_home:
            await self.head.turn()

    async def _step(self, sort):
        counted = self.counted
        if counted >= self.need:
            self.pickup.off()
        if counted - 2 * self.stacks >= 2:
            self.unsure = 0  # a head that holds what was counted holds no more
            await self._push()
            return
        if self.hold:
            self.pickup.off()
            await asyncio.sleep_ms(_LOOK_MS)
            return
        if not self.pickup.running:
            await self._look(sort.short <= _FEW)
            if self.counted != counted:
                return
            self.pickup.forward()
        before = counted
        self._wake.clear()
        await self._wake.wait()  # bounded by the pick-up's own bound
        if self.counted != before:
            self.last_tile_ms = ticks_ms()
            self.jams = self.idle = 0
            self._note()

    async def _push(self):
        self.pushing = True
        self._note()
        await self.head.turn()
        self.pushing = False
        self.stacks += 1
        self._note()

    async def _look(self, few_left):
        """The pick-up stopped without a tile: take back what may be stuck. Raises Fault 5.1 or 5.2 the third time.

        `few_left`: no belt can fill any more.
        """
        if self.pickup.result != BOUND:
            return
        tile = self.pickup.tile
        self.idle += 1
        blocked = tile.active and ticks_diff(ticks_ms(), tile.changed_ms) > _JAM_MS
        full = self.pickup.belt_full.active
        if full and not blocked and self.head.blind:
            await self.head.nudge()
            return
        if self.unsure and not blocked and (full or (self.idle >= _MISSED and few_left)):
            self._take_for_full()
            return
        if blocked or full:
            self.jams += 1
            if self.jams > 2:
                ms = ticks_diff(ticks_ms(), self.last_tile_ms)
                stage = "a tile covers the sensor" if blocked else "the belt is full"
                raise Fault(5, 1 if blocked else 2, self.seat, "pickup", stage, ms, self.pickup.idle_ms)
        if blocked or full or self.idle > 2:
            self.pickup.backward()
            await self.pickup.cleared()

    def _take_for_full(self):
        """After a power cut: the belt backs up, or the last tiles never come in. Then the head is full of tiles that
        were not counted. If it is not, the wall is a stack short: that harms nothing, a stack too many would."""
        self._kept += 2 * self.stacks + 2 - self.counted
        self.unsure = 0
        self.pickup.forward()

    async def _clear_belt(self, sort):
        """Give tiles that are too many back to the disc, for the sides that still need them."""
        if sort.others_need(self):
            self.pickup.backward()
            await self.pickup.cleared()


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

    @property
    def counts(self):
        return [side.counted for side in self.sides]

    @property
    def done(self):
        return all(side.done for side in self.sides)

    @property
    def short(self):
        """Tiles that are still needed."""
        return sum([side.need - side.counted for side in self.sides])

    def others_need(self, me):
        return any(side is not me and not side.done and side.fault is None for side in self.sides)

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
            counts = self.counts
            if counts != before:
                before = counts
                quiet_from = now
            elif ticks_diff(now, quiet_from) > _QUIET_MS and not self.pausing:
                quiet_from = now
                self._disc.start(rpm, not self._disc.reverse)
            self._balance()
            self._judge(now, start)

    def _balance(self):
        """Near the end a side that is ahead waits for the others: the last tiles come fastest to all wheels at once."""
        left = [side.need - side.counted for side in self.sides]
        most = max(left)
        for i in range(4):
            self.sides[i].hold = most <= HOLD_FROM and most - left[i] >= HOLD_BY

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
        counts = self.counts
        if sum(counts) == 0:
            return Fault(0, 3, None, "sort", "stacking", dry, _DRY_MS, counts=counts)
        if len(waiting) == 1 and waiting[0].counted == 0:
            return Fault(5, 3, waiting[0].seat, "pickup", "picking up", 0, waiting[0].need, "tiles", counts=counts)
        return Fault(0, 1, None, "sort", "stacking", sum(counts), 2 * sum(self.layout), "tiles", counts=counts)

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
