"""The mechanics as plain data, and back: where every tile lies and how the mechanisms stand.

Motors are off in what is loaded; faults are not kept.
"""

from .tiles import COUNT
from .tiles import DISC as ON_DISC

VERSION = 1


def dump(plant):
    """Everything that stays when the power is off, fit for JSON."""
    tiles = plant.tiles
    return {
        "version": VERSION,
        "place": list(tiles.place),
        "angle": list(tiles.angle),
        "radius": list(tiles.radius),
        "back_up": list(tiles.back_up),
        "glued": [[t, tiles.glued[t]] for t in range(COUNT) if tiles.glued[t] > t],
        "disc": [tiles.disc[i] for i in range(tiles.on_disc)],
        "disc_angle": plant.disc.angle_at(plant.now),
        "dome": plant.dome.pos_at(plant.now),
        "cams": [cam.angle_at(plant.now) for cam in plant.cams],
        "sides": [_side(side) for side in plant.sides],
        "layout": list(plant.players.layout),
        "rng": plant.rng.x,
    }


def _side(side):
    travel = [side.odometer - side.entered[i] for i in range(side.on_belt)]
    nest = side.nest + ([side.passing] if side.passing >= 0 else [])
    return {
        "belt": [side.belt[i] for i in range(side.on_belt)],
        "travel": travel,
        "nest": nest,
        "channel": [list(stack) for stack in side.channel],
        "raised": [list(stack) for stack in side.raised],
        "picked": side.picked,
        "passed": side.passed,
    }


def load(plant, kept):
    """Put the mechanics of a fresh plant as `kept` says. Raises ValueError or KeyError for what is not a dump."""
    if kept["version"] != VERSION or len(kept["place"]) != COUNT:
        raise ValueError("not a plant of this version")
    tiles = plant.tiles
    for tile in range(COUNT):
        tiles.place[tile] = kept["place"][tile]
        tiles.angle[tile] = kept["angle"][tile]
        tiles.radius[tile] = kept["radius"][tile]
        tiles.back_up[tile] = kept["back_up"][tile]
        tiles.glued[tile] = -1
    for a, b in kept["glued"]:
        tiles.glued[a], tiles.glued[b] = b, a
    tiles.on_disc = len(kept["disc"])
    tiles.backs = 0
    for i in range(tiles.on_disc):
        tile = kept["disc"][i]
        if tiles.place[tile] != ON_DISC:
            raise ValueError("tile {} is at two places".format(tile))
        tiles.disc[i] = tile
        tiles.backs += tiles.back_up[tile]
    plant.disc.angle = kept["disc_angle"]
    plant.players.layout = tuple(kept["layout"])
    plant.rng.x = kept["rng"]
    plant.dome.place(kept["dome"])
    for cam, angle in zip(plant.cams, kept["cams"]):
        cam.put(angle)
    for side, data in zip(plant.sides, kept["sides"]):
        side.on_belt = len(data["belt"])
        for i in range(side.on_belt):
            side.belt[i] = data["belt"][i]
            side.entered[i] = side.odometer - data["travel"][i]
        side.nest = list(data["nest"])
        side.channel = [tuple(stack) for stack in data["channel"]]
        side.raised = [tuple(stack) for stack in data["raised"]]
        side.picked = data["picked"]
        side.passed = data["passed"]
        side.restore()
    plant.changed()
