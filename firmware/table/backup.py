"""What a laptop copies out of a table and puts back: settings, rules, base times, counters, calibration, bad sensors.

Each part is one small object, so that it fits into a line. Putting back is checked as a whole before anything changes.
Not among them: where tiles are and a game under way, which time makes wrong; the journal and the secret of the dice,
which nobody may put back.
"""

from table import calibration
from table.errors import Refusal
from table.faults import SIDES
from table.service import COUNTERS

PARTS = ("settings", "rules", "base", "counters", "photos", "bad")
_LONGEST_MS = 60_000
_MOST = 1 << 29


def part(t, name):
    """The part `name` of the table `t` (the App), as a dict."""
    if name == "settings":
        return t.settings.values()
    if name == "rules":
        return t.settings.rules()
    if name == "base":
        return t.parts.base.times
    if name == "counters":
        t.wear.keep()
        return t.wear.kept
    if name == "bad":
        return dict.fromkeys(t.parts.base.bad, True)
    return t.calibrated


def check(t, name, value):
    """`(wanted, unknown)`: what `value` comes to, and names that this firmware does not know. Refusal: it does not fit.

    Nothing changes.
    """
    if not isinstance(value, dict):
        raise _wrong(name, "not an object")
    return {"base": _base, "counters": _counters, "photos": _photos, "bad": _bad}.get(name, _settings)(t, name, value)


def put(t, name, wanted):
    """Take over what `check` gave; not yet saved, but for the calibration. Raises Refusal."""
    if name == "base":
        times = t.parts.base.times
        times.clear()
        times.update(wanted)
        t.memory.put("base", times)
    elif name == "bad":
        t.parts.base.bad[:] = list(wanted)
        t.memory.put("bad", t.parts.base.bad)
    elif name == "counters":
        t.wear.keep()
        t.wear.kept.update(wanted)
    elif name == "photos":
        calibration.save(t, wanted)
    else:
        for one in wanted:
            t.settings.set(one, wanted[one])


def _settings(t, name, value):
    known = t.settings.values() if name == "settings" else t.settings.rules()
    wanted = {one: value[one] for one in value if one in known}
    for one in wanted:
        t.settings.check(one, wanted[one])
    return wanted, [one for one in value if one not in known]


def _base(t, name, value):
    known = [side + "_" + part for side in SIDES for part in ("head", "lift")] + ["dome_up", "dome_down"]
    wanted, unknown = {}, []
    for one, row in value.items():
        if one not in known:
            unknown.append(one)
        elif not _numbers(row, 2) or not 0 < row[0] <= _LONGEST_MS:
            raise _wrong(name, one)
        else:
            wanted[one] = list(row)
    return wanted, unknown


def _counters(t, name, value):
    wanted, unknown = {}, [one for one in value if one not in [row[0] for row in COUNTERS]]
    for one, many in COUNTERS:
        if one in value:
            if not _numbers([value[one]] if many == 1 else value[one], many):
                raise _wrong(name, one)
            wanted[one] = value[one]
    return wanted, unknown


def _photos(t, name, value):
    wanted, unknown = {}, []
    for one, row in value.items():
        if one not in t.signals.photos:
            unknown.append(one)
        elif not _numbers(row, 3) or not row[1] < row[0] <= 65535:
            raise _wrong(name, one)
        else:
            wanted[one] = list(row)
    return wanted, unknown


def _bad(t, name, value):
    wanted, unknown = {}, []
    for one, is_bad in value.items():
        if one not in t.signals.inputs and one not in t.signals.photos:
            unknown.append(one)
        elif is_bad is not True:
            raise _wrong(name, one)
        else:
            wanted[one] = True
    return wanted, unknown


def _numbers(row, many):
    if not isinstance(row, (list, tuple)) or len(row) != many:
        return False
    return all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < _MOST for n in row)


def _wrong(name, what):
    return Refusal("params", "%s: %s does not fit" % (name, what), "the file was changed by hand", {"param": "value"})
