"""One side's work in a sort: its pick-up brings tiles, its head makes stacks of two of them.

A belt and its wheel have one motor, so a side cannot bring tiles in without catching more. Hence its pick-up runs until
the last tile it needs has passed the sensor; what came after that goes back to the disc at once, while the head still
turns. docs/sorting.md has the numbers, and what was tried besides.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from table.faults import Fault
from table.motor import BOUND, Cut

_JAM_MS = const(700)  # a tile that covers its sensor for so long does not pass by itself
_STARVED = const(12)  # so many tiles on the other sides without one here happen by chance in 3 % of cases
_PATIENCE = const(2)  # bounds of the pick-up without a tile, then the wheel is jogged in any case
_MISSED = const(4)  # bounds of the pick-up without a tile, then the head may be full of tiles not counted
_FEW = const(28)  # with so many to come, spread over four belts and as many hidden, no belt need fill


def _nothing():
    pass


class Side:
    """One side's work. `need` and `counted` are tiles, `stacks` those pushed into the channel.

    `over` counts tiles that went into a stack as its third. `note()` is called whenever `counted`, `stacks` or
    `pushing` has changed.
    """

    def __init__(self, seat, stacks, pickup, head, note=None):
        self.seat = seat
        self.need = 2 * stacks
        self.stacks = 0
        self.over = 0
        self.fault = None
        self.pushing = False
        self.jams = 0  # looks at a pick-up that found its way blocked
        self.idle = 0  # bounds of the pick-up that passed without a tile
        self.unsure = 0  # so many tiles may be in the head that were not counted
        self.pickup = pickup
        self.head = head
        self._note = note or _nothing
        self.last_tile_ms = ticks_ms()
        self._given_back = False  # the tiles on the belt that are too many, in this run
        self._elsewhere = 0  # tiles that the other sides had when the last one came here
        self._kept = 0
        self._falls = self._measured = pickup.tile.falls
        # One event wakes the side: a tile at the sensor, or the pick-up's motor ending its run.
        self._wake = asyncio.Event()
        pickup.wake_with(self._wake)

    @property
    def counted(self):
        return min(self.need, self._passed)

    @property
    def _passed(self):
        return self._kept + self.pickup.tile.falls - self._falls

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
        self._given_back = False
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
                self._end_picking(sort)
                if self.pickup.clearing:
                    await self.pickup.cleared()
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
        self._measure()
        counted = self.counted
        if counted >= self.need:
            self._end_picking(sort)
        if counted - 2 * self.stacks >= 2:
            self.unsure = 0  # a head that holds what was counted holds no more
            await self._push()
            return
        if not self.pickup.running:
            await self._look(sort)
            if self.counted != counted:
                return
            self.pickup.forward()
        passed = self._passed
        self._wake.clear()
        await self._wake.wait()  # bounded by the pick-up's own bound
        if self._passed != passed:
            self.last_tile_ms = ticks_ms()
            self._elsewhere = sort.tiles - self.counted
            self.jams = self.idle = 0
            self._note()

    def _measure(self):
        """Two tiles stuck together pass as one long shadow and count as two."""
        tile = self.pickup.tile
        if tile.falls != self._measured:
            self._measured = tile.falls
            if self.pickup.was_pair(tile.lasted_ms):
                self._kept += 1

    def _end_picking(self, sort):
        """Stop; tiles that are too many go back to the disc, for the sides that still need them."""
        if not self._given_back:
            self._given_back = True
            self.pickup.off()
            if self.need and sort.others_need(self):
                self.pickup.backward()

    async def _push(self):
        self.pushing = True
        self._note()
        await self.head.turn()
        self.pushing = False
        self.stacks += 1
        third = self._passed - 2 * self.stacks
        if third > 0 and self.pickup.tile.falls == self._measured:
            # It came with its neighbour on top of one that was there: it is in the stack, no longer in the head.
            self.over += third
            self._kept -= third
        self._note()

    async def _look(self, sort):
        """The pick-up stopped without a tile: take back what may be stuck. Raises Fault 5.1 or 5.2 the third time."""
        if self.pickup.result != BOUND:
            return
        tile = self.pickup.tile
        self.idle += 1
        blocked = tile.active and ticks_diff(ticks_ms(), tile.changed_ms) > _JAM_MS
        full = self.pickup.belt_full.active
        if full and not blocked and self.head.blind:
            await self.head.nudge()
            return
        if self.unsure and not blocked and (full or (self.idle >= _MISSED and sort.short <= _FEW)):
            self._take_for_full()
            return
        if blocked or full:
            self.jams += 1
            if self.jams > 2:
                ms = ticks_diff(ticks_ms(), self.last_tile_ms)
                stage = "a tile covers the sensor" if blocked else "the belt is full"
                raise Fault(5, 1 if blocked else 2, self.seat, "pickup", stage, ms, self.pickup.idle_ms)
        starved = sort.tiles - self.counted - self._elsewhere >= _STARVED
        if blocked or full or starved or self.idle > _PATIENCE:
            self._elsewhere = sort.tiles - self.counted
            self.pickup.backward()
            await self.pickup.cleared()

    def _take_for_full(self):
        """After a power cut: the belt backs up, or the last tiles never come in. Then the head is full of tiles that
        were not counted. If it is not, the wall is a stack short: that harms nothing, a stack too many would."""
        self._kept += 2 * self.stacks + 2 - self.counted
        self.unsure = 0
        self.pickup.forward()
