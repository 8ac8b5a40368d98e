"""Tests that need a person: keys to press, lights to look at, a sound to hear."""

import asyncio
from time import ticks_ms

from micropython import const

from table.clock import since
from table.faults import SIDES
from table.selftest import verdict
from table.selftest.still import side_of

_STEP_MS = const(20)
_TELL_MS = const(1000)
_FRAME_MS = const(20)
_LAMP_MS = const(300)
_TONE_MS = const(700)


async def keys(t, seat, ms):
    """Every key pressed and released once, and the emergency stop too. Names the first that was not seen."""
    names = [side + "_" + key for side in SIDES for key in ("dice_key", "lift_key", "hand_key")]
    seen = t.signals.inputs
    held = [name for name in names if seen[name].active]
    before = {name: (seen[name].rises, seen[name].falls) for name in names}
    stop = [False, False]  # pressed, released
    began = told = ticks_ms()
    left = names + ["emergency_stop"]
    t.selftest.tell("press", left=left)
    while left and since(began) < ms:
        await asyncio.sleep_ms(_STEP_MS)
        if t.signals.stop_pressed:
            stop[0] = True
        elif stop[0]:
            stop[1] = True
        fewer = [n for n in names if seen[n].rises == before[n][0] or seen[n].falls == before[n][1]]
        if not stop[1]:
            fewer.append("emergency_stop")
        if len(fewer) < len(left) and since(told) >= _TELL_MS:
            told = ticks_ms()
            t.selftest.tell("press", left=fewer)
        left = fewer
    stuck = [name for name in left if name in held or (name != "emergency_stop" and seen[name].active)]
    side, part = side_of((stuck or left or [""])[0])
    text = ""
    if left:
        text = "%s: %s" % ("held down" if stuck else "not seen", ", ".join(stuck or left))
    return verdict(13 - len(left), 13, 13, "keys seen", text, side, part)


async def lights(t, seat, ms):
    """Each pixel of the strip in red, green and blue, then each lamp alone; a person must look."""
    lights_ = t.parts.lights
    strip = lights_._strip
    count = strip.first_wall + 4 * strip.longest_wall
    was = list(lights_.lit)
    for name in was:
        lights_.lamp(name, False)
    try:
        strip.clear()
        for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255)):
            for i in range(count):
                strip.set(i, colour)
            strip.show()
            await asyncio.sleep_ms(_LAMP_MS)
        strip.clear()
        for i in range(count):
            strip.set(i, (255, 255, 255))
            if i:
                strip.set(i - 1, (0, 0, 0))
            strip.show()
            await asyncio.sleep_ms(_FRAME_MS)
        for name in lights_._lamps:
            lights_.lamp(name, True)
            await asyncio.sleep_ms(_LAMP_MS)
            lights_.lamp(name, False)
    finally:
        strip.clear()
        strip.show()
        for name in lights_._lamps:
            lights_.lamp(name, name in was)
    return await _asked(t, "look", "lights", ms, "%d pixels, %d lamps" % (count, len(lights_._lamps)))


async def buzzer(t, seat, ms):
    """Two tones; a person must listen."""
    on = t.parts.buzzer.on
    t.parts.buzzer.on = True
    try:
        t.parts.buzzer.play("ready")
        await asyncio.sleep_ms(_TONE_MS)
    finally:
        t.parts.buzzer.silence()
        t.parts.buzzer.on = on
    return await _asked(t, "listen", "buzzer", ms, "two tones")


async def _asked(t, what, part, ms, text):
    yes = await t.selftest.question(what, ms)
    if yes is None:
        text += ": nobody answered"
    elif not yes:
        text += ": not all of it was noticed"
    return verdict(1 if yes else 0, 1, 1, "yes", text, None, part)
