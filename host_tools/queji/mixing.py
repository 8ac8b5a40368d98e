"""How well sorts mixed: the order on the table against the order in the walls, compared with perfect shuffles.

A hand is {"start": tiles in the order in which they were pushed in, "walls": the tiles of each side in order}. A tile
is from here on its place in `start`, a place on a circle: the last lies beside the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import cos, pi
from typing import Any

from queji import mixing_guess

LEVEL = 0.01
SHUFFLES = 3000  # perfect ones, of which the spread of each figure is taken

Walls = list[list[int]]


@dataclass
class Figure:
    """One figure's mean over all hands, beside what perfect shuffles give."""

    name: str
    hands: int
    mean: float
    fair: float
    low: float  # the mean of so many perfect shuffles lies between `low` and `high` 99 times in 100
    high: float
    p: float  # of a mean at least as far from `fair`, from perfect shuffles

    @property
    def odd(self) -> bool:
        return self.p < LEVEL

    def row(self) -> dict[str, Any]:
        return asdict(self)


def places(hand: dict[str, Any]) -> Walls:
    """The walls of a hand, each tile replaced by its place on the table before. Raises ValueError if tiles differ."""
    place = {tile: at for at, tile in enumerate(hand["start"])}
    walls = [[place.get(tile, -1) for tile in wall] for wall in hand["walls"]]
    if sorted(at for wall in walls for at in wall) != list(range(len(place))):
        raise ValueError("the walls are not of the tiles that were pushed in")
    return walls


# Each of one hand; the second value is its mean over perfect shuffles of n tiles in four equal walls.


def own(walls: Walls) -> float:
    """The share of tiles in the walls that lay on the same side before."""
    n = sum(map(len, walls))
    return sum(at * 4 // n == side for side, wall in enumerate(walls) for at in wall) / n


def rising(walls: Walls) -> float:
    """Rising sequences: how often one has to go through the walls to meet all tiles in their old order."""
    order = [at for wall in walls for at in wall]
    when = [0] * len(order)
    for now, at in enumerate(order):
        when[at] = now
    return 1.0 + sum(after < before for before, after in zip(when, when[1:]))  # noqa: B905


def rank(walls: Walls) -> float:
    """Spearman's correlation of the old order with the new one."""
    order = [at for wall in walls for at in wall]
    n = len(order)
    return 1 - 6 * sum((at - now) ** 2 for now, at in enumerate(order)) / (n * (n * n - 1))


def neighbours(walls: Walls) -> float:
    """Tiles next to each other in a wall that lay next to each other before, of a hundred."""
    n = sum(map(len, walls))
    gaps = [(a - b) % n in (1, n - 1) for wall in walls for a, b in zip(wall, wall[1:])]  # noqa: B905
    return 100 * sum(gaps) / len(gaps)


def near(walls: Walls) -> float:
    """Correlation on the circle: the mean cosine of the angle at which tiles lay that are now next to each other."""
    n = sum(map(len, walls))
    found = [cos(2 * pi * (a - b) / n) for wall in walls for a, b in zip(wall, wall[1:])]  # noqa: B905
    return sum(found) / len(found)


FIGURES: dict[str, tuple[Callable[[Walls], float], Callable[[int], float]]] = {
    "own": (own, lambda n: 0.25),
    "rising": (rising, lambda n: (n + 1) / 2),
    "rank": (rank, lambda n: 0.0),
    "neighbours": (neighbours, lambda n: 200 / (n - 1)),
    "near": (near, lambda n: -1 / (n - 1)),
}


def figures(hands: Sequence[Walls], spread: dict[str, float] | None = None) -> dict[str, Figure]:
    """Every figure of hands of one size, by name. `spread`: of single perfect shuffles, from `spreads`.

    Raises ImportError without scipy, ValueError without hands.
    """
    if not hands:
        raise ValueError("no hands")
    n = sum(map(len, hands[0]))
    spread = spread or spreads(n)
    found = {}
    for name, (function, fair) in FIGURES.items():
        found[name] = _figure(name, [function(walls) for walls in hands], fair(n), spread[name])
    excess = [right - mixing_guess.expected(n) for right in mixing_guess.right(hands)]
    found["guess"] = _figure("guess", excess, 0.0, spread["guess"])
    return found


def _figure(name: str, values: list[float], fair: float, sigma: float) -> Figure:
    from scipy import stats

    error = sigma / len(values) ** 0.5
    reach = error * float(stats.norm.isf(LEVEL / 2))
    mean = sum(values) / len(values)
    p = float(2 * stats.norm.sf(abs(mean - fair) / error))
    return Figure(name, len(values), mean, fair, fair - reach, fair + reach, p)


def spreads(n: int, count: int = SHUFFLES) -> dict[str, float]:
    """The standard deviation of each figure over perfect shuffles of `n` tiles."""
    hands = shuffles(n, count)
    found = {}
    for name, (function, fair) in FIGURES.items():
        found[name] = _deviation([function(walls) for walls in hands], fair(n))
    found["guess"] = _deviation(mixing_guess.right_by_counts(hands), mixing_guess.expected(n))
    return found


def _deviation(values: Sequence[float], mean: float) -> float:
    return (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5


def shuffles(n: int, count: int, seed: int = 1) -> list[Walls]:
    """Perfectly shuffled hands of `n` tiles, always the same ones for a seed."""
    import numpy

    rng = numpy.random.default_rng(seed)
    side = n // 4
    orders = [rng.permutation(n).tolist() for _ in range(count)]
    return [[order[at : at + side] for at in range(0, n, side)] for order in orders]


def worst(found: dict[str, Figure]) -> Figure:
    """The figure that is least like a perfect shuffle's."""
    return min(found.values(), key=lambda figure: figure.p)
