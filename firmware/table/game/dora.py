"""The dora that an indicator tile points to."""

_SUITS = "mps"  # characters, dots, bamboos
_WINDS = "ESWN"
_DRAGONS = "PFC"  # white, green, red


def dora(indicator, players=4):
    """The dora after an indicator: "1m" to "9m", "p", "s"; E S W N; P F C (white, green, red).

    With three players the characters are only 1 and 9, and each points to the other.
    """
    name = str(indicator)
    for ring in (_WINDS, _DRAGONS):
        if len(name) == 1 and name.upper() in ring:
            return ring[(ring.index(name.upper()) + 1) % len(ring)]
    suit = name[1:].lower()
    if len(name) != 2 or suit not in _SUITS or name[0] not in "123456789":
        raise ValueError("a tile is 1 to 9 with m, p or s, or one of E S W N P F C, not %s" % name)
    if players == 3 and suit == "m":
        if name[0] not in "19":
            raise ValueError("with three players there is no tile %s" % name)
        return "9m" if name[0] == "1" else "1m"
    return "%d%s" % (int(name[0]) % 9 + 1, suit)
