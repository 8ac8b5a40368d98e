"""What is learned of each mechanism: how long its moves take on this table, and which sensors are known to be bad.

Base times are the mean of about the last eight good runs, so they follow wear; both survive power-off with the state.
"""

import asyncio

from micropython import const

from table.faults import Fault
from table.motor import SETTLE_MS

_WEIGHT = const(8)
_EARLY = const(3)  # runs before the mean is trusted for warnings
_CODES = {"head": 1, "lift": 3, "dome": 2}


class BaseTimes:
    """`times` maps a move's name ("south_head") to [mean ms, good runs], `bad` is the list of sensors known to be bad;
    both are kept by whoever owns the state."""

    def __init__(self, times, bad, latch):
        self.times = times
        self.bad = bad
        self._latch = latch

    def base(self, name, nominal_ms):
        """The learned time of a move, or the mechanics' nominal one while too little is known."""
        row = self.times.get(name)
        return row[0] if row and row[1] >= _EARLY else nominal_ms

    def bound(self, name, nominal_ms):
        """Twice the base time; never more than twice the nominal: a table that aged slowly is not a healthy one."""
        return 2 * min(self.base(name, nominal_ms), nominal_ms * 5 // 4)

    def note(self, name, ms, side, part, stage, nominal_ms=0):
        """Take a good run of `ms`; warns when it was an eighth slower than usual, or a quarter slower than nominal."""
        if nominal_ms and ms > nominal_ms * 5 // 4:
            stage += ", slower than it should be"
            self._latch.warn(Fault(_CODES[part], 1, side, part, stage, ms, nominal_ms))
            return
        row = self.times.get(name)
        if row is None:
            self.times[name] = [ms, 1]
            return
        base, runs = row
        if runs >= _EARLY and ms > base + base // 8:
            self._latch.warn(Fault(_CODES[part], 1, side, part, stage + ", slower than usual", ms, base))
        weight = min(runs, _WEIGHT - 1)
        row[0] = (base * weight + ms + weight // 2) // (weight + 1)
        row[1] = runs + 1

    def warn(self, fault):
        """Tell something that stops nothing."""
        self._latch.warn(fault)

    def doubt(self, sensor, side, part, ms, stage="moving"):
        """`sensor` did not change while its mechanism moved for `ms`: known to be bad from now on, and told."""
        if sensor not in self.bad:
            self.bad.append(sensor)
        self._latch.warn(Fault(6, 4, side, part, stage, ms))

    def trust(self, sensor):
        """`sensor` changes as it should again."""
        if sensor in self.bad:
            self.bad.remove(sensor)


async def blame(motor, signals):
    """Why a bound ended the run of `motor`, by its own current: "dead", "stalled", "runs on", or "sensor": it ran well.

    Its own current is by how much less flows now that it is off: other motors, a shorted one even, do not matter.
    """
    before = motor.excess_ma
    await asyncio.sleep_ms(SETTLE_MS)
    after = signals.excess_ma()
    own_ma = before - after
    if own_ma <= -signals.running_ma // 2:
        stalled_ma = signals.amps_stalled_ma
        others_ma = max(0, (after + stalled_ma // 4) // stalled_ma * stalled_ma)  # of other motors that are blocked
        if after - others_ma >= signals.running_ma // 2:
            return "runs on"  # nothing was missing, and now there is too much
        # When more than one motor's current is missing it is what measures it that is wrong.
        return "dead" if before > -signals.running_ma * 3 // 2 else "sensor"
    if own_ma >= signals.amps_stalled_ma // 2:
        return "stalled"
    return "sensor"
