"""What a laptop can ask of a table: one table for the link, the `queji` command, OpenRPC and the documents.

Pure data and its checks, imported on the table and on a laptop. In which states a request is accepted, and whether it
moves something, is said in commands.COMMANDS, for the keys too.
"""

from table.checks import fits, span
from table.errors import Refusal

# The steps of the request `game`, the kinds of a drawn hand (table.game.rounds), the presets (table.game.presets).
GAME = ("new", "cut", "seats", "seat", "draw", "result", "undo", "next", "replaced", "kong", "end")
COPIED = ("settings", "rules", "base", "counters", "photos")  # as backup.PARTS
KINDS = ("draw", "four-winds", "four-kongs", "three-winners", "draw-passes", "draw-stays")
PRESETS = ("chinese-competition", "chinese-household", "japanese", "japanese-three", "taiwanese")

# (parameter, type, unit, range, required, help); types and ranges: checks.py
_SETTING = ("name", "string", "", (1, 24), False, "Which setting; all if left out.")

# (request, parameters, fields of the answer in order, help)
REQUESTS = (
    (
        "hello",
        (("protocol", "string", "", (1, 12), False, "The version of the protocol that the asker speaks."),),
        "product protocol firmware hash board id boots reset state settings line micropython",
        "Who the table is.",
    ),
    (
        "status",
        (),
        "state stage layout next counts waiting raised dome disc dealer dice sum break game lamps fault warnings job"
        " volts amps up_ms",
        "What the table is doing.",
    ),
    ("settings", (_SETTING,), "", "Read one setting or all."),
    (
        "set",
        (
            ("name", "string", "", (1, 24), True, "Which setting."),
            ("value", "any", "", None, True, "Its new value."),
        ),
        "name value was applies",
        "Change a setting.",
    ),
    ("defaults", (_SETTING,), "", "Set one setting, or all, back to the default."),
    (
        "tiles",
        (
            ("set", "int", "tiles", (108, 152), False, "A set that has a standard layout."),
            ("layout", "ints", "stacks", (0, 38, 4, 4), False, "Stacks in front of east, south, west, north."),
        ),
        "layout tiles applies current",
        "Choose the tile set, or ask which one is used.",
    ),
    ("dome", (("to", "choice", "", ("up", "down"), True, "Which way."),), "job", "Move the dome."),
    ("sort", (), "job", "Dome down, waiting walls up, the used set sorted."),
    ("raise", (), "job", "Raise the waiting walls."),
    ("pause", (), "job", "Pause sorting: everything stops and the dome rises."),
    ("resume", (), "job", "Lower the dome and go on sorting."),
    ("stop", (), "state", "Stop every motor at once."),
    ("acknowledge", (), "state", "Leave the state stopped, once the emergency stop is released."),
    (
        "dice",
        (("count", "int", "dice", (1, 3), False, "How many dice; the setting if left out."),),
        "dice sum seat",
        "Roll the dice.",
    ),
    (
        "commit",
        (("hands", "int", "hands", (1, 256), False, "For how many hands; 64 if left out."),),
        "chain hands anchor",
        "Before a game: draw a new chain of secrets, show its end, let the players cut.",
    ),
    (
        "cut",
        (
            ("seat", "int", "", (0, 3), False, "0 east, 1 south, 2 west, 3 north."),
            ("count", "int", "", (0, 15), False, "How often this seat has cut; one more if left out."),
            ("open", "bool", "", None, False, "Whether the dice keys cut from now on."),
        ),
        "cuts cutting",
        "Cut the dice, or ask who has cut.",
    ),
    (
        "fair",
        (),
        "chain anchor hands hand rolls cuts cutting revealed",
        "What has been committed, cut and revealed.",
    ),
    (
        "journal",
        (("from", "int", "", (0, 1000000000), False, "The place that the answer before gave as next; 0: the oldest."),),
        "n hash next lines",
        "Read the journal, page by page.",
    ),
    (
        "files",
        (("first", "int", "", (0, 9999), False, "Number of the file to begin with."),),
        "count next files",
        "The program's files with their SHA-256, page by page.",
    ),
    (
        "show",
        (("what", "choice", "", ("firmware", "chain", "off"), True, "Whose first eight digits."),),
        "digits",
        "Show a hash as colours along the walls, to compare without trusting a screen.",
    ),
    (
        "dealer",
        (
            ("seat", "int", "", (0, 3), False, "0 east, 1 south, 2 west, 3 north."),
            ("next", "bool", "", None, False, "Pass the deal on."),
        ),
        "dealer",
        "Name the dealer, pass the deal on, or ask who deals.",
    ),
    (
        "break",
        (("rolls", "ints", "", (1, 18, 1, 6), False, "The sums or the dice; the last rolls if left out."),),
        "owner left first",
        "Where the wall is broken.",
    ),
    (
        "game",
        (
            ("do", "choice", "", GAME, False, "A step of the game; the game as it is if left out."),
            ("seat", "int", "", (0, 3), False, "Who begins, cuts, sits, deals or won."),
            ("draw", "choice", "", KINDS, False, "The kind of a drawn hand."),
            ("winds", "ints", "", (0, 3, 4, 4), False, "By seat, the wind of whoever sits there."),
        ),
        "phase do who dice number dealer round repeat hand",
        "The game under way, or a step of it.",
    ),
    (
        "wall",
        (("seat", "int", "", (0, 3), False, "Whose dealt tiles are listed too."),),
        "owner left first next tail indicators dead tiles",
        "Where the tiles of this hand lie.",
    ),
    ("rules", (), "", "The house rules: settings for the next game."),
    (
        "preset",
        (("name", "choice", "", PRESETS, False, "Which; if left out, which one the rules are."),),
        "preset layout applies presets",
        "Set all house rules and the tile set to those of a usual game.",
    ),
    (
        "export",
        (("part", "choice", "", COPIED, True, "Which part."),),
        "part value",
        "Copy a part of what the table knows, to be put back with import.",
    ),
    (
        "import",
        (
            ("part", "choice", "", COPIED, True, "Which part."),
            ("value", "any", "", None, True, "As export gave it."),
            ("check", "bool", "", None, False, "Only look whether it fits; nothing changes."),
        ),
        "part changed unknown",
        "Put back a part that was exported; all of it, or nothing when it does not fit.",
    ),
    ("faults", (), "faults warnings", "Standing faults and warnings."),
    ("clear", (), "cleared", "Clear the faults; nothing moves."),
    (
        "job",
        (("id", "int", "", (1, 1000000000), True, "The job's number."),),
        "id name state ms asks fault result",
        "How a job went.",
    ),
    ("inputs", (), "keys sensors levels volts amps", "What every key and sensor reads."),
    (
        "tests",
        (("first", "int", "", (0, 99), False, "Which row to begin with; what the answer before gave as next."),),
        "tests next",
        "The self-tests.",
    ),
    (
        "test",
        (
            ("name", "string", "", (1, 24), True, "Its name, or its number."),
            ("seconds", "number", "s", (1, 600), False, "How long it waits for a person; 60 if left out."),
            ("side", "int", "", (0, 3), False, "For a test of one side that is not named in full."),
        ),
        "job",
        "Run a self-test.",
    ),
    ("answer", (("yes", "bool", "", None, True, "The answer."),), "yes", "Answer what a self-test asks."),
    ("wear", (), "", "What the table has done in its life."),
    (
        "trend",
        (("first", "int", "", (0, 99), False, "Which row to begin with; what the answer before gave as next."),),
        "every count next nominal base rows",
        "How times and light barriers changed over its life, page by page.",
    ),
    ("counters", (), "", "What the table has counted."),
    ("events", (("on", "bool", "", None, True, "Whether events are sent."),), "on", "Switch events on or off."),
    (
        "log",
        (("before", "bool", "", None, False, "Those from before this start, why it was started, the last fault."),),
        "boots reset last lines",
        "The last lines of the log.",
    ),
    (
        "restart",
        (("mode", "choice", "", ("normal", "update"), False, "update: without watchdog, ready for new firmware."),),
        "mode",
        "Restart the controller.",
    ),
    (
        "help",
        (("name", "string", "", (1, 24), False, "A request."),),
        "name help params requests",
        "List the requests, or explain one.",
    ),
    ("rpc.discover", (), "", "This interface as an OpenRPC document."),
)

# (event, fields in order)
EVENTS = (
    ("state", "state was reason"),
    ("progress", "stage counts of"),
    ("job", "id name state ms fault"),
    ("fault", "code sub name side part stage measured limit unit"),
    ("warning", "code sub name side part stage measured limit unit"),
    ("cleared", "code sub"),
    ("roll", "dice sum by seat hand number"),
    ("commit", "chain hands anchor"),
    ("cut", "seat count cuts"),
    ("reveal", "chain hand link"),
    ("dealer", "dealer"),
    ("game", "phase do who spun"),
    ("tiles", "layout applies"),
    ("key", "key seat ms"),
    ("ask", "test what left signal side"),
    ("refused", "what why"),
    ("log", "text"),
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
        name, kind, unit, limits, required = param[:5]
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
