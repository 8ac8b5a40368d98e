"""The guess test (Diaconis, Fulman, Holmes): a player who forgets nothing guesses each tile of the walls, then sees it.

He knows the order in which the tiles lay on the table, and from many hands how the table mixes: how often tiles that
come one, two, ... places after each other in a wall lay so far apart, and from where on the circle a side gets its
tiles. Of all tiles that are left he guesses the likeliest kind. A kind's four tiles lay together: the most that the
old order can tell him.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

BACK = 4  # so many tiles before in the same wall tell him something
_BINS = 34
_KIND = 4

Walls = list[list[int]]


@lru_cache(maxsize=4)
def expected(n: int) -> float:
    """Right guesses in a perfect shuffle of `n` tiles in kinds of four, by the best player: exact."""
    level = {(0, 0, 0, n // _KIND): 1.0}  # how many kinds have one, two, three, four tiles left: how likely
    total = 0.0
    for left in range(n, 0, -1):
        after: dict[tuple[int, ...], float] = {}
        for counts, chance in level.items():
            total += chance * max(size + 1 for size in range(_KIND) if counts[size]) / left
            for size in range(_KIND):
                if counts[size]:
                    new = list(counts)
                    new[size] -= 1
                    if size:
                        new[size - 1] += 1
                    key = tuple(new)
                    after[key] = after.get(key, 0.0) + chance * counts[size] * (size + 1) / left
        level = after
    return total


def right_by_counts(hands: Sequence[Walls]) -> list[float]:
    """Right guesses in each hand by a player who only knows which tiles are left."""
    found = []
    for walls in hands:
        n = sum(map(len, walls))
        left = [_KIND] * (n // _KIND)
        hits = 0
        for wall in walls:
            for at in wall:
                kind = at // _KIND
                hits += left.index(max(left)) == kind
                left[kind] -= 1
        found.append(float(hits))
    return found


def right(hands: Sequence[Walls]) -> list[float]:
    """Right guesses in each hand; what he knows of the mixing he learned from the other half of the hands."""
    learned = [_learn(hands[1::2] or hands), _learn(hands[0::2])]
    return [_play(walls, *learned[i % 2]) for i, walls in enumerate(hands)]


def _learn(hands: Sequence[Walls]):
    """(log of how much likelier each distance is, for each of BACK; the same for each place as a side gets it)."""
    import numpy

    n = sum(map(len, hands[0]))
    apart = numpy.zeros((BACK, n))
    origin = numpy.zeros(n)
    for walls in hands:
        for side, wall in enumerate(walls):
            order = numpy.array(wall)
            numpy.add.at(origin, (order - side * n // 4) % n, 1)
            for back in range(1, BACK + 1):
                numpy.add.at(apart[back - 1], (order[back:] - order[:-back]) % n, 1)
    return [_smooth(row, 1) for row in apart], _smooth(origin, 0)


def _smooth(counts, first: int):
    """Logs of ratios to the mean, in bins; never extreme, for a bin may be empty. `first` 1: distance 0 is no tile."""
    import numpy

    n = len(counts)
    which = numpy.arange(n) * _BINS // n
    sizes = numpy.bincount(which[first:], minlength=_BINS)
    mean = counts.sum() / (n - first)
    ratio = (numpy.bincount(which, counts, minlength=_BINS) + mean) / (sizes * mean + mean)
    return numpy.log(ratio)[which]


def _play(walls: Walls, apart, origin) -> float:
    import numpy

    n = len(origin)
    tiles = numpy.arange(n)
    left = numpy.ones(n)
    hits = 0
    for side, wall in enumerate(walls):
        prior = origin[(tiles - side * n // 4) % n]
        for i, at in enumerate(wall):
            score = prior.copy()
            for back in range(1, min(BACK, i) + 1):
                score += apart[back - 1][(tiles - wall[i - back]) % n]
            weight = (numpy.exp(score) * left).reshape(-1, _KIND).sum(axis=1)
            hits += int(weight.argmax()) == at // _KIND
            left[at] = 0
    return float(hits)
