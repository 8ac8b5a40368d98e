"""The mixing disc: turned by PWM, watched by one Hall pulse a turn.

When the pulses fail while the motor draws its usual current, the sensor is bad: the disc goes on, its turns reckoned by
time, and that is said.
"""

import asyncio

from micropython import const

from table.faults import Fault
from table.mechanisms.base import blame
from table.motor import BOUND, Cut

_MINUTE_MS = const(60_000)
_BLIND_MS = const(60_000)  # bound of one run whose pulses do not come
_USUAL = const(2)  # turns in which a pulse must come,
_PATIENT = const(6)  # and of a disc that is known to be slow
_SENSOR = "disc_turn"


class Disc:
    def __init__(self, signals, base_times):
        self._signals = signals
        self._base = base_times
        self._motor = signals.motors["disc"]
        self._turn = signals.inputs["disc_turn"]
        self._m = signals.mechanics["disc"]
        self.rpm = 0
        self.retries = 0
        self.reversals = 0  # made by stirs since the table started
        self._reckoned = 0  # turns that no pulse told
        self._tries = 0  # runs that no pulse ended in time
        self._pulses = 0  # when the first of them had ended
        self._wait = _USUAL
        self._rises = 0  # pulses when the last turn was looked at
        self._turn_ms = 0  # the motor's time at the last pulse
        self._slow = 0  # turns in a row that were too slow
        self.late = None  # the Fault of a disc that is too slow, as it was told

    @property
    def blind(self):
        return _SENSOR in self._base.bad

    @property
    def turns(self):
        """Turns counted since the table started; reckoned by time for the run under way if the sensor is bad."""
        if self.blind and self._motor.running:
            ms = max(0, self._motor.elapsed_ms - self._m["spin_up_ms"])
            return self._turn.rises + self._reckoned + ms * self.rpm // _MINUTE_MS
        return self._turn.rises + self._reckoned

    @property
    def reverse(self):
        return self._motor.reverse

    def start(self, rpm, reverse=False):
        """Turn at `rpm` (clipped to what the disc can do) until `stop`, for as long as its pulses come.

        A reversal brakes first. Raises Cut.
        """
        m = self._m
        self._reckon()
        self.rpm = min(max(rpm, m["rpm_min"]), m["rpm_max"])
        full = m["rpm_full_duty"]
        self._motor.speed = min(65535, (self.rpm * 65535 + full - 1) // full)  # rounded down it would be a turn slower
        self._turn_ms = self._slow = 0
        self._motor.run(self._bound_ms(), reverse=reverse, renew=self._turn)

    def stop(self):
        self._reckon()
        self._motor.off()
        self.rpm = 0
        self._tries, self._wait, self.late = 0, _USUAL, None

    def _reckon(self):
        """Keep the turns reckoned by time of a run that ends."""
        if self.blind:
            self._reckoned = self.turns - self._turn.rises

    def _bound_ms(self):
        """Some turns and the time to come up to speed."""
        if self.blind:
            return _BLIND_MS
        turns = 1 if self._tries > 1 else self._wait
        return turns * _MINUTE_MS // self.rpm + self._m["spin_up_ms"]

    async def watch(self):
        """Run beside whatever needs the disc, until it is stopped.

        A disc that does not turn is tried once the other way round, for a wedged tile; with its usual current once
        more that way: if it only was slow it passes its sensor soon, where it has been before. Raises Fault 4.1, 4.3,
        Cut.
        """
        while True:
            turns = self.turns
            result = await self._motor.done()
            if result != BOUND:
                if not self._motor.running:
                    return
                continue  # started anew, the other way or at another speed
            if self.turns != turns and self._motor.elapsed_ms > self._bound_ms() * 4:
                self._tries = 0  # it had turned well: this is a new jam
            if self._tries or self.blind:
                await self._give_up()
            if not self._tries:
                self._pulses = self._turn.rises
            self._tries += 1
            self.retries += 1
            await asyncio.sleep_ms(self._m["reverse_dead_ms"])
            if self.rpm == 0:
                return
            self.start(self.rpm, self._motor.reverse is not (self._tries == 1))

    async def _give_up(self):
        """No pulse in two tries. Raises Fault 4.3 or 4.1; a slow disc, or after the third a silent sensor, is told."""
        why = await blame(self._motor, self._signals)
        ms = self._motor.elapsed_ms
        if why == "dead":
            raise Fault(4, 3, None, "disc", "turning", ms, self._bound_ms())
        if why == "stalled":
            raise Fault(4, 1, None, "disc", "turning", ms, self._bound_ms())
        if self._turn.rises != self._pulses and not self.blind:  # one came as it ran out, or was turned round
            self._tries, self._wait = 0, _PATIENT
            self._tell_late("a turn, or more", ms, _MINUTE_MS // (self.rpm or self._m["rpm"]))
        elif self._tries > 1 or self.blind:
            self._base.doubt(_SENSOR, None, _SENSOR, ms)

    def look(self):
        """Called every few ms while it runs: full turns that take too long, twice running, are told as a warning."""
        if self._turn.rises == self._rises:
            return
        self._rises = self._turn.rises
        now, from_ms = self._motor.elapsed_ms, self._turn_ms
        self._turn_ms = now
        ms = now - from_ms
        if not self.rpm or from_ms < self._m["spin_up_ms"] or ms <= 0:
            self._slow = 0
            return
        want = _MINUTE_MS // self.rpm
        if self.blind and ms > want // 2:
            self._reckon()
            self._base.trust(_SENSOR)
        self._slow = self._slow + 1 if ms > want + want // 7 else 0
        if self._slow > 1:
            self._slow = 0
            self._tell_late("a turn", ms, want)
        elif not self._slow:
            self.late = None

    def _tell_late(self, stage, ms, want):
        self.late = Fault(4, 2, None, "disc", stage, ms, want)
        self._base.warn(self.late)

    async def stir(self, turns, reversals, stop_early):
        """Turn until `turns` pulses were counted since now, reversing `reversals` times at even distances.

        A disc that reverses at a pulse comes back to it: that counts, though it swings less than a turn each way.
        Of few turns each but the last ends in a reversal at most.
        The disc must be running and watched. `stop_early()` true ends it. Returns the turns made; raises Fault 4.2
        when they take more than three times as long as they should.
        """
        first = self.turns
        reversals = max(0, min(reversals, turns - 1))
        limit = 3 * (turns + 2) * _MINUTE_MS // self.rpm + (reversals + 1) * self._m["spin_up_ms"]
        waited = 0
        reversed_ = 0
        while self.turns - first < turns and not stop_early():
            if self.rpm == 0:
                raise Cut("disc stopped")
            if reversed_ < reversals and self.turns - first >= turns * (reversed_ + 1) // (reversals + 1):
                reversed_ += 1
                self.reversals += 1
                self.start(self.rpm, not self._motor.reverse)
            await asyncio.sleep_ms(20)
            self.look()
            waited += 20
            if waited > limit:
                raise Fault(4, 2, None, "disc", "stirring", self.turns - first, turns, "turns")
        return self.turns - first
