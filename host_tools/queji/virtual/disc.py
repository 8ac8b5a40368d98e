"""The mixing disc: speed by duty, a ramp up and down, one pulse a turn, and a turn's effect on the tiles.

Angle in millidegrees (unwrapped), speed in millidegrees a millisecond: 1 turn/min is 6.
"""

from .parts import DISC_PULSE_MDEG, INDEX, NEVER

_TURN = 360000
_QUARTER = 90000
_RAMP_US = 50000


class Disc:
    def __init__(self, plant, numbers):
        self.plant = plant
        self.full = numbers["rpm_full_duty"] * 6
        self.lowest = numbers["rpm_min"] * 6
        self.step = max(1, numbers["rpm"] * 6 * _RAMP_US // (numbers["spin_up_ms"] * 1000))
        self.angle = DISC_PULSE_MDEG + 10000
        self.speed = 0
        self.target = 0
        self.since = 0
        self.mark = 0
        self.ramp = NEVER
        self.due = NEVER
        self.turning = 0  # the last direction it turned in: a change of it is a reversal
        self.reversals = 0
        self.percent = 100
        self._pulse = INDEX["disc_turn"]

    def drive(self, duty, reverse, percent, now):
        """`duty` 0..65535 of the motor's PWM, `reverse` 0 or 1; `percent` of nominal speed."""
        self._settle(now)
        self.percent = percent
        target = duty * self.full // 65535 * percent // 100
        if duty * self.full // 65535 < self.lowest:
            target = 0  # friction wins: below its lowest speed it does not turn
        self.target = -target if reverse else target
        if self.speed != self.target and self.ramp == NEVER:
            self.ramp = now + _RAMP_US
        self._schedule(now)

    def rpm(self):
        return abs(self.speed) // 6

    def _settle(self, now):
        self.angle += self.speed * (now - self.since) // 1000
        self.since = now

    def _schedule(self, now):
        self.due = self.ramp
        speed = self.speed
        if not speed:
            return
        base = self.angle // _QUARTER * _QUARTER
        if speed > 0:
            mark = base + _QUARTER
            if base % _TURN == 0 and self.angle < base + DISC_PULSE_MDEG:
                mark = base + DISC_PULSE_MDEG
        else:
            mark = base if self.angle > base else base - _QUARTER
            if mark % _TURN == 0 and self.angle > mark + DISC_PULSE_MDEG:
                mark += DISC_PULSE_MDEG
        self.mark = mark
        due = now + (mark - self.angle) * 1000 // speed + 1
        if due < self.due:
            self.due = due

    def event(self, now):
        ramp = self.ramp <= now
        if ramp:
            self._settle(now)
            self._ramp(now)
        else:
            self.since = now
            self.angle = self.mark
            if self.mark % _QUARTER == 0:
                self.plant.tiles.wander()
        at = self.angle % _TURN
        # A mark itself belongs to the side the disc is turning to.
        on = at < DISC_PULSE_MDEG if self.speed >= 0 else 0 < at <= DISC_PULSE_MDEG
        self.plant.sense(self._pulse, 1 if on else 0)
        self._schedule(now)

    def _ramp(self, now):
        gap = self.target - self.speed
        if abs(gap) <= self.step:
            self.speed = self.target
            self.ramp = NEVER
        else:
            self.speed += self.step if gap > 0 else -self.step
            self.ramp = now + _RAMP_US
        if self.speed:
            turning = 1 if self.speed > 0 else -1
            if self.turning and turning != self.turning:
                self.reversals += 1
                self.plant.tiles.reversal()
            self.turning = turning

    def angle_at(self, now):
        return self.angle + self.speed * (now - self.since) // 1000
