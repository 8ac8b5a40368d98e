"""What the jobs do: the hand from dome up to walls raised, step by step."""

import asyncio
from time import ticks_diff, ticks_ms

from table.below import NONE
from table.faults import Fault
from table.motor import Cut

_SEEN_MS = 100  # each of the slow light barriers has been read twice


class Sequence:
    """`cycle` is told the state and the stage; `below` knows the tiles below, `parts` are the mechanisms."""

    def __init__(self, cycle, below, parts, settings, memory, events, latch):
        self._cycle = cycle
        self._below = below
        self._parts = parts
        self._settings = settings
        self._memory = memory
        self._events = events
        self._latch = latch
        self._asked = False  # a pause was asked for

    async def dome(self, up):
        """Dome up or down."""
        self._cycle.set("moving", "dome", "dome " + ("up" if up else "down"))
        await self._parts.dome.move(up)

    async def raise_walls(self):
        """Dome down, waiting walls up."""
        await self.dome(False)
        await self._walls_up()
        if self._below.lost:
            self._below.lost = False
            self._latch.drop(0, 4)

    def _to_lift(self):
        """Seats whose walls wait below, or whose lift was caught half-way: no stack may come while it stands so."""
        waiting, lifts = self._below.waiting, self._parts.lifts
        return [s for s in range(4) if waiting is None or waiting[s] or not lifts[s].at_home]

    async def _walls_up(self):
        """Raise the walls that wait below; each side for itself. Raises the first Fault after all have ended."""
        waiting = self._below.waiting
        seats = self._to_lift()
        if not seats:
            return
        for seat in range(4):
            if not self._parts.heads[seat].at_home:  # a power cut caught it: a stack that is half in stops the lift
                self._cycle.stage = "head home"
                await self._parts.heads[seat].turn()
        self._cycle.stage = "walls up"
        failed = []
        raised = list(self._below.raised or NONE)
        left: list = list(waiting or (None,) * 4)  # stacks, or None where not known

        async def lift(seat):
            cam, pickup = self._parts.lifts[seat], self._parts.pickups[seat]
            try:
                whole = cam.at_home
                await cam.turn()
                await asyncio.sleep_ms(_SEEN_MS)
                if not whole and pickup.channel.active:  # what was left of the turn raised nothing
                    await cam.turn()
                    await asyncio.sleep_ms(_SEEN_MS)
                if cam.unproved and pickup.walled:
                    raise cam.unmoved()  # two sensors say so: stacks would come into a full channel
                pickup.judge("channel", False)
                if left[seat] != 0:
                    raised[seat], left[seat] = left[seat], 0
                if waiting is not None:
                    self._below.put_walls(list(left), list(raised))
                    self._below.note()
            except (Fault, Cut) as e:
                failed.append(e)

        tasks = [asyncio.create_task(lift(seat)) for seat in seats]
        for task in tasks:
            await task
        if failed:
            raise failed[0]
        self._below.put_walls(left, None if waiting is None else raised)

    async def sort(self):
        """Dome down, waiting walls up while the disc stirs, then stack. Returns times and counts."""
        began = ticks_ms()
        from_above = self._parts.dome.position != "down"
        await self.dome(False)
        sort = self._below.sort
        if sort is None:
            if from_above:
                self._below.put_walls(self._below.waiting, list(NONE))  # the used set went into the hole
            sort = self._below.sort = self._below.new_sort(list(self._settings.get("layout")))
        sort.pausing = self._asked = False
        self._cycle.set("sorting", "dome down", "stirring")
        self._below.set_out()
        rpm = self._parts.signals.mechanics["disc"]["rpm"]
        await self._stir_and_raise(sort, rpm)
        self._events.emit("log", text="stirred %d turns before the first tile" % sort.stirred)
        self._cycle.stage = "stacking"
        stacking = ticks_ms()
        try:
            await self._stack(sort, rpm)
        except Fault as fault:
            if (fault.code, fault.sub) == (0, 4):
                self._below.give_up(sort.layout)
            if (fault.code, fault.sub) != (0, 3):
                raise
            self._latch.warn(fault)  # nobody put tiles in: that is no fault of the table
            self._below.sort = None
        self._below.sorted(sort)
        for side in sort.sides:
            if side.over:
                self._below.unsure = 2
                found, most = sort.tiles + 1, sort.tiles
                raise Fault(0, 5, side.seat, "sort", "after the last", found, most, "tiles", counts=sort.counts)
        return {
            "counts": sort.counts,
            "paused": self._below.sort is not None,
            "stirred": sort.stirred,
            "reversed": sort.reversed,
            "stack_ms": ticks_diff(ticks_ms(), stacking),
            "ms": ticks_diff(ticks_ms(), began),
        }

    async def _stack(self, sort, rpm):
        """Stack until all is done or a pause was asked for; a chip that fell silent only interrupts."""
        while not self._asked:
            sort.pausing = False
            if not self._memory.live.ok and self._memory.chip:
                self._below.set_out()
            await sort.run(rpm)
            if not sort.pausing or self._memory.live.ok or not self._memory.chip:
                return

    async def _stir_and_raise(self, sort, rpm):
        """The disc stirs the used set below while the walls of the other set go up."""
        lifting = bool(self._to_lift()) and not any(side.stacks for side in sort.sides)
        up = [not lifting]
        stirring = asyncio.create_task(sort.stir(rpm, lambda: up[0]))
        try:
            if lifting:
                await self._walls_up()
            up[0] = True
            self._cycle.stage = "stirring"
        finally:
            if not up[0]:
                sort.pausing = True  # a lift failed: the stir ends, nothing is stacked into a full channel
            await stirring
        sort.check()

    async def pause(self, sorting):
        """The task `sorting` comes to its end, then the dome goes up."""
        self._asked = True
        if self._below.sort is not None:
            self._below.sort.pause()
        await sorting
        if not self._latch.faults:
            await self.dome(True)
