"""Ways to share the tiles among the four sides, tried on the plant alone: thousands of sorts in minutes.

    python -m queji.bench.policies [SEEDS]

Each policy says every 5 ms which pick-ups run. Those that a firmware could follow see what its sensors see, as late as
it sees it; the others see what each wheel has picked, and say what can be reached at all. docs/sorting.md tells what
came of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations

from queji.bench import quantile
from queji.mixing_model import numbers, stir
from queji.virtual.ideal import sort_ms
from queji.virtual.parts import INDEX, SIDES
from queji.virtual.plant import Plant

LAYOUT = (18, 18, 18, 18)
TICK_MS, DEAD_MS, CLEAR_MS, LONGEST_MS = 5, 150, 910, 120_000


class Side:
    """One side: what the firmware counts, its head and its belt's motor."""

    def __init__(self, plant: Plant, seat: int, stacks: int) -> None:
        name = SIDES[seat]
        self.plant, self.seat, self.need = plant, seat, 2 * stacks
        self.signal = {
            part: INDEX[f"{name}_{part}"] for part in ("pickup", "pickup_reverse", "head", "head_home", "tile")
        }
        self.counted = self.stacks = 0
        self.seen = {"tile": [0, 0], "head_home": [1, 1]}  # the reading before, and the level believed
        self.turning = self.left = False
        self.mode, self.until = "off", 0  # off, on, dead (before reversing), back

    @property
    def short(self) -> int:
        return max(0, self.need - self.counted)

    @property
    def picked(self) -> int:
        return self.plant.sides[self.seat].picked

    def _level(self, part: str) -> int:
        """The level of a sensor, believed when two readings agree."""
        now, row = self.plant.active[self.signal[part]], self.seen[part]
        if now == row[0]:
            row[1] = now
        row[0] = now
        return row[1]

    def tick(self, now: int) -> None:
        tile = self.seen["tile"][1]
        if tile and not self._level("tile"):
            self.counted += 1
        elif not tile:
            self._level("tile")
        home = self._level("head_home")
        if self.turning:
            self.left = self.left or not home
            if self.left and home:
                self.turning = self.left = False
                self.stacks += 1
                self.plant.set_output(self.signal["head"], 0)
        elif min(self.counted, self.need) - 2 * self.stacks >= 2:
            self.turning = True
            self.plant.set_output(self.signal["head"], 1)
        if self.mode in ("dead", "back") and now >= self.until:
            self._drive("back" if self.mode == "dead" else "off", now)

    def run(self, on: bool, now: int) -> None:
        if self.mode in ("on", "off") and self.mode != ("on" if on else "off"):
            self._drive("on" if on else "off", now)

    def give_back(self, now: int) -> None:
        self._drive("dead", now)

    def _drive(self, mode: str, now: int) -> None:
        self.mode, self.until = mode, now + (DEAD_MS if mode == "dead" else CLEAR_MS)
        self.plant.set_output(self.signal["pickup_reverse"], 1 if mode == "back" else 0)
        self.plant.set_output(self.signal["pickup"], 1 if mode in ("on", "back") else 0)


Policy = Callable[[list[Side], Side], bool]  # whether a side that is not full runs its pick-up


def always(sides: list[Side], side: Side) -> bool:
    return True


def hold(sides: list[Side], side: Side, last: int, by: int) -> bool:
    """Of the `last` tiles, a side `by` ahead of the slowest leaves the others theirs."""
    return sum(one.short for one in sides) > last or max(one.short for one in sides) - side.short < by


def rest(sides: list[Side], side: Side, last: int) -> bool:
    """A side that needs no more than `last` stands still while its head turns, so that it catches less."""
    return side.short > last or not side.turning


def knowing(sides: list[Side], side: Side) -> bool:
    """No wheel catches a tile that its side does not need."""
    side.plant.sides[side.seat].wheel_stuck = side.picked >= side.need
    return True


def knowing_belts(sides: list[Side], side: Side) -> bool:
    """A side with enough on its belt waits until all have enough: wheels then catch nothing more."""
    return side.picked < side.need or all(one.picked >= one.need for one in sides)


def best(sides: list[Side], side: Side) -> bool:
    """As `knowing`, and wheels wait where the expected time is least so."""
    wants = tuple(max(0, one.need - one.picked) for one in sides)
    mine, off = wants[side.seat], False
    if mine and max(wants) <= 12:
        off = mine not in _expected(tuple(sorted(wants)))[1]
    side.plant.sides[side.seat].wheel_stuck = mine == 0 or off
    return True


@cache
def _expected(wants: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
    """Seconds until each side has caught what it `wants` when the wheels of the best choice of sides are on."""
    left = sum(wants)
    if not left:
        return 0.0, ()
    rate = 1 + 5 * (left - 1) / 143  # tiles a second a wheel, as the plant has it
    found = []
    needing = [i for i in range(4) if wants[i]]
    for size in range(1, len(needing) + 1):
        for on in combinations(needing, size):
            after = [tuple(sorted([*wants[:i], wants[i] - 1, *wants[i + 1 :]])) for i in on]
            found.append((1 / (size * rate) + sum(_expected(one)[0] for one in after) / size, on))
    seconds, on = min(found)
    return seconds, tuple(wants[i] for i in on)


def stacked_ms(policy: Policy, seed: int, layout: Sequence[int] = LAYOUT, change: Callable = lambda plant: None) -> int:
    """How long the stacking takes after a stir, in ms. `change(plant)` before it."""
    plant = stirred(seed, layout)
    change(plant)
    sides = [Side(plant, seat, layout[seat]) for seat in range(4)]
    given_back = [False] * 4
    began = now = plant.now // 1000
    while not all(2 * side.stacks >= side.need for side in sides) and now - began < LONGEST_MS:
        plant.advance_to(now * 1000)
        for side in sides:
            side.tick(now)
        for side in sides:
            if side.short:
                side.run(policy(sides, side), now)
            elif not given_back[side.seat]:
                given_back[side.seat] = True
                side.give_back(now) if any(one.short for one in sides) else side.run(False, now)
        now += TICK_MS
    return now - began


def stirred(seed: int, layout: Sequence[int]) -> Plant:
    plant = Plant(_numbers(), seed, tuple(layout), "none")
    plant.push_in()
    stir(plant, _numbers()["stir"]["turns"], _numbers()["stir"]["reversals"])
    return plant


def lands_back_up(plant: Plant) -> None:
    """What is given back from now on does not land face-up half of the time."""

    def to_disc(tile: int, angle: int, spread: int, radius: int, now: int) -> None:
        at = angle + plant.rng.gauss(spread) - plant.disc.angle_at(now)
        plant.tiles.put_on_disc(tile, at, radius, 1)

    plant.tile_to_disc = to_disc  # type: ignore[method-assign]


@cache
def _numbers() -> dict:
    return numbers()


def _ideal(seed: int) -> int:
    return sort_ms(_numbers(), seed, LAYOUT)


POLICIES: dict[str, Callable[[int], int]] = {
    "ideal.py": _ideal,
    "as the firmware does": partial(stacked_ms, always),
    "hold 2 ahead of the last 60": partial(stacked_ms, partial(hold, last=60, by=2)),
    "hold 4 ahead of the last 40": partial(stacked_ms, partial(hold, last=40, by=4)),
    "rest while the head turns, last 4": partial(stacked_ms, partial(rest, last=4)),
    "given back, all back-up": partial(stacked_ms, always, change=lands_back_up),
    "knows the belts": partial(stacked_ms, knowing_belts),
    "knows what was picked": partial(stacked_ms, knowing),
    "knows, and waits at best": partial(stacked_ms, best),
}


def main(seeds: int = 200) -> None:
    for name, sort in POLICIES.items():
        times = [float(sort(seed)) for seed in range(1, seeds + 1)]
        mean = sum(times) / seeds
        error = (sum((ms - mean) ** 2 for ms in times) / seeds) ** 0.5 / seeds**0.5
        row = "  ".join(f"{quantile(times, share) / 1000:5.1f}" for share in (0.5, 0.9, 0.99))
        sys.stdout.write(f"{name:36} {row}  mean {mean / 1000:.2f} +- {error / 1000:.2f}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
