"""A side's pick-up: magnetic wheel and belt. It brings tiles while it runs; backward it takes the belt's tiles back."""

from micropython import const

from table.faults import SIDES

_IDLE_MS = const(4000)  # without a tile for so long it stops, so that its side looks for the reason
_CLEAR = const(130)  # percent of the belt's length that clears it
_PAIR = (160, 260)  # percent of a tile's usual shadow between which it is that of two tiles stuck together
_WEIGHT = const(8)  # tiles over which the usual shadow is a mean


class Pickup:
    def __init__(self, signals, side):
        name = SIDES[side]
        self._motor = signals.motors[name + "_pickup"]
        self.tile = signals.photos[name + "_tile"]
        self.belt_full = signals.photos[name + "_belt_full"]
        self._belt_ms = signals.mechanics["pickup"]["belt_ms"]
        self._shadow_ms = signals.mechanics["head"]["tile_ms"]  # a tile's usual one, learned
        self.idle_ms = _IDLE_MS

    @property
    def running(self):
        return self._motor.running

    @property
    def result(self):
        return self._motor.result

    @property
    def clearing(self):
        return self._motor.running and self._motor.reverse

    def wake_with(self, event):
        """Set `event` at each tile at the sensor, and whenever a run of the motor ends."""
        self._motor.wake = self.tile.changed = event

    def forward(self):
        """Bring tiles. Each tile at the head renews the bound. Raises Cut."""
        self._motor.run(self.idle_ms, renew=self.tile)

    def backward(self):
        """Carry what is on the belt back to the disc; ends by itself. Raises Cut."""
        self._motor.run(self._belt_ms * _CLEAR // 100, reverse=True)

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

    def off(self):
        self._motor.off()
