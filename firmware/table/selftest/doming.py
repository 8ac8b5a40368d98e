"""The dome both ways, and which of its two limits lies when it does not do as told."""

import asyncio

from micropython import const

from table.faults import Fault
from table.motor import AT_STOP
from table.selftest import measure, verdict

_REST_MS = const(500)
_NUDGE_MS = const(300)
_NEAR = const(80)  # percent of a stroke: held later than this it stands against its stop


async def dome(t, seat, ms):
    """To the other end and back, to where it was."""
    seen = t.signals.inputs
    rest = await measure.at_rest(t)
    if seen["dome_top"].active and seen["dome_bottom"].active:
        raise await _both(t, rest)
    if not seen["dome_top"].active and not seen["dome_bottom"].active:
        await _stroke(t, False, rest)
    was_up = seen["dome_top"].active
    times = []
    amps = 0.0
    for up in (not was_up, was_up):
        run = await _stroke(t, up, rest)
        times.append(run.ms)
        amps = max(amps, run.last)
        await asyncio.sleep_ms(_REST_MS)
        if not seen["dome_top" if up else "dome_bottom"].active:
            raise Fault(2, 1, None, "dome", "left its stop by itself", run.ms, None)
    if amps < measure.dead(t):
        raise measure.blind(t, amps)
    nominal = t.signals.mechanics["dome"]["stroke_ms"]
    text = "there %d ms, back %d ms, %.2f A" % (times[0], times[1], amps)
    found = verdict(max(times), nominal // 2, nominal * 5 // 4, "ms", text, None, "dome")
    found["times"] = times
    found["amps"] = amps
    return found


async def _stroke(t, up, rest):
    """One stroke; a Run. Raises Fault."""
    seen = t.signals.inputs
    there, other = ("dome_top", "dome_bottom") if up else ("dome_bottom", "dome_top")
    nominal = t.signals.mechanics["dome"]["stroke_ms"]
    bound = nominal * 5 // 2
    from_other = seen[other].active
    run = await measure.drive(t, t.signals.motors["dome"], bound, rest, reverse=not up, stop=seen[there])
    if run.result == AT_STOP:
        if seen[other].active:
            raise Fault(6, 4, None, other, "always on", run.ms, bound)
        return run
    sub = 1 if up else 2
    if run.says == "dead":
        raise Fault(2, 5, None, "dome", "no current", run.ms, bound)
    if seen[other].active and (run.says == "held" and run.held_ms < nominal // 4):
        raise Fault(2, 4, None, "dome", "held at its limit", run.ms, bound)
    if run.says == "held" and (not from_other or run.held_ms * 100 >= nominal * _NEAR):
        raise Fault(6, 4, None, there, "never on, the dome stands against its stop", run.ms, bound)
    if run.says == "held":
        raise Fault(2, sub, None, "dome", "held on the way", run.held_ms, bound)
    raise Fault(2, sub, None, "dome", "far too slow", run.ms, bound)


async def _both(t, rest):
    """Both limits say reached: the one that stays on while the dome moves away is stuck. The dome is brought back."""
    seen = t.signals.inputs
    motor = t.signals.motors["dome"]
    liar = None
    for up in (True, False):
        run = await measure.drive(t, motor, _NUDGE_MS, rest, reverse=not up)
        moved = run.says == "turns"
        if moved and not seen["dome_bottom" if up else "dome_top"].active:
            liar = "dome_top" if up else "dome_bottom"
        if moved:
            await measure.drive(t, motor, 2 * _NUDGE_MS, rest, reverse=up)
        if liar:
            return Fault(6, 4, None, liar, "always on", run.ms, _NUDGE_MS)
    return Fault(2, 3, None, "dome", "both limits reached", run.ms, _NUDGE_MS)
