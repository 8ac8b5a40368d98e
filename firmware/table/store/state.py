"""What a table knows over power-off: which walls are where, a sort under way, who deals, its faults and base times.

Kept in memory and saved at rests, pauses, ends and faults, not with each stack: flash wears.
"""

import json

from table.store import atomic

# name: what a new table knows. None: not known.
NAMES = {
    "waiting": None,  # stacks below, a seat each (None: not known, a list: known)
    "raised": None,  # stacks on the table top, a seat each
    "sort": None,  # a sort under way: {"layout", "stacks"}
    "counts": None,  # tiles a side in the last sort
    "jobs": 0,  # number of the last job
    "restarting": False,  # a restart was asked for: the watchdog's reset is none
    "dealer": 0,
    "game": None,  # a game under way: match.py
    "rolls": (),  # the last ones, each a list of dice
    "boots": 0,
    "fault": None,  # the last one
    "base": None,  # base times in ms by mechanism
    "bad": None,  # sensors known to be bad
    "counters": None,
}


class State:
    def __init__(self, root="/"):
        """`root` is the folder ("/" on the table)."""
        self._path = root.rstrip("/") + "/state"
        self._values = {}
        self.dirty = False

    def load(self):
        """Read what was saved; what is wrong with it, as a list of texts. Unknown names are kept."""
        self._values = {}
        self.dirty = False
        data, problems = atomic.read(self._path)
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
        self.save()
        return self.get("boots")

    def save(self):
        """Write what was put, if it differs from what is there; StorageError (a Refusal) if that fails."""
        names = sorted(self._values)
        pieces = ["%s:%s" % (json.dumps(name), json.dumps(self._values[name])) for name in names]
        atomic.write(self._path, ("{" + ",".join(pieces) + "}").encode())
        self.dirty = False
