"""The trials of ways to share the tiles: they sort, they repeat, and the best choice of wheels is worked out right."""

from functools import partial

import pytest

from queji.bench import policies

SMALL = (5, 5, 5, 5)


@pytest.mark.parametrize("policy", [policies.always, policies.knowing, partial(policies.hold, last=20, by=3)])
def test_a_sort_ends_and_repeats(policy):
    once = policies.stacked_ms(policy, 4, SMALL)
    assert 5 * 680 < once < policies.LONGEST_MS
    assert policies.stacked_ms(policy, 4, SMALL) == once


def test_the_firmware_sees_tiles_and_not_belts():
    plant = policies.stirred(1, policies.LAYOUT)
    side = policies.Side(plant, 0, 18)
    side.run(True, 0)
    plant.advance_to(plant.now + 690_000)
    side.tick(0)
    assert side.picked and not side.counted


def test_the_best_choice_of_wheels():
    assert policies._expected((0, 0, 0, 3))[1] == (3,)  # nobody else needs anything
    assert policies._expected((0, 0, 0, 1))[0] == pytest.approx(1.0)
    both, last = 1 / (2 * (1 + 5 / 143)), 1.0  # either of two wheels, then the other one alone
    assert policies._expected((0, 0, 1, 1)) == (pytest.approx(both + last), (1, 1))
