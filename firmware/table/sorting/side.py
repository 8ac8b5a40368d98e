"""One side's work in a sort: its pick-up brings tiles, its head makes stacks of two of them.

A belt and its wheel have one motor, so a side cannot bring tiles in without catching more. Hence its pick-up runs until
the last tile it needs has passed the sensor; what came after that goes back to the disc at once, while the head still
turns. docs/sorting.md has the numbers, and what was tried besides.
"""

import asyncio
from time import ticks_ms

from micropython import const

from table.faults import Fault
from table.motor import Cut
from table.sorting import jams

_SHORT = const(3)  # shadows too short for a tile: no count is sure any more
_SLOW = const(3)  # tiles in a row that took too long to pass
_OVER_MS = const(30)  # after the last stack a tile that waited behind it has reached its sensor,
_PASSED_MS = const(300)  # and has passed it
_LEFT = const(12)  # tiles that leave a belt: it cannot be full all the time


def _nothing():
    pass


class Side:
    """One side's work. `need` and `counted` are tiles, `stacks` those pushed into the channel.

    `note()` is called whenever `counted`, `stacks` or `pushing` has changed.
    """

    def __init__(self, seat, stacks, pickup, head, note=None):
        self.seat = seat
        self.need = 2 * stacks
        self.stacks = 0
        self.fault = None
        self.pushing = False
        self.jams = 0  # looks at a pick-up that found its way blocked
        self.idle = 0  # bounds of the pick-up that passed without a tile
        self.why = ""  # what the last look at the pick-up found
        self.same = 0  # and how many in a row
        self.unsure = 0  # so many tiles may be in the head that were not counted
        self.pickup = pickup
        self.head = head
        self._note = note or _nothing
        self.last_tile_ms = ticks_ms()
        self._clearing = False  # the pick-up runs backward for that, or has done
        self._given_back = False  # the tiles on the belt that are too many, in this run
        self._last = False  # it brings the last tile of all
        self.over = False  # and another one came after it
        self.elsewhere = 0  # tiles that the other sides had when the last one came here, or the wheel was jogged
        self.others = 0  # those that they had when the last one came here
        self._pairs = self._slow = 0  # tiles in a row that passed as two do, or too slowly
        self._left = 0  # tiles that left a belt which is told to be full all the time
        self._falls = pickup.belt_full.falls
        self._begun = False  # this sort has brought tiles
        self._short = 0  # shadows that were no tiles, when this run began
        self._kept = 0
        self._first = self._measured = pickup.tile.passed
        # One event wakes the side: a tile at the sensor, or the pick-up's motor ending its run.
        self._wake = asyncio.Event()
        pickup.wake_with(self._wake)

    @property
    def counted(self):
        return min(self.need, self._passed)

    @property
    def _passed(self):
        return self._kept + self.pickup.tile.passed - self._first

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
        self.jams = self.idle = self.same = 0
        self._given_back = self._clearing = False
        self._short = self.pickup.tile.short
        if not self._begun:
            self._begun = True
            self._first = self._measured = self.pickup.tile.passed  # what its sensor saw before was no tile
        self.pickup.hear_anew("tile", "channel")
        self.last_tile_ms = ticks_ms()

    def nudge(self):
        self._wake.set()

    async def work(self, sort):
        """Until this side is full, `sort` is pausing or everything is cut. A Fault stops this side only and is kept."""
        try:
            await self._finish_turn()
            while not self.done and not sort.pausing and self.fault is None:
                await self._step(sort)
            if self.done:
                self._end_picking(sort)
                if self._clearing:
                    await jams.clear(self, begun=True)
                elif self._last:
                    await self._look_over()
        except Fault as fault:
            self.failed(fault)
            sort.told(fault)
        except Cut as cut:
            sort.cut(cut)
        finally:
            self.pickup.off()

    def failed(self, fault):
        """This side stops with `fault`. What its head holds is not sure when its count is, or may be, wrong."""
        self.fault = fault
        if fault.part == "tile" or fault.name == "pickup_slow":
            self._kept, self._first = 2 * self.stacks, self.pickup.tile.passed
        if fault.name == "tiles_glued":
            self.unsure = 0  # the head is emptied by hand
        elif fault.part == "tile" or fault.name in ("pickup_slow", "pickup_idle"):
            self.unsure = 2

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
            await jams.look(self, sort)
            if self.counted != counted or self.fault is not None:
                return
            self.pickup.forward()
        if self.pickup.tile.short - self._short >= _SHORT:
            n = self.pickup.tile.short - self._short
            raise Fault(6, 2, self.seat, "tile", "too noisy to count", n, _SHORT, "readings")
        passed = self._passed
        self._wake.clear()
        await self._wake.wait()  # bounded by the pick-up's own bound
        if self._passed != passed:
            self.last_tile_ms = ticks_ms()
            self.elsewhere = self.others = sort.tiles - self.counted
            self.jams = self.idle = 0
            self._note()

    def _measure(self):
        """How long the last tile took to pass. Raises Fault 5.7, 5.6.

        Two tiles stuck together pass as one long shadow and count as two; as the third in the head they stop this side,
        before there is a stack of three. If all take so long, the belt is slow, and what was counted is not sure.
        """
        pickup, tile = self.pickup, self.pickup.tile
        if tile.passed == self._measured:
            return
        self._measured = tile.passed
        self._look_at_belt(pickup)
        ms = tile.width_ms
        pair = pickup.was_pair(ms)
        self._pairs = self._pairs + 1 if pair else 0
        if self._pairs > 1:
            raise pickup.slow(ms)
        self._slow = self._slow + 1 if pickup.late(ms) else 0
        if self._slow >= _SLOW:
            self._slow = 0
            pickup.warn(pickup.slow(ms))
        if pair:
            self._kept += 1
            if self._passed - 2 * self.stacks > 2:
                raise pickup.glued(ms)
            pickup.warn(pickup.glued(ms))

    def _look_at_belt(self, pickup):
        """A belt that stays full though tiles leave it is not: its sensor is bad."""
        full = pickup.belt_full
        self._left = self._left + 1 if full.active and full.falls == self._falls else 0
        self._falls = full.falls
        if self._left >= _LEFT or not full.active:
            pickup.judge("belt_full", False)

    def _end_picking(self, sort):
        """Stop; tiles that are too many go back to the disc, for the sides that still need them.

        Where the last tile of all came in the wheel runs on while the head turns: none should be left.
        """
        if not self._given_back:
            self._given_back = True
            self._last = bool(self.need) and not sort.short and self.pickup.running
            if self._last:
                return
            self.pickup.off()
            self._clearing = bool(self.need) and sort.others_need(self)
            if self._clearing:
                self.pickup.backward()

    async def _look_over(self):
        """Whether a tile follows the last one of all: it is one too many, and stands in this head."""
        waited = 0
        while waited < _OVER_MS or (self.pickup.tile.active and waited < _PASSED_MS):
            await asyncio.sleep_ms(10)
            waited += 10
        self.over = self._passed > self.need

    async def _push(self):
        if not self.stacks and not self.pushing:
            self.pickup.judge("channel", False)  # the walls that waited are up
        self.pushing = True
        self._note()
        if not self.head.at_home:
            await self.head.turn()  # from where it stands it may not come by the stack
        await self.head.turn()
        self.pushing = False
        self.stacks += 1
        self._note()
        self.pickup.judge("channel", True)

    @property
    def may_be_full(self):
        """Whether tiles that were not counted could make the head full: as many as it lacks by the count."""
        return 0 < 2 * self.stacks + 2 - self.counted <= self.unsure

    def take_for_full(self):
        """The belt backs up, or the last tiles never come in: the head is full of tiles that were not counted.

        If it is not, the wall is a stack short: that harms nothing, a stack too many would.
        """
        self._kept += 2 * self.stacks + 2 - self.counted
        self.unsure = 0
        self.pickup.forward()
