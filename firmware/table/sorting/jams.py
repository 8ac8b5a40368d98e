"""Why a pick-up brings no tile, and what is done about it: a jog backward, a second look, a fault that names the part.

Told apart by the motor's own current (dead, blocked, or well), by the tile sensor and by that of the full belt.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

from table.faults import Fault
from table.motor import BOUND

_JAM_MS = const(700)  # a tile that covers its sensor for so long does not pass by itself
_STARVED = const(12)  # so many tiles on the other sides without one here, while there are plenty: seldom by chance
_PATIENCE = const(2)  # bounds of the pick-up without a tile, then the wheel is jogged in any case
_MISSED = const(4)  # bounds of the pick-up without a tile, then the head may be full of tiles not counted
_FEW = const(28)  # with so many to come, spread over four belts and as many hidden, no belt need fill
_TRIES = const(2)
_APART_MS = const(200)  # two pick-ups that stop at once are told apart the next time
_UNCLEAR = const(3)  # stops in a row that cannot be told apart, before the belt is cleared all the same


async def look(side, sort):
    """The pick-up of `side` stopped without a tile: take back what may be stuck. Raises Fault 5.1 to 5.5 or 6.4."""
    pickup = side.pickup
    if pickup.result != BOUND:
        return
    tile = pickup.tile
    side.idle += 1
    blocked = tile.active and ticks_diff(ticks_ms(), tile.changed_ms) > _JAM_MS
    full = pickup.full
    why = await pickup.blame()
    if side.fault is not None:  # the sort was ended meanwhile
        return
    if not why and side.idle < _UNCLEAR:
        await asyncio.sleep_ms(_APART_MS * side.seat)
        return
    side.same = side.same + 1 if why == side.why else 1
    side.why = why
    if side.same >= _TRIES:  # once may be a current that is disturbed
        if why == "runs on":
            raise _fault(side, 5, 5, "pickup", "switched off")
        if why == "dead":
            raise _fault(side, 5, 4, "pickup", "picking up")
    stands = why == "stalled"
    if full and not blocked and not stands and side.head.blind:
        await side.head.nudge()
        return
    missed = side.idle >= _MISSED and sort.short <= _FEW
    if side.may_be_full and not blocked and why == "sensor" and (full or missed):
        side.take_for_full()
        return
    if blocked or full or stands:
        side.jams += 1
        if side.jams > _TRIES:
            raise jam(side, stands, blocked)
    starved = sort.short > _FEW and sort.tiles - side.counted - side.elsewhere >= _STARVED
    if blocked or full or stands or starved or side.idle > _PATIENCE:
        side.elsewhere = sort.tiles - side.counted
        await clear(side)


async def clear(side, begun=False):
    """Carry what is on the belt back to the disc. A belt that is full then is not: its sensor is bad.

    `begun`: the pick-up goes backward already, or has done. Raises Fault 5.4, 5.5 or 5.2 when the motor is dead, runs
    on, or is blocked, twice: tiles that others need may lie on that belt.
    """
    pickup = side.pickup
    why = ""
    for _ in range(_TRIES):
        if not begun:
            await asyncio.sleep_ms(_APART_MS * side.seat)
            pickup.backward()
        begun = False
        await pickup.cleared()
        why = await pickup.blame()
        if not why:
            return
        if why == "sensor":
            pickup.judge("belt_full", False)
            return
    raise _fault(side, 5, {"dead": 4, "runs on": 5}.get(why, 2), "pickup", "clearing the belt")


def jam(side, stands, blocked):
    """The Fault of a side whose way is blocked."""
    if stands:
        return _fault(side, 5, 2, "pickup", "the motor is blocked")
    if blocked:
        return _fault(side, 5, 1, "tile", "a tile covers the sensor")
    # The belt runs, is full, and nothing passes the sensor: the head is full of tiles that it did not see.
    return _fault(side, 6, 4, "tile", "sees no tile, the belt is full")


def _fault(side, code, sub, part, stage):
    ms = ticks_diff(ticks_ms(), side.last_tile_ms)
    return Fault(code, sub, side.seat, part, stage, ms, side.pickup.idle_ms)
