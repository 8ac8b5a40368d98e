"""A mechanism with one stop position: a motor turns a cam once round, a Hall sensor sees the stop.

The stacking heads and the wall lifts. Angles in millidegrees, 0 is the stop position; times in microseconds.
"""

from .parts import HOME_MDEG, NEVER

_TURN = 360000
_OPEN = 60000  # the pusher is out of the way for so long on both sides of the stop: a tile may come in
_LATE = _TURN - HOME_MDEG


class Cam:
    def __init__(self, plant, side, home, turn_us, act_mdeg, act, spread):
        """`act(side)` is called when the cam passes `act_mdeg`; `spread`: percent by which turns differ:
        four fifths of it from cam to cam, one fifth from turn to turn."""
        self.plant = plant
        self.side = side
        self.home = home  # index of the Hall sensor's signal
        self.act_mdeg = act_mdeg
        self.act = act
        self.spread_us = turn_us * spread // 500
        own = turn_us * spread * 4 // 500
        self.nominal_us = turn_us - own + plant.rng.below(2 * own + 1)
        self.angle = 0
        self.since = 0
        self.on = False
        self.percent = 100  # of nominal speed; 0: cannot turn
        self.stalled = False
        self.jam_mdeg = 0  # the cam cannot pass this angle; 0: free
        self.jam_tries = 0  # energisings that find the jam before it comes free; 0: only a repair frees it
        self.turns = 0
        self.due = NEVER
        self._draw()
        plant.sense(home, 1)

    def _draw(self):
        spread = self.spread_us
        self.turn_us = self.nominal_us - spread + self.plant.rng.below(2 * spread + 1)

    def at_home(self):
        return self.angle < HOME_MDEG or self.angle >= _LATE

    def is_open(self):
        """Whether a tile may come into the head."""
        return self.angle < _OPEN or self.angle >= _TURN - _OPEN

    def drive(self, on, percent, now):
        """The driver's input or a fault changed: turn or stop from `now`."""
        self._settle(now)
        if on and not self.on and self.stalled and self.jam_tries:
            self.jam_tries -= 1
            if self.jam_tries == 0:
                self.jam_mdeg = 0
        if self.on and not on and self.percent and not self.stalled:
            self._move_to(self.angle + 1000 + self.plant.rng.below(3000))  # it coasts a little
        self.on = on
        self.percent = percent
        self.stalled = self.stalled and self.jam_mdeg != 0
        self._schedule(now)

    def angle_at(self, now):
        # Events come at every mark, so this never passes one.
        if self.on and self.percent and not self.stalled:
            return self.angle + (now - self.since) * self.percent * (_TURN // 100) // self.turn_us
        return self.angle

    def put(self, angle):
        """Set the cam to `angle`; its motor is off."""
        self.angle = angle
        self.plant.sense(self.home, 1 if self.at_home() else 0)

    def _settle(self, now):
        self.angle = self.angle_at(now)
        self.since = now

    def _next_mark(self):
        a = self.angle
        if a < HOME_MDEG:
            mark = HOME_MDEG
        elif a < self.act_mdeg:
            mark = self.act_mdeg
        elif a < _LATE:
            mark = _LATE
        else:
            mark = _TURN
        if self.jam_mdeg and a <= self.jam_mdeg < mark:
            mark = self.jam_mdeg
        return mark

    def _schedule(self, now):
        if self.on and self.percent and not self.stalled:
            us = (self._next_mark() - self.angle) * self.turn_us // (_TURN // 100 * self.percent)
            self.due = now + us + 1
        else:
            self.due = NEVER

    def event(self, now):
        self.since = now
        self._reach(self._next_mark())
        self._schedule(now)

    def _move_to(self, angle):
        while True:
            mark = self._next_mark()
            if mark > angle or self.stalled:
                break
            wrap = mark == _TURN
            self._reach(mark)
            if wrap:
                angle -= _TURN
        if not self.stalled:
            self.angle = angle

    def _reach(self, mark):
        self.angle = mark
        if self.jam_mdeg and mark == self.jam_mdeg:
            self.stalled = True
            self.plant.load_changed()
        elif mark == HOME_MDEG:
            self.plant.sense(self.home, 0)
        elif mark == self.act_mdeg:
            self.act(self.side)
        elif mark == _LATE:
            self.plant.sense(self.home, 1)
        else:
            self.angle = 0
            self.turns += 1
            self._draw()

    def jam(self, mdeg, tries, now):
        """Something blocks the cam at `mdeg`; it comes free at the `tries`-th energising after a stall, or, with
        0, when repaired."""
        self._settle(now)
        self.jam_mdeg = mdeg
        self.jam_tries = tries
        self._schedule(now)

    def free(self, now):
        self._settle(now)
        self.jam_mdeg = 0
        self.stalled = False
        self._schedule(now)
