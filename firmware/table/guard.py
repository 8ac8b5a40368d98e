"""What no move asks for: a motor that runs though it is switched off (its driver is shorted), a current that cannot be.

The firmware cannot stop such a motor; it stops all others, and tells which one it is. The current shows that it runs,
a sensor that changes while its motor is off shows which. A pick-up without tiles moves no sensor: it is what is left.
"""

from time import ticks_diff, ticks_ms

from micropython import const

from table.faults import SIDES, Fault

_SURE_MS = const(300)  # so long a current that no motor should take, with a sensor that changes
_REST_MS = const(400)  # after the last motor went off
_WAIT_MS = const(4200)  # at rest, for a sensor to change: a turn of the lift, or of the disc once it has come to rest
_FEW_MA = const(600)  # less than this is missing when one motor is dead; more cannot be one motor
_LONG_MS = const(2000)
_DOUBT_MS = const(10_000)  # for so long after an odd current no motor is blamed for it
_NOISY = const(6)  # so many more looks at a disturbed current than at a quiet one

# part: code and sub of its fault; its sensors; for how many looks after it went off they may change; changes that tell
_PARTS = {
    "head": (14, ("_home",), 6, 2),
    "lift": (34, ("_home",), 6, 2),
    "pickup": (55, ("_tile",), 20, 2),
    "disc": (44, ("_turn",), 40, 2),
    "dome": (26, ("_top", "_bottom"), 6, 1),
}


class Guard:
    """`look` is called every 50 ms or so."""

    def __init__(self, signals):
        self._signals = signals
        rows = []  # a motor, the sensors that only it can change, the last two of _PARTS
        for motor in signals.motors.values():
            name = motor.name
            _, ends, settle, enough = _PARTS[name.split("_")[-1]]
            stem = name[: -len("_pickup")] if ends == ("_tile",) else name
            seen = [signals.photos.get(stem + end) or signals.inputs[stem + end] for end in ends]
            rows.append((motor, seen[0], seen[-1], settle, enough))
        self._rows = rows
        self._still = bytearray(len(rows))  # looks since it went off, 255 at most
        self._before = bytearray(len(rows))  # low byte of its sensors' changes until the current was too much
        self._over_ms = 0  # so long more current than the motors should take
        self._under_ms = 0
        self._rest_ms = 0
        self._noisy = 0
        self._off = ""  # the pick-up that went off when the current became too much
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
        if signals.amps_odd_ms > 0:
            signals.amps_odd_ms -= dt
        self._over_ms = self._over_ms + dt if excess >= half else 0
        self._under_ms = self._under_ms + dt if excess <= -_FEW_MA else 0
        self._rest_ms = 0 if signals.running else self._rest_ms + dt
        if self._under_ms >= _LONG_MS:
            self._under_ms = 0
            self._tell(excess)
        if self._over_ms >= _LONG_MS and excess > 2 * signals.amps_stalled_ma + signals.running_ma:
            self._over_ms = 0
            self._tell(excess)
        if abs(signals.rough_ma - excess) > half * 2:
            self._noisy += 1
            if self._noisy > _NOISY:
                self._noisy = 0
                self._tell(signals.rough_ma, "noisy")
        elif self._noisy:
            self._noisy -= 1
        if self._over_ms == dt:
            self._look_who()
        name = self._moving()
        if self._over_ms < _SURE_MS:
            return None
        if not name and self._rest_ms >= _REST_MS + _WAIT_MS and self._over_ms >= _WAIT_MS:
            # Current flows, nothing runs and nothing moves. Only the dome comes to a stop and stays there.
            if abs(excess - signals.amps_stalled_ma - signals.running_ma) < half * 2:
                name = "dome"
            elif abs(excess - signals.running_ma) <= half:
                name = self._off or "pickup"
            else:
                self._tell(excess)
                self._over_ms = 0
        if not name:
            return None
        self._over_ms = 0
        part = name.split("_")[-1]
        side = SIDES.index(name.split("_")[0]) if "_" in name else None
        code = _PARTS[part][0]
        return Fault(code // 10, code % 10, side, part, "switched off", excess, 0, "mA")

    def _look_who(self):
        """The current has just become too much: if one pick-up went off a moment ago, it is the one that runs on."""
        self._off = ""
        for i in range(len(self._still)):
            motor = self._rows[i][0]
            if self._still[i] < 3 and not motor.running and motor.name.endswith("pickup"):
                if self._off:
                    self._off = ""
                    return
                self._off = motor.name

    def _moving(self):
        """The name of a motor that is off and whose sensors changed while more current flowed than should, or ""."""
        name = ""
        still, before, over = self._still, self._before, self._over_ms
        for i in range(len(still)):
            motor, one, other, settle, enough = self._rows[i]
            seen = one.rises + one.falls
            if other is not one:
                seen += other.rises + other.falls
            if motor.running:
                still[i] = 0
            elif still[i] < 255:
                still[i] += 1
            if not over or still[i] < settle:
                before[i] = seen & 255
            elif (seen - before[i]) & 255 >= enough and not (name and motor.name.endswith("pickup")):
                name = motor.name
        return name

    def _tell(self, ma, what="no motor takes this"):
        self._signals.amps_odd_ms = _DOUBT_MS
        self.odd = Fault(6, 2, None, "motor_amps", what, ma, 0, "mA")
