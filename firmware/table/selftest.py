"""Numbered and named tests of every part, for the laptop and for the keys.

A test returns (measured, lowest, highest, unit, text): passed when lowest <= measured <= highest. One that moves
something is bounded like every move and runs only when the table rests.
"""

import asyncio
import gc
from os import urandom

from table import dice
from table.errors import Refusal
from table.faults import SIDES, Fault

_PER_SIDE = ((30, "head"), (40, "lift"), (50, "pickup"))


class SelfTest:
    """`table` is the App."""

    def __init__(self, table):
        self._t = table
        self._tests = [
            (1, "keys", False, self._keys),
            (2, "homes", False, self._homes),
            (3, "limits", False, self._limits),
            (4, "photos", False, self._photos),
            (5, "supply", False, self._supply),
            (6, "dice", False, self._dice),
            (7, "memory", False, self._memory),
            (8, "store", False, self._store),
            (9, "lights", False, self._lights),
            (10, "buzzer", False, self._buzzer),
            (20, "disc", True, self._disc),
            (21, "dome", True, self._dome),
        ]

    def rows(self):
        """All tests as {"number", "name", "moves"}."""
        rows = [{"number": n, "name": name, "moves": moves} for n, name, moves, _ in self._tests]
        for first, part in _PER_SIDE:
            for seat in range(4):
                rows.append({"number": first + seat, "name": SIDES[seat] + "_" + part, "moves": True})
        return rows

    def start(self, name):
        """Run the test of that name or number as a job. Raises Refusal."""
        for number, named, _, work in self._tests:
            if name in (named, str(number)):
                return self._t.cycle.test(named, self._run(named, work()))
        for first, part in _PER_SIDE:
            for seat in range(4):
                full = SIDES[seat] + "_" + part
                if name in (full, str(first + seat)):
                    work = {"head": self._head, "lift": self._lift, "pickup": self._pickup}[part]
                    return self._t.cycle.test(full, self._run(full, work(seat)))
        raise Refusal("params", "there is no self-test %s" % name, "'tests' lists them", {"param": "name"})

    async def _run(self, name, work):
        measured, low, high, unit, text = await work
        return {
            "test": name,
            "measured": measured,
            "limits": [low, high],
            "unit": unit,
            "passed": low <= measured <= high,
            "text": text,
        }

    # -- nothing moves -------------------------------------------------------------------------------------------

    async def _keys(self):
        held = [k for k, s in self._t.signals.inputs.items() if k.endswith("_key") and s.active]
        return len(held), 0, 0, "keys held", ", ".join(held)

    async def _homes(self):
        off = [k for k, s in self._t.signals.inputs.items() if k.endswith("_home") and not s.active]
        return len(off), 0, 0, "cams off home", ", ".join(off)

    async def _limits(self):
        inputs = self._t.signals.inputs
        on = [k for k in ("dome_top", "dome_bottom") if inputs[k].active]
        return len(on), 1, 1, "limits reached", ", ".join(on)

    async def _photos(self):
        """How far each level is from the nearer threshold: dirt and dying lamps show here first."""
        photo = self._t.signals.mechanics["photo"]
        low, high = photo["blocked_below"], photo["clear_above"]
        least, worst = 65535, ""
        for name, signal in self._t.signals.photos.items():
            margin = low - signal.level if signal.level < (low + high) // 2 else signal.level - high
            if margin < least:
                least, worst = margin, "%s reads %d" % (name, signal.level)
        return least, 4000, 65535, "margin", worst

    async def _supply(self):
        supply = self._t.signals.mechanics["supply"]
        s = self._t.signals
        return round(s.volts, 1), supply["volts_min"], supply["volts_max"], "V", "%.2f A at rest" % s.amps

    async def _dice(self):
        """Six hundred dice: every face must come up 60 to 140 times; chance alone fails about once in 4,000 runs."""
        counts = [0] * 6
        for _ in range(200):
            for face in dice.roll(3, urandom):
                counts[face - 1] += 1
            await asyncio.sleep_ms(0)
        worst = max(counts, key=lambda n: abs(n - 100))
        return worst, 60, 140, "of 600", "faces " + ",".join([str(n) for n in counts])

    async def _memory(self):
        gc.collect()
        return gc.mem_free() // 1024, 16, 1 << 20, "kB free", ""

    async def _store(self):
        self._t.settings.save()
        self._t.memory.save()
        return 1, 1, 1, "", "settings and state written and read back"

    async def _lights(self):
        """Run a light along the whole strip, and all lamps; a person must look."""
        t = self._t
        await t.parts.lights.parade()
        t.console.show()
        return 1, 1, 1, "", "every pixel white in turn, then every lamp: did you see all of them?"

    async def _buzzer(self):
        self._t.parts.buzzer.play("ready")
        return 1, 1, 1, "", "two tones: did you hear them?"

    # -- these move ----------------------------------------------------------------------------------------------

    async def _disc(self):
        """Two turns at the shipped speed after coming up to it."""
        t = self._t
        disc = t.parts.disc
        m = t.signals.mechanics["disc"]
        rpm = m["rpm"]
        turn = t.signals.inputs["disc_turn"]
        disc.start(rpm)
        try:
            most = m["spin_up_ms"] + 8 * 60_000 // rpm
            first = turn.rises
            began = 0
            waited = 0
            while turn.rises - first < 4:
                await asyncio.sleep_ms(5)
                waited += 5
                if turn.rises - first == 2 and not began:
                    began = waited
                if waited > most:
                    raise Fault(4, 1, None, "disc", "self-test", waited, most)
            took = waited - began
        finally:
            disc.stop()
        measured = 120_000 // took
        return measured, rpm * 85 // 100, rpm * 115 // 100, "turns/min", ""

    async def _dome(self):
        """Up and down, to where it was."""
        dome = self._t.parts.dome
        nominal = self._t.signals.mechanics["dome"]["stroke_ms"]
        was_up = dome.position == "up"
        first = await dome.move(not was_up)
        await asyncio.sleep_ms(500)
        second = await dome.move(was_up)
        slower = max(first, second)
        return slower, nominal // 2, nominal * 5 // 4, "ms", "there %d ms, back %d ms" % (first, second)

    async def _head(self, seat):
        return await self._cam(self._t.parts.heads[seat])

    async def _lift(self, seat):
        return await self._cam(self._t.parts.lifts[seat])

    async def _cam(self, cam):
        ms = await cam.turn()
        nominal = self._t.signals.mechanics[cam.part]["turn_ms"]
        base = self._t.parts.base.base(cam.name, nominal)
        return ms, nominal * 3 // 4, nominal * 5 // 4, "ms", "one turn, %d ms, base %d" % (ms, base)

    async def _pickup(self, seat):
        """Half a second forward, then the belt cleared backward; the current tells whether a motor turned."""
        pickup = self._t.parts.pickups[seat]
        s = self._t.signals
        rest = s.amps
        pickup.forward()
        await asyncio.sleep_ms(300)
        running = s.amps
        await asyncio.sleep_ms(200)
        pickup.backward()
        await pickup.cleared()
        amps = round(running - rest, 2)
        return amps, 0.2, 1.2, "A", "forward and back"
