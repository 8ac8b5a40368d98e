"""`queji board new`: a folder that is whole, from either board, by options or by questions; nothing is overwritten."""

from __future__ import annotations

import io
import json
import sys

import pytest

from queji import paths
from queji.board import check, new
from queji.cli import run
from queji.deploy import mip

FILES = {"board.json", "deploy.md", "manifest.py", "mechanics.json", "package.json", "pins.csv"}
PAGE = {"wiring.md", "wiring.svg", "wiring.zh-CN.md", "wiring.zh-CN.svg"}


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def answered(monkeypatch, capsys):
    """`queji board new` at a terminal, with these lines typed; exit code and what was said."""

    def call(folder, *lines):
        monkeypatch.setattr(sys, "stdin", Terminal("".join(line + "\n" for line in lines)))
        code = run(["board", "new", str(folder)])
        out, err = capsys.readouterr()
        return code, out + err

    return call


@pytest.mark.parametrize("source", paths.boards())
def test_without_questions_it_is_the_reference_under_another_name(tmp_path, source, capsys):
    folder = tmp_path / "table_7"
    assert run(["board", "new", str(folder), "--from", source, "--yes"]) == 0
    assert {path.name for path in folder.iterdir()} == FILES | PAGE
    assert check(folder) == []
    reference = json.loads((paths.BOARDS / source / "mechanics.json").read_text(encoding="utf-8"))
    assert json.loads((folder / "mechanics.json").read_text(encoding="utf-8")) == {**reference, "name": "table_7"}
    about = json.loads((folder / "board.json").read_text(encoding="utf-8"))
    assert about == json.loads((paths.BOARDS / source / "board.json").read_text(encoding="utf-8"))
    assert f"queji flash --board {folder}" in (folder / "deploy.md").read_text(encoding="utf-8")
    assert (folder / "package.json").read_text(encoding="utf-8") == mip.board(folder)
    manifest = (folder / "manifest.py").read_text(encoding="utf-8")
    assert f'include("{(paths.BOARDS / "freeze.py").as_posix()}")' in manifest and str(folder) in manifest


def test_beside_the_boards_of_the_repository_links_are_relative(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "BOARDS", tmp_path)
    monkeypatch.setattr(paths, "FIRMWARE", tmp_path.parent / "firmware")
    folder = tmp_path / "table_7"
    assert new._inside(folder)
    assert "../../firmware" in new._manifest('package("table", base_path="../../firmware")', folder, new.Answers())
    assert "(../../docs/flashing.md)" in new._deploy(folder, new.Answers())


def test_every_answer_by_options(tmp_path, capsys):
    folder = tmp_path / "parlour"
    words = ["--from", "rpi_pico2", "--product", "Pico 2 W", "--name", "客厅", "--volts", "12", "--no-fram"]
    words += ["--active-high", "heads,dome", "--expanders", "0x24,0x25,0x26,0x27", "--set", "head.turn_ms=600"]
    words += ["--pin", "disc=GP10", "--pin", "disc_turn=GP8", "--set", "supply.amps_running=0.6"]
    assert run(["board", "new", str(folder), *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["findings"] == [] and set(told["files"]) == FILES | PAGE
    numbers = json.loads((folder / "mechanics.json").read_text(encoding="utf-8"))
    assert numbers["name"] == "客厅" and numbers["head"]["turn_ms"] == 600
    assert (numbers["supply"]["volts_min"], numbers["supply"]["volts_max"]) == (10.0, 14.0)
    assert numbers["supply"]["amps_running"] == 0.6
    assert set(numbers["active_high"]) == {*new.GROUPS["heads"], *new.GROUPS["dome"]}
    pins = (folder / "pins.csv").read_text(encoding="utf-8")
    assert "disc,GP10\n" in pins and "disc_turn,GP8\n" in pins and "north_lift,0x27.A3\n" in pins
    assert "fram" not in pins and "0x20" not in pins.partition("signal,pin")[2] and "Why these pins" not in pins
    page = (folder / "wiring.md").read_text(encoding="utf-8")
    assert "`dome_top` | input, high = active" in page and "`east_head_home`, `south_head_home`" in page
    page = (folder / "wiring.zh-CN.md").read_text(encoding="utf-8")
    assert "`dome_top` | 输入，高电平 = 有效" in page and "`east_head_home`、`south_head_home`" in page
    assert "RPI_PICO2_W" in (folder / "manifest.py").read_text(encoding="utf-8")


def test_what_is_left_to_do_is_said(tmp_path, capsys):
    folder = tmp_path / "table_7"
    assert run(["board", "new", str(folder), "--pin", "disc=GP16", "--yes"]) == 1
    out = capsys.readouterr().out
    assert "GP16 of buzzer is already used" in out
    assert {path.name for path in folder.iterdir()} == FILES  # no page of a faulty table


def test_nothing_is_overwritten(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert run(["board", "new", str(tmp_path), "--yes"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize(
    "words",
    [
        ["--from", "rpi_pico9"],
        ["--active-high", "wheels"],
        ["--expanders", "0x20,0x21"],
        ["--expanders", "0x20,0x20,0x22,0x23"],
        ["--pin", "disk=GP8"],
        ["--set", "disc.rpm=fast"],
        ["--set", "disc.speed=40"],
        ["--volts", "230"],
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(tmp_path, words, capsys):
    folder = tmp_path / "table_7"
    assert run(["board", "new", str(folder), "--yes", *words]) == 2
    assert not folder.exists()


def test_a_name_that_cannot_go_over_the_line(tmp_path, capsys):
    assert run(["board", "new", str(tmp_path / "my table"), "--yes"]) == 2


def test_questions_with_enter_for_all(tmp_path, answered):
    folder = tmp_path / "table_7"
    code, said = answered(folder, *[""] * 20)
    assert code == 0 and "rpi_pico" in said and "FRAM" in said
    assert check(folder) == []
    assert "disc,GP8\n" in (folder / "pins.csv").read_text(encoding="utf-8")


def test_questions_pin_by_pin(tmp_path, answered):
    """mux_out on a pin that cannot measure is told at once and asked for again; disc and disc_turn change places."""
    folder = tmp_path / "table_7"
    general = ["rpi_pico", "Pico", "my table", "24", "y", "", "", *[""] * 6, "n"]
    rows = (paths.BOARDS / "rpi_pico" / "pins.csv").read_text(encoding="utf-8").splitlines()
    centre = [row.split(",")[0] for row in rows if ",GP" in row or row.startswith("fram")]
    change = {"disc": ["GP10"], "disc_turn": ["GP8"], "mux_out": ["GP19", ""]}
    pins = [line for signal in centre for line in change.get(signal, [""])]
    code, said = answered(folder, *general, *pins)
    assert code == 0, said
    assert "GP19 of mux_out cannot measure" in said
    written = (folder / "pins.csv").read_text(encoding="utf-8")
    assert "disc,GP10\n" in written and "disc_turn,GP8\n" in written and "mux_out,GP26\n" in written
    assert check(folder) == []
