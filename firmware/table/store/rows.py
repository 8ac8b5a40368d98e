"""The settings: what an owner can change. Pure data, read by the firmware, the tool and the documents.

The house rules are settings too; their rows are table.game.presets.SETTINGS.
"""

from table.later import Later

presets = Later("table.game.presets")
helps = Later("table.store.help")

VERSION = 1  # of the settings file; raise it with a function in MIGRATIONS

# (setting, type, default, range, unit, applies); types and ranges: checks.py
# applies: now, next sort, next game, restart
ROWS = (
    (
        "layout",
        "ints",
        (18, 18, 18, 18),
        (0, 38, 4, 4),
        "stacks",
        "next sort",
    ),
    ("dice", "int", 2, (1, 3), "dice", "now"),
    ("language", "choice", "zh", ("en", "zh"), "", "now"),
    ("brightness", "int", 60, (1, 100), "%", "now"),
    ("buzzer", "bool", True, None, "", "now"),
    ("stir_turns", "int", 8, (2, 20), "turns", "next sort"),
    ("name", "string", "", (0, 24), "", "now"),
)

# From this version to the next: a function that takes the values as a dict and returns them changed.
MIGRATIONS = {}


def find(name):
    """The row of a setting, or None."""
    for row in ROWS:
        if row[0] == name:
            return row
    for rule in presets.SETTINGS:
        if rule[0] == name:
            return _row(rule)
    return None


def every():
    """All rows, the house rules last."""
    yield from ROWS
    for rule in presets.SETTINGS:
        yield _row(rule)


def rules():
    """The names of the house rules."""
    return [rule[0] for rule in presets.SETTINGS]


def help(name):
    """What a setting is for."""
    return helps.HELP[name]


def _row(rule):
    name, kind, limits, default = rule
    return name, kind, default, limits or None, "", "next game"


def layout_problem(layout, longest_wall):
    """Why a table whose longest wall is `longest_wall` stacks cannot build `layout`; "" if it can."""
    if max(layout) > longest_wall:
        return "the longest wall this table can build has %d stacks" % longest_wall
    tiles = 2 * sum(layout)
    if tiles < 108 or tiles > 152 or tiles % 4:
        return "a set has 108 to 152 tiles, a multiple of four; these are %d" % tiles
    return ""
