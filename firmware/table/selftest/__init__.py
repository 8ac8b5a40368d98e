"""Numbered and named tests of every part, the same for the laptop and for the keys at the table.

Here is the list and what all tests share: starting one as a job, asking the person, the laptop that falls silent, and
that nothing is left on. What each test does stands in the modules beside this one; they are loaded when one is run and
dropped after it, so that a table at play keeps its memory.
"""

import asyncio
import gc
from time import ticks_ms

from micropython import const

from table.clock import since
from table.errors import Refusal
from table.faults import SIDES, Fault
from table.later import forget
from table.motor import Cut

SILENT_MS = const(3000)  # a test that moves is cut when the laptop says nothing for so long
_LOOK_MS = const(100)

# (number, name, one for each side, moves something, what a person is asked for, module)
# asks: press keys, look, listen, put tiles in, hold a tile; "" nothing
TESTS = (
    (1, "inputs", False, False, "", "still"),
    (2, "photos", False, False, "", "still"),
    (3, "supply", False, False, "", "still"),
    (4, "keys", False, False, "press", "person"),
    (5, "lights", False, False, "look", "person"),
    (6, "buzzer", False, False, "listen", "person"),
    (7, "dice", False, False, "", "inside"),
    (8, "memory", False, False, "", "inside"),
    (9, "store", False, False, "", "inside"),
    (10, "link", False, False, "", "inside"),
    (11, "disc", False, True, "", "turning"),
    (12, "dome", False, True, "", "doming"),
    (13, "pickup", True, True, "", "turning"),
    (14, "head", True, True, "", "turning"),
    (15, "lift", True, True, "", "turning"),
    (16, "tile", True, True, "tiles", "tiling"),
    (17, "calibrate", False, False, "hold", "calibrating"),
    (18, "speeds", False, True, "", "fitting"),
    (19, "belts", False, True, "tiles", "feeding"),
)
AT_THE_TABLE = const(16)  # the tests up to this number can be chosen with the keys


def verdict(measured, low, high, unit, text="", side=None, part="", passed=None):
    """What a test found: `measured` against its limits; `side` (0-3) and `part` name the culprit."""
    if passed is None:
        passed = low <= measured <= high
    found = {"measured": measured, "limits": [low, high], "unit": unit, "passed": passed, "text": text[:300]}
    if not passed:
        found["side"] = None if side is None else SIDES[side]
        found["part"] = part
    return found


class SelfTest:
    """`table` is the App."""

    def __init__(self, table):
        self._t = table
        self.desk = None  # the self-test at the table, while it is on
        self.asked = None  # what the running test asks of the person
        self._answer = None

    # -- the list ------------------------------------------------------------------------------------------------

    def rows(self):
        """All tests as {"number", "name", "moves", "asks"}."""
        rows = []
        for number, name, sides, moves, asks, _ in TESTS:
            for full in [side + "_" + name for side in SIDES] if sides else [name]:
                rows.append({"number": number, "name": full, "moves": moves, "asks": asks})
        return rows

    def find(self, name, side=None):
        """The row of TESTS and the side (or None) of a test by its name or number. Raises Refusal."""
        for row in TESTS:
            if name in (row[1], str(row[0])):
                if row[2] and side is None:
                    hint = "%s_%s, or side=0" % (SIDES[0], row[1])
                    raise Refusal("params", "%s is a test of one side" % row[1], hint, {"param": "side"})
                return row, side if row[2] else None
            if row[2]:
                for seat in range(4):
                    if name == SIDES[seat] + "_" + row[1]:
                        return row, seat
        raise Refusal("params", "there is no self-test %s" % name[:24], "'tests' lists them", {"param": "name"})

    # -- running -------------------------------------------------------------------------------------------------

    def start(self, name, seconds=None, side=None, watched=True):
        """Run a test as a job. `seconds` bounds its wait for the person; `watched`: the laptop must not fall silent.

        Raises Refusal.
        """
        row, seat = self.find(name, side)
        t = self._t
        full = row[1] if seat is None else SIDES[seat] + "_" + row[1]
        if row[3] and t.signals.cut:
            raise Refusal("stopped", t.signals.cut, "release the emergency stop, then 'acknowledge'")
        if row[1] in ("lift", "tile", "belts"):
            for side in range(4) if seat is None else (seat,):
                self._check_channel(side)
        ms = int(1000 * seconds) if seconds else 60_000
        job = t.cycle.test(full, self._run(row, full, seat, ms, watched))
        t.selftest_at_work = self
        return job

    def _check_channel(self, seat):
        """A lift brings up what stands in its channel: nothing must. Raises Refusal."""
        cycle = self._t.cycle
        if cycle.sort is not None:
            raise Refusal("state", "a sort is under way", "finish it first")
        if cycle.waiting is None or cycle.waiting[seat]:
            raise Refusal("state", "a wall waits in the channel", "raise it first")

    async def _run(self, row, full, seat, ms, watched):
        t = self._t
        watcher = asyncio.create_task(self._watch()) if row[3] and watched else None
        t.console.taken = self.desk or self
        self.asked = self._answer = None
        try:
            module = __import__("table.selftest." + row[5], None, None, (row[1],))
            found = await getattr(module, row[1])(t, seat, ms)
            if t.signals.cut and row[3]:
                raise Cut(t.signals.cut)
            found["test"] = full
            found["number"] = row[0]
            return found
        finally:
            if watcher is not None:
                watcher.cancel()
            self._ask(None)
            t.console.taken = self.desk
            self._leave_safe(row[3])
            t.console.show()
            module = None
            if self.desk is None:
                t.selftest_at_work = None
            forget("table.selftest." + row[5], "table.selftest.measure")
            gc.collect()

    def _leave_safe(self, moved):
        """Nothing stays on; a cam that could not come home is told."""
        t = self._t
        while t.signals.running:
            t.signals.running[-1].off()
        t.parts.disc.stop()
        if not moved:
            return
        for cam in t.parts.heads + t.parts.lifts:
            if not cam.at_home:
                t.latch.warn(Fault(6, 3, cam.side, cam.part, "after a self-test", unit=""))

    async def _watch(self):
        """Cut the test when the laptop that started it says nothing for three seconds."""
        link, signals = self._t.link, self._t.signals
        heard, at = link.accepted, ticks_ms()
        while not signals.cut:
            await asyncio.sleep_ms(_LOOK_MS)
            if link.accepted != heard:
                heard, at = link.accepted, ticks_ms()
            elif since(at) >= SILENT_MS:
                signals.cut_all("the laptop fell silent in a self-test")

    # -- the person ----------------------------------------------------------------------------------------------

    def _ask(self, what, **more):
        """Tell what is asked of the person; None: nothing any more."""
        self.asked = None if what is None else dict(more, what=what)
        job = self._t.cycle.job
        if job is not None:
            job.asks = self.asked
        if what is not None:
            self._t.events.emit("ask", test=job.name if job else "", what=what, **more)

    def tell(self, what, **more):
        """Ask the person to do something that the table itself sees: `what` is a word, `more` what remains."""
        self._answer = None
        self._ask(what, **more)

    async def question(self, what, ms, **more):
        """Ask, and wait for the answer at the laptop (`answer`) or at the table (lift key yes, dice key no).

        True or False, None when nobody answered within `ms`. Raises Cut.
        """
        self._answer = None
        self._ask(what, **more)
        began = ticks_ms()
        try:
            while self._answer is None and since(began) < ms:
                if self._t.signals.cut:
                    raise Cut(self._t.signals.cut)
                await asyncio.sleep_ms(20)
            return self._answer
        finally:
            self._ask(None)

    def answer(self, yes):
        """The person's answer. Raises Refusal when nothing is asked."""
        if self.asked is None:
            raise Refusal("state", "no self-test asks anything", "'test' starts one")
        self._answer = yes

    # -- the keys, while a test has them (console.taken) ---------------------------------------------------------

    def pressed(self, seat, name):
        if self.asked is not None and name != "hand_key":
            self._answer = name == "lift_key"

    def released(self, seat, name, ms):
        pass

    # -- at the table --------------------------------------------------------------------------------------------

    def enter(self):
        """Begin the self-test at the table, by its keys. Nothing moves."""
        from table.selftest.desk import Desk

        self._t.selftest_at_work = self
        self.desk = Desk(self._t, self)
        self.desk.enter()

    def left(self):
        """The self-test at the table has ended."""
        self.desk = self._t.selftest_at_work = None
        self._t.console.taken = None
        self._t.console.show()
        forget("table.selftest.desk")
