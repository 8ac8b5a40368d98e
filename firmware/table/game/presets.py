"""The house rules as settings, and the presets: sets of values for the usual games.

One row is one setting: (name, type, bounds, default, help). Types: "choice" (bounds: the choices), "int" (bounds:
least and most), "bool" (no bounds).
"""

# As in the modules that know what they mean, which a table loads only while there is a game.
RULESETS = ("chinese-one-roll", "chinese-two-rolls", "japanese", "taiwanese", "taiwanese-own-wall")
WAYS = ("counter-clockwise", "clockwise")
DEAD = ("house", "japanese", "none", "taiwanese")
POLICIES = ("at-most-three", "competition", "draw-passes", "traditional", "winner-deals")
EFFECTS = ("policy", "stays", "passes", "no draw")
DRAWS = ("draw", "four-winds", "four-kongs", "three-winners")
SEATING = ("draw-winds", "highest-roll", "dice-points", "entered", "two-step")
SEATING_AGAIN = ("stay", "winner-roll", "roll-and-draw", "drawn-again", "by-the-book")
FIRST_DEALER = ("east", "one-roll", "two-rolls", "five-or-nine", "entered", "roulette")

SETTINGS = (
    ("ruleset", "choice", RULESETS, "chinese-two-rolls", "how the wall is broken and dealt"),
    ("seating", "choice", SEATING, "draw-winds", "how seats are chosen"),
    ("seating_again", "choice", SEATING_AGAIN, "stay", "how seats are chosen again after a game"),
    ("seating_way", "choice", WAYS, "counter-clockwise", "which way round players move or draw then"),
    ("seating_dice", "int", (2, 3), 2, "dice rolled to choose seats; three for sixteen tiles"),
    ("first_dealer", "choice", FIRST_DEALER, "one-roll", "how the first dealer is chosen"),
    ("first_dealer_dice", "int", (1, 3), 2, "dice rolled to choose the first dealer"),
    ("seat_winds", "choice", ("dealer", "broken-wall"), "dealer", "who has the east wind in a hand"),
    ("compass_winds", "bool", (), False, "show winds by the natural compass, south on east's left"),
    ("last_tiles", "choice", ("ruleset", "jump", "stack"), "ruleset", "how the dealer takes his last two tiles"),
    ("replacements", "choice", WAYS, "counter-clockwise", "which way replacement tiles are taken"),
    ("flowers_at_once", "bool", (), False, "a flower drawn as a replacement is replaced before the turn goes on"),
    ("dead_wall", "choice", ("ruleset",) + DEAD, "ruleset", "the tiles that are never drawn"),
    ("policy", "choice", POLICIES, "traditional", "who deals after a hand"),
    ("draw", "choice", EFFECTS, "policy", "the deal after an exhausted wall"),
    ("draw_four_winds", "choice", EFFECTS, "passes", "the deal after four like winds in the first turn"),
    ("draw_four_kongs", "choice", EFFECTS, "policy", "the deal after a fourth kong, not all of one player"),
    ("draw_three_winners", "choice", EFFECTS, "policy", "the deal after three winners on one tile"),
    ("keep_repeat", "bool", (), False, "the repeat counter counts on when a draw passes the deal"),
    ("rounds", "int", (1, 16), 4, "rounds in a game"),
    ("game_minutes", "int", (0, 600), 0, "a game ends with the hand in which so many minutes are over; 0: no limit"),
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


def draws(values):
    """The effect of each kind of draw for rounds.after, from settings."""
    return {kind: values[kind if kind == "draw" else "draw_" + kind.replace("-", "_")] for kind in DRAWS}


def own(value):
    """None, the ruleset's own, for a setting that says "ruleset"; else the value."""
    return None if value == "ruleset" else value
