"""`queji board check`: each mistake is found, at its line, and nothing in a folder makes it stumble."""

import json
import re
import shutil
from pathlib import Path

import board_changes
import pytest

from queji import paths, texts
from queji.board import check, chips, mechanics, parts, pins
from queji.cli import run
from queji.texts.board import FINDINGS

CHANGES = board_changes.PINS + board_changes.MECHANICS + board_changes.BOARD
# Found in whole folders and files, below.
OF_FILES = {"not_a_folder", "file_missing", "file_unreadable", "not_text", "empty"}


@pytest.fixture
def board(tmp_path):
    folder = tmp_path / "board"
    shutil.copytree(paths.BOARDS / "rpi_pico", folder)
    return folder


def change(folder: Path, file: str, old: str | None, new: str) -> str:
    text = (folder / file).read_text(encoding="utf-8")
    assert old is None or old in text, "the reference board has changed: mend board_changes.py"
    text = new if old is None else text.replace(old, new, 1)
    (folder / file).write_text(text, encoding="utf-8")
    return text


@pytest.mark.parametrize("name", paths.boards())
def test_the_boards_that_come_with_the_tool_are_in_order(name):
    assert check(paths.BOARDS / name) == []


@pytest.mark.parametrize("_what, old, new, file, mark, code", CHANGES, ids=[row[0] for row in CHANGES])
def test_a_mistake_is_found_at_its_line(board, _what, old, new, file, mark, code):
    lines = change(board, file, old, new).splitlines()
    found = [finding for finding in check(board) if finding.code == code]
    assert found, [(f.place(), f.code) for f in check(board)]
    finding = found[0]
    assert finding.file == file
    if mark == 0:
        assert finding.line == len(lines)
    elif mark is not None:
        assert mark in lines[finding.line - 1], finding.place()
    for language in texts.LANGUAGES:
        with texts.using(language):
            for words in (finding.what(), finding.why(), finding.todo()):
                assert words and "{" not in words
                assert (language == "zh") == bool(re.search("[一-鿿]", words)), words


def test_every_kind_of_mistake_has_a_case():
    assert {row[-1] for row in CHANGES} | OF_FILES == set(FINDINGS)


def test_several_mistakes_are_all_told_in_the_order_of_the_lines(board):
    change(board, "pins.csv", "strip,GP18", "strip,GP25")
    change(board, "pins.csv", "i2c_scl,GP1", "i2c_scl,GP19")
    change(board, "mechanics.json", '"rpm": 40', '"rpm": 15')
    places = [(finding.file, finding.line) for finding in check(board)]
    assert len(places) == 3
    assert places[:2] == sorted(places[:2])


def test_windows_line_ends_and_a_byte_order_mark_are_accepted(board):
    for name in ("pins.csv", "mechanics.json", "board.json"):
        raw = (board / name).read_bytes()
        (board / name).write_bytes(b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n"))
    assert check(board) == []


NONSENSE = (
    b"",
    b" \n\n",
    b"\0\1\2\3",
    b"\xff\xfe\x00d",
    b"\xc3\x28",
    b",",
    b"#\n",
    b'"',
    b"{}",
    b'{"disc": {"disc": {"rpm": [1, {"rpm": 2}]}}}',
    b"[" * 100_000,
    b"1e999",
    b'{"tick_ms": 1e999}',
    b'{"active_high": [{}, null, 3]}',
    b"signal,pin\n" + b"a,GP1\n" * 1000,
    "信号,引脚\n".encode(),
    '{"disc": "圆盘"}'.encode(),
)


def test_the_fram_may_be_left_out(board):
    change(board, "pins.csv", "fram,0x50\n", "")
    assert check(board) == []


@pytest.mark.parametrize("raw", NONSENSE)
@pytest.mark.parametrize("name", ["pins.csv", "mechanics.json", "board.json"])
def test_nonsense_is_a_finding_never_a_traceback(board, name, raw, capsys):
    (board / name).write_bytes(raw)
    assert run(["board", "check", str(board)]) == 1
    assert name in capsys.readouterr().out


def test_a_missing_file_is_named(board, capsys):
    (board / "pins.csv").unlink()
    assert [(finding.file, finding.code) for finding in check(board)] == [("pins.csv", "file_missing")]


def test_a_folder_in_the_place_of_a_file(board):
    (board / "pins.csv").unlink()
    (board / "pins.csv").mkdir()
    assert [finding.code for finding in check(board)] == ["file_unreadable"]


def test_binary_and_empty_files(board):
    (board / "pins.csv").write_bytes(b"\x7fELF\0\0")
    (board / "mechanics.json").write_bytes(b"\n")
    assert [finding.code for finding in check(board)] == ["not_text", "empty"]


@pytest.mark.parametrize("what", ["nowhere", "pins.csv"])
def test_no_folder(board, what, capsys):
    assert run(["board", "check", str(board / what)]) == 1
    assert "no such folder" in capsys.readouterr().out


def test_exit_codes(board, capsys):
    assert run(["board", "check", str(board)]) == 0
    assert run(["board", "check", "rpi_pico"]) == 0
    assert run(["board", "check"]) == 2
    assert run(["board", "check", str(board), "--nonsense"]) == 2


def test_json_tells_the_same(board, capsys):
    change(board, "pins.csv", "strip,GP18", "strip,GP25")
    capsys.readouterr()
    assert run(["board", "check", str(board), "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding["code"] == "gpio_reserved"
    assert finding["line"] > 1
    assert {"file", "what", "why", "do"} < set(finding)


def test_chinese(board, capsys):
    change(board, "pins.csv", "strip,GP18", "strip,GP25")
    try:
        assert run(["board", "check", str(board), "--lang", "zh"]) == 1
    finally:
        texts.choose("en")
    assert "由 Pico 自身使用" in capsys.readouterr().out


def test_a_board_that_is_no_pico_may_use_the_pins_a_pico_keeps(board):
    change(board, "board.json", '"product": "Pico"', '"product": "a board of our own"')
    change(board, "pins.csv", "strip,GP18", "strip,GP25")
    assert check(board) == []


def test_functions_of_the_rp2040s_pins():
    """Rows of the datasheet's GPIO function table."""
    assert [chips.i2c(gpio) for gpio in (0, 1, 2, 3, 26, 27, 28)] == [
        *((0, "sda"), (0, "scl"), (1, "sda"), (1, "scl")),
        *((1, "sda"), (1, "scl"), (0, "sda")),
    ]
    assert [chips.pwm(gpio) for gpio in (0, 1, 8, 15, 16, 25, 29)] == [
        *((0, "A"), (0, "B"), (4, "A"), (7, "B")),
        *((0, "A"), (4, "B"), (6, "B")),
    ]
    assert [chips.pwm(gpio)[0] for gpio in (32, 39, 40, 47)] == [8, 11, 8, 11]
    assert [chips.spi(gpio) for gpio in (0, 5, 8, 11, 14, 16, 23, 24, 28)] == [
        *((0, "rx"), (0, "cs"), (1, "rx"), (1, "tx")),
        *((1, "sck"), (0, "rx"), (0, "tx"), (1, "rx"), (1, "rx")),
    ]
    assert [chips.spi(gpio)[0] for gpio in (31, 32, 39, 40)] == [1, 0, 0, 1]
    assert chips.functions(28, chips.CHIPS["rp2040"]) == ("ADC2", "I2C0 SDA", "PWM6 A", "SPI1 RX")
    assert (
        chips.functions(40, chips.CHIPS["rp2350b"])[0] == "ADC0"
        and len(chips.functions(26, chips.CHIPS["rp2350b"])) == 3
    )


@pytest.mark.parametrize("name", paths.boards())
def test_every_pin_is_shown_with_its_pad_its_signal_and_what_it_can_be(name, capsys):
    assert run(["board", "pins", name, "--json"]) == 0
    found = {row["pin"]: row for row in json.loads(capsys.readouterr().out)["pins"]}
    assert len(found) == 30
    assert found["GP8"] == {
        "pin": "GP8",
        "pad": 11,
        "signals": ["disc"],
        "own": "",
        "can": ["I2C0 SDA", "PWM4 A", "SPI1 RX"],
    }
    assert found["GP25"]["own"] == "LED" and found["GP25"]["pad"] is None and not found["GP22"]["signals"]
    assert run(["board", "pins", name]) == 0
    assert "free" in capsys.readouterr().out


def test_pins_of_a_folder_that_cannot_be_read(board, capsys):
    (board / "pins.csv").unlink()
    assert run(["board", "pins", str(board)]) == 1
    assert "pins.csv" in capsys.readouterr().out


def test_lines_of_keys():
    text = '{\n"a": {"b": 1,\n "c": ["d: {", {"e": 2}]},\n"a": "x:y"}'
    assert mechanics.key_lines(text) == [("a", 2), ("a.b", 2), ("a.c", 3), ("a", 4)]


def test_pins_are_written_as_they_are_read():
    for text in ("GP0", "GP28", "0x20.A0", "0x27.B6", "MUX.15", "0x50"):
        assert str(pins.parse_pin(text)) == text


def test_every_signal_of_the_reference_board_is_one_of_the_tables():
    rows = pins.parse((paths.BOARDS / "rpi_pico" / "pins.csv").read_text(encoding="utf-8"), [])
    assert [row.signal for row in rows if row.signal not in parts.parts()] == []
    assert len(rows) == len(parts.parts())
