"""A side's pick-up: magnetic wheel and belt. It brings tiles while it runs; backward it takes the belt's tiles back."""

from micropython import const

from table.faults import SIDES, Fault
from table.mechanisms.base import blame

_IDLE_MS = const(4000)  # without a tile for so long it stops, so that its side looks for the reason
_CLEAR = const(130)  # percent of the belt's length that clears it
_PAIR = (175, 240)  # percent of a tile's usual shadow between which it is that of two tiles stuck together
_LATE = const(114)  # percent: a belt that takes so much longer is too slow
_NOISY = (("tile", 8), ("channel", 8), ("belt_full", 12))  # disturbed readings in one sort that are told
_SLOWEST = const(5)  # times the usual time that a slow belt gets to be cleared, at most
_BARELY = const(4000)
_WEIGHT = const(8)  # tiles over which the usual shadow is a mean


class Pickup:
    def __init__(self, signals, base, side):
        name = SIDES[side]
        self.side = side
        self._signals = signals
        self._base = base
        self._motor = signals.motors[name + "_pickup"]
        self.tile = signals.photos[name + "_tile"]
        self.belt_full = signals.photos[name + "_belt_full"]
        self.channel = signals.photos[name + "_channel"]
        self._tile_ms = signals.mechanics["head"]["tile_ms"]  # a tile's way past its sensor
        self._shadow_ms = self._tile_ms  # what is usual here, learned
        self.tile.least_ms = self._tile_ms * 2 // 5
        self._unseen = 0  # stacks in a row that the channel's sensor did not see
        self.idle_ms = _IDLE_MS

    @property
    def running(self):
        return self._motor.running

    @property
    def result(self):
        return self._motor.result

    @property
    def full(self):
        """Whether the belt is full, as far as its sensor can be believed."""
        return self.belt_full.active and self.belt_full.name not in self._base.bad

    @property
    def walled(self):
        """Whether a wall stands in the channel, as far as its sensor can be believed."""
        return self.channel.active and self.channel.name not in self._base.bad

    def wake_with(self, event):
        """Set `event` at each tile at the sensor, and whenever a run of the motor ends."""
        self._motor.wake = self.tile.changed = event

    def forward(self):
        """Bring tiles. Each tile at the head renews the bound. Raises Cut."""
        self._motor.run(self.idle_ms, renew=self.tile)

    def backward(self):
        """Carry what is on the belt back to the disc, on a slow belt for longer; ends by itself. Raises Cut."""
        ms = max(self._shadow_ms, self._tile_ms)
        if self.late(self.tile.width_ms):
            ms = max(ms, min(self.tile.width_ms, self._tile_ms * _SLOWEST))
        ms = self._signals.mechanics["pickup"]["belt_ms"] * ms // self._tile_ms
        self._motor.run(ms * _CLEAR // 100, reverse=True)

    async def cleared(self):
        """Wait for the end of `backward`."""
        await self._motor.done()

    def was_pair(self, shadow_ms):
        """Whether two tiles stuck together made the shadow that has just left the sensor.

        Only while the belt ran all the time; a belt that gets slower by and by changes what is usual.
        """
        if not self.running or self._motor.elapsed_ms < shadow_ms:
            return False
        percent = shadow_ms * 100 // self._shadow_ms
        if percent < _PAIR[0]:
            self._shadow_ms = (self._shadow_ms * (_WEIGHT - 1) + shadow_ms + _WEIGHT // 2) // _WEIGHT
        return _PAIR[0] <= percent <= _PAIR[1]

    def late(self, shadow_ms):
        """Whether a tile took longer to pass than it may."""
        return shadow_ms > self._tile_ms * _LATE // 100

    def slow(self, ms):
        """The Fault of a belt on which tiles take `ms` to pass; or of their sensor, that is hardly ever clear."""
        tile = self.tile
        if tile.level < tile.high + _BARELY:
            return Fault(6, 2, self.side, "tile", "barely clear", tile.level, tile.high, "counts")
        return Fault(5, 6, self.side, "pickup", "a tile's way past the sensor", ms, self._tile_ms)

    def glued(self, ms):
        """The Fault of two tiles that passed as one in `ms`."""
        return Fault(5, 7, self.side, "tile", "two as one", ms, self._tile_ms)

    def warn(self, fault):
        self._base.warn(fault)

    async def blame(self):
        """After a bound ended a run: "dead", "stalled", "runs on", or "sensor", the motor being well (base.blame).

        "" when another pick-up or the disc was switched just before or meanwhile: a fault of its own would be told of
        this one. While what measures the current is told to be odd no motor is blamed for it.
        """
        why = await blame(self._motor, self._signals)
        if self._signals.amps_odd_ms > 0:
            return "sensor"
        return why if self._motor.switched == self._signals.switched else ""

    def judge(self, part, truth):
        """What the light barrier `part` should say is known. If it does not it is no longer believed.

        A stack that is not seen may stand badly: only the second in a row tells.
        """
        photo = getattr(self, part)
        if photo.active is truth:
            if part == "channel":
                self._unseen = 0
            self._base.trust(photo.name)
            return
        self._unseen += truth
        if (self._unseen > 1 or not truth) and photo.name not in self._base.bad:
            self._base.doubt(photo.name, self.side, part, None, "not seen" if truth else "always seen")

    def hear(self):
        """Tell of a light barrier whose readings are disturbed.

        That of the full belt is read so seldom that some of its readings are of a tile that goes as another comes.
        """
        for part, most in _NOISY:
            photo = getattr(self, part)
            n = photo.noise >> 1
            if n >= most:
                photo.noise &= 1
                self._base.warn(Fault(6, 2, self.side, part, "noisy", n, most, "readings"))

    def hear_anew(self, *parts):
        """Only disturbed readings from now on count."""
        for part in parts:
            getattr(self, part).noise &= 1

    def off(self):
        self._motor.off()
