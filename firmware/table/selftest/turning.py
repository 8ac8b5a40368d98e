"""Tests that turn a motor: disc, pick-up, head, lift. The current tells a dead motor from a held one and from a sensor
that does not see."""

import asyncio
from time import ticks_ms

from micropython import const

from table.clock import since
from table.faults import SIDES, Fault
from table.motor import AT_STOP
from table.selftest import measure, verdict

_COAST_MS = const(150)
_FORWARD_MS = const(500)
_TURNS = const(2)
_LOOK_MS = const(5)


# -- heads and lifts -----------------------------------------------------------------------------------------------


async def head(t, seat, ms):
    """One turn from home to home."""
    return await _cam(t, "head", seat, 1)


async def lift(t, seat, ms):
    return await _cam(t, "lift", seat, 3)


async def _cam(t, part, seat, code):
    name = "%s_%s" % (SIDES[seat], part)
    motor, home = t.signals.motors[name], t.signals.inputs[name + "_home"]
    nominal = t.signals.mechanics[part]["turn_ms"]
    bound = nominal * 5 // 2
    rest = await measure.at_rest(t)
    if rest > measure.rest_most(t) and await _moves_alone(home, nominal * 13 // 10):
        raise Fault(code, 1, seat, part, "runs though it is switched off", round(rest, 2), measure.rest_most(t), "A")
    text = ""
    if not home.active:
        run = await measure.drive(t, motor, bound, rest, stop=home)
        if run.result != AT_STOP:
            raise _never_home(run, code, seat, part, bound)
        text = "it was not at home; "
        await asyncio.sleep_ms(_COAST_MS)
    run = await measure.drive(t, motor, bound, rest, stop=home, must_leave=True)
    if run.result != AT_STOP:
        if not motor.left:
            raise _stays(run, code, seat, part, bound)
        first = run
        run = await measure.drive(t, motor, bound, rest, stop=home)
        if run.result != AT_STOP:
            raise _never_home(run, code, seat, part, bound)
        what = "something held it, the second try freed it" if first.says == "held" else "far too slow"
        return verdict(first.ms + run.ms, nominal * 3 // 4, nominal * 5 // 4, "ms", what, seat, part, False)
    await asyncio.sleep_ms(_COAST_MS)
    if not home.active:
        raise Fault(6, 3, seat, part, "ran past its stop", run.ms, bound)
    if run.last < measure.dead(t):
        raise measure.blind(t, run.last)
    base = t.parts.base.base(name, nominal)
    t.parts.base.trust(name + "_home")
    t.parts.base.note(name, run.ms, seat, part, "self-test")
    text += "one turn, %d ms, base %d, %.2f A" % (run.ms, base, run.amps)
    found = verdict(run.ms, nominal * 3 // 4, nominal * 5 // 4, "ms", text, seat, part)
    found["amps"] = run.amps
    return found


def _stays(run, code, seat, part, bound):
    """The cam did not leave home, or its sensor did not let go: by the current."""
    if run.says == "turns":
        return Fault(6, 4, seat, part + "_home", "always on", run.ms, bound)
    if run.says == "dead":
        return Fault(code, 3, seat, part, "leaving home", run.ms, bound)
    return Fault(code, 2, seat, part, "leaving home", run.ms, bound)


def _never_home(run, code, seat, part, bound):
    if run.says == "turns":
        return Fault(6, 4, seat, part + "_home", "never on", run.ms, bound)
    return Fault(code, 3 if run.says == "dead" else 1, seat, part, "coming home", run.ms, bound)


async def _moves_alone(signal, ms):
    before = signal.rises + signal.falls
    await asyncio.sleep_ms(ms)
    return signal.rises + signal.falls != before


# -- the pick-up ---------------------------------------------------------------------------------------------------


async def pickup(t, seat, ms):
    """Forward, then backward to clear the belt; it has no sensor of its own, so the current tells."""
    motor = t.signals.motors[SIDES[seat] + "_pickup"]
    belt_ms = t.signals.mechanics["pickup"]["belt_ms"] * 13 // 10
    rest = await measure.at_rest(t)
    forth = await measure.drive(t, motor, _FORWARD_MS, rest)
    back = await measure.drive(t, motor, belt_ms, rest, reverse=True)
    if forth.says == "dead" and back.says == "dead":
        await asyncio.sleep_ms(100)
        most = measure.rest_most(t)
        if rest > most:
            raise Fault(5, 2, seat, "pickup", "runs though it is switched off", round(rest, 2), most, "A")
        if not await measure.meter_works(t, rest):
            raise measure.blind(t, forth.last)
        raise Fault(5, 4, seat, "pickup", "forward and back", forth.last, measure.dead(t), "A")
    usual = t.signals.mechanics["supply"]["amps_running"]
    worse = max((forth, back), key=lambda run: abs(run.amps - usual))
    text = "forward %.2f A, back %.2f A" % (forth.amps, back.amps)
    if worse.says == "held":
        text += ": held, by a tile or a bearing"
    found = verdict(worse.amps, round(usual / 2, 2), measure.held(t), "A", text, seat, "pickup")
    found["amps"] = worse.amps
    return found


# -- the disc ------------------------------------------------------------------------------------------------------


async def disc(t, seat, ms):
    """Two turns each way at the shipped speed, after coming up to it."""
    m = t.signals.mechanics["disc"]
    turn = t.signals.inputs["disc_turn"]
    rest = await measure.at_rest(t)
    most = measure.rest_most(t)
    if rest > most and await _moves_alone(turn, 60_000 // m["rpm_min"] * 13 // 10):
        raise Fault(4, 2, None, "disc", "runs though it is switched off", round(rest, 2), most, "A")
    rpm = m["rpm"]
    speeds = []
    for reverse in (False, True):
        took, amps = await _turns(t, turn, rpm, reverse, rest)
        speeds.append(_TURNS * 60_000 // took)
        await asyncio.sleep_ms(m["spin_up_ms"])
    if amps < measure.dead(t):
        raise measure.blind(t, amps)
    t.parts.base.trust("disc_turn")
    worse = max(speeds, key=lambda n: abs(n - rpm))
    text = "%d one way, %d the other, %.2f A" % (speeds[0], speeds[1], amps)
    found = verdict(worse, rpm * 85 // 100, rpm * 115 // 100, "turns/min", text, None, "disc")
    found["amps"] = amps
    return found


async def _turns(t, turn, rpm, reverse, rest):
    """(ms of two turns at speed, amps). Raises Fault 4.1, 4.3 or 6.4, Cut."""
    from table.motor import CUT, Cut

    m = t.signals.mechanics["disc"]
    motor = t.signals.motors["disc"]
    first = turn.rises
    amps = 0.0
    t.parts.disc.start(rpm, reverse)
    try:
        # A disc at a third of its speed is measured; one that stands is switched off by its own bound much earlier.
        most = m["reverse_dead_ms"] + m["spin_up_ms"] + 3 * (3 + _TURNS) * 60_000 // rpm
        start = marked = ticks_ms()
        count = 0
        while count < 2 + _TURNS:  # two turns to come up to speed, then those that are measured
            await asyncio.sleep_ms(_LOOK_MS)
            if motor.result == CUT:
                raise Cut(t.signals.cut)
            if turn.rises - first != count:
                count += 1
                if count == 2:
                    marked = turn.changed_ms
                    amps = measure.hundredths(await measure.amps(t, 100) - rest)
            if since(start) > most and count:
                raise Fault(4, 2, None, "disc", "turning", count, 2 + _TURNS, "turns")
            if not motor.running or since(start) > most:
                now = await measure.amps(t, 40) - rest if motor.running else amps
                raise _disc_fault(t, await _says(t, rpm, reverse, rest, now), since(start), most)
        return since(marked) - since(turn.changed_ms), amps
    finally:
        t.parts.disc.stop()


async def _says(t, rpm, reverse, rest, amps):
    """The current of a disc that gave no pulses; it is switched on once more when its bound has passed."""
    if not t.signals.motors["disc"].running:
        t.parts.disc.start(rpm, reverse)
        await asyncio.sleep_ms(t.signals.mechanics["disc"]["reverse_dead_ms"] + 100)
        amps = await measure.amps(t) - rest
        t.parts.disc.stop()
    return amps


def _disc_fault(t, amps, took, most):
    if amps < measure.dead(t):
        return Fault(4, 3, None, "disc", "turning", took, most)
    if amps > measure.held(t):
        return Fault(4, 1, None, "disc", "turning", took, most)
    return Fault(6, 4, None, "disc_turn", "no pulses", took, most)
