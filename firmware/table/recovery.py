"""What is known of a sort that the power went out of: read at the start, from the state and from the live record.

The rule is never to overfill a channel: what is not certain counts as not known, and a sort whose counts are not known
does not go on. Its channels have to be emptied first (Cycle, "lost").
"""

from table.below import NONE


def take_up(memory, seen, layout):
    """The sort under way as Cycle keeps it, or None; its `stacks` are None where they are not known.

    `memory` is the State, which is brought up to date; `seen` tells for each seat whether its channel sees tiles,
    `layout` is that of the settings.
    """
    sort = memory.get("sort")
    if memory.lost:
        memory.put("waiting", None)
        memory.put("raised", None)
        sort = {"layout": list(layout), "stacks": None}
    if memory.get("waiting") is None and not any(seen):
        memory.put("waiting", list(NONE))
    if not sort:
        return None
    if "tiles" not in sort and sort["stacks"] is not None:  # kept by an older firmware
        sort = _of(sort["layout"], sort["stacks"])
    if sort["stacks"] is None:
        sort = _from_record(memory, sort)
    waiting = memory.get("waiting") or NONE
    if sort["stacks"] is not None:
        for seat in range(4):
            below = sort["stacks"][seat] or waiting[seat] or sort["pushing"] >> seat & 1
            if seen[seat] and not below:
                sort["stacks"] = None  # the record is of another table, or somebody put tiles in
                break
    if sort["stacks"] is None and any(seen):
        memory.put("waiting", None)
        memory.put("raised", None)
    elif sort["stacks"] is None:  # nothing was pushed, and the walls of the other set are up
        memory.put("waiting", list(NONE))
        sort = _of(sort["layout"], list(NONE))
    return sort


def _of(layout, stacks):
    tiles = [2 * n for n in stacks]
    return {"layout": layout, "stacks": stacks, "tiles": tiles, "pushing": 0, "unsure": [2] * 4}


def _from_record(memory, sort):
    """`sort` with the counts of the live record, if that belongs to this very sort."""
    record = memory.live.record()
    if record is None or record[0] != memory.number or record[1]["layout"] != sort["layout"]:
        return sort
    memory.put("waiting", record[2])
    memory.put("raised", record[3])
    return record[1]
