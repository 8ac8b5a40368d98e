"""The self-test at the table alone: lift keys held at power-on enter it.

A dice key steps the number of the test, shown in binary on the four dealer lamps (east is 1, south 2, west 4, north 8;
16 is dark). A lift key runs it; for a test of one side, on that key's side. While it waits the ready lamp shows the
test's sensor; after a test it is steady for passed, blinks for failed, and the turn lamp names the side. While a test
asks something a lift key is yes, a dice key no. Any key stops a test that moves. A long press of a hand key leaves.
"""

import asyncio

from micropython import const

from table.errors import Refusal
from table.faults import SIDES
from table.selftest import AT_THE_TABLE, TESTS

_FRAME_MS = const(100)
_SHOWN = const(50)  # frames that a verdict is shown

# test: its sensor, %s for the side; others show whether any input of theirs is active
_SENSORS = {
    "disc": "disc_turn",
    "dome": "dome_top",
    "pickup": "%s_belt_full",
    "head": "%s_head_home",
    "lift": "%s_lift_home",
    "tile": "%s_tile",
}


class Desk:
    def __init__(self, t, selftest):
        self._t = t
        self._selftest = selftest
        self.number = 1
        self._seat = 0  # of the last key
        self._verdict = None  # passed or not; None: nothing to show
        self._side = None  # the culprit's
        self._frames = 0
        self._job = None
        self._on = True

    def enter(self):
        t = self._t
        t.console.taken = self
        t.cycle.testing = True
        t.cycle.find_state("self-test by the keys")
        asyncio.create_task(self._show())

    def leave(self):
        """Back to the game; nothing moves."""
        self._on = False
        self._t.cycle.testing = False
        self._t.cycle.find_state("self-test left")
        self._selftest.left()

    # -- keys (console.taken) ------------------------------------------------------------------------------------

    def pressed(self, seat, name):
        self._seat = seat
        job = self._t.cycle.job
        if job is not None:
            if self._selftest.asked is not None:
                self._selftest.pressed(seat, name)
            elif self._moves():
                self._t.cycle.stop("a key was pressed in a self-test")
        elif name == "dice_key":
            self.number = self.number % AT_THE_TABLE + 1
            self._verdict = self._side = None
            self._t.parts.buzzer.play("key")
        elif name == "lift_key":
            self._run(seat)

    def released(self, seat, name, ms):
        if name == "hand_key" and self._t.cycle.job is None and ms >= self._t.signals.mechanics["keys"]["long_ms"]:
            self.leave()

    def _moves(self):
        return TESTS[self.number - 1][3]

    def _run(self, seat):
        cycle = self._t.cycle
        try:
            if cycle.state == "stopped":
                cycle.acknowledge()
            elif cycle.state == "fault":
                cycle.clear()
            side = seat if TESTS[self.number - 1][2] else None
            self._job = self._selftest.start(str(self.number), None, side, False)
            self._verdict = self._side = None
        except Refusal as e:
            self._t.events.emit("refused", what="self-test", why=e.message, hint=e.hint)

    # -- lamps ---------------------------------------------------------------------------------------------------

    async def _show(self):
        """Draws every 100 ms until the self-test is left; a test that shows lights itself is left alone."""
        while self._on:
            await asyncio.sleep_ms(_FRAME_MS)
            self._frames += 1
            if self._job is not None and self._job.state != "running":
                self._ended(self._job)
                self._job = None
            if self._job is None or TESTS[self.number - 1][1] != "lights" or self._selftest.asked is not None:
                self._draw()

    def _ended(self, job):
        result = job.result or {}
        self._verdict = bool(result.get("passed"))
        side = result.get("side")
        if job.fault is not None and job.fault.side is not None:
            side = SIDES[job.fault.side]
        self._side = side
        self._frames = 0
        self._t.parts.buzzer.play("ready" if self._verdict else "fault")

    def _draw(self):
        lights = self._t.parts.lights
        for seat in range(4):
            lights.lamp(SIDES[seat] + "_dealer_lamp", bool(self.number >> seat & 1))
            lights.lamp(SIDES[seat] + "_turn_lamp", self._verdict is False and self._side == SIDES[seat])
        if self._verdict is not None and self._frames > _SHOWN:
            self._verdict = None
        if self._job is not None or self._verdict is None:
            on = self._sensor()
        else:
            on = self._verdict or bool(self._frames // 2 & 1)
        lights.lamp("ready_lamp", on)

    def _sensor(self):
        signals = self._t.signals
        name = TESTS[self.number - 1][1]
        sensor = _SENSORS.get(name)
        if sensor is not None:
            if "%" in sensor:
                sensor = sensor % SIDES[self._seat]
            return (signals.photos if sensor in signals.photos else signals.inputs)[sensor].active
        if name == "photos":
            return any(photo.active for photo in signals.photos.values())
        return any(signal.active for key, signal in signals.inputs.items() if key.endswith("_key"))
