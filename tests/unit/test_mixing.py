"""The figures of mixing: they pass perfect shuffles and find bad ones; the model and the bench on a small scale."""

import pytest

from queji import micropython, mixing, mixing_guess

pytest.importorskip("scipy")
N = 136


@pytest.fixture(scope="module")
def spread():
    return mixing.spreads(N, 400)


def walls_of(order):
    return [order[at : at + N // 4] for at in range(0, N, N // 4)]


def test_best_guesses_in_a_perfect_shuffle():
    assert abs(mixing_guess.expected(N) - 11.2) < 0.05
    assert mixing_guess.expected(4) == 4.0
    found = mixing_guess.right_by_counts(mixing.shuffles(N, 400, seed=3))
    assert abs(sum(found) / 400 - mixing_guess.expected(N)) < 0.5


def test_perfect_shuffles_pass(spread):
    found = mixing.figures(mixing.shuffles(N, 200, seed=7), spread)
    assert mixing.worst(found).p > 1e-4
    assert all(figure.low < figure.fair < figure.high for figure in found.values())


def test_tiles_that_come_back_as_they_lay(spread):
    found = mixing.figures([walls_of(list(range(N)))] * 10, spread)
    assert all(figure.odd for figure in found.values())
    assert found["own"].mean == 1 and found["rank"].mean == 1 and found["rising"].mean == 1
    assert found["guess"].mean > 50


def test_a_half_mixed_sort_is_found(spread):
    """Each tile moves by up to fifteen places: what the eye takes for mixed."""
    hands = []
    for one in mixing.shuffles(N, 60, seed=11):
        noise = [at * 30 // N for wall in one for at in wall]
        hands.append(walls_of(sorted(range(N), key=lambda at, noise=noise: at + noise[at])))
    found = mixing.figures(hands, spread)
    assert found["near"].odd and found["guess"].odd and found["own"].odd


def test_places_are_those_on_the_table():
    hand = {"start": [9, 3, 7, 5], "walls": [[5], [7], [3], [9]]}
    assert mixing.places(hand) == [[3], [2], [1], [0]]
    with pytest.raises(ValueError):
        mixing.places({"start": [9, 3, 7, 5], "walls": [[5], [7], [3], [3]]})
    with pytest.raises(ValueError):
        mixing.figures([])


def test_model_without_a_stir_is_found(spread):
    from queji import mixing_model

    found = mixing_model.compare(0, 0, 12, spread)
    assert found["stir_ms"] == 0 and found["figures"]["near"]["p"] < 0.01
    assert mixing_model.compare(3, 2, 2, spread)["stir_ms"] > 3000


def test_bench_of_the_firmware():
    from queji.bench import mixing as bench

    try:
        micropython.find()
    except micropython.MicroPythonMissing as missing:
        pytest.skip(str(missing))
    hands = bench.sorts(seed=5, hands=2, stir=(2, 1))
    found = bench.results(hands)
    assert found["mix_hands"] == 2 and 2 < found["mix_stir_s"] < 8 < found["mix_sort_s"]
    assert set(hands[0]["start"]).isdisjoint(hands[1]["start"])  # two sets in turn
