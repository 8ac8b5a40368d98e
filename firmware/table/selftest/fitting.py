"""The disc's speed against its duty, for fitting the firmware to a table: the duty at which it begins to turn, what the
speed that tiles are sorted at needs, and how long it takes to come up to it.

Duties rise from one at which no disc is dangerous; of what mechanics.json says only the fastest speed bounds them, for
a disc whose sensor is dead.
"""

import asyncio

from micropython import const

from table.clock import since
from table.faults import Fault
from table.motor import CUT, Cut
from table.selftest import measure, verdict

_LOWEST, _STEP, _FINE = const(100), const(50), const(12)  # thousandths of full duty
_PULSE_MS = const(5000)  # a disc that gives no pulse for so long does not turn
_TURNS = const(3)
_LOOK_MS = const(5)
_STILL_MS = const(5000)  # after so long a disc that was switched off stands


async def speeds(t, seat, ms):
    """From standstill at rising duties, then three turns each way at about the speed of a sort."""
    m = t.signals.mechanics["disc"]
    pause = m["spin_up_ms"] + m["reverse_dead_ms"]
    most = min(1000, 1000 * m["rpm_max"] // m["rpm_full_duty"])
    rest = await measure.at_rest(t)
    duty = _LOWEST
    while True:
        slow, amps = await _turn(t, duty, False, 1)
        await asyncio.sleep_ms(pause)
        if slow:
            break
        duty += _STEP
        if duty > most:
            if amps - rest < measure.dead(t):
                raise Fault(4, 3, None, "disc", "turning", 0, 1, "turns")
            if amps - rest > measure.held(t):
                raise Fault(4, 1, None, "disc", "turning", 0, 1, "turns")
            raise Fault(6, 4, None, "disc_turn", "no pulses", 0, 1, "turns")
    low, high = duty - _STEP, duty
    while duty > _LOWEST and high - low > _FINE:
        middle = (low + high) // 2
        found, _ = await _turn(t, middle, False, 1)
        await asyncio.sleep_ms(pause)
        if found:
            slow, high = found, middle
        else:
            low = middle
    duty = min(most, max(high, round(high * m["rpm"] / slow)))
    there, amps = await _turn(t, duty, False, _TURNS)
    onward, backward = await _from_rest(t, duty, False), await _from_rest(t, duty, True)
    await asyncio.sleep_ms(_STILL_MS)
    back, _ = await _turn(t, duty, True, _TURNS)
    if not (there and back and onward and backward):
        raise Fault(4, 2, None, "disc", "turning", 0, _TURNS, "turns")
    full = m["rpm_full_duty"]
    # How far it had coasted cancels out of the two; a steady ramp makes each half its time longer.
    spin_up_ms = max(0, onward + backward - round(1.5 * (60_000 / there + 60_000 / back)))
    text = "begins at %d %% duty with %.1f/min; at %d %% %.1f one way, %.1f the other; %d ms to speed"
    text %= (high // 10, slow, duty // 10, there, back, spin_up_ms)
    worse = max((there, back), key=lambda rpm: abs(rpm * 1000 / duty - full)) * 1000 / duty
    found = verdict(round(worse, 1), full * 85 // 100, full * 115 // 100, "turns/min", text, None, "disc")
    found["speeds"] = [[high, round(slow, 1)], [duty, round(there, 1)], [duty, round(back, 1)]]
    found["spin_up_ms"] = spin_up_ms
    found["amps"] = measure.hundredths(amps - rest)
    return found


async def _turn(t, duty, reverse, turns):
    """(turns/min, amps) at `duty` thousandths, over `turns` turns after a first one; 0.0: does not turn. Raises Cut."""
    disc, motor = t.parts.disc, t.signals.motors["disc"]
    turn = t.signals.inputs["disc_turn"]
    first = seen = turn.rises
    marked = ended = 0
    amps = 0.0
    motor.speed = duty * 65535 // 1000
    motor.run(_PULSE_MS, reverse=reverse, renew=turn)
    try:
        await asyncio.sleep_ms(400)
        amps = await measure.amps(t)
        while motor.running and turn.rises - first < turns + 2:
            await asyncio.sleep_ms(_LOOK_MS)
            if turn.rises != seen:
                seen = turn.rises
                if seen - first == 2:  # the first turn is the way up to speed
                    marked = turn.changed_ms
                    amps = await measure.amps(t)
                ended = turn.changed_ms
        if motor.result == CUT:
            raise Cut(t.signals.cut)
    finally:
        disc.stop()
    if turn.rises - first < turns + 2:
        return 0.0, amps
    return turns * 60_000 / (since(marked) - since(ended)), amps


async def _from_rest(t, duty, reverse):
    """ms from standstill until it passes, for the second time, the place where it was switched off before.

    That is one edge of its pulse, so the disc always coasts equally far beyond: the second time is two turns onward,
    less that way; backward one turn and that way. 0: it did not turn. Raises Cut.
    """
    disc, motor = t.parts.disc, t.signals.motors["disc"]
    turn = t.signals.inputs["disc_turn"]
    await asyncio.sleep_ms(_STILL_MS)
    first = turn.falls if reverse else turn.rises
    motor.speed = duty * 65535 // 1000
    motor.run(_PULSE_MS, reverse=reverse, renew=turn)
    try:
        while motor.running:
            await asyncio.sleep_ms(_LOOK_MS)
            if (turn.falls if reverse else turn.rises) - first == 2:
                return motor.elapsed_ms - since(turn.changed_ms)
        if motor.result == CUT:
            raise Cut(t.signals.cut)
        return 0
    finally:
        disc.stop()
