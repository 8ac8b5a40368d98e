"""Seats: the order of play, winds, and counting a roll to a seat."""

NAMES = ("east", "south", "west", "north")


def check_seat(seat):
    """The seat, or ValueError when it is none of 0 to 3."""
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat <= 3:
        raise ValueError("a seat is 0, 1, 2 or 3, not %s" % (seat,))
    return seat


def count(dealer, total):
    """The seat that a sum points to, counted counter-clockwise; `dealer`, whoever counts as one, is 1."""
    check_seat(dealer)
    if not isinstance(total, int) or isinstance(total, bool) or not 1 <= total <= 18:
        raise ValueError("the sum of one to three dice is 1 to 18, not %s" % (total,))
    return (dealer + total - 1) % 4


def check_dealer(dealer, layout):
    """The dealer's seat, or ValueError when there is no such seat or nobody sits there."""
    check_seat(dealer)
    if not layout[dealer]:
        raise ValueError("seat %d is empty and cannot deal" % dealer)
    return dealer


def roll_sum(roll, dice):
    """The sum of a roll of so many dice, given as the dice or as the sum itself; ValueError when it cannot be."""
    if isinstance(roll, int) and not isinstance(roll, bool):
        if not dice <= roll <= 6 * dice:
            raise ValueError("%s cannot show %d" % ("one die" if dice == 1 else "%d dice together" % dice, roll))
        return roll
    if not isinstance(roll, (list, tuple)):
        raise ValueError("a roll is dice or their sum, not %s" % (roll,))
    for die in roll:
        if not isinstance(die, int) or isinstance(die, bool) or not 1 <= die <= 6:
            raise ValueError("a die shows 1 to 6, not %s" % (die,))
    if len(roll) != dice:
        raise ValueError("%d %s rolled at once here, not %d" % (dice, "die is" if dice == 1 else "dice are", len(roll)))
    return sum(roll)


def occupied(layout):
    """The seats where somebody plays, in the order of play: those whose wall is not empty."""
    return tuple([seat for seat in range(4) if layout[seat]])


def following(seat, taken=(0, 1, 2, 3)):
    """The next of the taken seats counter-clockwise, the order of play."""
    for step in range(1, 5):
        if (seat + step) % 4 in taken:
            return (seat + step) % 4
    raise ValueError("nobody sits at the table")


def in_turn(seat, taken=(0, 1, 2, 3)):
    """The taken seats in the order of play, from `seat` on, or from the first taken one after it."""
    return tuple([(seat + step) % 4 for step in range(4) if (seat + step) % 4 in taken])


def winds(east, taken=(0, 1, 2, 3)):
    """The seat winds by seat, None at an empty one: `east` has the east wind, and so on in the order of play.

    An empty `east` (the owner of a broken wall where nobody sits) gives the east wind to the first player after it.
    """
    found: list = [None] * 4
    for wind, seat in enumerate(in_turn(east, taken)):
        found[seat] = wind
    return found


def compass(wind):
    """The wind shown for `wind` when winds go by the natural compass: south on east's left. Only words change."""
    return (4 - wind) % 4
