"""The walls as one ring of stacks, taken clockwise: right to left along a wall, then the left neighbour's wall.

A break is a pair (owner, left): counting started at the owner's right end and left so many stacks standing.
"""

TIERS = ("upper", "lower")


def stack(layout, seat, steps):
    """(seat, stack) of the stack that lies `steps` stacks clockwise of `seat`'s first one; negative: the other way.

    Runs over the end of a wall, past empty walls and, if need be, round the whole table.
    """
    steps %= sum(layout)
    while steps >= layout[seat]:
        steps -= layout[seat]
        seat = (seat - 1) % 4
    return seat, steps + 1


def tile(layout, owner, left, number):
    """(seat, stack, tier) of the tile that is drawn as the `number`-th, from 0, when all are drawn from the break."""
    seat, position = stack(layout, owner, left + number // 2)
    return seat, position, TIERS[number % 2]


def as_stack(place):
    """A stack, or a tile, as the table's answers say it."""
    named = {"seat": place[0], "stack": place[1]}
    if len(place) > 2:
        named["tier"] = place[2]
    return named
