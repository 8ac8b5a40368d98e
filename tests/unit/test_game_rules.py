"""The rules of the game on CPython: the shared checks, and what only holds together with CPython's own tools."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "firmware"), str(ROOT / "tests" / "table")]

import game_checks  # noqa: E402
import game_play_checks  # noqa: E402

from table import match  # noqa: E402
from table.game import breaking, deal, dealer, presets, rounds, seating, sets  # noqa: E402


@pytest.mark.parametrize("check", [*game_checks.CHECKS, *game_play_checks.CHECKS], ids=lambda check: check.__name__)
def test_rule(check):
    check()


def test_no_check_is_left_out():
    on_micropython = (ROOT / "tests" / "table" / "test_game.py").read_text(encoding="utf-8")
    for module in (game_checks, game_play_checks):
        named = {value for name, value in vars(module).items() if name.startswith("check_")}
        assert named == set(module.CHECKS)
        assert [check.__name__ for check in named if f".{check.__name__}()" not in on_micropython] == []


@pytest.mark.parametrize("name", sorted(breaking.RULESETS))
def test_every_usual_set_can_be_dealt(name):
    for layout in [*sets.STANDARD.values(), *sets.THREE_PLAYERS.values()]:
        for last in (None, "jump", "stack"):
            if last and breaking.RULESETS[name]["last"] == "one":
                continue
            for dead in deal.DEAD:
                for way in deal.WAYS:
                    answer = deal.deal(name, layout, 0, 2, 12, last, dead, way)
                    tiles = [tile for hand in answer["hands"] for tile in hand] + [answer["next"], answer["tail"]]
                    if answer["indicator"]:
                        tiles.append(answer["indicator"])
                    assert len(set(tiles)) == len(tiles)
                    assert not {tile[:2] for tile in tiles[:-3]} & set(answer["dead"])


def test_settings_are_whole():
    names = [row[0] for row in presets.SETTINGS]
    assert len(names) == len(set(names))
    assert (presets.SEATING, presets.SEATING_AGAIN) == (seating.METHODS, seating.AGAIN)
    assert (presets.FIRST_DEALER, deal.WAYS) == (dealer.METHODS, seating.WAYS)
    for name, kind, bounds, default in presets.SETTINGS:
        assert _fits(kind, bounds, default), name
    for preset in presets.PRESETS:
        values = presets.preset(preset)
        assert set(values) == set(names)
        for name, kind, bounds, _ in presets.SETTINGS:
            assert _fits(kind, bounds, values[name]), (preset, name)
        assert set(match.draws(values)) == set(rounds.DRAWS)
        layout = sets.check_layout(presets.LAYOUTS[preset], 19)
        dealt = deal.deal(
            values["ruleset"],
            layout,
            0,
            2,
            12,
            match.own(values["last_tiles"]),
            match.own(values["dead_wall"]),
            values["replacements"],
        )
        assert dealt["next"] not in dealt["hands"][0]
        assert rounds.after(rounds.start(), "draw", values["policy"], draws=match.draws(values))
    with pytest.raises(ValueError, match="known: chinese-competition"):
        presets.preset("korean")


def _fits(kind, bounds, value):
    if kind == "choice":
        return value in bounds
    if kind == "bool":
        return isinstance(value, bool) and bounds == ()
    return kind == "int" and bounds[0] <= value <= bounds[1]


def _numbers(seed):
    """Endless repeatable numbers 0 to 5, for sequences of results."""
    while True:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield (seed >> 16) % 6


@pytest.mark.parametrize("policy", sorted(rounds.POLICIES))
@pytest.mark.parametrize("players", [(0, 1, 2, 3), (0, 1, 2)], ids=["four", "three"])
@pytest.mark.parametrize("seed", range(20))
def test_a_game_goes_on_in_order(policy, players, seed):
    """What holds for every sequence of results: one step at a time, counters that agree, an end when it must come."""
    state = rounds.start(seed % len(players))
    run = 1
    passed = 0
    for number in _numbers(seed):
        result = number if number in players else "draw"
        new = rounds.after(state, result, policy, players)
        assert new["dealer"] in players
        same = new["dealer"] == state["dealer"] and new["repeat"] == state["repeat"] + 1
        if same:
            run += 1
            assert result in (state["dealer"], "draw")
            assert (new["round_wind"], new["finished"]) == (state["round_wind"], False)
        else:
            run = 1
            passed += 1
            assert new["repeat"] == 0
            follower = players[(players.index(state["dealer"]) + 1) % len(players)]
            assert new["dealer"] == (result if policy == "winner-deals" else follower)
        assert new["deals"] == run
        if policy == "at-most-three":
            assert run <= 3
        if policy == "competition":
            assert run == 1
        if policy == "winner-deals":
            assert new["round_wind"] == 0 and not new["finished"]
            if passed > 60:
                return
        else:
            assert new["finished"] == (passed == 4 * len(players))
            assert new["round_wind"] == min(3, passed // len(players))
        state = new
        if state["finished"]:
            return


def test_nothing_of_ours_and_no_machine_is_imported():
    """The package runs alone, so it can be used by anything."""
    code = "import sys, table.game.presets, table.game.flowers, table.game.dora; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "firmware", capture_output=True, text=True, check=True
    )
    ours = {name for name in done.stdout.split() if name.startswith("table")} - {"table"}
    assert ours and all(name.startswith("table.game") for name in ours)
    assert not {"machine", "micropython", "random"} & set(done.stdout.split())
