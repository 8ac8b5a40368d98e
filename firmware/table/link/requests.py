"""What a laptop can ask of a table: one table for the link, the `queji` command, OpenRPC and the documents.

Pure data and its checks, imported on the table and on a laptop. In which states a request is accepted, and whether it
moves something, is said in commands.COMMANDS, for the keys too; what it is for, in help.py.
"""

from table.checks import fits, span
from table.errors import Refusal

# The steps of the request `game`, the kinds of a drawn hand (table.game.rounds), the presets (table.game.presets).
GAME = ("new", "cut", "seats", "seat", "draw", "result", "undo", "next", "replaced", "kong", "end")
COPIED = ("settings", "rules", "base", "counters", "photos", "bad")  # as backup.PARTS
KINDS = ("draw", "four-winds", "four-kongs", "three-winners", "draw-passes", "draw-stays")
PRESETS = ("chinese-competition", "chinese-household", "japanese", "japanese-three", "taiwanese")

# (parameter, type, unit, range, required); types and ranges: checks.py
_SETTING = ("name", "string", "", (1, 24), False)

# (request, parameters)
REQUESTS = (
    ("hello", (("protocol", "string", "", (1, 12), False),)),
    ("status", ()),
    ("settings", (_SETTING,)),
    ("set", (("name", "string", "", (1, 24), True), ("value", "any", "", None, True))),
    ("defaults", (_SETTING,)),
    ("tiles", (("set", "int", "tiles", (108, 152), False), ("layout", "ints", "stacks", (0, 38, 4, 4), False))),
    ("dome", (("to", "choice", "", ("up", "down"), True),)),
    ("sort", ()),
    ("raise", ()),
    ("pause", ()),
    ("resume", ()),
    ("stop", ()),
    ("acknowledge", ()),
    ("dice", (("count", "int", "dice", (1, 3), False),)),
    ("commit", (("hands", "int", "hands", (1, 256), False),)),
    (
        "cut",
        (("seat", "int", "", (0, 3), False), ("count", "int", "", (0, 15), False), ("open", "bool", "", None, False)),
    ),
    ("fair", ()),
    ("journal", (("from", "int", "", (0, 1000000000), False),)),
    ("files", (("first", "int", "", (0, 9999), False),)),
    ("show", (("what", "choice", "", ("firmware", "chain", "off"), True),)),
    ("dealer", (("seat", "int", "", (0, 3), False), ("next", "bool", "", None, False))),
    ("break", (("rolls", "ints", "", (1, 18, 1, 6), False),)),
    (
        "game",
        (
            ("do", "choice", "", GAME, False),
            ("seat", "int", "", (0, 3), False),
            ("draw", "choice", "", KINDS, False),
            ("winds", "ints", "", (0, 3, 4, 4), False),
        ),
    ),
    ("wall", (("seat", "int", "", (0, 3), False),)),
    ("rules", ()),
    ("preset", (("name", "choice", "", PRESETS, False),)),
    ("export", (("part", "choice", "", COPIED, True),)),
    (
        "import",
        (("part", "choice", "", COPIED, True), ("value", "any", "", None, True), ("check", "bool", "", None, False)),
    ),
    ("faults", ()),
    ("clear", ()),
    ("job", (("id", "int", "", (1, 1000000000), True),)),
    ("inputs", ()),
    ("tests", (("first", "int", "", (0, 99), False),)),
    (
        "test",
        (
            ("name", "string", "", (1, 24), True),
            ("seconds", "number", "s", (1, 600), False),
            ("side", "int", "", (0, 3), False),
        ),
    ),
    ("answer", (("yes", "bool", "", None, True),)),
    ("wear", ()),
    ("trend", (("first", "int", "", (0, 99), False),)),
    ("counters", ()),
    ("events", (("on", "bool", "", None, True),)),
    ("log", (("before", "bool", "", None, False),)),
    ("restart", (("mode", "choice", "", ("normal", "update"), False),)),
    ("help", (_SETTING,)),
    ("rpc.discover", ()),
)


def find(name):
    """The row of a request, or None."""
    for row in REQUESTS:
        if row[0] == name:
            return row
    return None


def named(row, values):
    """Values by position as a dict by name; Refusal if there are too many."""
    params = row[1]
    if len(values) > len(params):
        text = "%s takes %d value%s" % (row[0], len(params), "" if len(params) == 1 else "s")
        raise _wrong(row, len(params), text)
    return {params[at][0]: value for at, value in enumerate(values)}


def check(row, given):
    """The parameters of a request as a dict without nulls; Refusal names the one that does not fit and its range."""
    for name in given:
        if not any(param[0] == name for param in row[1]):
            raise _wrong(row, name[:24], "%s has no parameter %s" % (row[0], name[:24]))
    checked = {}
    for param in row[1]:
        name, kind, unit, limits, required = param
        value = given.get(name)
        if value is None and not (kind == "any" and name in given):
            if required:
                raise _wrong(row, name, "%s needs %s: %s" % (row[0], name, span(kind, limits, unit)))
        elif fits(kind, limits, value):
            checked[name] = value
        else:
            raise _wrong(row, name, "%s must be %s" % (name, span(kind, limits, unit)))
    return checked


def _wrong(row, param, message):
    return Refusal("params", message, usage(row), {"param": param})


def usage(row):
    """How a person writes the request: `dice [count=]`."""
    text = row[0]
    for param in row[1]:
        text += " %s=" % param[0] if param[4] else " [%s=]" % param[0]
    return "usage: " + text
