"""Wear: what the table has done in its life, counted; and how it changes, a row every so many sorts (trends.py).

Counters stand in the state file and are brought up to date when it is saved, so nothing is written for them alone.
"""

from micropython import const

from table.errors import Refusal
from table.faults import SIDES
from table.store import atomic

_FILE = "/trends"
_JAMS = (1, 3, 5)  # codes of faults that are jams of a side
_PAGE = const(3)  # rows in an answer of at most 1024 bytes

# counter: how many numbers it is
COUNTERS = (
    ("sorts", 1),
    ("tiles", 1),
    ("minutes", 1),  # switched on
    ("head_turns", 4),
    ("lift_turns", 4),
    ("dome_strokes", 1),
    ("pickup_s", 4),
    ("disc_s", 1),
    ("head_retries", 4),
    ("lift_retries", 4),
    ("dome_retries", 1),
    ("disc_retries", 1),
    ("jams", 4),
    ("faults", 10),  # by code
    ("tests", 1),
)


def zeros() -> dict:
    return {name: 0 if many == 1 else [0] * many for name, many in COUNTERS}


class Wear:
    """`t` is the App, with its signals, parts and memory."""

    def __init__(self, t):
        self._t = t
        self._ticks = 0  # the tick up to which time is counted
        self._last = {}  # motor or mechanism: what was counted of it
        self.kept = zeros()
        t.events.listen(self._on_event)

    def begin(self):
        """Take up the counters of before; what does not fit is counted anew."""
        found = self._t.memory.get("counters")
        if not isinstance(found, dict):
            return
        for name, many in COUNTERS:
            value = found.get(name)
            ok = isinstance(value, int) if many == 1 else isinstance(value, list) and len(value) == many
            if ok:
                self.kept[name] = value

    def keep(self):
        """Bring the counters up to date in the state, which is about to be saved."""
        self._count()
        self._t.memory.put("counters", self.kept)

    # -- counting ------------------------------------------------------------------------------------------------

    def _gain(self, name, now, unit=1):
        """What `now` has grown by since it was last asked, in whole units."""
        gained = (now - self._last.get(name, 0)) // unit
        if gained > 0:
            self._last[name] = self._last.get(name, 0) + gained * unit
            return gained
        return 0

    def _count(self):
        t = self._t
        kept, motors, parts = self.kept, t.signals.motors, t.parts
        kept["minutes"] += self._gain("minutes", t.signals.up_s, 60)
        for seat in range(4):
            side = SIDES[seat]
            kept["head_turns"][seat] += self._gain(side + "_head", motors[side + "_head"].runs)
            kept["lift_turns"][seat] += self._gain(side + "_lift", motors[side + "_lift"].runs)
            kept["pickup_s"][seat] += self._gain(side + "_pickup", motors[side + "_pickup"].ran_ms, 1000)
            kept["head_retries"][seat] += self._gain(side + "_hr", parts.heads[seat].retries)
            kept["lift_retries"][seat] += self._gain(side + "_lr", parts.lifts[seat].retries)
        kept["dome_strokes"] += self._gain("dome", motors["dome"].runs)
        kept["disc_s"] += self._gain("disc", motors["disc"].ran_ms, 1000)
        kept["dome_retries"] += self._gain("dr", parts.dome.retries)
        kept["disc_retries"] += self._gain("cr", parts.disc.retries)

    def _on_event(self, n, name, fields):
        kept = self.kept
        if name == "fault":
            kept["faults"][fields["code"]] += 1
            if fields["side"] is not None and fields["code"] in _JAMS:
                kept["jams"][SIDES.index(fields["side"])] += 1
        elif name == "job" and fields["state"] == "done":
            result = fields.get("result") or {}
            if fields["name"] in ("sort", "resume") and not result.get("paused") and sum(result.get("counts") or ()):
                kept["sorts"] += 1
                kept["tiles"] += sum(result["counts"])
                self._row()
            elif fields["name"].startswith("test "):
                kept["tests"] += 1

    # -- trends --------------------------------------------------------------------------------------------------

    def _row(self):
        """Add a row when it is time for one; nothing moves at a sort's end. The next save tells of a full flash."""
        from table import trends  # seldom used: loaded when it is

        sorts = self.kept["sorts"]
        try:
            every, rows = self._read()
            if rows and sorts - rows[-1][0] < every:
                return
            self._count()
            every, rows = trends.add(every, rows, self._now(rows))
            atomic.write(self._t.root + _FILE, trends.pack(every, rows))
        except Refusal as e:
            self._t.log.add(e.message)

    def _read(self):
        from table import trends

        return trends.unpack(atomic.read(self._t.root + _FILE)[0])

    def _now(self, rows):
        from table import trends

        t, kept = self._t, self.kept
        times = t.parts.base.times
        base = [times.get(name, (0,))[0] for name in trends.COLUMNS[2:12]]
        at_margins, at_counts = trends.MARGINS, trends.COUNTS
        margins = [photo_margin(t.signals.photos[name]) // 256 for name in trends.COLUMNS[at_margins:at_counts]]
        before = [0] * trends.TALLIES
        for row in rows:
            for at in range(trends.TALLIES):
                before[at] += row[at_counts + at]
        total = [kept["head_retries"][s] + kept["lift_retries"][s] for s in range(4)] + kept["jams"]
        total += [kept["dome_retries"], kept["disc_retries"]]
        since = [max(0, total[at] - before[at]) for at in range(trends.TALLIES)]
        return [kept["sorts"], kept["minutes"] // 60] + base + margins + since

    def page(self, first):
        """(every, rows in all, rows from `first`, the number to go on with or None)."""
        every, rows = self._read()
        last = first + _PAGE
        return every, len(rows), rows[first:last], last if last < len(rows) else None


def photo_margin(photo):
    """Converter counts from the level to the nearer threshold; below zero is between them."""
    if photo.level < (photo.low + photo.high) // 2:
        return photo.low - photo.level
    return photo.level - photo.high
