"""What the health says of a table that wears: findings from made-up lives, forecasts, both languages, the plot."""

from __future__ import annotations

import json
import sys

import pytest
from fake_table import FakeTable

from queji import cli, health, texts

NOMINAL = {"head": 420, "lift": 1800, "dome": 1500}
COLUMNS = health.COLUMNS


def rows(count=20, every=50, **changes):
    """`count` rows of a healthy table; `changes` maps a column to a function of the row's number."""
    made = []
    for i in range(count):
        row = [1 + i * every, i * 10] + [420] * 4 + [1800] * 4 + [1500] * 2 + [85] * 12 + [0] * 10
        for name, change in changes.items():
            row[COLUMNS.index(name)] = change(i)
        made.append(row)
    return made


def found(made, wear=None, standing=None):
    return health.findings(wear or {"sorts": 1000}, {"rows": made, "nominal": NOMINAL}, standing or {})


def test_a_healthy_table_has_nothing():
    assert found(rows()) == [] and found([]) == [] and found(rows(1)) == []


def test_noise_is_no_trend():
    wobble = (0, 9, 3, -8, 5, -3, 8, -7)
    assert found(rows(south_head=lambda i: 420 + wobble[i % 8], west_tile=lambda i: 85 + wobble[i % 8] // 2)) == []


def test_a_head_that_gets_slower_is_forecast():
    one = found(rows(south_head=lambda i: 420 + 4 * i))[0]
    assert (one.part, one.kind, one.now) == ("south_head", "time", 496)
    # 29 ms are left to 525, at 4 ms in 50 sorts
    assert one.sorts_left == pytest.approx(29 / 4 * 50, abs=2)


def test_too_slow_is_now_and_comes_first():
    made = rows(east_lift=lambda i: 1800 + 30 * i, north_tile=lambda i: 85 - 2 * i)
    first, second = found(made)[:2]
    assert (first.part, first.sorts_left) == ("east_lift", 0)
    assert second.part == "north_tile" and second.kind == "margin" and 0 < second.sorts_left < 1000


def test_a_step_that_then_stays_is_watched():
    one = found(rows(dome_up=lambda i: 1500 if i < 5 else 1750))[0]
    assert (one.part, one.kind, one.sorts_left) == ("dome_up", "time", None)


def test_jams_and_second_tries_lately():
    kinds = {(one.part, one.kind): one for one in found(rows(west_jams=lambda i: 6 if i > 16 else 0))}
    assert kinds[("west", "jams")].now == 18
    assert not found(rows(west_retries=lambda i: 1 if i == 3 else 0))


def test_worn_parts():
    wear = {"sorts": 100_000, "head_turns": [1_900_000, 1, 1, 1], "disc_s": 3_100 * 3600}
    parts = {one.part: one for one in found([], wear)}
    assert parts["east_head"].sorts_left == pytest.approx(100_000 * 100 / 1900, rel=0.01)
    assert parts["disc"].sorts_left == 0


def test_standing_faults_come_first_and_all_is_said_in_both_languages():
    fault = {"code": 1, "sub": 1, "name": "head_timeout", "side": "west", "part": "head"}
    made = rows(south_head=lambda i: 420 + 10 * i, west_jams=lambda i: 9, east_tile=lambda i: 85 - 3 * i)
    wear = {"sorts": 1000, "dome_strokes": 119_000}
    for language in texts.LANGUAGES:
        with texts.using(language):
            all_ = found(made, wear, {"faults": [fault], "warnings": [{**fault, "code": 6, "sub": 3}]})
            assert all_[0].kind == "fault" and all_[0].part == "west_head"
            assert {one.kind for one in all_} == {"fault", "time", "margin", "jams", "life"}
            for one in all_:
                data = one.data()
                assert data["why"] and data["when"] and data["advice"] and health.named(one)


def test_spark():
    assert health.spark([(i, i) for i in range(8)]) == "▁▂▃▄▅▆▇█"
    assert health.spark([(0, 5), (1, 5)]) == "▁▁" and health.spark([(0, 5)]) == ""
    assert len(health.spark([(i, i) for i in range(500)])) == 24


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_the_command(tmp_path, monkeypatch, capfd):
    made = rows(south_head=lambda i: 420 + 4 * i)
    with FakeTable(tmp_path) as table:
        monkeypatch.setenv("QUEJI_PORT", table.port)
        monkeypatch.setenv("LANG", "en_US.UTF-8")
        monkeypatch.delenv("LC_ALL", raising=False)
        table.answers.update(
            wear={"sorts": 951, "tiles": 136_944, "minutes": 6000},
            trend=lambda first=0: {
                "every": 16,
                "count": len(made),
                "nominal": NOMINAL,
                "rows": made[first : first + 3],
                "next": first + 3 if first + 3 < len(made) else None,
            },
            faults={"faults": [], "warnings": []},
        )
        assert cli.run(["health"]) == 0
        out = capfd.readouterr().out
        assert "South stacking head" in out and "sorts" in out and "▁" in out and "█" in out
        assert cli.run(["health", "--json"]) == 0
        data = json.loads(capfd.readouterr().out)
        assert data["findings"][0]["part"] == "south_head" and len(data["trend"]["rows"]) == 20
        assert cli.run(["health", "--lang", "zh"]) == 0
        assert "推牌头" in capfd.readouterr().out


def test_the_plot(tmp_path):
    pytest.importorskip("matplotlib")
    from queji.health_plot import draw

    file = tmp_path / "h.png"
    draw(str(file), rows(south_head=lambda i: 420 + 4 * i, west_jams=lambda i: i), "a table")
    assert file.read_bytes().startswith(b"\x89PNG")


def test_without_matplotlib_it_says_so(monkeypatch):
    from queji.cli.health import _draw
    from queji.errors import Usage

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Usage, match="matplotlib"):
        _draw("x.png", [], "")
