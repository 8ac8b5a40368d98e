"""`queji fit` on virtual tables whose mechanics are not what the board's folder says: it finds what they are."""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from queji import paths, selftests
from queji.board import check
from queji.cli import fit as command
from queji.cli import run
from queji.virtual.sim import Simulator

pytestmark = [pytest.mark.virtual, pytest.mark.usefixtures("interpreter")]

REFERENCE = json.loads((paths.BOARDS / "rpi_pico" / "mechanics.json").read_text(encoding="utf-8"))
SLOW = {"head": {"turn_ms": 504}, "lift": {"turn_ms": 1440}, "dome": {"stroke_ms": 1800}}
FAST = {"disc": {"rpm_full_duty": 92, "rpm_min": 23}, "supply": {"amps_running": 0.55, "volts_full_scale": 35.0}}


def other(**groups: dict[str, float]) -> dict[str, Any]:
    """The reference mechanics with some values changed."""
    return {key: {**value, **groups[key]} if key in groups else value for key, value in REFERENCE.items()}


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table four times as fast has a quarter of the patience with a laptop that says nothing."""
    monkeypatch.setattr(selftests, "SAY_S", 0.1)
    monkeypatch.setattr(selftests, "LOOK_S", 0.05)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    folder = tmp_path / "table_7"
    shutil.copytree(paths.BOARDS / "rpi_pico", folder)
    return folder


@pytest.fixture
def table(tmp_path: Path, board: Path) -> Iterator[Callable[..., Simulator]]:
    started: list[Simulator] = []

    def start(mechanics: dict[str, Any] | None = None, **more: Any) -> Simulator:
        file = tmp_path / "really.json"
        file.write_text(json.dumps(mechanics or REFERENCE), encoding="utf-8")
        started.append(Simulator(seed=5, speed=4.0, board=board, mechanics=file, **more))
        return started[-1]

    yield start
    for sim in started:
        sim.close()


@pytest.fixture
def queji(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any]]:
    def call(sim: Simulator, *words: str) -> tuple[int, Any]:
        capsys.readouterr()
        code = run(["--port", sim.port, "--json", *words])
        lines = capsys.readouterr().out.splitlines()
        return code, json.loads(lines[-1]) if lines else None

    return call


def by_key(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["key"]: row for row in found["rows"]}


MOVES = ("--allow-motion", "--countdown", "0", "--no-ask")


def test_what_the_table_is_like_is_found(
    table: Callable[..., Simulator], board: Path, queji: Callable[..., tuple[int, Any]], tmp_path: Path
) -> None:
    """Heads 20 % and the dome 20 % slower, lifts 20 % and the disc 15 % faster, other currents, another divider."""
    was = (board / "mechanics.json").read_text(encoding="utf-8")
    sim = table()
    plain = by_key(queji(sim, "fit", "cams", "--board", str(board), "--dry-run", *MOVES)[1])
    sim.close()
    sim = table(other(**SLOW, **FAST))
    code, found = queji(sim, "fit", "--board", str(board), "--yes", "--volts", "24.0", *MOVES)
    assert code == 0, found
    rows = by_key(found)
    assert rows["head.turn_ms"]["measured"] == pytest.approx(504, rel=0.03)
    assert rows["lift.turn_ms"]["measured"] == pytest.approx(1440, rel=0.03)
    for key, factor in (("head.turn_ms", 1.2), ("lift.turn_ms", 0.8)):  # against the same table as it should be
        assert rows[key]["measured"] / plain[key]["measured"] == pytest.approx(factor, rel=0.03)
        assert not plain[key]["changes"]
    assert rows["dome.stroke_ms"]["measured"] == pytest.approx(1800, rel=0.03)
    assert rows["disc.rpm_full_duty"]["measured"] == pytest.approx(92, rel=0.03)
    assert rows["disc.rpm_min"]["measured"] == pytest.approx(23, rel=0.05)
    assert rows["supply.amps_running"]["measured"] == pytest.approx(0.55, rel=0.05)
    assert rows["supply.volts_full_scale"]["measured"] == pytest.approx(35.0, rel=0.01)
    # The new file: those values, nothing else, still a mechanics.json; the old one beside it.
    new = json.loads((board / "mechanics.json").read_text(encoding="utf-8"))
    for group, values in new.items():
        for name, value in values.items() if isinstance(values, dict) else ():
            row = rows.get(f"{group}.{name}")
            assert value == (row["new"] if row else REFERENCE[group][name])
    assert check(board) == []
    assert (board / "mechanics.json.before").read_text(encoding="utf-8") == was
    assert found["written"] == str(board / "mechanics.json")
    # A table with these numbers has nothing left to fit.
    sim.close()
    again = table(other(**SLOW, **FAST))
    code, found = queji(again, "fit", "cams", "dome", "--board", str(board), "--yes", *MOVES)
    assert code == 0 and found["written"] is None, found
    assert not any(row["changes"] for row in found["rows"])


def test_part_by_part_into_another_file(
    table: Callable[..., Simulator], board: Path, queji: Callable[..., tuple[int, Any]], tmp_path: Path
) -> None:
    out = tmp_path / "fitted.json"
    sim = table(other(**SLOW))
    before = (board / "mechanics.json").read_bytes()
    code, found = queji(sim, "fit", "dome", "--board", str(board), "--out", str(out), *MOVES)
    assert code == 0, found
    assert json.loads(out.read_text(encoding="utf-8"))["head"]["turn_ms"] == 420
    code, found = queji(sim, "fit", "cams", "--board", str(board), "--out", str(out), *MOVES)
    assert code == 0, found
    both = json.loads(out.read_text(encoding="utf-8"))
    assert both["head"]["turn_ms"] > 470 and both["dome"]["stroke_ms"] > 1750
    assert (board / "mechanics.json").read_bytes() == before


def pushed(sim: Simulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody pushes a set in where it is asked for, and answers with a lift key."""

    def show(self: object, asks: dict[str, Any] | None) -> None:
        if asks and asks.get("what") == "set":
            sim.push_in()
            sim.press("east_lift_key", ms=150)

    monkeypatch.setattr(command.Steps, "show", show)


def test_belts(
    table: Callable[..., Simulator],
    board: Path,
    queji: Callable[..., tuple[int, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = other(pickup={"belt_ms": 900}, head={"tile_ms": 115, "gap_ms": 90}, disc={"spin_up_ms": 2000})
    sim = table(slow, players="none")
    pushed(sim, monkeypatch)
    code, found = queji(sim, "fit", "belts", "disc", "--board", str(board), "--yes", *MOVES)
    assert code == 0, found
    rows = by_key(found)
    assert rows["pickup.belt_ms"]["measured"] == pytest.approx(900, rel=0.08)
    assert rows["head.tile_ms"]["measured"] == pytest.approx(115, abs=5)
    assert rows["head.gap_ms"]["measured"] == pytest.approx(90, abs=8)
    assert rows["disc.spin_up_ms"]["measured"] == pytest.approx(2000, rel=0.1)
    new = json.loads((board / "mechanics.json").read_text(encoding="utf-8"))
    assert new["head"]["tile_ms"] == rows["head.tile_ms"]["new"] and new["disc"]["spin_up_ms"] > 1800
    assert "supply.amps_stalled" in found["unmeasured"] and "head.turn_ms" in found["unmeasured"]
    assert "head.tile_ms" not in found["unmeasured"]
    assert check(board) == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Slow(Terminal):
    """Somebody who types once the question has been asked."""

    def __iter__(self) -> Iterator[str]:
        time.sleep(4)
        yield from self.getvalue().splitlines(keepends=True)


def test_belts_without_tiles(
    table: Callable[..., Simulator],
    board: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """n at the laptop: nothing is measured, the values stay, and that is said."""
    sim = table(players="none")
    monkeypatch.setattr(sys, "stdin", Slow("n\n"))
    before = (board / "mechanics.json").read_bytes()
    began = time.monotonic()
    words = ["fit", "belts", "--board", str(board), "--allow-motion", "--countdown", "0"]
    assert run(["--port", sim.port, *words]) == 1
    said = capsys.readouterr().err
    assert time.monotonic() - began < 12, "n was not heard"
    assert "whole set" in said and "nobody put tiles in" in said and "head.tile_ms" in said
    assert not sim.view()["motors"] and (board / "mechanics.json").read_bytes() == before


def held(sim: Simulator, monkeypatch: pytest.MonkeyPatch, never: tuple[str, ...] = ()) -> None:
    """Somebody holds a tile where it is asked for, but for those signals."""

    def show(self: object, asks: dict[str, Any] | None) -> None:
        if asks and asks.get("what") == "hold" and asks["signal"] not in never:
            sim.inject("sensor_stuck", asks["signal"], value="on")
            time.sleep(0.25)
            sim.repair("sensor_stuck", asks["signal"])

    monkeypatch.setattr(command.Steps, "show", show)


def test_light_barriers(
    table: Callable[..., Simulator],
    board: Path,
    queji: Callable[..., tuple[int, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sim = table()
    sim.inject("sensor_drift", "west_tile", counts=-14000)  # clear 38000
    sim.inject("sensor_drift", "north_channel", counts=12000)  # blocked 21000
    held(sim, monkeypatch)
    code, found = queji(sim, "fit", "sensors", "--board", str(board), "--yes")
    assert code == 0, found
    rows = by_key(found)
    assert rows["photo.blocked_below"]["new"] == pytest.approx(21000 + 0.35 * 17000, abs=300)
    assert rows["photo.clear_above"]["measured"] == pytest.approx(21000 + 0.50 * 17000, abs=300)
    assert rows["photo.clear_above"]["samples"]["west_tile"] == pytest.approx(38000, abs=200)
    assert check(board) == []


@pytest.mark.parametrize(("typed", "written"), [("24,0\ny\n", True), ("\nn\n", False)])
def test_at_a_terminal_it_asks(
    table: Callable[..., Simulator],
    board: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    written: bool,
) -> None:
    """The voltmeter first, tiles, then whether the board's own file may be changed."""
    sim = table(other(supply={"volts_full_scale": 33.0}))
    sim.inject("sensor_drift", "west_tile", counts=-14000)
    sim.inject("sensor_drift", "north_channel", counts=12000)
    held(sim, monkeypatch)
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    before = (board / "mechanics.json").read_bytes()
    assert run(["--port", sim.port, "fit", "supply", "sensors", "--board", str(board)]) == 0
    said = capsys.readouterr()
    assert ("33.0" in said.out) == written and "photo.blocked_below" in said.out
    assert ((board / "mechanics.json").read_bytes() != before) == written
    assert (board / "mechanics.json.before").exists() == written


def test_a_light_barrier_that_does_not_change_is_named(
    table: Callable[..., Simulator],
    board: Path,
    queji: Callable[..., tuple[int, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sim = table()
    before = (board / "mechanics.json").read_bytes()
    held(sim, monkeypatch, never=("south_belt_full",))
    code, found = queji(sim, "fit", "sensors", "--board", str(board), "--yes", "--seconds", "3")
    assert code == 1
    assert "south_belt_full" in found["error"]["problems"][0]["what"]
    assert (board / "mechanics.json").read_bytes() == before


def test_a_cam_of_three_seconds_is_refused(
    table: Callable[..., Simulator], board: Path, queji: Callable[..., tuple[int, Any]]
) -> None:
    """Where the table's bound ends it: a fault. Where its numbers let it be, the value is out of all reason."""
    sim = table(other(head={"turn_ms": 3000}))
    code, found = queji(sim, "fit", "cams", "--board", str(board), "--yes", *MOVES)
    assert code == 1
    problems = [problem["what"] for problem in found["error"]["problems"]]
    assert len([what for what in problems if "1050 ms" in what]) == 4 and "head.turn_ms" in problems[4]
    assert "head.turn_ms" not in by_key(found["error"])
    sim.close()
    far = other(head={"turn_ms": 3000})
    (board / "mechanics.json").write_text(json.dumps(far), encoding="utf-8")
    code, found = queji(table(far), "fit", "cams", "--board", str(board), "--yes", *MOVES)
    assert code == 1
    row = by_key(found["error"])["head.turn_ms"]
    assert row["problem"] and not row["changes"]
    assert json.loads((board / "mechanics.json").read_text(encoding="utf-8")) == far


def test_one_stiff_head_is_not_averaged_away(
    table: Callable[..., Simulator], board: Path, queji: Callable[..., tuple[int, Any]]
) -> None:
    sim = table()
    sim.inject("motor_slow", "west_head", factor=0.6)
    code, found = queji(sim, "fit", "cams", "--board", str(board), "--yes", *MOVES)
    assert code == 1
    assert "west_head" in by_key(found["error"])["head.turn_ms"]["problem"]
    assert json.loads((board / "mechanics.json").read_text(encoding="utf-8")) == REFERENCE


def test_currents_that_the_numbers_cannot_carry(
    table: Callable[..., Simulator], board: Path, queji: Callable[..., tuple[int, Any]]
) -> None:
    """Nine motors of 1.2 A are more than amps_max bears; one that takes a third of it would pass for dead."""
    sim = table(other(supply={"amps_running": 1.2, "amps_stalled": 5.0}))
    sim.inject("motor_dead", "west_pickup")
    code, found = queji(sim, "fit", "current", "--board", str(board), "--yes", *MOVES)
    problems = " ".join(problem["what"] for problem in found["error"]["problems"])
    assert code == 1 and "amps_max" in problems and "E5.4" in problems
    row = by_key(found["error"])["supply.amps_running"]
    assert row["new"] == pytest.approx(1.2, rel=0.05)
    assert json.loads((board / "mechanics.json").read_text(encoding="utf-8"))["supply"]["amps_running"] == row["new"]


def test_not_while_the_table_works_and_not_without_leave(
    table: Callable[..., Simulator], board: Path, queji: Callable[..., tuple[int, Any]]
) -> None:
    sim = table()
    assert queji(sim, "fit", "disc", "--board", str(board))[0] == 2
    assert queji(sim, "dome", "up")[0] == 0
    assert queji(sim, "sort", "--no-wait")[0] == 0
    code, found = queji(sim, "fit", "supply", "--board", str(board))
    assert code == 5 and found["error"]["kind"] == "state"
    assert queji(sim, "stop")[0] == 0
    code, found = queji(sim, "fit", "supply", "--board", str(board))
    assert code == 5 and "acknowledge" in found["error"]["hint"]


def test_without_leave_to_move_only_what_rests_is_measured(
    table: Callable[..., Simulator], board: Path, queji: Callable[..., tuple[int, Any]]
) -> None:
    code, found = queji(table(), "fit", "--board", str(board), "--no-ask")
    assert code == 0
    assert found["measured"] == ["supply"] and "cams" in found["skipped"]
    assert found["written"] is None


def test_the_references_own_file_is_only_read(queji: Callable[..., tuple[int, Any]]) -> None:
    with Simulator(seed=1, speed=4.0) as sim:
        code, found = queji(sim, "fit", "supply", "--yes")
        assert code == 2 and "board new" in found["error"]["hint"]
        assert queji(sim, "fit", "supply", "--dry-run")[0] == 0


def test_a_board_that_cannot_be_found_is_asked_for(
    table: Callable[..., Simulator], queji: Callable[..., tuple[int, Any]]
) -> None:
    code, found = queji(table(), "fit", "supply")  # the table names table_7, which is no board of the tool's own
    assert code == 2 and "--board" in found["error"]["hint"]


def begun(sim: Simulator, board: Path, *parts: str) -> subprocess.Popen[str]:
    """A fit of these parts in a process of its own, once something moves."""
    words = [sys.executable, "-m", "queji", "--port", sim.port, "fit", *parts, "--board", str(board), "--yes", *MOVES]
    fit = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 20
    while not sim.view()["motors"]:
        assert time.monotonic() < deadline and fit.poll() is None
    return fit


def test_ctrl_c_leaves_table_and_file_alone(table: Callable[..., Simulator], board: Path) -> None:
    sim = table()
    before = (board / "mechanics.json").read_bytes()
    fit = begun(sim, board, "cams")
    fit.send_signal(signal.SIGINT)
    _, said = fit.communicate(timeout=20)
    assert fit.returncode == 130 and "nothing was written" in said
    assert not sim.view()["motors"]
    assert (board / "mechanics.json").read_bytes() == before
    assert not (board / "mechanics.json.before").exists()


@pytest.mark.parametrize("how", ["emergency stop", "power"])
def test_stopped_at_the_table_nothing_goes_on(table: Callable[..., Simulator], board: Path, how: str) -> None:
    """Neither the next turn nor the next part is tried."""
    sim = table()
    before = (board / "mechanics.json").read_bytes()
    fit = begun(sim, board, "cams", "dome", "current")
    if how == "power":
        sim.inject("power_cut")
    else:
        sim.emergency(True)
    _, said = fit.communicate(timeout=40)
    assert fit.returncode == (7 if how == "power" else 1), said
    assert said.count("(emergency stop)") == (how != "power"), said
    assert not sim.view()["motors"]
    assert (board / "mechanics.json").read_bytes() == before
