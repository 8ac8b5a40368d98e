"""What a hand of the campaign is judged by: which names are right for which fault, and whether all was well.

A row is what virtual/campaign.py prints of a hand. One fault a hand is judged for its name; two at once for the rest.
"""

from __future__ import annotations

from typing import Any

SIDES = ("east", "south", "west", "north")
PHOTOS = ("tile", "belt_full", "channel")

# Faults that are no part's: nothing has to be named for them.
UNNAMED = ("controller_reset", "power_cut", "serial", "emergency", "stop", "sensors_random")

# For a motor's fault: subs of its part's code that are right. dead: no current; stalled: it stands, and draws much.
_MOTORS = {
    "motor_dead": {"head": (1, (3,)), "dome": (2, (5,)), "lift": (3, (3,)), "disc": (4, (3,)), "pickup": (5, (4,))},
    "motor_stalled": {
        "head": (1, (1, 2)),
        "dome": (2, (1, 2, 4)),
        "lift": (3, (1, 2)),
        "disc": (4, (1,)),
        "pickup": (5, (2,)),
    },
    "motor_slow": {
        "head": (1, (1, 2)),
        "dome": (2, (1, 2, 4)),
        "lift": (3, (1, 2)),
        "disc": (4, (1, 2)),
        "pickup": (5, (2, 6)),
    },
    "motor_runaway": {"head": (1, (4,)), "dome": (2, (6,)), "lift": (3, (4,)), "disc": (4, (4,)), "pickup": (5, (5,))},
}
# Where a tile is stuck: code, subs, part as told.
_STUCK = {
    "wheel": (5, (2, 3), "pickup"),
    "belt": (5, (1, 2), "pickup"),
    "head": (1, (1, 2), "head"),
    "channel": (3, (1, 2), "lift"),
}
# A fault matters when it made a difference at the wires for so many ms: less is over before it can be noticed, and the
# hand went on as if nothing had been. What a hand needs cannot end so: a wheel that is dead is either noticed or done.
_LEAST_MS = {
    "sensor_stuck": 40,
    "limit_never": 40,
    "sensor_drift": 40,
    "motor_slow": 200,
    "motor_runaway": 1500,
    "supply_sag": 10,
    "expander_dead": 20,
    "key_stuck": 60_000,
}
_LEAST_OF_PART_MS = {
    ("motor_dead", "pickup"): 4000,
    ("motor_stalled", "pickup"): 4000,
    ("motor_slow", "pickup"): 1000,
    ("motor_dead", "disc"): 5000,
    ("motor_runaway", "disc"): 4500,
    ("motor_runaway", "pickup"): 5500,
    ("motor_stalled", "disc"): 5000,
    ("motor_slow", "disc"): 8000,
    ("sensor_stuck", "disc_turn"): 12_000,  # three tries of two turns; a sort that ends before leaves it to the next
    ("limit_never", "disc_turn"): 5000,
    ("sensor_stuck", "belt_full"): 4000,
    ("sensor_stuck", "channel"): 500,
    ("sensor_drift", "channel"): 500,
    ("sensor_drift", "belt_full"): 4000,
}
_LEAST_WHEEL_MS = 4000  # what is on the belt still comes: as with a pick-up that is dead
# Converter counts: less noise than this crosses no threshold, in a shadow or out of it.
_NOISE_FROM = {"tile": 24000, "channel": 24000, "belt_full": 30000}
_AMPS_FROM = 600  # 0.2 A: half a motor
_AMPS_NOISE_FROM = 3000  # 1 A: the mean of the current shows less of it than half a motor
_VOLTS_SPAN = (4.0, 7.2)  # V: so far may the supply read too high or too low
_VOLTS_FULL = 36.3


def split(target: str) -> tuple[int | None, str]:
    """A signal or motor as the table tells it: side and part."""
    for number, side in enumerate(SIDES):
        if target.startswith(side + "_"):
            return number, target[len(side) + 1 :]
    return None, target


def right(fault: dict[str, Any]) -> list[tuple[int, tuple[int, ...], Any, tuple[str, ...]]]:
    """The names that are right for a fault: (code, subs, side or "any", parts; none: any part)."""
    name, target, args = fault["name"], fault["target"], fault["args"]
    if name == "tile_stuck":
        if args["where"] == "disc":
            return [(0, (1, 2), None, ())]
        code, subs, part = _STUCK[args["where"]]
        return [(code, subs, SIDES.index(target), (part,))]
    if name == "tile_missing":
        return [(0, (1,), None, ())]
    if name == "tile_extra":
        return [(0, (5,), "any", ())]
    if name == "tiles_glued":
        return [(5, (7,), "any", ())]
    if name in _MOTORS:
        side, part = split(target)
        code, subs = _MOTORS[name][part]
        return [(code, subs, side, (part,))]
    if name in ("sensor_stuck", "limit_never", "sensor_drift", "sensor_noise"):
        side, part = split(target)
        if part == "supply_volts":
            return [(8, (2, 3), None, ()), (6, (2,), None, (part,))]
        if part == "motor_amps":
            return [(8, (1,), None, ()), (6, (2,), None, (part,))]
        return [(6, (1, 2, 4), side, (part,))] + ([(5, (1,), side, (part,))] if part == "tile" else [])
    if name == "key_stuck":
        side, part = split(target)
        return [(7, (1,), side, (part,))]
    if name == "expander_dead":
        return [(9, (1, 2), SIDES.index(target), ())]
    if name == "fram_dead":
        return [(9, (8,), None, ())]
    if name == "supply_sag":
        return [(8, (2,), None, ())]
    if name == "file_torn":
        return [(9, (5,), None, ())]
    return []


def is_right(fault: dict[str, Any], told: list[Any]) -> bool:
    """Whether what was told (a row of "told") names the fault."""
    _, code, sub, _, side, part = told[:6]
    return any(
        code == want[0] and sub in want[1] and want[2] in ("any", side) and (not want[3] or part in want[3])
        for want in right(fault)
    )


def mattered(fault: dict[str, Any]) -> bool:
    """Whether the fault made any difference before it was taken out."""
    name, ms = fault["name"], fault["contact_ms"]
    target, args = fault["target"] or "", fault["args"]
    if target == "supply_volts":
        volts = args["counts"] * _VOLTS_FULL / 65535
        if name == "sensor_noise":
            return False  # three readings of a tick must agree: no noise of this size does it
        return volts >= _VOLTS_SPAN[0] or volts <= -_VOLTS_SPAN[0]
    if target == "motor_amps":
        return abs(args["counts"]) >= (_AMPS_NOISE_FROM if name == "sensor_noise" else _AMPS_FROM) and ms > 0
    if name == "sensor_noise":
        return args["counts"] >= _NOISE_FROM[split(target)[1]] and ms >= 1000
    if name == "tile_stuck" and args["where"] == "wheel":
        return ms >= _LEAST_WHEEL_MS
    return ms >= _LEAST_OF_PART_MS.get((name, split(target)[1]), _LEAST_MS.get(name, 1))


def verdict(row: dict[str, Any]) -> str:
    """For a hand with one fault: "right", "wrong: NAME", "silent", "alone" (a jog cleared it), "no effect", "-"."""
    faults = row.get("injected") or []
    if len(row["plan"]) != 1 or not faults or faults[0]["name"] in UNNAMED:
        return "-"
    fault = faults[0]
    told = [one for one in row.get("told", []) if one[-1] is not None]
    if fault["name"] == "file_torn":
        told = [one for one in told if one[3] != "counts_lost"]  # of the power cut that comes with it
    if fault["name"] == "fram_dead" and not row.get("fram", True):
        return "-"  # this table has none
    if not mattered(fault) and not told:
        return "no effect"
    first = next((one for one in told if one[0] == "fault"), told[0] if told else None)
    if first is None:
        return "alone" if clearable(fault) and row.get("finished") else "silent"
    return "right" if is_right(fault, first) else f"wrong: {named(first)}"


def clearable(fault: dict[str, Any]) -> bool:
    """Whether a jog or a second try clears the fault."""
    return fault["name"] == "tile_stuck" and fault["args"].get("clears") == "jog"


def named(told: list[Any]) -> str:
    what, code, sub, name, side, part = told[:6]
    where = "" if side is None else SIDES[side] + " "
    return f"{code}.{sub} {name} ({where}{part})" + ("" if what == "fault" else ", a warning")


def lost(row: dict[str, Any]) -> list[str]:
    """Why the hand counts as lost: texts, none if it is not."""
    why: list[str] = []
    if row.get("error"):
        why.append(row["error"].strip().splitlines()[-1])
        return why
    why += row.get("misplaced") or []
    if not any(fault["name"] == "file_torn" for fault in row.get("injected") or ()):
        why += row.get("kept") or []  # of a torn file the generation before serves, and that is told
    if row.get("state") not in ("idle", "ready", "dome_open", "paused"):
        why.append(f"the table is {row.get('state')} in the end")
    if row.get("next"):
        why += [f"next hand: {text}" for text in row["next"]]
    return why


def describe(fault: dict[str, Any]) -> str:
    """A kind of fault, as the report groups it: name and what tells one kind from another."""
    name, target, args = fault["name"], fault["target"], fault["args"]
    if name == "tile_stuck":
        return f"tile_stuck {args['where']} {args['clears']}"
    if name == "sensor_stuck":
        return f"sensor_stuck {split(target)[1]} {args['value']}"
    if name.startswith(("motor_", "sensor_", "limit_", "key_")):
        return f"{name} {split(target)[1]}"
    return name
