"""What changes with every tile, kept in the FRAM while the flash must not be written; and what the flash is spared.

What is where in the chip's 32 kB:
    0x0000  the live record of a sort, a Twin
    0x0080  the last lines of the log, a ring (blackbox.py)
    0x0500  the state, a Twin
    0x2500  the dice, a Twin
    0x3000  lines of the journal that wait for the flash (tail.py)

A table may have no such chip, and a chip may fall silent: `ok` is then False, and each user of it has another way.
"""

import struct

from micropython import const

from table.store.blackbox import BlackBox
from table.store.tail import Tail
from table.store.twin import Twin

_UNKNOWN = const(255)
_RECORD = "<IB24B"  # number of the save it belongs to, seats that push; six times four seats


class Live:
    """`chip` is a Fram or None; `seed` a number of this controller; `silent()` is called when it stops answering."""

    def __init__(self, chip=None, seed=1, silent=None):
        self.chip = chip
        self.ok = chip is not None
        self.silent = silent
        self._record = Twin(chip, 0x0000, 0x40, seed)
        self._box = BlackBox(chip, 0x0080, 14, seed)
        self.state = Twin(chip, 0x0500, 0x1000, seed) if chip else None
        self.fair = Twin(chip, 0x2500, 0x0400, seed) if chip else None
        self.tail = Tail(self, 0x3000, 0x2000) if chip else None

    def do(self, action, *args):
        """What `action` returns, None if the chip does not answer."""
        if self.ok:
            try:
                return action(*args)
            except OSError:
                self.ok = False
                if self.silent:
                    self.silent()
        return None

    def again(self):
        """See whether a chip that was silent answers again. What it holds is old: write it anew."""
        if self.chip is not None and not self.ok:
            try:
                self.chip.read(0, 1)
                self.ok = True
            except OSError:
                pass
        return self.ok

    # -- the record of a sort ------------------------------------------------------------------------------------

    def note(self, saved, sort, waiting, raised):
        """Keep where every stack is. `saved` is the number of the state it goes with; `sort` as `record` gives it."""
        rows = (sort["layout"], sort["tiles"], sort["stacks"], sort["unsure"], waiting, raised)
        flat = [_UNKNOWN if row is None or row[seat] is None else row[seat] for row in rows for seat in range(4)]
        self.do(self._record.write, struct.pack(_RECORD, saved, sort["pushing"], *flat))

    def record(self):
        """`(saved, sort, waiting, raised)` as kept, or None. `sort` is that of Cycle._snapshot."""
        data = self.do(self._record.read)
        if data is None or len(data) != struct.calcsize(_RECORD):
            return None
        found = struct.unpack(_RECORD, data)
        rows = [[None if n == _UNKNOWN else n for n in found[at : at + 4]] for at in range(2, 26, 4)]
        layout, tiles, stacks, unsure, waiting, raised = rows
        sort = {"layout": layout, "tiles": tiles, "stacks": stacks, "pushing": found[1], "unsure": unsure}
        return found[0], sort, _whole(waiting), _whole(raised)

    # -- other bytes, and the log --------------------------------------------------------------------------------

    def keep(self, place, *parts):
        """Write `parts` to a place of the chip; True if that is done."""
        try:
            self.do(place.write, *parts)
        except ValueError:  # longer than its place
            return False
        return self.ok

    def line(self, text):
        """Keep a line of the log."""
        self.do(self._box.add, text)

    def lines(self):
        """The lines kept, oldest first."""
        return self.do(self._box.read) or []


def _whole(row):
    return None if row.count(None) == 4 else row
