"""The plant's own best sort, without a firmware: calibrates the pick-up's rate.

Every wheel is on until its side has caught its number, heads turn at once when two tiles are in, the disc turns at 40
turns/min from the start with the whole set on it. `micropython -m virtual.ideal` or `python -m queji.virtual.ideal`.
"""

import json
import sys

from .parts import INDEX, SIDES
from .plant import Plant

STEP_US = 5000


class Heads:
    """The four stacking heads without a firmware: each turns at once when two tiles are in it."""

    def __init__(self, plant):
        self.plant = plant
        self.motors = [INDEX[side + "_head"] for side in SIDES]
        self.homes = [INDEX[side + "_head_home"] for side in SIDES]
        self.stage = [0] * 4  # 0 at rest, 1 leaving home, 2 turning

    def look(self, i):
        """Starts or stops the head of side `i`, as it should be now."""
        plant, stage = self.plant, self.stage[i]
        if stage == 0 and len(plant.sides[i].nest) == 2:
            plant.set_output(self.motors[i], 1)
            self.stage[i] = 1
        elif stage == 1 and not plant.active[self.homes[i]]:
            self.stage[i] = 2
        elif stage == 2 and plant.active[self.homes[i]]:
            plant.set_output(self.motors[i], 0)
            self.stage[i] = 0


def sort_ms(numbers, seed, layout, limit_ms=120000):
    """How long the ideal sort takes, in ms; -1 when it takes longer than `limit_ms`."""
    plant = Plant(numbers, seed, layout, "none")
    plant.push_in()
    plant.set_output(INDEX["disc"], 32768)
    plant.disc.speed = plant.disc.target
    heads = Heads(plant)
    wheels = [INDEX[side + "_pickup"] for side in SIDES]
    done = False
    while not done and plant.now < limit_ms * 1000:
        done = True
        for i in range(4):
            side = plant.sides[i]
            want = 2 * layout[i]
            if side.picked > want:
                raise ValueError("a wheel caught more than it was asked to")
            # A belt with enough on it only has to bring them in: it catches nothing more.
            side.wheel_stuck = side.picked >= want
            plant.set_output(wheels[i], 1 if len(side.channel) * 2 < want else 0)
            heads.look(i)
            if len(side.channel) < layout[i]:
                done = False
        plant.advance_to(min(plant.now + STEP_US, max(plant.due, plant.now + 1)))
    return plant.now // 1000 if done else -1


def median_ms(numbers, layout, seeds=100):
    times = sorted(sort_ms(numbers, seed, layout) for seed in range(1, seeds + 1))
    return times[len(times) // 2], times[0], times[-1]


def main(board="boards/rpi_pico", seeds=100):
    with open(board + "/mechanics.json") as f:
        numbers = json.load(f)
    for stacks in (18, 17):
        median, least, most = median_ms(numbers, (stacks,) * 4, seeds)
        sys.stdout.write("{} tiles: median {} ms, {} to {}\n".format(stacks * 8, median, least, most))


if __name__ == "__main__":
    main()
