"""Dealing: who takes which tile, what is drawn next, replacement tiles, the dead wall, the dora indicator, flowers.

Tiles are numbered from the break, 0 upwards, in the order in which they are drawn (wall.tile says where one lies).
`layout`, `owner` and `left` are as breaking.break_wall takes and returns them.
"""

from . import breaking, seats, wall

# How the last tiles are dealt, after the rounds of two stacks each:
# "jump": one each in turn and, in the same grasp, the dealer's next: A upper and C upper of the stacks A B C.
# "stack": both tiles of one stack to the dealer, then one to each of the others.
# "one": one tile to the dealer alone (sixteen tiles; nothing else is possible there).
LAST = ("jump", "stack", "one")

# Untouched tiles at which the hand is drawn: (before any kong, after the first, more for each kong).
DEAD = {
    "none": (0, 0, 0),
    "japanese": (14, 14, 0),  # the last tile of the wall joins it for each one taken
    "taiwanese": (16, 16, 1),
    "house": (20, 14, -1),  # kong tiles come out of it
}

WAYS = ("counter-clockwise", "clockwise")

# The indicator is the upper tile of this stack from the tail end; each kong shows the next one, five at most.
INDICATOR_STACK = 3
INDICATORS = 5


def dealt_numbers(hand, last, players):
    """The numbers of the tiles that each player takes, dealer first: `hand` tiles each, one more for the dealer."""
    hands = [[] for _ in range(players)]
    number = 0
    for _ in range(hand // 4):
        for taking in hands:
            taking.extend(range(number, number + 4))
            number += 4
    if last == "one":
        hands[0].append(number)
    elif last == "jump":
        for i in range(players + 1):
            hands[i % players].append(number + i)
    else:
        hands[0].extend((number, number + 1))
        for i in range(1, players):
            hands[i].append(number + 1 + i)
    return hands


def last_tiles(name, wanted=None):
    """How a ruleset deals the last tiles; `wanted` is "jump" or "stack" where the thirteen-tile rulesets allow it."""
    row = breaking.ruleset(name)
    if wanted in (None, row["last"]):
        return row["last"]
    if row["last"] == "one" or wanted not in ("jump", "stack"):
        raise ValueError("%s cannot deal the last tiles by %s" % (name, wanted))
    return wanted


def dead_wall(name, wanted=None):
    """The name of the dead wall that a ruleset keeps, or `wanted` where it is one of DEAD."""
    if wanted is None:
        return breaking.ruleset(name).get("dead", "none")
    if wanted not in DEAD:
        raise ValueError("there is no dead wall %s; known: %s" % (wanted, ", ".join(sorted(DEAD))))
    return wanted


def dead_tiles(dead, kongs=0):
    """How many untouched tiles a dead wall keeps after so many kongs: with these left the hand is drawn."""
    before, after, each = DEAD[dead]
    return after + each * kongs if kongs else before


def tiles_left(layout, taken, dead="none", kongs=0):
    """Tiles that can still be drawn when `taken` tiles are gone: dealt, drawn and replaced, from both ends."""
    return max(0, 2 * sum(layout) - taken - dead_tiles(dead, kongs))


def indicator(layout, owner, left, number=0):
    """(seat, stack, tier) of the `number`-th dora indicator, from 0 up to 4. The one below it is the tile beneath."""
    if not 0 <= number < INDICATORS:
        raise ValueError("there are %d indicators, 0 to %d" % (INDICATORS, INDICATORS - 1))
    return wall.stack(layout, owner, left - INDICATOR_STACK - number) + (wall.TIERS[0],)


def replacement(layout, owner, left, number, way="counter-clockwise", shown=False):
    """(seat, stack, tier) of the `number`-th replacement tile, from 0; upper before lower.

    Counter-clockwise: from the stack just right of the break, on to the right. Clockwise: from the owner's right
    end up to the break, passing over the stacks of the indicators where one is `shown`; when these are used up, on
    from the right end the other way.
    """
    steps = number // 2
    if way == "counter-clockwise":
        steps = left - 1 - steps
    elif way == "clockwise":
        hidden = range(left - INDICATOR_STACK - INDICATORS + 1, left - INDICATOR_STACK + 1) if shown else ()
        free = [at for at in range(left) if at not in hidden]
        steps = free[steps] if steps < len(free) else len(free) - steps - 1
    else:
        raise ValueError("replacement tiles go %s or %s, not %s" % (WAYS[0], WAYS[1], way))
    return wall.stack(layout, owner, steps) + (wall.TIERS[number % 2],)


def deal(name, layout, dealer, owner, left, last=None, dead=None, way="counter-clockwise"):
    """Who takes what: {"hands", "next", "tail", "indicator", "dead"}.

    `hands` is a list by seat of (seat, stack, tier) in the order taken, empty where nobody sits; `next` is the tile
    drawn after the deal, `tail` the first replacement tile, `indicator` a tile or None, `dead` the (seat, stack) of
    the dead wall's stacks from the tail end on. `last`, `dead` and `way` are settings; None is the ruleset's own.
    """
    row = breaking.ruleset(name)
    seats.check_dealer(dealer, layout)
    players = seats.in_turn(dealer, seats.occupied(layout))
    if len(players) < 2:
        raise ValueError("nobody deals to fewer than two players")
    numbers = dealt_numbers(row["hand"], last_tiles(name, last), len(players))
    dealt = row["hand"] * len(players) + 1
    dead = dead_wall(name, dead)
    if 2 * sum(layout) <= dealt + dead_tiles(dead):
        raise ValueError("%d tiles are too few to deal %d to each of %d" % (2 * sum(layout), row["hand"], len(players)))
    hands = [[] for _ in range(4)]
    for i in range(len(players)):
        hands[players[i]] = [wall.tile(layout, owner, left, number) for number in numbers[i]]
    shown = row.get("indicator", False)
    return {
        "hands": hands,
        "next": wall.tile(layout, owner, left, dealt),
        "tail": replacement(layout, owner, left, 0, way, shown),
        "indicator": indicator(layout, owner, left) if shown else None,
        "dead": [wall.stack(layout, owner, left - 1 - i) for i in range(dead_tiles(dead) // 2)],
    }
