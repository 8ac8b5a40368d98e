"""Stacking heads and wall lifts: a cam with one stop position makes one turn and comes home."""

import asyncio

from micropython import const

from table.faults import SIDES, Fault
from table.motor import AT_STOP, BOUND, Cut

_REST_MS = const(150)  # between a failed turn and the second try
# part: (fault code, what a turn does)
_PARTS = {"head": (1, "pushing"), "lift": (3, "raising")}


class Cam:
    """The head or lift (`part`) of `side` (0-3)."""

    def __init__(self, signals, base_times, side, part):
        self.side = side
        self.part = part
        self.name = SIDES[side] + "_" + part
        self.retries = 0
        self._motor = signals.motors[self.name]
        self._home = signals.inputs[self.name + "_home"]
        self._nominal_ms = signals.mechanics[part]["turn_ms"]
        self._base = base_times

    @property
    def at_home(self):
        return self._home.active

    async def turn(self):
        """One turn from home to home, or the rest of one that was interrupted. Returns its ms.

        Raises Fault x.1 when it does not come home within twice its base time, or x.2 when it does not leave home,
        both after a second try; Cut when everything was stopped.
        """
        code, stage = _PARTS[self.part]
        bound = self._base.bound(self.name, self._nominal_ms)
        for attempt in (0, 1):
            whole = self._home.active
            self._motor.run(bound, stop=self._home, must_leave=whole)
            result = await self._motor.done()
            ms = self._motor.elapsed_ms
            if result == AT_STOP:
                if whole and not attempt:
                    self._base.note(self.name, ms, self.side, self.part, stage)
                return ms
            if result != BOUND:
                raise Cut("switched off")
            if not attempt:
                self.retries += 1
                await asyncio.sleep_ms(_REST_MS)
        if self._motor.left:
            raise Fault(code, 1, self.side, self.part, stage, ms, bound)
        raise Fault(code, 2, self.side, self.part, "leaving home", ms, bound)
