"""Choosing the first dealer.

Each way is a replay: given all rolls made so far it says what comes next, {"roller": seat, "dice": number}, or the
result, {"dealer": seat, "roll": the roll that chose him or None}. A roll that points to an empty seat is made again.
"""

from . import seats

METHODS = (
    "east",  # east by nature or by decree; competition
    "one-roll",  # east rolls, the seat counted deals
    "two-rolls",  # east rolls, the seat counted rolls again, the seat counted from it deals
    "five-or-nine",  # in turn from east, the first to roll 5 or 9 (two dice), 1 or 5 (one die)
    "entered",  # a drawn east, custom or lot: the players say who
    "roulette",  # the lamps run and stop on a seat
)


def first_dealer(method, east=0, rolls=(), taken=(0, 1, 2, 3), dice=2, entered=None):
    """The next roll or the first dealer.

    `entered` is the seat that the players say for "entered", the steps that the lamps run for "roulette".
    """
    if east not in taken:
        raise ValueError("seat %s is empty and cannot be east" % (east,))
    if method in ("one-roll", "two-rolls"):
        return _counted(2 if method == "two-rolls" else 1, east, rolls, taken, dice)
    if method == "five-or-nine":
        return _first_to_roll(east, rolls, taken, dice)
    if method == "east":
        return {"dealer": east, "roll": None}
    if method == "entered":
        if seats.check_seat(entered) not in taken:
            raise ValueError("seat %d is empty and cannot deal" % entered)
        return {"dealer": entered, "roll": None}
    if method == "roulette":
        return {"dealer": roulette(east, entered, taken), "roll": None}
    raise ValueError("there is no way %s to choose a dealer; known: %s" % (method, ", ".join(METHODS)))


def _counted(times, seat, rolls, taken, dice):
    chosen_by = None
    for roll in rolls:
        pointed = seats.count(seat, seats.roll_sum(roll, dice))
        if pointed not in taken:
            continue
        seat = pointed
        chosen_by = roll
        times -= 1
        if not times:
            return {"dealer": seat, "roll": chosen_by}
    return {"roller": seat, "dice": dice}


def _first_to_roll(seat, rolls, taken, dice):
    if dice not in (1, 2):
        raise ValueError("the first to roll 5 or 9 uses two dice, or one for 1 or 5")
    for roll in rolls:
        if seats.roll_sum(roll, dice) in ((1, 5) if dice == 1 else (5, 9)):
            return {"dealer": seat, "roll": roll}
        seat = seats.following(seat, taken)
    return {"roller": seat, "dice": dice}


def roulette(start, steps, taken=(0, 1, 2, 3)):
    """The seat where running lamps stop after `steps`, a number drawn evenly below a multiple of the players."""
    ring = seats.in_turn(start, taken)
    return ring[steps % len(ring)]
