"""Learning the light barriers: each one's level clear, and with a tile held in front of it; thresholds between them."""

import asyncio
from time import ticks_ms

from micropython import const

from table.clock import since
from table.faults import SIDES
from table.selftest import verdict
from table.selftest.still import side_of

_SAMPLES = const(50)
_STEP_MS = const(10)
_SPAN = const(10_000)  # counts between clear and blocked that a sensor must give
_NOISE = const(8000)


async def calibrate(t, seat, ms):
    """Channels and belts empty first, then a tile held in front of each sensor as it is asked for (`ms` for each)."""
    from table.calibration import save

    photos = t.signals.photos
    names = [side + "_" + part for side in SIDES for part in ("tile", "belt_full", "channel")]
    learned = {name: [0, 0, 0] for name in names}
    lows = dict.fromkeys(names, 65535)
    highs = dict.fromkeys(names, 0)
    for _ in range(_SAMPLES):
        await asyncio.sleep_ms(_STEP_MS)
        for name, photo in photos.items():
            learned[name][0] += photo.level
            lows[name] = min(lows[name], photo.level)
            highs[name] = max(highs[name], photo.level)
    for name in names:
        row = learned[name]
        row[0] //= _SAMPLES
        row[2] = highs[name] - lows[name]
        side, part = side_of(name)
        if row[2] > _NOISE or row[0] < _SPAN + 1500:
            what = "noise of %d counts" % row[2] if row[2] > _NOISE else "reads %d clear" % row[0]
            return verdict(0, 12, 12, "sensors learned", "%s: %s" % (name, what), side, part)
    done = 0
    least = 65535
    for name in names:
        photo = photos[name]
        side, part = side_of(name)
        t.selftest.tell("hold", signal=name, left=len(photos) - done)
        blocked = await _held(photo, learned[name][0], ms)
        if blocked is None:
            return verdict(done, 12, 12, "sensors learned", "%s: no tile was seen" % name, side, part)
        learned[name][1] = blocked
        least = min(least, learned[name][0] - blocked)
        done += 1
    save(t, learned)
    return verdict(done, 12, 12, "sensors learned", "least span %d counts" % least)


async def _held(photo, clear, ms):
    """The mean level while a tile is held in front of `photo`, waited for until it is taken away; None: no tile."""
    began = ticks_ms()
    total = n = 0
    while since(began) < ms:
        await asyncio.sleep_ms(_STEP_MS)
        if photo.level < clear - _SPAN:
            total += photo.level
            n += 1
            if n == _SAMPLES:
                break
        else:
            total = n = 0
    else:
        return None
    began = ticks_ms()
    while since(began) < ms and photo.level < clear - _SPAN:  # the next one is asked for when this one is clear again
        await asyncio.sleep_ms(_STEP_MS)
    return total // n
