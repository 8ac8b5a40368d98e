"""What the tests that move share: motors run with their current measured, and what the current says of them."""

import asyncio
from time import ticks_ms

from micropython import const

from table.clock import since
from table.faults import Fault
from table.motor import CUT, Cut

_STEP_MS = const(10)
_INRUSH_MS = const(40)
_LAST = const(8)  # readings that say how a run ended


def dead(t):
    """Amps above rest: less is a motor that does not run."""
    return round(t.signals.mechanics["supply"]["amps_running"] * 3 / 8, 2)


def rest_most(t):
    """Amps at rest: more is a motor that runs though none is switched on."""
    return round(t.signals.mechanics["supply"]["amps_running"] / 2, 2)


def held(t):
    """Amps above rest: more is a motor that is held."""
    supply = t.signals.mechanics["supply"]
    return round(supply["amps_running"] + (supply["amps_stalled"] - supply["amps_running"]) * 4 / 9, 2)


def hundredths(amps):
    """Amps or volts as they are told: what is nothing has no sign."""
    return round(amps, 2) + 0.0


async def amps(t, ms=120):
    """The motors' current: mean amps over `ms`."""
    s = t.signals
    total = n = 0
    began = ticks_ms()
    while since(began) < ms or not n:
        await asyncio.sleep_ms(_STEP_MS)
        total += s.amps_level
        n += 1
    return total / n / 65535 * s.mechanics["supply"]["amps_full_scale"]


async def at_rest(t):
    """The current while nothing is driven, amps. What a motor took that has just stopped is not counted in."""
    await asyncio.sleep_ms(80)
    return await amps(t)


class Run:
    """How a run went: `result` and `ms` of the motor, mean `amps` above rest, `last` amps at its end, and `held_ms`,
    when it began to be held (None: never)."""

    def __init__(self, t):
        self._dead, self.held = dead(t), held(t)
        self.result = None
        self.ms = 0
        self.amps = 0.0
        self.last = 0.0
        self.held_ms = None

    @property
    def says(self):
        """ "dead", "held" or "turns": what the current at the end tells."""
        if self.last < self._dead:
            return "dead"
        return "held" if self.last > self.held else "turns"


async def drive(t, motor, bound_ms, rest, **how):
    """Run `motor` (see Motor.run) and measure. Returns a Run; raises Cut."""
    s = t.signals
    scale = s.mechanics["supply"]["amps_full_scale"] / 65535
    run = Run(t)
    window = []
    total = n = 0
    motor.run(bound_ms, **how)
    try:
        while motor.running:
            await asyncio.sleep_ms(_STEP_MS)
            if not motor.running or motor.elapsed_ms < _INRUSH_MS:
                continue
            level = s.amps_level
            total += level
            n += 1
            window.append(level)
            if len(window) > _LAST:
                window.pop(0)
            if run.held_ms is None and len(window) >= 4 and min(window[-4:]) * scale - rest > run.held:
                run.held_ms = motor.elapsed_ms
    finally:
        motor.off()
    if motor.result == CUT:
        raise Cut(s.cut)
    run.result = motor.result
    run.ms = motor.elapsed_ms
    if n:
        run.amps = hundredths(total / n * scale - rest)
        run.last = hundredths(sum(window) / len(window) * scale - rest)
    return run


async def meter_works(t, rest):
    """Whether the current sensor sees the disc's motor: if so, no current is a motor's own fault. Raises Cut."""
    disc = t.parts.disc
    disc.start(t.signals.mechanics["disc"]["rpm"])
    try:
        await asyncio.sleep_ms(200)
        return await amps(t) - rest >= dead(t)
    finally:
        disc.stop()


def blind(t, measured):
    """The fault of a current sensor that sees no current though a part moved."""
    return Fault(6, 2, None, "motor_amps", "a part moved, no current", hundredths(measured), dead(t), "A")
