"""The table without a laptop: keys in; lamps, lights and sounds out. What each key does in a game: docs/playing.md."""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from table.errors import Refusal, no_memory
from table.faults import SIDES, Fault
from table.game import seats
from table.later import Later, let_go

pictures = Later("table.pictures", "table.game.wall")

_STUCK_MS = const(60_000)
_NOBODY_MS = const(20_000)  # nobody holds a key for so long
_BEAT_MS = const(2000)
_HOLD_MS = const(3000)  # a hand key held for so long and let go begins a game, two end it


class Console:
    """Keys act through `cycle`, `hand` and `play`, as the laptop does; `lights` and `buzzer` show what happens."""

    def __init__(self, parts, cycle, hand, play, settings, events, latch):
        signals = parts.signals
        self._cycle = cycle
        self._hand = hand
        self._play = play
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
        self._spun = None  # the seat at which the roulette stops
        self._blink = ()  # seats whose turn it is, to be told
        self._dealt = self._deal_of(play.game)  # the deal that was shown
        self._lift = None  # (seat, ticks_ms) of the last lift key pressed
        self._waiting = None  # the task that waits for a second lift key
        self.beat_ms = ticks_ms()
        self.taken = None  # who has the keys, lamps and lights instead: a self-test
        self._keys = []  # [input, seat, name, rises seen, falls seen, phase when pressed or None, state when pressed]
        self._holds: list = [None] * 4  # by seat: the task that waits while a hand key is held, False when that is over
        self._act: tuple = ()  # what letting go of it does then: one that is stuck does nothing
        for seat in range(4):
            for name in ("dice_key", "lift_key", "hand_key"):
                key = signals.inputs[SIDES[seat] + "_" + name]
                key.changed = self._wake
                self._keys.append([key, seat, name, key.rises, key.falls, None, None])
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
                key, seat, name, rises, falls = row[:5]
                if key.rises != rises:
                    row[3] = key.rises
                    row[5], row[6] = self._play.phase, self._cycle.state
                    self._pressed(seat, name)
                if key.falls != falls:
                    row[4] = key.falls
                    self._released(seat, name, key.lasted_ms, row[5], row[6])

    def _pressed(self, seat, name):
        self._events.emit("key", key=name, seat=seat, ms=0)
        if self.taken is not None:
            self.taken.pressed(seat, name)
            return
        if name == "dice_key":
            if self._play.phase != "play":
                self._try(self._roll, seat)
        elif name == "hand_key":
            self._holds[seat] = asyncio.create_task(self._hold(seat))
        elif name == "lift_key":
            self._lift_pressed(seat)

    def _released(self, seat, name, ms, phase, state):
        """A key is let go after `ms`; `phase` is that of the game when it was pressed, `state` that of the table."""
        long = ms >= self._long_ms
        if ms >= _NOBODY_MS and self.taken is None:
            self._let_go(seat, name)
            return
        if self.taken is not None:
            self.taken.released(seat, name, ms)
            return
        if name == "lift_key":
            # Two may hold one each: where the first clears a fault, the second must not raise walls.
            if long and state == self._cycle.state:
                self._try(self._cycle.lift_key_held)
        elif name == "dice_key" and phase == "play" and self._play.phase == "play":
            self._try(self._play.moves.replaced, long)
        elif name == "hand_key":
            self._events.emit("key", key=name, seat=seat, ms=ms)
            hold, self._holds[seat] = self._holds[seat], None
            if hold:
                hold.cancel()
                if phase is not None:
                    moves = self._play.moves
                    self._try(moves.hand_key_held if long else moves.hand_key, seat)
            elif hold is False and self._act:
                act, self._act = self._act, ()
                self._try(*act)

    def _let_go(self, seat, name):
        """A key that was stuck comes free: that is no press."""
        if name == "hand_key":
            hold, self._holds[seat] = self._holds[seat], None
            self._act = ()
            if hold:
                hold.cancel()

    async def _hold(self, seat):
        """A hand key held: it begins a game; two end it. In a hand that is played nothing: letting go will end it."""
        await asyncio.sleep_ms(_HOLD_MS)
        held = [row[1] for row in self._keys if row[2] == "hand_key" and row[0].active and self._holds[row[1]]]
        if len(held) > 1:
            act = self._play.moves.end if self._play.game else None
        else:
            act = self._play.moves.new if self._play.phase in (None, "over") else None
        if act is None:
            return
        for other in held:
            if other != seat:
                self._holds[other].cancel()
            self._holds[other] = False
        self._act = (act,) if len(held) > 1 else (act, seat)
        self._buzzer.play("key")

    def _roll(self, seat):
        self._cycle.check("dice")
        if self._play.game:
            self._play.moves.dice_key(seat)
        else:
            self._hand.roll(self._settings.get("dice"), "key", seat)

    def _lift_step(self):
        """The next step of the table; a result that was shown counts with it."""
        state = self._cycle.state
        if self._play.phase == "result" and state != "paused":
            self._cycle.check("sort" if state == "dome_open" else "dome")
            self._play.moves.next()
        self._cycle.lift_key()

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
            self._try(self._lift_step)

    async def _one_key(self):
        """A lift key while sorting: refused, unless a second one follows at once."""
        await asyncio.sleep_ms(self._both_ms)
        self._waiting = None
        self._try(self._lift_step)

    def _try(self, action, *args):
        try:
            action(*args)
            return
        except Refusal as e:
            refusal = e
        except MemoryError:
            let_go()
            refusal = no_memory()
        self._blink = refusal.data.get("who", ())
        self._events.emit("refused", what="key", why=refusal.message, hint=refusal.hint)

    # -- lights and sounds ---------------------------------------------------------------------------------------

    def _on_event(self, n, name, fields):
        if name == "roll":
            self._rolled = fields["dice"]
        elif name == "refused":
            self._buzzer.play("refused")
            self._show.set()
        elif name == "fault":
            self._buzzer.play("fault")
        elif name == "warning":
            self._buzzer.play("warning")
        elif name == "state":
            if fields["state"] == "ready" and fields["was"] == "sorting":
                self._buzzer.play("ready")
            elif fields["state"] == "dome_open" and not self._play.game:
                self._hand.forget_rolls()
        elif name == "game":
            self._spun = fields.get("spun", self._spun)
        if name in ("roll", "state", "dealer", "tiles", "fault", "cleared", "game", "cut"):
            self._show.set()

    def show(self):
        """Draw again: something that is shown has changed."""
        self._show.set()

    async def _draw(self):
        while True:
            if self.taken is not None:
                await self._show.wait()
                self._show.clear()
                continue
            if self._rolled is not None:
                faces, self._rolled = self._rolled, None
                await self._lights.tumble(faces)
            if self._spun is not None:
                stops, self._spun = self._spun, None
                game = self._play.game
                await pictures.spin(self._lights, seats.in_turn(game["east"], tuple(game["taken"])), stops)
            self._picture()
            if self._blink:
                who, self._blink = self._blink, ()
                await pictures.blink(self._lights, who)
            game = self._play.game
            if self._latch.first is None and self._deal_of(game) != self._dealt:
                if not await self._deal(game):
                    continue
                self._picture()
            await self._show.wait()
            self._show.clear()

    def _deal_of(self, game):
        """What tells one deal from another; None while there is none."""
        if not game or game["phase"] != "play" or game["tail"]:
            return None
        return game["number"], game["deal"]["hands"], game["rolls"]

    async def _deal(self, game):
        """Shows the deal; False if something else is to be drawn first."""
        self._show.clear()
        if self._deal_of(game) is not None:
            for ms in pictures.deal(self._lights, game):
                self._lights.show()
                try:
                    await asyncio.wait_for_ms(self._show.wait(), ms)
                    self._show.clear()
                    return False
                except asyncio.TimeoutError:
                    pass
        self._dealt = self._deal_of(game)
        return True

    def _picture(self):
        lights = self._lights
        fault = self._latch.first
        lights.brightness(self._settings.get("brightness"))
        self._buzzer.on = self._settings.get("buzzer")
        lights.lamp("ready_lamp", self._cycle.state == "ready")
        if self._play.game:
            pictures.draw(lights, self._play)
        else:
            dealer = self._hand.dealer
            for seat in range(4):
                lights.lamp(SIDES[seat] + "_dealer_lamp", seat == dealer)
                lights.lamp(SIDES[seat] + "_turn_lamp", False)
            lights.dealer(dealer)
            lights.walls(self._hand.shown(), self._settings.get("layout"))
            lights.faces(self._hand.faces or ())
        if fault is not None:
            for seat in range(4):
                lights.lamp(SIDES[seat] + "_turn_lamp", fault.side == seat)
            lights.fault(fault.code)
        lights.show()

    async def _beat(self):
        """The heartbeat of a running job, and what only time shows: a key that is never released."""
        while True:
            await asyncio.sleep_ms(_BEAT_MS)
            self.beat_ms = ticks_ms()
            self._cycle.heartbeat()
            self._play.tick(_BEAT_MS // 1000)
            for key, seat, name, _, _, _, _ in self._keys:
                held = ticks_diff(ticks_ms(), key.changed_ms)
                if key.active and held > _STUCK_MS:
                    self._latch.warn(Fault(7, 1, seat, name, "held", held, _STUCK_MS))
