"""Stacking heads and wall lifts: a cam with one stop position makes one turn and comes home.

Normally the home sensor stops it. A sensor that stays silent while the motor draws its usual current is bad: from then
on the cam is stopped by time, and said so, until the sensor is seen to work again.
"""

import asyncio

from micropython import const

from table.faults import SIDES, Fault
from table.mechanisms.base import blame
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
        self.sensor = self.name + "_home"
        self.retries = 0
        self._signals = signals
        self._motor = signals.motors[self.name]
        self._home = signals.inputs[self.sensor]
        self._nominal_ms = signals.mechanics[part]["turn_ms"]
        self._base = base_times
        self._over_ms = 0  # how much too long the last turn by time was
        self._seen = 0  # turns by time in which the sensor changed as it should

    @property
    def at_home(self):
        """Whether it rests at its stop, as far as is known."""
        return self._home.active or self.blind

    @property
    def heedless(self):
        """Whether nobody need look at it for some 40 ms: it stands, or is in the first half of a turn."""
        return not self._motor.running or self._motor.elapsed_ms < self._nominal_ms // 2

    @property
    def blind(self):
        """Whether the home sensor is known to be bad."""
        return self.sensor in self._base.bad

    @property
    def unproved(self):
        """Whether nothing shows that the last turn was one: its sensor did not, and the current cannot be believed."""
        odd = self._motor.excess_ma <= -self._signals.running_ma * 3 // 2 or self._signals.amps_odd_ms > 0
        return self.blind and odd

    def unmoved(self):
        """The Fault of a turn that was none after all, as another sensor tells; its own one was right."""
        self._base.trust(self.sensor)
        code, stage = _PARTS[self.part]
        return Fault(code, 3, self.side, self.part, stage, self._motor.elapsed_ms)

    async def turn(self):
        """One turn from home to home, or the rest of one that was interrupted. Returns its ms.

        Raises, after a second try: Fault x.3 when its motor draws no current, x.2 when it does not leave home, x.1
        when it does not come home within twice its base time. A cam that left home with its usual current may only be
        very slow: it gets a third. Raises Cut when everything was stopped.
        """
        if self.blind:
            return await self._turn_by_time()
        code, stage = _PARTS[self.part]
        bound = self._base.bound(self.name, self._nominal_ms)
        why = ""
        spent = 0
        for attempt in (0, 1, 2):
            whole = self._home.active
            self._motor.run(bound, stop=self._home, must_leave=whole)
            result = await self._motor.done()
            ms = self._motor.elapsed_ms
            if result == AT_STOP:
                if whole and ms < self._base.base(self.name, self._nominal_ms) * 3 // 4:
                    return await self._too_early(ms)
                if whole and not attempt:
                    self._base.note(self.name, ms, self.side, self.part, stage, self._nominal_ms)
                if why == "sensor":
                    return self._late(ms + spent)
                return ms
            if result != BOUND:
                raise Cut("switched off")
            why = await blame(self._motor, self._signals)
            spent += ms
            if why == "sensor" and self._home.active and self._motor.left:
                return self._late(spent)  # it came home in the last moment
            if not attempt:
                self.retries += 1
                await asyncio.sleep_ms(_REST_MS)
            elif why != "sensor" or self._home.active:
                break
        if why == "dead":
            raise Fault(code, 3, self.side, self.part, stage, ms, bound)
        if why == "sensor":
            # Each try ran for two turns: by time, the cam is home.
            self._base.doubt(self.sensor, self.side, self.part + "_home", ms)
            self._over_ms = self._seen = 0
            return ms
        raise Fault(code, 1 if self._motor.left else 2, self.side, self.part, stage, ms, bound)

    def _late(self, ms):
        """It ran freely, but did not come home in time: told. Returns `ms`."""
        code, stage = _PARTS[self.part]
        base = self._base.base(self.name, self._nominal_ms)
        self._base.warn(Fault(code, 1, self.side, self.part, stage + ", slower than usual", ms, base))
        return ms

    async def _too_early(self, ms):
        """The home sensor told of a stop where none can be: the rest of the turn goes by time. Returns its ms."""
        self._base.doubt(self.sensor, self.side, self.part + "_home", ms)
        self._over_ms = self._seen = 0
        self._motor.run(self._base.base(self.name, self._nominal_ms) - ms)
        if await self._motor.done() != BOUND:
            raise Cut("switched off")
        return ms + self._motor.elapsed_ms

    async def nudge(self):
        """A quarter turn: when no tile comes in any more, a cam that is turned by time has drifted from its stop."""
        self._motor.run(self._base.base(self.name, self._nominal_ms) // 4)
        await self._motor.done()

    async def _turn_by_time(self):
        """One turn of the base time; what was too long is taken off the next, so that errors do not add up."""
        code, stage = _PARTS[self.part]
        home = self._home
        rises, falls = home.rises, home.falls
        want = self._base.base(self.name, self._nominal_ms) - self._over_ms
        self._motor.run(want)
        if await self._motor.done() != BOUND:
            raise Cut("switched off")
        ms = self._motor.elapsed_ms
        self._over_ms = ms - want
        why = await blame(self._motor, self._signals)
        if why != "sensor":
            raise Fault(code, 3 if why == "dead" else 1, self.side, self.part, stage + " by time", ms, want)
        self._seen = self._seen + 1 if home.rises == rises + 1 and home.falls == falls + 1 else 0
        if self._seen > 1:
            self._base.trust(self.sensor)
        return ms
