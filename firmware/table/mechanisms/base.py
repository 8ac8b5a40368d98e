"""Base times: how long each move takes on this table, learned from its good runs.

The mean is exponential over about the last eight runs, so it follows wear; it survives power-off with the state.
"""

from micropython import const

from table.faults import Fault

_WEIGHT = const(8)
_EARLY = const(3)  # runs before the mean is trusted for warnings


class BaseTimes:
    """`times` maps a move's name ("south_head") to [mean ms, good runs]; kept by whoever owns the state."""

    def __init__(self, times, latch):
        self.times = times
        self._latch = latch

    def base(self, name, nominal_ms):
        """The learned time of a move, or the mechanics' nominal one while too little is known."""
        row = self.times.get(name)
        return row[0] if row and row[1] >= _EARLY else nominal_ms

    def bound(self, name, nominal_ms):
        """Twice the base time; never more than twice the nominal: a table that aged slowly is not a healthy one."""
        return 2 * min(self.base(name, nominal_ms), nominal_ms * 5 // 4)

    def note(self, name, ms, side, part, stage):
        """Take a good run of `ms`; warns when it was more than a quarter slower than usual."""
        row = self.times.get(name)
        if row is None:
            self.times[name] = [ms, 1]
            return
        base, runs = row
        if runs >= _EARLY and ms > base + base // 4:
            code = {"head": 1, "lift": 3, "dome": 2}[part]
            self._latch.warn(Fault(code, 1, side, part, stage + ", slower than usual", ms, base))
        weight = min(runs, _WEIGHT - 1)
        row[0] = (base * weight + ms + weight // 2) // (weight + 1)
        row[1] = runs + 1
