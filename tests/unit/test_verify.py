"""`queji verify`: what differs between a table's program and a manifest is named, file by file."""

from __future__ import annotations

import hashlib
import json
import sys

import pytest

from queji import paths, verify
from queji.deploy import sources

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "program"
    (folder / "table" / "fair").mkdir(parents=True)
    (folder / "table" / "__pycache__").mkdir()
    (folder / "board").mkdir()
    for name in ("main.py", "table/__init__.py", "table/fair/proof.mpy", "board/pins.csv", "notes.json", "a.txt"):
        (folder / name).write_text(name)
    (folder / "table" / "__pycache__" / "x.py").write_text("")
    return folder


NAMES = ["board/pins.csv", "main.py", "table/__init__.py", "table/fair/proof.mpy"]


@pytest.fixture
def table(table, program):
    table.files = [[name, 9, hashlib.sha256((program / name).read_bytes()).hexdigest()] for name in NAMES]

    def page(first=0):
        after = first + 3 if first + 3 < len(table.files) else None
        return {"count": len(table.files), "next": after, "files": table.files[first : first + 3]}

    table.answers["files"] = page
    return table


@pytest.fixture
def manifest(tmp_path, program, queji):
    code, out, _ = queji("verify", "--make-manifest", program)
    assert code == 0
    file = tmp_path / "manifest.json"
    file.write_text(out)
    return file


def test_manifest(manifest, program):
    found = json.loads(manifest.read_text())
    assert sorted(found["files"]) == NAMES
    assert found["hash"] == sources.short_hash(program / "table")


def test_the_same(queji, table, manifest):
    code, out, _ = queji("verify", manifest)
    assert code == 0 and "4 files" in out
    assert json.loads(queji("verify", manifest, "--json")[1])["same"] == NAMES


def test_what_differs(queji, table, manifest):
    table.files[1][2] = "0" * 64
    table.files[0][0] = "os.py"
    code, out, err = queji("verify", manifest)
    assert code == 1 and "differs  main.py" in out and "missing  board/pins.csv" in out
    assert "not in the manifest  os.py" in out and "1 differ, 1 missing, 1 more" in err
    error = json.loads(queji("verify", manifest, "--json")[1])["error"]
    assert (error["changed"], error["missing"], error["extra"]) == (["main.py"], ["board/pins.csv"], ["os.py"])


@pytest.mark.parametrize(
    "words",
    [
        "",
        "{",
        "[]",
        '{"format": "other", "files": {}}',
        '{"format": "queji manifest 1"}',
        '{"format": "queji manifest 1", "files": {"main.py": "abc"}}',
        '{"format": "queji manifest 1", "files": {"main.py": 5}}',
    ],
)
def test_what_is_no_manifest(queji, table, tmp_path, words):
    file = tmp_path / "m.json"
    file.write_text(words)
    before = len(table.done)
    code, out, err = queji("verify", file)
    assert code == 2 and "is not a manifest" in err and out == ""
    assert len(table.done) == before, "the table was asked for nothing"


def test_files_that_are_not_there(queji, tmp_path):
    assert queji("verify", tmp_path / "none")[0] == 2
    assert queji("verify", "--make-manifest", tmp_path / "none")[0] == 2
    assert queji("verify")[0] == 2
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert queji("verify", tmp_path / "binary")[0] == 2


def test_frozen(queji, table, manifest):
    """What an image says of itself is told, and never taken for a proof."""
    table.hello["image"] = table.hello["hash"] = json.loads(manifest.read_text())["hash"]
    code, _, err = queji("verify", manifest)
    assert code == 1 and "frozen" in err and "nothing proves that" in err
    table.hello["image"] = "0123456789abcdef"
    code, _, err = queji("verify", manifest)
    assert code == 1 and "0123456789abcdef" in err and "others than" in err
    assert json.loads(queji("verify", manifest, "--json")[1])["error"]["image"] == "0123456789abcdef"


def test_answers_that_cannot_be_used(queji, table, manifest):
    for answer in ({}, {"files": [[1]], "next": None}, {"files": [], "next": 0}):
        table.answers["files"] = answer
        assert queji("verify", manifest)[0] == 1


def test_colours(queji, table):
    table.answers["show"] = lambda what: {"digits": "1f8bc0de"}
    code, out, _ = queji("verify", "--show")
    assert code == 0 and "red green white white blue red blue white" in " ".join(out.split())
    assert len(verify.colours("1f8bc0de")) == 16


def test_the_firmware_says_the_same_of_the_colours():
    """One table on each side: red, green, blue, white for 0 to 3."""
    source = (paths.TABLE / "fair" / "colours.py").read_text(encoding="utf-8")
    assert "((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))" in source
    assert verify.COLOURS == ("red", "green", "blue", "white")
