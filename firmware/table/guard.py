"""What no move asks for: a motor that runs though it is switched off (its driver is shorted), a current that cannot be.

The firmware cannot stop such a motor; it stops all others, and tells which one it is. The current shows that it runs,
a sensor that changes while its motor is off shows which. A pick-up without tiles moves no sensor: it is what is left.
"""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from table.faults import SIDES, Fault

_SURE_MS = const(300)  # so long a current that no motor should take, with a sensor that changes
_REST_MS = const(400)  # after the last motor went off
_WAIT_MS = const(4200)  # at rest, for a sensor to change: a turn of the lift, or of the disc once it has come to rest
_FEW_MA = const(600)  # less than this is missing when one motor is dead; more cannot be one motor
_LONG_MS = const(2000)

# part: (fault, its sensors, ms after the motor is off in which they may still change, changes that tell)
_PARTS = {
    "head": ((1, 4), ("_home",), 300, 2),
    "lift": ((3, 4), ("_home",), 300, 2),
    "pickup": ((5, 5), ("_tile",), 1000, 2),
    "disc": ((4, 4), ("_turn",), 2000, 2),
    "dome": ((2, 6), ("_top", "_bottom"), 300, 1),
}


class _Watched:
    """One motor and the sensors that only it can change."""

    def __init__(self, signals, name):
        part = name.split("_")[-1]
        self.motor = signals.motors[name]
        self.side = SIDES.index(name.split("_")[0]) if part != name else None
        self.part = part
        self.fault, endings, self.settle_ms, self.enough = _PARTS[part]
        stem = name[: -len("_pickup")] if part == "pickup" else name
        inputs = [signals.photos.get(stem + end) or signals.inputs[stem + end] for end in endings]
        self._one, self._other = inputs[0], inputs[1] if len(inputs) > 1 else None
        self._base = 0
        self._off_ms = ticks_ms()

    def changes(self, now, over):
        """How often its sensors changed since it came to rest, while more current flowed than should (`over`)."""
        seen = self._one.rises + self._one.falls
        if self._other is not None:
            seen += self._other.rises + self._other.falls
        if self.motor.running:
            self._off_ms = now
        if self.motor.running or not over or ticks_diff(now, self._off_ms) < self.settle_ms:
            self._base = seen
        else:
            self._off_ms = ticks_add(now, -self.settle_ms)  # it stays within what ticks can tell
        return seen - self._base


class Guard:
    """`look` is called every few ticks."""

    def __init__(self, signals):
        self._signals = signals
        self._watched = [_Watched(signals, name) for name in signals.motors]
        self._over_ms = 0  # so long more current than the motors should take
        self._under_ms = 0
        self._rest_ms = 0
        self._last = ticks_ms()
        self.odd = None  # a Fault that is only to be told: the current cannot be right

    def look(self):
        """The Fault of a motor that runs on, or None."""
        now = ticks_ms()
        dt = ticks_diff(now, self._last)
        self._last = now
        signals = self._signals
        excess = signals.excess_ma()
        half = signals.running_ma // 2
        self._over_ms = self._over_ms + dt if excess >= half else 0
        self._under_ms = self._under_ms + dt if excess <= -_FEW_MA else 0
        self._rest_ms = 0 if signals.running else self._rest_ms + dt
        if self._under_ms >= _LONG_MS:
            self._under_ms = 0
            self._tell(excess)
        found = None
        for one in self._watched:
            if one.changes(now, self._over_ms) >= one.enough and (found is None or one.part != "pickup"):
                found = one
        if self._over_ms < _SURE_MS:
            return None
        if found is not None:
            return self._runs_on(found, excess)
        if self._rest_ms >= _REST_MS + _WAIT_MS and self._over_ms >= _WAIT_MS:
            self._over_ms = 0
            return self._at_rest(excess, half)
        return None

    def _at_rest(self, excess, half):
        """Current flows, nothing runs and nothing moves."""
        signals = self._signals
        stalled = signals.amps_stalled_ma + signals.running_ma
        if abs(excess - stalled) < half * 2:  # only the dome comes to a stop and stays there
            return Fault(2, 6, None, "dome", "switched off", excess, 0, "mA")
        if abs(excess - signals.running_ma) <= half:
            return Fault(5, 5, None, "pickup", "switched off", excess, 0, "mA")
        self._tell(excess)
        return None

    def _runs_on(self, one, excess):
        self._over_ms = 0
        code, sub = one.fault
        return Fault(code, sub, one.side, one.part, "switched off", excess, 0, "mA")

    def _tell(self, excess):
        self.odd = Fault(6, 2, None, "motor_amps", "no motor takes this", excess, 0, "mA")
