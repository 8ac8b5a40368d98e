"""What goes wrong in a hand of the campaign, and when: made from a seed alone, the same on every machine.

A plan: {"seed", "layout", "start", "start_ms", "fram", "talk", "rests", "faults"}. Each fault: {"name", "target",
"args", "at": [moment, ms after it], "for_ms": it goes away by itself (None: when repaired)}.
"""

from .faults import FAULTS
from .parts import INPUTS, KEYS, MOTORS, PHOTO, SIDES
from .rng import Rng

SMALL = (2, 2, 2, 2)  # no set that is sold: short hands, where many are wanted
LAYOUTS = ((18, 18, 18, 18), (18, 18, 18, 18), (17, 17, 17, 17), (14, 13, 14, 13), (18, 18, 18, 0))

# fault: out of how many hands it comes; those below `serial` are not of faults.FAULTS.
KINDS = (
    ("tile_stuck", 12),
    ("tile_missing", 3),
    ("tile_extra", 3),
    ("tiles_glued", 4),
    ("sensor_stuck", 12),
    ("limit_never", 4),
    ("sensor_drift", 6),
    ("sensor_noise", 5),
    ("motor_dead", 8),
    ("motor_slow", 6),
    ("motor_stalled", 8),
    ("motor_runaway", 6),
    ("key_stuck", 3),
    ("expander_dead", 4),
    ("fram_dead", 1),
    ("supply_sag", 4),
    ("controller_reset", 4),
    ("power_cut", 5),
    ("serial", 3),  # bytes lost, changed or doubled on the line while a program talks
    ("file_torn", 2),  # one generation of a file, found at a power cut
    ("emergency", 2),  # the emergency stop is pressed
    ("stop", 1),  # a program sends "!"
    ("sensors_random", 4),  # every sensor says anything, for a while
)
# When a fault comes: (moment, out of how many, longest ms after it). With the small set stacking takes less.
MOMENTS = (
    ("rest", 1, 500),
    ("dome_up", 2, 1500),
    ("dome_open", 1, 2000),
    ("dome_down", 2, 1500),
    ("walls_up", 2, 1800),
    ("stirring", 2, 5000),
    ("stacking", 8, 15000),
    ("ready", 1, 500),
)
_NOT_STUCK = KEYS + ("emergency_stop", "supply_volts", "motor_amps")
SENSORS = tuple([name for name in INPUTS if name not in _NOT_STUCK])
_LIMITS = tuple([name for name in SENSORS if name not in PHOTO])
_TALK = ("", "", "", "words", "at", "program", "bytes")
_TORN = ("settings", "state", "fair")


def _one(rng, choices):
    return choices[rng.below(len(choices))]


def _weighted(rng, rows):
    at = rng.below(sum([row[1] for row in rows]))
    for row in rows:
        at -= row[1]
        if at < 0:
            return row
    return rows[-1]


def plan(seed, small=False, only=None):
    """The plan of hand number `seed`; `only`: the name of the one fault it has."""
    rng = Rng(seed * 7 + 3)
    faults = [_fault(rng, only or _weighted(rng, KINDS)[0], small)]
    if only is None and rng.below(4) == 0:
        faults.append(_fault(rng, _weighted(rng, KINDS)[0], small))
    return {
        "seed": seed,
        "layout": SMALL if small else _one(rng, LAYOUTS),
        "start": "new" if rng.below(6) == 0 else "used",
        "start_ms": (1 << 30) - 1000 - rng.below(30000) if rng.below(5) == 0 else 1000 + rng.below(1000000),
        "fram": rng.below(3) != 0,
        "talk": _one(rng, _TALK),
        "rests": [500 + rng.below(500 if small else 3000) for _ in range(4)],
        "faults": faults,
    }


def _fault(rng, name, small):
    moment, _, ms = _weighted(rng, MOMENTS)
    if name.startswith("tile") and moment in ("rest", "dome_up", "dome_open", "dome_down", "ready"):
        moment, ms = "stirring", 3000  # there are tiles to be handled from here on
    if small and moment == "stacking":
        ms = 4000
    target, args, for_ms = _DETAILS[name](rng)
    if args.get("where") == "channel":
        moment, ms = "dome_down", 1500  # what is stuck there later meets no lift in this hand
    return {"name": name, "target": target, "args": args, "at": [moment, rng.below(ms + 1)], "for_ms": for_ms}


def _stuck_tile(rng):
    where = _one(rng, ("wheel", "belt", "head", "channel", "wheel", "belt", "head", "channel", "disc"))
    args = {"where": where, "clears": "repair" if where == "disc" else _one(rng, ("jog", "repair"))}
    return _one(rng, SIDES), args, None


def _drift(rng):
    """Light barriers mostly: dirt makes them darker, stray light brighter. Now and then what measures the supply."""
    if rng.below(5) == 0:
        counts = _one(rng, (-1, 1)) * (1000 + rng.below(30000))
        return _one(rng, ("supply_volts", "motor_amps")), {"counts": counts}, None
    counts = -(5000 + rng.below(45000)) if rng.below(3) else 5000 + rng.below(30000)
    return _one(rng, PHOTO), {"counts": counts}, None


def _noise(rng):
    if rng.below(6) == 0:
        return _one(rng, ("supply_volts", "motor_amps")), {"counts": 300 + rng.below(6000)}, None
    return _one(rng, PHOTO), {"counts": 4000 + rng.below(36000)}, None


def _short(rng, longest):
    """Half of them go away by themselves."""
    return None if rng.below(2) else 1 + rng.below(longest)


def _motor(rng):
    return _one(rng, MOTORS), {}, None


_DETAILS = {
    "tile_stuck": _stuck_tile,
    "tile_missing": lambda rng: (None, {"n": 1 + rng.below(4)}, None),
    "tile_extra": lambda rng: (None, {"n": 1 + rng.below(4)}, None),
    "tiles_glued": lambda rng: (None, {"n": 1 + rng.below(3)}, None),
    "sensor_stuck": lambda rng: (_one(rng, SENSORS), {"value": _one(rng, ("on", "off"))}, None),
    "limit_never": lambda rng: (_one(rng, _LIMITS), {}, None),
    "sensor_drift": _drift,
    "sensor_noise": _noise,
    "motor_dead": _motor,
    "motor_stalled": _motor,
    "motor_runaway": _motor,
    "motor_slow": lambda rng: (_one(rng, MOTORS), {"factor": (20 + rng.below(61)) / 100}, None),
    "key_stuck": lambda rng: (_one(rng, KEYS), {}, None),
    "expander_dead": lambda rng: (_one(rng, SIDES), {}, _short(rng, 2000)),
    "fram_dead": lambda rng: (None, {}, None),
    "supply_sag": lambda rng: (None, {"volts": 12.0 + rng.below(7)}, _short(rng, 400)),
    "controller_reset": lambda rng: (None, {}, None),
    "power_cut": lambda rng: (None, {}, None),
    "serial": lambda rng: (None, {"kind": rng.below(3), "one_in": 8 + rng.below(60)}, None),
    "file_torn": lambda rng: (_one(rng, _TORN), {"generation": rng.below(2)}, None),
    "emergency": lambda rng: (None, {}, 200 + rng.below(3000)),
    "stop": lambda rng: (None, {}, None),
    "sensors_random": lambda rng: (None, {"seed": rng.below(1 << 20)}, 50 + rng.below(3000)),
}


def known(name):
    """Whether the fault is one of the mechanics', put in by plant.inject."""
    return name in FAULTS
