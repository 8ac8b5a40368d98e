"""Files that cannot be written or read: told before the work, in one line, with an exit code of their own."""

from __future__ import annotations

import json
import sys

import pytest

from queji import outfile
from queji.errors import LinkLost, Unwritable
from queji.selftests import Runner

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals"),
    pytest.mark.usefixtures("table"),
]


@pytest.fixture
def table(table):
    table.answers.update(
        tests={"tests": [{"number": 8, "name": "memory", "moves": False}], "next": None},
        export=lambda part: {"part": part, "value": {}},
    )
    return table


@pytest.mark.parametrize(
    "command",
    [
        "test all --junit FILE",
        "test all --report FILE",
        "health --png FILE",
        "audit --save FILE",
        "audit --plot FILE",
        "hil --junit FILE",
        "hil --serial-log FILE",
        "fit --out FILE",
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_the_work(queji, table, tmp_path, command):
    file = tmp_path / "none" / "file"
    code, out, err = queji(*(str(file) if word == "FILE" else word for word in command.split()))
    assert (code, out) == (2 if command.startswith("hil") else 9, "")  # hil has exit codes of its own
    assert err.splitlines()[-2] == f"queji: {file} cannot be written: no such file or folder"
    assert err.splitlines()[-1].startswith("What to do: Name another file")
    assert not {"test", "wear", "journal", "trend"} & set(table.done)
    zh = queji("--lang", "zh", *(str(file) if word == "FILE" else word for word in command.split()))[2]
    assert f"无法写入 {file}：没有这个文件或文件夹" in zh


@pytest.mark.parametrize("command", ["config export FILE", "watch --svg FILE", "board wiring rpi_pico --out FOLDER"])
def test_other_files_that_cannot_be_written(queji, tmp_path, command):
    names = {"FILE": tmp_path / "none" / "file", "FOLDER": tmp_path / "none"}
    code, out, err = queji(*(names.get(word, word) for word in command.split()))
    assert code == 9 and out == "" and err.count("\n") == 2 and "cannot be written: no such file or folder" in err
    error = json.loads(queji("--json", *(names.get(word, word) for word in command.split()))[1])["error"]
    assert (error["kind"], error["exit"]) == ("file", 9)


@pytest.mark.parametrize(
    "command", ["config import FILE", "audit FILE", "verify FILE", "flash --uf2 FILE", "restore FILE"]
)
def test_files_that_cannot_be_read(queji, tmp_path, command):
    code, out, err = queji(*(tmp_path / "none" if word == "FILE" else word for word in command.split()))
    assert code == 2 and out == "" and "cannot be read: no such file or folder\nWhat to do: " in err


def passed(self, row):
    return {"name": row["name"], "number": 8, "state": "passed", "passed": True, "measured": 21, "unit": "kB free"}


def test_results_are_shown_though_their_report_cannot_be_written(queji, tmp_path, monkeypatch):
    monkeypatch.setattr(Runner, "run", passed)
    monkeypatch.setattr(outfile, "check", lambda *files: None)  # the disk fills up during the tests
    code, out, err = queji("test", "all", "--junit", tmp_path / "none" / "x.xml")
    assert code == 9 and "21 kB free" in out and "1 passed" in out and "cannot be written" in err
    code, out, err = queji("test", "all", "--json", "--junit", tmp_path / "none" / "x.xml")
    error = json.loads(out)["error"]
    assert code == error["exit"] == 9 and error["tests"][0]["measured"] == 21


@pytest.mark.parametrize("error, code", [(KeyboardInterrupt(), 130), (LinkLost(port="/dev/x"), 4)])
def test_what_was_measured_before_the_end_is_shown(queji, table, monkeypatch, error, code):
    def run(self, row):
        if row["name"] == "store":
            raise error
        return passed(self, row)

    rows = [{"number": 8, "name": "memory", "moves": False}, {"number": 9, "name": "store", "moves": False}]
    table.answers["tests"] = {"tests": rows, "next": None}
    monkeypatch.setattr(Runner, "run", run)
    got, out, err = queji("test", "all")
    assert got == code and "21 kB free" in out and "store" not in out and "queji: " in err


def test_nothing_is_left_behind(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "file"
    outfile.check(file)
    assert list(folder.iterdir()) == []
    outfile.write(file, "old")
    outfile.check(file)
    assert file.read_text() == "old"
    (folder / "file.new").mkdir()  # in the way of what is written first
    with pytest.raises(Unwritable):
        outfile.write(file, "new")
    assert file.read_text() == "old"


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    outfile.write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"
