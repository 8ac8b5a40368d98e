"""The dome: a motor between two stops, a limit switch just before each. Position in us of travel at full speed."""

from .parts import INDEX, LIMIT_US, NEVER


class Dome:
    def __init__(self, plant, stroke_us):
        self.plant = plant
        self.stroke = stroke_us
        self.pos = 0  # 0: down, stroke_us: up
        self.since = 0
        self.direction = 0
        self.percent = 100
        self.stalled = False
        self.due = NEVER
        self._was_up = False
        self._top = INDEX["dome_top"]
        self._bottom = INDEX["dome_bottom"]
        self._sense()

    def up(self):
        """Whether the dome is at its top: only then tiles can be pushed in."""
        return self.pos >= self.stroke - LIMIT_US

    def pos_at(self, now):
        moving = self.direction if self.percent and not self.stalled else 0
        return self.pos + moving * (now - self.since) * self.percent // 100

    def place(self, pos):
        """Put the dome at `pos` (us of travel from the bottom)."""
        self.pos = pos
        self._sense()

    def _sense(self):
        if self.up() != self._was_up:
            self._was_up = self.up()
            self.plant.players.dome_moved(self.plant.now)
        self.plant.sense(self._top, 1 if self.up() else 0)
        self.plant.sense(self._bottom, 1 if self.pos <= LIMIT_US else 0)

    def drive(self, direction, percent, now):
        self._settle(now)
        self.direction = direction
        self.percent = percent
        self.stalled = False
        self._schedule(now)

    def _settle(self, now):
        if self.direction and self.percent and not self.stalled:
            self.pos += self.direction * (now - self.since) * self.percent // 100
        self.since = now

    def _next_mark(self):
        if self.direction > 0:
            if self.pos <= LIMIT_US:
                return LIMIT_US + 1
            return self.stroke if self.up() else self.stroke - LIMIT_US
        if self.up():
            return self.stroke - LIMIT_US - 1
        return LIMIT_US if self.pos > LIMIT_US else 0

    def _schedule(self, now):
        if not self.direction or not self.percent or self.stalled:
            self.due = NEVER
            return
        self.due = now + abs(self._next_mark() - self.pos) * 100 // self.percent

    def event(self, now):
        self.since = now
        self.pos = self._next_mark()
        self._sense()
        if (self.pos == self.stroke and self.direction > 0) or (self.pos == 0 and self.direction < 0):
            self.stalled = True
            self.plant.load_changed()
        self._schedule(now)
