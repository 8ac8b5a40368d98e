"""Tile sets and how their walls are laid out on the four sides."""

# tiles in the set: stacks in the walls of seats 0 to 3
STANDARD = {
    108: (14, 13, 14, 13),
    112: (14, 14, 14, 14),
    116: (15, 14, 15, 14),
    120: (15, 15, 15, 15),
    124: (16, 15, 16, 15),
    128: (16, 16, 16, 16),
    132: (17, 16, 17, 16),
    136: (17, 17, 17, 17),
    140: (18, 17, 18, 17),
    144: (18, 18, 18, 18),
    148: (19, 18, 19, 18),
    152: (19, 19, 19, 19),
}

# The same for three players: seat 3 stays empty.
THREE_PLAYERS = {108: (18, 18, 18, 0)}


def standard(tiles, players=4):
    """The usual layout of a set of so many tiles, for 4 or 3 players. ValueError when there is none."""
    if players not in (3, 4):
        raise ValueError("a table is for 3 or 4 players, not %s" % (players,))
    table = STANDARD if players == 4 else THREE_PLAYERS
    if tiles not in table:
        known = ", ".join([str(n) for n in sorted(table)])
        raise ValueError("there is no usual layout of %s tiles for %d players; known: %s" % (tiles, players, known))
    return table[tiles]


def total(layout):
    """Tiles in all walls of a layout."""
    return 2 * sum(layout)


def check_layout(layout, longest, tiles=None):
    """The layout as a tuple of four counts, or ValueError.

    `longest` is the longest wall, in stacks, that the table's mechanics can hold; `tiles`, where given, is the
    number of tiles that the walls must add up to. A layout need not be a usual one: any four counts that fit are
    walls, also for two sides, or for one side in a trial.
    """
    if isinstance(layout, (str, bytes)):
        raise ValueError("a layout is four numbers of stacks, not a text")
    try:
        walls = tuple(layout)
    except TypeError:
        raise ValueError("a layout is four numbers of stacks") from None
    if len(walls) != 4:
        raise ValueError("a layout is four numbers of stacks, not %d" % len(walls))
    for seat in range(4):
        stacks = walls[seat]
        if not isinstance(stacks, int) or isinstance(stacks, bool) or stacks < 0:
            raise ValueError("seat %d's wall is a number of stacks, not %s" % (seat, stacks))
        if stacks > longest:
            raise ValueError("seat %d's wall of %d stacks is past the longest of %d" % (seat, stacks, longest))
    if not any(walls):
        raise ValueError("a layout needs at least one stack")
    if tiles is not None and total(walls) != tiles:
        raise ValueError("a layout of %d tiles is not one of %d" % (total(walls), tiles))
    return walls
