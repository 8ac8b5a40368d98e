"""What a hand of the campaign is judged by, taken from the plant and its pins, not from the firmware.

Looked at every few ms; the motors' bounds are kept by plant.motors at every change of a pin.
"""

from .parts import INDEX, MOTOR_INDEX, MOTORS, PHOTO, SIDES
from .tiles import BELT, BOX, CHANNEL, COUNT, HEAD, LOST, RAISED, SET, TOP
from .tiles import DISC as ON_DISC

_RESTING = ("idle", "ready", "dome_open", "paused", "fault", "stopped", "starting")
_GRACE_MS = 60  # a state is told at the end of a job, a few ticks after its motors are off


class Watch:
    def __init__(self, plant):
        self.plant = plant
        self.moved = []  # (state, motors) that were on where the table says that nothing moves
        self._since = None
        self._last_us = plant.now

    def look(self, state, injected):
        """`state`: as the firmware tells it, None while there is none. Adds to each fault how long it mattered."""
        plant = self.plant
        ms = (plant.now - self._last_us) // 1000
        self._last_us = plant.now
        on = [m for m in range(len(MOTORS)) if plant.motors.on_since[m] >= 0]
        if on and (state is None or state in _RESTING):
            if self._since is None:
                self._since = plant.now
            elif plant.now - self._since > _GRACE_MS * 1000 and len(self.moved) < 5:
                self.moved.append([state, [MOTORS[m] for m in on]])
                self._since = plant.now + 1000000
        else:
            self._since = None
        for fault in injected:
            if fault["stands"]:
                fault["contact_ms"] += ms * self._matters(fault, on)

    def _matters(self, fault, on):
        """1 while the fault makes a difference at the wires to what is done just now, else 0."""
        name, target = fault["name"], fault["target"]
        plant = self.plant
        if name in ("sensor_stuck", "limit_never"):
            signal = INDEX[target]
            if plant.raw[signal] == plant.active[signal]:
                return 0
            needs = self._motor_of(target)
            return 1 if (on if needs is None else needs in on) else 0
        if name in ("motor_dead", "motor_slow", "motor_stalled"):
            return 1 if MOTOR_INDEX[target] in on else 0
        if name == "motor_runaway":
            return 0 if MOTOR_INDEX[target] in on else 1
        if name in ("sensor_drift", "sensor_noise") and target in PHOTO:
            if not on:
                return 0
            if name == "sensor_noise":
                return 1
            level = plant.counts[INDEX[target]]
            limits = plant.numbers["photo"]
            blocked = plant.active[INDEX[target]]
            dark = level < limits["blocked_below"] or (level <= limits["clear_above"] and fault.get("dark", blocked))
            fault["dark"] = dark  # between the two nothing changes
            return 1 if bool(dark) != bool(blocked) else 0
        if name == "tile_stuck":
            return self._stuck(SIDES.index(target), fault["args"]["where"], on)
        if name == "tiles_glued":
            return 1 if any(self._glued(side) for side in plant.sides) else 0
        if name == "tile_missing" or name == "tile_extra":
            return 1 if fault.get("tiles") else 0
        return 1

    def _motor_of(self, sensor):
        """The motor's number whose moves a sensor tells of; None: of several."""
        if sensor.startswith("dome"):
            return MOTOR_INDEX["dome"]
        if sensor == "disc_turn":
            return MOTOR_INDEX["disc"]
        side, _, part = sensor.partition("_")
        if part in ("head_home", "lift_home"):
            return MOTOR_INDEX[side + "_" + part[:4]]
        return None if part == "channel" else MOTOR_INDEX[side + "_pickup"]

    def _stuck(self, side, where, on):
        plant = self.plant
        if where == "wheel":
            return 1 if side in on and plant.sides[side].wheel_stuck else 0
        if where == "belt":
            return 1 if side in on and plant.sides[side].belt_stuck else 0
        if where == "disc":
            return 1 if any(plant.tiles.dull[plant.tiles.disc[i]] for i in range(plant.tiles.on_disc)) else 0
        cam = plant.cams[side if where == "head" else 4 + side]
        return 1 if cam.stalled and cam.jam_mdeg else 0

    def _glued(self, side):
        """A glued pair is at the tile sensor."""
        tile = side.passing
        return tile >= 0 and side.on_belt and side.belt[0] == self.plant.tiles.glued[tile]


def misplaced(plant):
    """What is wrong with the tiles as such: one that is at two places or at none, as texts."""
    tiles = plant.tiles
    found = {}
    for i in range(tiles.on_disc):
        found[tiles.disc[i]] = ON_DISC
    wrong = []
    for side in plant.sides:
        lies = [(side.belt[i], BELT) for i in range(side.on_belt)]
        lies += [(tile, HEAD) for tile in side.nest]
        if side.passing >= 0:
            lies.append((side.passing, HEAD))
        lies += [(tile, CHANNEL) for stack in side.channel for tile in stack]
        lies += [(tile, RAISED) for stack in side.raised for tile in stack]
        for tile, place in lies:
            if tile in found:
                wrong.append("tile %d is at two places" % tile)
            found[tile] = place + side.side
    for tile in range(COUNT):
        place = tiles.place[tile]
        if place not in (BOX, TOP, LOST) and found.get(tile) != place:
            wrong.append("tile %d is lost: %d, %s" % (tile, place, found.get(tile)))
    return wrong[:5]


def walls_wrong(plant, layout):
    """How what waits below differs from `layout` whole walls of one set and nothing else, as texts."""
    wrong = []
    for side, stacks in zip(plant.sides, layout):
        sizes = [len(stack) for stack in side.channel]
        if sizes != [2] * stacks:
            odd = [n for n in sizes if n != 2]
            wrong.append("side %d: %d stacks of %d, sizes %s" % (side.side, len(sizes), stacks, odd or "right"))
        left = side.on_belt + len(side.nest) + (1 if side.passing >= 0 else 0)
        if left:
            wrong.append("side %d: %d tiles on the belt or in the head" % (side.side, left))
    if plant.tiles.on_disc:
        wrong.append("%d tiles on the disc" % plant.tiles.on_disc)
    sets = [tile // SET for side in plant.sides for stack in side.channel for tile in stack]
    if sets and min(sets) != max(sets):
        wrong.append("both sets in the walls: %d and %d" % (sets.count(0), sets.count(1)))
    return wrong
