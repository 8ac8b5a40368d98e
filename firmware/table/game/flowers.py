"""Flowers after the deal: who replaces how many, and when.

The table never sees faces: the players say how many flowers they hold and, after each replacement, how many of the
new tiles are flowers again. The state is a dictionary:
{"order": seats from the dealer on, "owed": flowers to replace now by seat, "later": those that wait, "at_once": bool}.
"""

from . import seats


def begin(dealer, counts, at_once=False, taken=(0, 1, 2, 3)):
    """The state after the deal. `counts` are the flowers held by seat.

    `at_once`: a flower drawn as a replacement is replaced before the turn goes on; otherwise it waits until all are
    done, and then it is the dealer's turn again.
    """
    for seat in range(4):
        if counts[seat] < 0 or (counts[seat] and seat not in taken):
            raise ValueError("seat %d cannot hold %d flowers" % (seat, counts[seat]))
    return {"order": seats.in_turn(dealer, taken), "owed": list(counts), "later": [0] * 4, "at_once": at_once}


def turn(state):
    """(seat, tiles) of whoever takes replacement tiles now, or None when no flower is left in a hand."""
    for owed in (state["owed"], state["later"]):
        for seat in state["order"]:
            if owed[seat]:
                return seat, owed[seat]
    return None


def drew(state, found):
    """The state after the player in turn took his tiles, `found` of which are flowers again."""
    now = turn(state)
    if now is None:
        raise ValueError("no flower is left to replace")
    seat, tiles = now
    if not 0 <= found <= tiles:
        raise ValueError("of %d tiles %s cannot be flowers" % (tiles, found))
    owed = list(state["owed"])
    later = list(state["later"])
    if not any(owed):  # all were done: those that waited come now
        owed, later = later, [0] * 4
    owed[seat] = 0
    (owed if state["at_once"] else later)[seat] = found
    return {"order": state["order"], "owed": owed, "later": later, "at_once": state["at_once"]}
