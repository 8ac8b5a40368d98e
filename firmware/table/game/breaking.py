"""Breaking the wall: who rolls how many dice, whose wall is broken, how many stacks are left standing.

One ruleset is one row. The columns:
- dice: the dice of each roll, in order;
- wall: whose wall is broken, that of the seat "counted" from the dealer by the first roll, or the "dealer"'s own;
- left: the stacks left on the right: the "sum" of all rolls, or the "smaller" die of the only one;
- hand: tiles dealt to each player (the dealer has one more);
- last: how the last tiles are dealt (deal.py); dead: the dead wall (deal.py); indicator: whether a dora is shown;
- again: whether the first hand uses again the roll that chose the dealer.
"""

from . import seats, wall

RULESETS = {
    "chinese-two-rolls": {"dice": (2, 2), "wall": "counted", "left": "sum", "hand": 13, "last": "jump"},
    "chinese-one-roll": {"dice": (2,), "wall": "counted", "left": "smaller", "hand": 13, "last": "jump"},
    "taiwanese": {"dice": (3,), "wall": "counted", "left": "sum", "hand": 16, "last": "one", "dead": "taiwanese"},
    "taiwanese-own-wall": {
        "dice": (3,),
        "wall": "dealer",
        "left": "sum",
        "hand": 16,
        "last": "one",
        "dead": "taiwanese",
        "again": True,
    },
    "japanese": {
        "dice": (2,),
        "wall": "counted",
        "left": "sum",
        "hand": 13,
        "last": "stack",
        "dead": "japanese",
        "indicator": True,
    },
}


def ruleset(name):
    """The row of a ruleset; ValueError when there is none of that name."""
    if name not in RULESETS:
        raise ValueError("there is no ruleset %s; known: %s" % (name, ", ".join(sorted(RULESETS))))
    return RULESETS[name]


def next_roll(name, layout, dealer, rolls=(), dealer_roll=None):
    """(seat, dice) of the roll that is still to be made, or None when the wall can be broken.

    `dealer_roll` is the roll that chose the dealer, given in the first hand only: where the ruleset uses it again
    and it has the right number of dice, nobody rolls.
    """
    row = ruleset(name)
    if not rolls and reused(name, dealer_roll) is not None:
        return None
    if len(rolls) >= len(row["dice"]):
        return None
    seat = dealer
    if rolls:
        seat = seats.count(dealer, seats.roll_sum(rolls[0], row["dice"][0]))
        if not layout[seat]:  # three players: the second roll of an empty seat is the dealer's
            seat = dealer
    return seat, row["dice"][len(rolls)]


def reused(name, dealer_roll):
    """The roll that chose the dealer, where the ruleset breaks the wall of the first hand with it; else None."""
    row = ruleset(name)
    if not row.get("again") or not isinstance(dealer_roll, (list, tuple)) or len(dealer_roll) != row["dice"][0]:
        return None
    return tuple(dealer_roll)


def break_wall(name, layout, dealer, rolls):
    """Where the wall is broken: {"owner", "left", "first": {"seat", "stack"}}.

    `rolls` are all the rolls of the ruleset in order, each as dice or as a sum ("chinese-one-roll" needs the dice).
    `owner` is the seat where counting starts, `left` the stacks counted off from its right end, `first` the stack
    that is taken first: past the end of a wall the count runs on into the clockwise next one. An empty seat can be
    the owner: its wall has no stacks, so counting starts at the next one.
    """
    row = ruleset(name)
    seats.check_dealer(dealer, layout)
    wanted = len(row["dice"])
    if len(rolls) != wanted:
        raise ValueError("%s takes %d roll%s, not %d" % (name, wanted, "" if wanted == 1 else "s", len(rolls)))
    sums = [seats.roll_sum(rolls[i], row["dice"][i]) for i in range(len(rolls))]
    owner = dealer if row["wall"] == "dealer" else seats.count(dealer, sums[0])
    if row["left"] == "smaller":
        if isinstance(rolls[0], int):
            raise ValueError("%s needs both dice, not only their sum" % name)
        left = min(rolls[0])
    else:
        left = sum(sums)
    return {"owner": owner, "left": left, "first": wall.as_stack(wall.stack(layout, owner, left))}
