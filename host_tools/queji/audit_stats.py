"""How the faces of many rolls are distributed: the tests that fair dice pass 99 times in 100."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

LEVEL = 0.01


@dataclass
class Test:
    """One test. `p` is the probability of a result at least as odd from fair dice; None: too few rolls to say."""

    name: str  # faces, pairs, serial, runs
    dice: tuple[int, ...]  # which dice of a roll, from 1; () for the sequence of all faces
    n: int
    statistic: float | None = None
    p: float | None = None
    counts: list[int] = field(default_factory=list)
    odd: bool = False  # below the level, all tests of the journal taken together


def tests(rolls: Sequence[Sequence[int]]) -> list[Test]:
    """All tests of rolls in their order. Raises ImportError without scipy."""
    from scipy import stats  # noqa: F401  (so that what is missing is told before anything is counted)

    most = max(map(len, rolls), default=0)
    found = [chi_square("faces", (die,), _cells(rolls, (die,))) for die in range(1, most + 1)]
    found += [chi_square("pairs", pair, _cells(rolls, pair)) for pair in combinations(range(1, most + 1), 2)]
    sequence = [face for roll in rolls for face in roll]
    found += [serial(sequence), runs(sequence)]
    judge(found)
    return found


def _cells(rolls: Sequence[Sequence[int]], dice: tuple[int, ...]) -> list[int]:
    counts = [0] * 6 ** len(dice)
    for roll in rolls:
        if len(roll) >= dice[-1]:
            cell = 0
            for die in dice:
                cell = cell * 6 + roll[die - 1] - 1
            counts[cell] += 1
    return counts


def chi_square(name: str, dice: tuple[int, ...], counts: list[int]) -> Test:
    """Pearson's test against equal shares; five expected in each cell, else there is no p."""
    from scipy import stats

    n = sum(counts)
    if n < 5 * len(counts):
        return Test(name, dice, n, counts=counts)
    result = stats.chisquare(counts)
    return Test(name, dice, n, float(result.statistic), float(result.pvalue), counts)


def serial(sequence: Sequence[int]) -> Test:
    """Correlation of each face with the one after it."""
    from scipy import stats

    n = len(sequence) - 1
    if n < 30 or len(set(sequence)) < 2:
        return Test("serial", (), max(n, 0))
    result = stats.pearsonr(sequence[:-1], sequence[1:])
    return Test("serial", (), n, float(result[0]), float(result[1]))  # type: ignore[arg-type]  # scipy's own types


def runs(sequence: Sequence[int]) -> Test:
    """Wald and Wolfowitz: runs of low (1-3) and high (4-6) faces, given how many there are of each."""
    from scipy import stats

    high = [face > 3 for face in sequence]
    n, above = len(high), sum(high)
    below = n - above
    if min(above, below) < 15:
        return Test("runs", (), n)
    count = 1 + sum(one != other for one, other in zip(high, high[1:]))  # noqa: B905
    product = 2 * above * below
    mean = product / n + 1
    variance = product * (product - n) / (n * n * (n - 1))
    z = (count - mean) / variance**0.5
    return Test("runs", (), n, z, float(2 * stats.norm.sf(abs(z))), [below, above, count])


def judge(found: list[Test]) -> None:
    """Mark what is odd at 99 % for all tests together (Holm): fair dice are called odd once in a hundred journals."""
    known = sorted((test for test in found if test.p is not None), key=lambda test: test.p or 0.0)
    for at, test in enumerate(known):
        if (test.p or 0.0) >= LEVEL / (len(known) - at):
            break
        test.odd = True
