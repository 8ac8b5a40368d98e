"""Tests of inputs and supply with nothing touched and nothing moving: what is not as it must be at rest."""

import asyncio
from time import ticks_ms

from micropython import const

from table.clock import since
from table.faults import SIDES, Fault
from table.selftest import measure, verdict

_LISTEN_MS = const(800)
_STEP_MS = const(5)
_SETTLE_MS = const(80)  # every reading is fresh: what happened before is not counted in
_SPREAD = const(8000)  # converter counts between the highest and the lowest reading: more is noise
_MARGIN = const(8000)  # counts between a level and the nearer threshold
_LOWEST, _HIGHEST = const(1500), const(64_000)  # past these a sensor is disconnected or drowned in light
_DRIFT = const(25)  # percent of the span from blocked to clear, against the calibration
_AMPS_SPREAD = 0.6
_VOLTS_SPREAD = 2.0
_TURN_MS = const(2600)  # the slowest part of the table comes round in less


def side_of(name):
    """(side 0-3 or None, part) of a signal's name."""
    for seat in range(4):
        if name.startswith(SIDES[seat] + "_"):
            return seat, name[len(SIDES[seat]) + 1 :]
    return None, name


async def inputs(t, seat, ms):
    """Keys, Hall sensors, limits, emergency stop and port expanders, all at rest."""
    wrong = []  # (side, part, what)
    try:
        t.signals.recover()
        await asyncio.sleep_ms(60)
    except Fault as fault:
        wrong.append((fault.side, "expander", "%s does not answer" % fault.part))
    if t.signals.stop_pressed:
        wrong.append((None, "emergency_stop", "pressed, or its wire is broken"))
    seen = t.signals.inputs
    if not wrong:
        for name, signal in seen.items():
            side, part = side_of(name)
            if part.endswith("_key") and signal.active:
                wrong.append((side, part, "held"))
            elif part.endswith("_home") and not signal.active:
                wrong.append((side, part, "cam not at home"))
    top, bottom = seen["dome_top"].active, seen["dome_bottom"].active
    if top and bottom:
        wrong.append((None, "dome_top", "both limits reached"))
    elif not top and not bottom:
        wrong.append((None, "dome_bottom", "no limit reached"))
    return _first(len(wrong), 0, 0, "wrong inputs", wrong)


async def photos(t, seat, ms):
    """Each photo sensor's level: its place, its noise, its margin, its drift since it was calibrated."""
    s = t.signals
    await asyncio.sleep_ms(_SETTLE_MS)
    rows = {name: [65535, 0, 0] for name in s.photos}  # lowest, highest, sum
    n = 0
    began = ticks_ms()
    while since(began) < _LISTEN_MS:
        for name, photo in s.photos.items():
            row = rows[name]
            level = photo.level
            if level < row[0]:
                row[0] = level
            if level > row[1]:
                row[1] = level
            row[2] += level
        n += 1
        await asyncio.sleep_ms(_STEP_MS)
    wrong = []
    least = None
    worst_drift = 0
    for name, photo in s.photos.items():
        low, high, total = rows[name]
        level = total // n
        side, part = side_of(name)
        what, margin, drift = _photo(t, part, side, photo, level, high - low)
        if what:
            wrong.append((side, part, what))
        if drift is not None and abs(drift) > abs(worst_drift):
            worst_drift = drift
        if least is None or margin < least[0]:
            least = (margin, "least: %s reads %d" % (name, level))
    if wrong:
        return _first(least[0], _MARGIN, 65535, "counts margin", wrong)
    text = least[1]
    if t.calibrated:
        text += "; largest drift %d %% since calibration" % worst_drift
    else:
        text += "; not calibrated"
    return verdict(least[0], _MARGIN, 65535, "counts margin", text)


def _photo(t, part, side, photo, level, spread):
    """(what is wrong or "", margin in counts, drift in percent or None) of one photo sensor."""
    blocked = level < (photo.low + photo.high) // 2
    margin = photo.low - level if blocked else level - photo.high
    drift = None
    known = t.calibrated.get(photo.name) if t.calibrated else None
    if known:
        drift = (level - known[1 if blocked else 0]) * 100 // max(1, known[0] - known[1])
    if spread > _SPREAD:
        return "noise of %d counts" % spread, margin, drift
    if not _LOWEST <= level <= _HIGHEST:
        return "reads %d: no sensor gives that" % level, margin, drift
    waiting = t.cycle.waiting
    expected = part == "channel" and (blocked if waiting is None else bool(waiting[side]))
    if blocked is not expected:
        what = "blocked, dirty or dark" if blocked else "clear, tiles should be there"
        return "reads %d: %s" % (level, what), margin, drift
    if margin < _MARGIN:
        return "reads %d: margin %d" % (level, margin), margin, drift
    if drift is not None and abs(drift) > _DRIFT:
        return "reads %d: drifted by %d %%" % (level, drift), margin, drift
    return "", margin, drift


async def supply(t, seat, ms):
    """Voltage and current at rest; a current at rest is a motor that nobody switched on, and it is named."""
    s = t.signals
    numbers = s.mechanics["supply"]
    await asyncio.sleep_ms(_SETTLE_MS)
    volts, currents = [], []
    began = ticks_ms()
    while since(began) < _LISTEN_MS:
        await asyncio.sleep_ms(_STEP_MS)
        volts.append(s.volts_level)
        currents.append(s.amps_level)
    scale = numbers["amps_full_scale"] / 65535
    rest = sum(currents) / len(currents) * scale
    swing = (max(currents) - min(currents)) * scale
    if swing > _AMPS_SPREAD:
        return verdict(round(swing, 2), 0, _AMPS_SPREAD, "A", "the current sensor is noisy", None, "motor_amps")
    most = measure.rest_most(t)
    if rest > most:
        side, part, text = await _who_runs(t, rest)
        return verdict(round(rest, 2), 0, most, "A", text, side, part)
    scale = numbers["volts_full_scale"] / 65535
    swing = (max(volts) - min(volts)) * scale
    if swing > _VOLTS_SPREAD:
        return verdict(round(swing, 2), 0, _VOLTS_SPREAD, "V", "the voltage is noisy", None, "supply_volts")
    level = round(sum(volts) / len(volts) * scale, 1)
    text = "%.2f A at rest" % rest
    found = verdict(level, numbers["volts_min"], numbers["volts_max"], "V", text, None, "supply")
    found["volts"] = round(sum(volts) / len(volts) * scale, 2)
    found["amps"] = round(rest, 2)
    return found


async def _who_runs(t, rest):
    """(side, part, text): which part moves though every motor is off, by the sensors that change."""
    seen = t.signals.inputs
    before = {name: signal.rises + signal.falls for name, signal in seen.items()}
    await asyncio.sleep_ms(_TURN_MS)
    for name, signal in seen.items():
        side, part = side_of(name)
        if part.endswith("_key") or signal.rises + signal.falls == before[name]:
            continue
        part = {"disc_turn": "disc", "dome_top": "dome", "dome_bottom": "dome"}.get(part, part.replace("_home", ""))
        return side, part, "runs though it is switched off: its driver is shorted"
    if rest > 10 * measure.rest_most(t):
        return None, "motor_amps", "%.1f A with nothing moving: the sensor, or a short" % rest
    if rest > measure.held(t):
        return None, "dome", "a motor is held against its stop though it is switched off"
    return None, "pickup", "a motor runs though it is switched off: the tests of the pick-ups tell which"


def _first(measured, low, high, unit, wrong):
    """The verdict on a list of (side, part, what): the first is named, all are told."""
    texts = ["%s%s %s" % ("" if side is None else SIDES[side] + " ", part, what) for side, part, what in wrong]
    side, part, _ = wrong[0] if wrong else (None, "", "")
    return verdict(measured, low, high, unit, "; ".join(texts), side, part, not wrong)
