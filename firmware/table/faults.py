"""The closed list of faults and the latch that keeps the first cause.

Codes keep the trade's meaning: 0 sorting, 1 head, 2 dome, 3 lift, 4 disc, 5 pick-up and belt, 6 sensor,
7 keys, lamps and dice, 8 supply, 9 controller. What each means, in English and Chinese, with a hint, is in
data/faults.csv, for the laptop tool and the documents.
"""

SIDES = ("east", "south", "west", "north")

# " ", code, sub, name: a dict of them would take three times the memory. A test holds this against data/faults.csv.
_NAMES = (
    " 01sort_timeout 02sort_too_long 03no_tiles 04counts_lost 05tiles_over"
    " 11head_timeout 12head_not_leaving 13head_motor 14head_runs_on"
    " 21dome_up_timeout 22dome_down_timeout 23dome_limits 24dome_not_leaving 25dome_motor 26dome_runs_on"
    " 31lift_timeout 32lift_not_leaving 33lift_motor 34lift_runs_on"
    " 41disc_stopped 42disc_slow 43disc_motor 44disc_runs_on"
    " 51belt_jammed 52belt_not_moving 53pickup_idle 54pickup_motor 55pickup_runs_on 56pickup_slow"
    " 57tiles_glued"
    " 61sensor_contradiction 62sensor_range 63home_lost 64sensor_silent"
    " 71key_stuck 72entropy"
    " 81over_current 82under_voltage 83over_voltage"
    " 91expander_lost 92outputs_differ 93internal 94watchdog 95settings 96loop_blocked 97board 98fram_silent "
)

_TOLD = (3, 10, 30, 100)  # a warning that comes again is told at these times only


def name_of(code, sub):
    """The name of a fault; KeyError for one that is not in the list."""
    at = _NAMES.find(" %d%d" % (code, sub))
    if at < 0:
        raise KeyError((code, sub))
    return _NAMES[at + 3 : _NAMES.find(" ", at + 3)]


class Fault(Exception):
    """Something did not do as it was told.

    `side` is 0-3 or None for the centre; `part` and `stage` are words of the trade; `measured` and `limit`
    are numbers in `unit` (ms, tiles, volts, amps) or None; `counts` are tiles per side, for code 0.
    """

    def __init__(self, code, sub, side=None, part="", stage="", measured=None, limit=None, unit="ms", counts=None):
        self.name = name_of(code, sub)
        super().__init__(self.name)
        self.code = code
        self.sub = sub
        self.side = side
        self.part = part
        self.stage = stage
        self.measured = measured
        self.limit = limit
        self.unit = unit
        self.counts = counts
        self.times = 1  # how often since it was cleared

    def fields(self):
        """The fault as the link tells it."""
        row = {
            "code": self.code,
            "sub": self.sub,
            "name": self.name,
            "side": None if self.side is None else SIDES[self.side],
            "part": self.part,
            "stage": self.stage,
            "measured": self.measured,
            "limit": self.limit,
            "unit": self.unit,
        }
        if self.counts is not None:
            row["counts"] = self.counts
        if self.times > 1:
            row["times"] = self.times
        return row

    def key(self):
        """What makes two faults the same one."""
        return (self.code, self.sub, self.side, self.part)


class Latch:
    """Faults stand here until they are cleared. The first is the cause; the others are what followed."""

    MOST = 8  # more than these say nothing new and would only eat memory

    def __init__(self, events):
        self._events = events
        self.faults = []
        self.warnings = []

    @property
    def first(self):
        return self.faults[0] if self.faults else None

    def add(self, fault):
        """Latch `fault`; the same fault again is not told twice."""
        self._add(self.faults, fault, "fault")

    def warn(self, fault):
        """Note `fault` as a warning: nothing stops."""
        self._add(self.warnings, fault, "warning")

    def _add(self, rows, fault, event):
        for row in rows:
            if row.key() == fault.key():
                row.times += 1
                row.measured = fault.measured
                if event == "warning" and row.times in _TOLD:
                    self._events.emit(event, **row.fields())
                return
        if len(rows) < self.MOST:
            rows.append(fault)
        self._events.emit(event, **fault.fields())

    def drop(self, code, sub):
        """Forget a warning whose cause is gone."""
        self.warnings = [row for row in self.warnings if (row.code, row.sub) != (code, sub)]

    def clear(self):
        """Forget everything latched; returns how many faults stood. The caller has made sure the causes are gone."""
        n = len(self.faults)
        for fault in self.faults:
            self._events.emit("cleared", code=fault.code, sub=fault.sub)
        self.faults = []
        self.warnings = []
        return n
