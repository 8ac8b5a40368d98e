"""The settings: what an owner can change. Pure data, read by the firmware, the tool and the documents.

The house rules are settings too; their rows are table.game.presets.SETTINGS.
"""

from table.later import Later

presets = Later("table.game.presets")

VERSION = 1  # of the settings file; raise it with a function in MIGRATIONS

# (setting, type, default, range, unit, applies, help); types and ranges: checks.py
# applies: now, next sort, next game, restart
ROWS = (
    (
        "layout",
        "ints",
        (18, 18, 18, 18),
        (0, 38, 4, 4),
        "stacks",
        "next sort",
        "Stacks in front of east, south, west, north.",
    ),
    ("dice", "int", 2, (1, 3), "dice", "now", "How many dice are rolled."),
    ("language", "choice", "zh", ("en", "zh"), "", "now", "Language of the texts."),
    ("brightness", "int", 60, (1, 100), "%", "now", "Brightness of the lights."),
    ("buzzer", "bool", True, None, "", "now", "Whether the table makes sounds."),
    ("stir_turns", "int", 8, (2, 20), "turns", "next sort", "Turns of the disc before tiles are picked up."),
    ("name", "string", "", (0, 24), "", "now", "The owner's name of the table."),
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


def _row(rule):
    name, kind, limits, default, text = rule
    return name, kind, default, limits or None, "", "next game", text[0].upper() + text[1:] + "."


def layout_problem(layout, longest_wall):
    """Why a table whose longest wall is `longest_wall` stacks cannot build `layout`; "" if it can."""
    if max(layout) > longest_wall:
        return "the longest wall this table can build has %d stacks" % longest_wall
    tiles = 2 * sum(layout)
    if tiles < 108 or tiles > 152 or tiles % 4:
        return "a set has 108 to 152 tiles, a multiple of four; these are %d" % tiles
    return ""
