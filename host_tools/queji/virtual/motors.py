"""How long each motor has been energised, read at its driver's input; the proof that none runs without a bound."""

from .parts import BOUNDS_MS, MOTORS, NEVER


class Motors:
    def __init__(self, bounds_ms=None):
        """`bounds_ms`: longest time on for each class of motor, in ms (parts.BOUNDS_MS)."""
        n = len(MOTORS)
        self.bounds_ms = dict(bounds_ms or BOUNDS_MS)
        # Lists: in MicroPython an array of 64-bit numbers makes a new object at each reading.
        self.on_since = [-1] * n  # us; -1: off
        self.longest_us = [0] * n
        self.starts = [0] * n
        self._deadline = [NEVER] * n
        self.violations = []  # (motor, ms on when the bound was passed)
        self.due = NEVER
        self.last_off = 0  # us: when a motor was last switched off

    def bound_ms(self, motor):
        return self.bounds_ms[MOTORS[motor].split("_")[-1]]

    def energise(self, motor, on, now):
        if on == (self.on_since[motor] >= 0):
            return
        if on:
            self.on_since[motor] = now
            self.starts[motor] += 1
            self._deadline[motor] = now + self._bound_us(motor)
        else:
            on_us = now - self.on_since[motor]
            if on_us > self.longest_us[motor]:
                self.longest_us[motor] = on_us
            self.on_since[motor] = -1
            self.last_off = now
            self._deadline[motor] = NEVER
        self.due = min(self._deadline)

    def _bound_us(self, motor):
        if motor < 4:
            return self.bounds_ms["pickup"] * 1000
        if motor < 8:
            return self.bounds_ms["head"] * 1000
        if motor < 12:
            return self.bounds_ms["lift"] * 1000
        return self.bounds_ms["disc" if motor == 12 else "dome"] * 1000

    def event(self, now):
        for motor in range(len(MOTORS)):
            if self._deadline[motor] <= now:
                self.violations.append((MOTORS[motor], (now - self.on_since[motor]) // 1000))
                self._deadline[motor] = NEVER
        self.due = min(self._deadline)

    def on(self):
        """The names of the motors energised now."""
        return [MOTORS[m] for m in range(len(MOTORS)) if self.on_since[m] >= 0]

    def longest_ms(self, name, now=0):
        """The longest time the motor `name` was energised without a break, in ms; with `now` (us) the run under
        way counts too."""
        m = MOTORS.index(name)
        us = self.longest_us[m]
        if now and self.on_since[m] >= 0:
            us = max(us, now - self.on_since[m])
        return us // 1000
