"""Inputs as the control tick sees them: contacts and Hall sensors, and photo sensors behind the multiplexer.

The tick changes them without allocating; others read `active` and the counters, or give it an event to set.
"""

from time import ticks_diff, ticks_ms


class Input:
    """A contact, key or Hall sensor. `active`: pressed, at home, reached.

    `changed`: an asyncio.Event for whoever waits for it to change; most have nobody. `motor`: the one that it stopped
    last, or is to stop.
    """

    def __init__(self, name):
        self.name = name
        self.active = False
        self.rises = 0
        self.falls = 0
        self.changed_ms = ticks_ms()
        self.lasted_ms = 0  # how long the state before the last change lasted
        self.changed = None
        self.motor = None

    def update(self, active, now):
        """Called by the tick when the level may have changed. `now` is its ticks_ms."""
        if active is not self.active:
            self.active = active
            self.lasted_ms = ticks_diff(now, self.changed_ms)
            self.changed_ms = now
            if active:
                self.rises += 1
            else:
                self.falls += 1
            if self.motor is not None:
                self.motor.look_ms = 0
            if self.changed is not None:
                self.changed.set()


class Photo(Input):
    """A light barrier read as a level, 0-65535: dark (low) is blocked, that is `active`.

    Between `blocked_below` and `clear_above` nothing changes; a change needs two readings in a row, so that one
    disturbed reading counts no tile.
    """

    def __init__(self, name, channel, blocked_below, clear_above):
        super().__init__(name)
        self.channel = channel
        self.level = 65535
        self.low = blocked_below
        self.high = clear_above
        self.noise = 0  # twice the single readings that the next one denied; odd: a reading waits for the next

    def set_thresholds(self, blocked_below, clear_above):
        """Other thresholds than those of mechanics.json: this sensor's own, learned."""
        self.low = blocked_below
        self.high = clear_above

    def sample(self, level, now):
        """Take one reading."""
        self.level = level
        waits = self.noise & 1
        if self.active:
            if level <= self.high:
                if waits:
                    self.noise += 1 if level < self.low else -1
                return
        elif level >= self.low:
            if waits:
                self.noise += 1 if level > self.high else -1
            return
        if waits:
            self.noise -= 1
            self.update(not self.active, now)
        else:
            self.noise += 1


class TilePhoto(Photo):
    """The light barrier that tiles pass on their way into the head. Darker for less than `least_ms` is no tile."""

    def __init__(self, name, channel, blocked_below, clear_above):
        super().__init__(name, channel, blocked_below, clear_above)
        self.least_ms = 0
        self.passed = 0  # tiles
        self.width_ms = 0  # how long the last of them darkened it
        self.short = 0  # shadows of less

    def update(self, active, now):
        super().update(active, now)
        if active:
            return
        if self.lasted_ms >= self.least_ms:
            self.passed += 1
            self.width_ms = self.lasted_ms
        else:
            self.short += 1


class InputPort:
    """Up to eight digital inputs read together. A change counts when two readings in a row agree on it."""

    def __init__(self, size):
        self.inputs = [None] * size
        self._low_is_active = 0
        self._previous = 0
        self._stable = 0
        self.quiet = -1  # the reading after which nothing would change; -1 while one is in doubt

    def add(self, bit, signal, active_high):
        self.inputs[bit] = signal
        if not active_high:
            self._low_is_active |= 1 << bit

    def begin(self, raw, now):
        """Take the levels at start as they are."""
        self.quiet = raw
        raw ^= self._low_is_active
        self._previous = self._stable = raw
        for bit, signal in enumerate(self.inputs):
            if signal is not None:
                signal.update(bool(raw >> bit & 1), now)
                signal.rises = signal.falls = 0
                if signal.changed is not None:
                    signal.changed.clear()

    def update(self, raw, now):
        """Take one reading; need not be called when it is `quiet`."""
        level = raw
        raw ^= self._low_is_active
        agree = ~(raw ^ self._previous)
        stable = (raw & agree) | (self._stable & ~agree)
        self._previous = raw
        self.quiet = level if raw == stable else -1
        changed = stable ^ self._stable
        if changed:
            self._stable = stable
            self._tell(changed, now)

    def _tell(self, changed, now):
        stable = self._stable
        bit = 0
        while changed:
            if changed & 1:
                signal = self.inputs[bit]
                if signal is not None:
                    signal.update(bool(stable >> bit & 1), now)
            changed >>= 1
            bit += 1
