"""Choosing seats, and choosing them again after a game.

A player is named by the seat where he sits when it begins. A way of choosing ends in one of two forms:
- {"winds": the wind that each player got, by seat, None where nobody sits, "east": the seat that becomes east};
- {"places": by seat, the player who sits there now, None where nobody does}.
`places(winds, east)` turns the first into the second. Ways with rolls are replays: given all rolls made so far they
say what comes next, {"roller": seat, "dice": number}, until they have enough. A roll that points to an empty seat is
made again. `taken` are the seats where somebody sits; shuffled tiles come as a permutation of their winds.
"""

from . import seats

METHODS = ("draw-winds", "highest-roll", "dice-points", "entered", "two-step")  # custom and lot are entered
AGAIN = ("stay", "winner-roll", "roll-and-draw", "drawn-again", "by-the-book")
WAYS = ("counter-clockwise", "clockwise")

ALL = (0, 1, 2, 3)


def places(winds, east, taken=ALL):
    """Who sits where when the player with the east wind sits at `east`, and the others by their winds."""
    found = [None] * 4
    for wind, seat in enumerate(seats.in_turn(east, taken)):
        found[seat] = winds.index(wind)
    return found


def entered(winds, taken=ALL):
    """By custom or by lot: the winds are entered by seat. Whoever is east keeps his place."""
    _check_winds([winds[seat] for seat in taken], taken)
    found = [winds[seat] if seat in taken else None for seat in range(4)]
    return {"winds": found, "east": found.index(0)}


def draw_winds(drawn, first=0, taken=ALL):
    """Each draws a wind, in turn from `first`: `drawn` is the permutation of the winds in that order."""
    _check_winds(drawn, taken)
    return _given(seats.in_turn(first, taken), drawn)


def highest_roll(rolls, first=0, taken=ALL, dice=2):
    """Each rolls once, in turn from `first`; east to north by rank, the earlier first among equals."""
    order = seats.in_turn(first, taken)
    if len(rolls) < len(order):
        for roll in rolls:
            seats.roll_sum(roll, dice)
        return {"roller": order[len(rolls)], "dice": dice}
    ranked = [(-seats.roll_sum(rolls[i], dice), i) for i in range(len(order))]
    return _given([order[i] for _, i in sorted(ranked)], range(len(order)))


def dice_points(rolls, first=0, taken=ALL, dice=2):
    """The sum names the wind, counted from east; on one already taken the same player rolls again.

    The last wind goes to the last player without a roll: he would roll until he gets it.
    """
    order = seats.in_turn(first, taken)
    got = []
    for roll in rolls:
        wind = seats.count(0, seats.roll_sum(roll, dice))
        if wind < len(order) and wind not in got and len(got) < len(order) - 1:
            got.append(wind)
    if len(got) < len(order) - 1:
        return {"roller": order[len(got)], "dice": dice}
    got += [wind for wind in range(len(order)) if wind not in got]
    return _given(order, got)


def two_step(rolls, roller, row, dice=2, taken=ALL):
    """An elder or the last winner rolls; the seat counted is a first east and rolls again.

    `row` is the row of wind tiles from the odd tile's end to the even one's. From the seat that the second roll
    points to, the players in turn take from the odd end if that roll is odd, else from the even end. Three dice for
    sixteen tiles, two for thirteen.
    """
    _check_winds(row, taken)
    first, used = _pointed(rolls, roller, taken, dice)
    if first is None:
        return {"roller": roller, "dice": dice}
    rolls = rolls[used:]
    start, used = _pointed(rolls, first, taken, dice)
    if start is None:
        return {"roller": first, "dice": dice}
    odd = seats.roll_sum(rolls[used - 1], dice) % 2
    return _given(seats.in_turn(start, taken), row if odd else list(reversed(row)))


def winner_roll(rolls, winner, way="counter-clockwise", taken=ALL, dice=2):
    """The last winner rolls: the player pointed to stays, each other moves one place on among the other places."""
    _check_way(way)
    stays, _ = _pointed(rolls, winner, taken, dice)
    if stays is None:
        return {"roller": winner, "dice": dice}
    others = [seat for seat in seats.in_turn(stays, taken) if seat != stays]
    found = [seat if seat in taken else None for seat in range(4)]
    for i in range(len(others)):
        step = 1 if way == "counter-clockwise" else -1
        found[others[(i + step) % len(others)]] = others[i]
    return {"places": found}


def roll_and_draw(rolls, winner, pile, way="counter-clockwise", taken=ALL, dice=2):
    """The last winner rolls: the player pointed to takes the top of the `pile`, the others follow, one way round.

    ValueError for a pile that would leave the relative seating as it is.
    """
    _check_way(way)
    check_pile(pile, way, taken)
    start, _ = _pointed(rolls, winner, taken, dice)
    if start is None:
        return {"roller": winner, "dice": dice}
    order = seats.in_turn(start, taken)
    if way == "clockwise":
        order = order[:1] + tuple(reversed(order[1:]))
    return _given(order, pile)


def check_pile(pile, way, taken=ALL):
    """Refuses a pile of winds in cyclic order that is taken the same way round: nobody would change neighbours."""
    _check_winds(pile, taken)
    step = 1 if way == "counter-clockwise" else -1
    if all((pile[i - 1] + step) % len(pile) == pile[i] for i in range(len(pile))):
        raise ValueError("the pile is in the order of the seats: nobody would change neighbours; shuffle it again")


def drawn_again(rolls, winner, drawn, taken=ALL, dice=2):
    """The last winner rolls for the place of east; the others draw in turn, and he gets the last wind."""
    _check_winds(drawn, taken)
    east, _ = _pointed(rolls, winner, taken, dice)
    if east is None:
        return {"roller": winner, "dice": dice}
    order = seats.in_turn(winner, taken)
    found = _given(order[1:] + order[:1], drawn)
    found["east"] = east
    return found


def by_the_book(number, taken=ALL):
    """Seating `number` of a match that goes through every relative seating: six of four players, two of three.

    The first player keeps his place; number 0 is the seating of the start.
    """
    others = list(taken[1:])
    chosen = [taken[0]]
    ways = 1
    for i in range(2, len(others) + 1):
        ways *= i
    if not 0 <= number < ways:
        raise ValueError("%d players have %d relative seatings, 0 to %d" % (len(taken), ways, ways - 1))
    while others:
        ways //= len(others)
        chosen.append(others.pop(number // ways))
        number %= ways
    found = [None] * 4
    for i in range(len(taken)):
        found[taken[i]] = chosen[i]
    return {"places": found}


def _given(players, winds):
    """Winds to players in turn; whoever becomes east keeps his place."""
    found: list = [None] * 4
    for i in range(len(players)):
        found[players[i]] = winds[i]
    return {"winds": found, "east": found.index(0)}


def _pointed(rolls, roller, taken, dice):
    """(the first occupied seat that a roll points to or None, how many rolls that took)."""
    for i in range(len(rolls)):
        seat = seats.count(roller, seats.roll_sum(rolls[i], dice))
        if seat in taken:
            return seat, i + 1
    return None, len(rolls)


def _check_winds(winds, taken):
    if sorted(winds) != list(range(len(taken))):
        raise ValueError("the winds must be 0 to %d, each once" % (len(taken) - 1))


def _check_way(way):
    if way not in WAYS:
        raise ValueError("the way round is %s or %s, not %s" % (WAYS[0], WAYS[1], way))
