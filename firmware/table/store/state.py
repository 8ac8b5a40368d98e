"""What a table knows over power-off: which walls are where, a sort under way, who deals, its faults and base times.

Kept in memory and saved at rests, pauses, ends and faults, not with each stack: flash wears. A table with a FRAM saves
there, and to the flash only at each start, before an update, or when the chip falls silent.
"""

import json

from table.store import atomic
from table.store.live import Live

# name: what a new table knows. None: not known.
NAMES = {
    "waiting": None,  # stacks below, a seat each (None: not known, a list: known)
    "raised": None,  # stacks on the table top, a seat each
    "sort": None,  # a sort under way: {"layout", "stacks" (None: not known), …}: Cycle._snapshot
    "counts": None,  # tiles a side in the last sort
    "jobs": 0,  # number of the last job
    "restarting": False,  # a restart was asked for: the watchdog's reset is none
    "dealer": 0,
    "game": None,  # a game under way: match.py
    "rolls": (),  # the last ones, each a list of dice
    "boots": 0,
    "last": None,  # the last fault or stop, and the last lines of the log before it
    "saved": 0,  # the number of this save
    "chip": False,  # later saves are in the FRAM: what is in the flash may be old
    "base": None,  # base times in ms by mechanism
    "bad": None,  # sensors known to be bad
    "counters": None,
}


class State:
    """`live` is the FRAM. `lost`: the newest state was in a chip that has it no longer, so that it is not known where
    stacks are."""

    def __init__(self, root="/", live=None):
        """`root` is the folder ("/" on the table)."""
        self._path = root.rstrip("/") + "/state"
        self.live = live or Live()
        self._values = {}
        self._text = None  # what was saved last
        self._told = False  # the flash tells that the chip has what is newer
        self.lost = False
        self.dirty = False

    def load(self):
        """Read what was saved; what is wrong with it, as a list of texts. Unknown names are kept."""
        self._values = {}
        self._text = None
        self.lost = self.dirty = False
        data, problems = atomic.read(self._path)
        if data is not None:
            self._values = _parsed(data) or {}
            if not self._values:
                problems.append("state cannot be understood")
                try:
                    atomic.set_aside(self._path + ".bad", data)
                except atomic.StorageError as error:
                    problems.append(error.message)
        self._told = self.get("chip")
        newer = _parsed(self.live.load() or b"")
        if newer and newer.get("saved", 0) >= self.get("saved"):
            self._values = newer
        elif self._told:
            self.lost = True
            problems.append("state: what was where is not known, the FRAM does not have it any more")
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
        text = self._body()
        chip = self.live.again()
        if text == self._text and chip is self.get("chip") and not flash:
            self.dirty = False
            return
        values = self._values
        values["saved"] = self.get("saved") + 1
        values["chip"] = chip
        kept = chip and self.live.save(_packed(values["saved"], chip, text))
        if flash or not kept or not self._told:
            values["chip"] = self._told = kept
            atomic.write(self._path, _packed(values["saved"], kept, text))
        self._text = text
        self.dirty = False

    def _body(self):
        names = [name for name in sorted(self._values) if name not in ("saved", "chip")]
        return ",".join(["%s:%s" % (json.dumps(name), json.dumps(self._values[name])) for name in names])


def _packed(saved, chip, body):
    head = '{"saved":%d,"chip":%s' % (saved, "true" if chip else "false")
    return (head + ("," + body if body else "") + "}").encode()


def _parsed(data):
    """The state in `data`; None if there is none."""
    try:
        found = json.loads(data)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
