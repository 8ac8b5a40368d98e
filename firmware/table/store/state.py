"""What a table knows over power-off: which walls are where, a sort under way, who deals, its faults and base times.

Kept in memory and saved at rests, pauses, ends and faults, not with each stack: flash wears. A table with a FRAM saves
there, and to the flash only at each start, before an update, or when the chip falls silent.
"""

import json

from table.store import atomic
from table.store.kept import Kept
from table.store.live import Live

# name: what a new table knows. None: not known.
NAMES = {
    "waiting": None,  # stacks below, a seat each (None: not known, a list: known)
    "raised": None,  # stacks on the table top, a seat each
    "sort": None,  # a sort under way: {"layout", "stacks" (None: not known), …}: Cycle._snapshot
    "counts": None,  # tiles a side in the last sort
    "jobs": 0,  # number of the last job
    "dealer": 0,
    "game": None,  # a game under way: match.py
    "rolls": (),  # the last ones, each a list of dice
    "boots": 0,
    "last": None,  # the last fault or stop, and the last lines of the log before it
    "base": None,  # base times in ms by mechanism
    "bad": None,  # sensors known to be bad
    "counters": None,
}


class State:
    """`live` is the FRAM. `lost`: the newest state was in a chip that has it no longer; where stacks are is unknown."""

    def __init__(self, root="/", live=None):
        """`root` is the folder ("/" on the table)."""
        self._path = root.rstrip("/") + "/state"
        self.live = live or Live()
        self._kept = Kept(self._path, self.live, self.live.state)
        self._values = {}
        self.dirty = False

    @property
    def number(self):
        """Of the last save."""
        return self._kept.number

    @property
    def chip(self):
        """Whether the last save is in the FRAM."""
        return self._kept.chip

    @property
    def lost(self):
        return self._kept.lost

    def load(self):
        """Read what was saved; what is wrong with it, as a list of texts. Unknown names are kept."""
        self._values = {}
        self.dirty = False
        data, problems = self._kept.read()
        if data is not None:
            try:
                found = json.loads(data)
            except ValueError:
                found = None
            if isinstance(found, dict):
                self._values = found
            else:
                problems.append("state cannot be understood")
                try:
                    atomic.set_aside(self._path + ".bad", data)
                except atomic.StorageError as error:
                    problems.append(error.message)
        if problems and not self._values:
            problems.append("state: what was where before power-off is not known")
        return problems

    def get(self, name):
        """A value as it was put; KeyError for a name that is not in NAMES."""
        default = NAMES[name]
        value = self._values.get(name, default)
        return list(value) if isinstance(value, tuple) else value

    def put(self, name, value):
        """Remember a value that JSON can hold (not yet saved); KeyError for a name that is not in NAMES."""
        if self.get(name) != value or isinstance(value, (list, dict)):
            self._values[name] = value
            self.dirty = True

    def boot(self):
        """Count a start and save it: one write each start. The number of starts, this one included."""
        self.put("boots", self.get("boots") + 1)
        self.save(flash=True)
        return self.get("boots")

    def save(self, flash=False):
        """Keep what was put, if it differs from what was saved; StorageError (a Refusal) if that fails.

        In the FRAM if there is one; with `flash`, or without a chip that answers, in the flash too.
        """
        parts = [b"{"]
        for name in sorted(self._values):
            text = "%s%s:%s" % ("," if len(parts) > 1 else "", json.dumps(name), json.dumps(self._values[name]))
            parts.append(text.encode())
        self._kept.write(parts + [b"}"], flash)
        self.dirty = False
