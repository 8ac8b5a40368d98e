"""How base times and light barriers change over the life of a table: at most 52 rows in one small file.

A table has no clock, so rows are told apart by the number of sorts. When the file is full every second row goes and the
distance doubles: it always spans the table's whole life. Pure data and packing: read by the tool too.
"""

import struct

ROWS = 52
FIRST_EVERY = 16  # sorts between rows, at first
_HEAD = "<H"
_ROW = "<I11H12B10B"
SIZE = struct.calcsize(_ROW)
MARGINS, COUNTS = 12, 24  # where a row's margins and its counts begin
TALLIES = 10

SIDES = ("east", "south", "west", "north")
# What a row holds, in order. Times are base times in ms (0: not known); margins are converter counts / 256 to the
# nearer threshold; retries and jams are those since the row before (255: that many or more).
COLUMNS = (
    ("sorts", "hours")
    + tuple([side + "_head" for side in SIDES])
    + tuple([side + "_lift" for side in SIDES])
    + ("dome_up", "dome_down")
    + tuple([side + "_" + part for part in ("tile", "belt_full", "channel") for side in SIDES])
    + tuple([side + "_retries" for side in SIDES])
    + tuple([side + "_jams" for side in SIDES])
    + ("dome_retries", "disc_retries")
)


def pack(every, rows):
    """The file's bytes."""
    data = struct.pack(_HEAD, every)
    for row in rows:
        values = [row[0]] + [min(v, 65535) for v in row[1:MARGINS]] + [max(0, min(v, 255)) for v in row[MARGINS:]]
        data += struct.pack(_ROW, *values)
    return data


def unpack(data):
    """(every, rows) of a file's bytes; (FIRST_EVERY, []) of what is none."""
    if data is None or len(data) < 2 or (len(data) - 2) % SIZE:
        return FIRST_EVERY, []
    every = struct.unpack_from(_HEAD, data, 0)[0]
    return every, [list(struct.unpack_from(_ROW, data, at)) for at in range(2, len(data), SIZE)]


def add(every, rows, row):
    """Put a row in; (every, rows) with every second row gone when there are too many, what they counted added up."""
    rows = rows + [row]
    if len(rows) <= ROWS:
        return every, rows
    kept = []
    for i, one in enumerate(rows):
        if i % 2 and i != len(rows) - 1:
            counts = one[COUNTS:]
            following = rows[i + 1]
            for at in range(TALLIES):
                following[COUNTS + at] += counts[at]
        else:
            kept.append(one)
    return every * 2, kept
