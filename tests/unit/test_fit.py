"""What `queji fit` makes of what it measured: pure, without a table."""

from __future__ import annotations

import json
import math

import pytest

from queji import paths
from queji.board import mechanics
from queji.fit import file as files
from queji.fit.judging import ALIKE, BY_HAND, RULES, Reading, judge, thresholds, way
from queji.fit.measuring import PARTS
from queji.texts import TEXTS
from queji.virtual.rng import Rng

WORDS = (paths.BOARDS / "rpi_pico" / "mechanics.json").read_text(encoding="utf-8")
NUMBERS = {f"{g}.{n}": v for g, inner in json.loads(WORDS).items() if isinstance(inner, dict) for n, v in inner.items()}


def row(key, value, **samples):
    return judge(Reading(key, value, samples), NUMBERS)


def test_every_rule_is_of_a_value_that_exists_and_says_why():
    for key, rule in RULES.items():
        value = mechanics.VALUES[key]
        assert value.low <= rule.low < NUMBERS[key] < rule.high <= value.high, key
        assert f"fit.why.{key}" in TEXTS and f"fit.part.{rule.part}" in TEXTS


@pytest.mark.parametrize("key", RULES)
def test_what_differs_little_stays_and_what_differs_much_changes(key):
    rule, was = RULES[key], NUMBERS[key]
    assert not row(key, was * (1 - 0.9 * rule.tolerance)).changes
    far = row(key, was * (1 + 2 * rule.tolerance))
    assert far.changes and far.new == pytest.approx(was * (1 + 2 * rule.tolerance), rel=0.05)
    assert isinstance(far.new, float) == bool(rule.digits)


@pytest.mark.parametrize("key", RULES)
@pytest.mark.parametrize("factor", [0, 1e-6, 1e6, -1, math.nan, math.inf])
def test_what_cannot_be_is_refused(key, factor):
    found = row(key, NUMBERS[key] * factor)
    assert found.problem and not found.changes and found.new == NUMBERS[key]


def test_one_stiff_cam_of_four_is_named():
    found = row("head.turn_ms", 470, east_head=420, south_head=425, west_head=600, north_head=430)
    assert "west_head" in found.problem and not found.changes
    assert row("head.turn_ms", 470, east_head=460, south_head=470, west_head=480, north_head=470).new == 470


def test_a_disc_that_needs_more_to_start_is_always_written():
    assert row("disc.rpm_min", 21.0).new == 21
    assert row("disc.rpm_min", 19.0).new == 20


@pytest.mark.parametrize("key", ALIKE)
def test_one_of_four_that_is_not_like_the_others_changes_nothing(key):
    was = NUMBERS[key]
    found = row(key, was * 1.1, east=was, south=was, west=was * 1.4, north=was)
    assert "west" in found.problem and found.new == was


@pytest.mark.parametrize("mean_wait", [150, 400, 1000])
def test_a_belts_way_is_what_is_left_without_the_waits(mean_wait):
    """On average, over many belts whose wheels wait by the law of chance; the soonest alone is too long."""
    chance = Rng(7)
    starts = [[700 + chance.exponential(mean_wait) for _ in range(8)] for _ in range(2000)]
    found = sum(map(way, starts)) / len(starts)
    assert found == pytest.approx(700, abs=mean_wait / 50)
    assert sum(map(min, starts)) / len(starts) > 700 + mean_wait / 10
    assert way([700] * 8) == 700


def test_what_is_measured_by_hand_is_a_value_too():
    assert all(key in mechanics.VALUES and key not in RULES for key in BY_HAND)


def test_thresholds_lie_between_the_worst_two():
    assert thresholds({"a": (52000, 9000), "b": (50000, 10000)}) == (24000, 30000)
    assert thresholds({"a": (52000, 9000), "b": (30000, 2000), "c": (60000, 21000)}) is None


def test_only_the_values_change():
    new = files.changed(WORDS, {"head.turn_ms": 504, "supply.amps_running": 0.55, "disc.rpm_full_duty": 92})
    before, after = WORDS.splitlines(), new.splitlines()
    assert len(before) == len(after)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 3
    assert json.loads(new)["head"] == {"turn_ms": 504, "tile_ms": 90, "gap_ms": 60}
    assert mechanics.check(new) == []


def test_values_with_names_that_stand_elsewhere_too():
    words = '{"name": "head: {1, turn_ms: 2}", "lift": {"turn_ms":\n 1}, "active_high": ["turn_ms", {"a": 1}], '
    words += '"head":{"turn_ms":2}}'
    new = json.loads(files.changed(words, {"head.turn_ms": 3}))
    assert new == {**json.loads(words), "head": {"turn_ms": 3}}
    with pytest.raises(KeyError):
        files.changed(words, {"head.turns": 1})


def test_each_file_that_was_there_is_kept(tmp_path):
    file = tmp_path / "mechanics.json"
    assert files.keep(file, "1") is None
    assert files.keep(file, "2") == tmp_path / "mechanics.json.before"
    assert files.keep(file, "3") == tmp_path / "mechanics.json.before.2"
    names = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert names == {"mechanics.json": "3", "mechanics.json.before": "1", "mechanics.json.before.2": "2"}


@pytest.mark.skipif(not (paths.ROOT / "docs").is_dir(), reason="not in a checkout")
@pytest.mark.parametrize("name", ["fitting.md", "fitting.zh-CN.md"])
def test_the_page_for_technicians_names_every_part_and_value(name):
    page = (paths.ROOT / "docs" / name).read_text(encoding="utf-8")
    for part in PARTS:
        assert f"| `{part}` |" in page
    for key in RULES:
        assert f"`{key}`" in page
