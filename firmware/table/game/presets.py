"""The house rules as settings, and the presets: sets of values for the usual games.

One row is one setting: (name, type, bounds, default); what it is for stands in store/help.py. Types: "choice" (bounds:
the choices), "int" (bounds: least and most), "bool" (no bounds).
"""

# As in the modules that know what they mean, which a table loads only while there is a game.
RULESETS = ("chinese-one-roll", "chinese-two-rolls", "japanese", "taiwanese", "taiwanese-own-wall")
WAYS = ("counter-clockwise", "clockwise")
DEAD = ("house", "japanese", "none", "taiwanese")
POLICIES = ("at-most-three", "competition", "draw-passes", "traditional", "winner-deals")
EFFECTS = ("policy", "stays", "passes", "no draw")
SEATING = ("draw-winds", "highest-roll", "dice-points", "entered", "two-step")
SEATING_AGAIN = ("stay", "winner-roll", "roll-and-draw", "drawn-again", "by-the-book")
FIRST_DEALER = ("east", "one-roll", "two-rolls", "five-or-nine", "entered", "roulette")

SETTINGS = (
    ("ruleset", "choice", RULESETS, "chinese-two-rolls"),
    ("seating", "choice", SEATING, "draw-winds"),
    ("seating_again", "choice", SEATING_AGAIN, "stay"),
    ("seating_way", "choice", WAYS, "counter-clockwise"),
    ("seating_dice", "int", (2, 3), 2),
    ("first_dealer", "choice", FIRST_DEALER, "one-roll"),
    ("first_dealer_dice", "int", (1, 3), 2),
    ("seat_winds", "choice", ("dealer", "broken-wall"), "dealer"),
    ("compass_winds", "bool", (), False),
    ("last_tiles", "choice", ("ruleset", "jump", "stack"), "ruleset"),
    ("replacements", "choice", WAYS, "counter-clockwise"),
    ("flowers_at_once", "bool", (), False),
    ("dead_wall", "choice", ("ruleset",) + DEAD, "ruleset"),
    ("policy", "choice", POLICIES, "traditional"),
    ("draw", "choice", EFFECTS, "policy"),
    ("draw_four_winds", "choice", EFFECTS, "passes"),
    ("draw_four_kongs", "choice", EFFECTS, "policy"),
    ("draw_three_winners", "choice", EFFECTS, "policy"),
    ("keep_repeat", "bool", (), False),
    ("rounds", "int", (1, 16), 4),
    ("game_minutes", "int", (0, 600), 0),
)

# preset: what differs from the defaults
PRESETS = {
    "chinese-household": {},
    "chinese-competition": {
        "seating": "entered",
        "first_dealer": "east",
        "policy": "competition",
        "draw_four_winds": "no draw",
        "draw_four_kongs": "no draw",
        "draw_three_winners": "no draw",
        "flowers_at_once": True,
    },
    "taiwanese": {
        "ruleset": "taiwanese",
        "seating": "two-step",
        "seating_dice": 3,
        "first_dealer": "two-rolls",
        "first_dealer_dice": 3,
        "draw_four_winds": "no draw",
        "draw_four_kongs": "no draw",
        "draw_three_winners": "no draw",
    },
    "japanese": {
        "ruleset": "japanese",
        "seating": "two-step",
        "first_dealer": "two-rolls",
        "draw_four_winds": "stays",
        "draw_four_kongs": "stays",
        "draw_three_winners": "stays",
        "keep_repeat": True,
    },
    "japanese-three": {
        "ruleset": "japanese",
        "seating": "draw-winds",
        "first_dealer": "east",
        "draw_four_winds": "no draw",  # three players cannot discard four
        "draw_four_kongs": "stays",
        "draw_three_winners": "no draw",
        "keep_repeat": True,
    },
}

# The layout that a preset plays with.
LAYOUTS = {
    "chinese-household": (17, 17, 17, 17),
    "chinese-competition": (18, 18, 18, 18),
    "taiwanese": (18, 18, 18, 18),
    "japanese": (17, 17, 17, 17),
    "japanese-three": (18, 18, 18, 0),
}


def defaults():
    """Every setting's default, by name."""
    return {row[0]: row[3] for row in SETTINGS}


def preset(name):
    """Every setting's value in a preset, by name; ValueError when there is none of that name."""
    if name not in PRESETS:
        raise ValueError("there is no preset %s; known: %s" % (name, ", ".join(sorted(PRESETS))))
    values = defaults()
    values.update(PRESETS[name])
    return values
