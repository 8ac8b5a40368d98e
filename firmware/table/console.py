"""The table without a laptop: keys in; lamps, lights and sounds out."""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from table.errors import Refusal
from table.faults import SIDES, Fault

_STUCK_MS = const(60_000)
_BEAT_MS = const(2000)


class Console:
    """Keys act through `cycle` and `hand`, as the laptop does; what happens is shown by `lights` and `buzzer`."""

    def __init__(self, parts, cycle, hand, settings, events, latch):
        signals = parts.signals
        self._cycle = cycle
        self._hand = hand
        self._lights = parts.lights
        self._buzzer = parts.buzzer
        self._settings = settings
        self._events = events
        self._latch = latch
        self._long_ms = signals.mechanics["keys"]["long_ms"]
        self._both_ms = signals.mechanics["keys"]["both_ms"]
        self._wake = asyncio.Event()
        self._show = asyncio.Event()
        self._rolled = None
        self._lift = None  # (seat, ticks_ms) of the last lift key pressed
        self._waiting = None  # the task that waits for a second lift key
        self.beat_ms = ticks_ms()
        self._keys = []  # [input, seat, name, rises seen, falls seen]
        for seat in range(4):
            for name in ("dice_key", "lift_key", "hand_key"):
                key = signals.inputs[SIDES[seat] + "_" + name]
                key.changed = self._wake
                self._keys.append([key, seat, name, key.rises, key.falls])
        events.listen(self._on_event)

    async def run(self):
        """Both halves; never returns."""
        await asyncio.gather(self._read_keys(), self._draw(), self._beat())

    # -- keys ----------------------------------------------------------------------------------------------------

    async def _read_keys(self):
        while True:
            await self._wake.wait()  # a key may never be pressed: the one wait without a bound
            self._wake.clear()
            for row in self._keys:
                key, seat, name, rises, falls = row
                if key.rises != rises:
                    row[3] = key.rises
                    self._pressed(seat, name)
                if key.falls != falls:
                    row[4] = key.falls
                    self._released(seat, name, key.lasted_ms)

    def _pressed(self, seat, name):
        self._events.emit("key", key=name, seat=seat, ms=0)
        if name == "dice_key":
            self._try(self._roll, seat)
        elif name == "lift_key":
            self._lift_pressed(seat)

    def _released(self, seat, name, ms):
        if name == "lift_key" and ms >= self._long_ms and self._cycle.state in ("fault", "stopped"):
            self._try(self._cycle.clear if self._cycle.state == "fault" else self._cycle.acknowledge)
        elif name == "hand_key":
            self._events.emit("key", key=name, seat=seat, ms=ms)

    def _roll(self, seat):
        self._cycle.check("dice")
        self._hand.roll(self._settings.get("dice"), "key", seat)

    def _lift_pressed(self, seat):
        now = ticks_ms()
        first = self._lift
        self._lift = (seat, now)
        both = first is not None and first[0] != seat and ticks_diff(now, first[1]) <= self._both_ms
        if both and self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
            self._try(self._cycle.command, "pause")
        elif both:
            pass  # two players pressed at once where one is enough
        elif self._cycle.state == "sorting":
            self._waiting = asyncio.create_task(self._one_key())
        elif self._cycle.state not in ("fault", "stopped"):
            self._try(self._cycle.lift_key)

    async def _one_key(self):
        """A lift key while sorting: refused, unless a second one follows at once."""
        await asyncio.sleep_ms(self._both_ms)
        self._waiting = None
        self._try(self._cycle.lift_key)

    def _try(self, action, *args):
        try:
            action(*args)
        except Refusal as e:
            self._events.emit("refused", what="key", why=e.message, hint=e.hint)

    # -- lights and sounds ---------------------------------------------------------------------------------------

    def _on_event(self, n, name, fields):
        if name == "roll":
            self._rolled = fields["dice"]
        elif name == "refused":
            self._buzzer.play("refused")
        elif name == "fault":
            self._buzzer.play("fault")
        elif name == "warning":
            self._buzzer.play("warning")
        elif name == "state":
            if fields["state"] == "ready" and fields["was"] == "sorting":
                self._buzzer.play("ready")
            elif fields["state"] == "dome_open":
                self._hand.forget_rolls()
        if name in ("roll", "state", "dealer", "tiles", "fault", "cleared"):
            self._show.set()

    def show(self):
        """Draw again: something that is shown has changed."""
        self._show.set()

    async def _draw(self):
        while True:
            if self._rolled is not None:
                faces, self._rolled = self._rolled, None
                await self._lights.tumble(faces)
            self._picture()
            await self._show.wait()
            self._show.clear()

    def _picture(self):
        lights = self._lights
        dealer = self._hand.dealer
        fault = self._latch.first
        lights.brightness(self._settings.get("brightness"))
        self._buzzer.on = self._settings.get("buzzer")
        for seat in range(4):
            lights.lamp(SIDES[seat] + "_dealer_lamp", seat == dealer)
            lights.lamp(SIDES[seat] + "_turn_lamp", fault is not None and fault.side == seat)
        lights.lamp("ready_lamp", self._cycle.state == "ready")
        lights.dealer(dealer)
        lights.walls(self._hand.shown(), self._settings.get("layout"))
        if fault is not None:
            lights.fault(fault.code)
        else:
            lights.dice(self._hand.faces or ())

    async def _beat(self):
        """The heartbeat of a running job, and what only time shows: a key that is never released."""
        while True:
            await asyncio.sleep_ms(_BEAT_MS)
            self.beat_ms = ticks_ms()
            self._cycle.heartbeat()
            for key, seat, name, _, _ in self._keys:
                held = ticks_diff(ticks_ms(), key.changed_ms)
                if key.active and held > _STUCK_MS:
                    self._latch.warn(Fault(7, 1, seat, name, "held", held, _STUCK_MS))
