"""Why a file or an answer cannot be used is told in the language chosen, whichever library found it out."""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
import zipfile
from pathlib import Path

import pytest
from firmware_sentences import assigned, templates

from queji import paths, texts
from queji.board.finding import Finding
from queji.deploy import build, files
from queji.emulate import image
from queji.errors import Usage
from queji.hil import rig
from queji.texts import sentences
from queji.verify import load

toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
CHINESE = re.compile("[一-鿿]")
ENGLISH = re.compile(r"[a-z]{3,} [a-z]{2,}")

TOML = [
    "a = ", "a = x", 'a = "x', 'a = "x\n"', "a", "[rig", "[[rig]", "= 1", "a = [1", "a = {b = 1", "a = 1 b = 2",
    "a = 1\na = 2",
    "[a]\n[a]", "a = {b=1, b=2}", 'a = "\\x"', 'a = "\\uD800"', 'a = "\\uzzzz"', "a = 2025-99-99", "a = {b=1}\n[a.c]",
    "a = [1]\n[[a]]", "a.b = 1\n[a.b.c]", "a = '''x", "a = \"\x01\"", "# \x01", "!", "a = 1\n[a.b]",
]  # fmt: skip
JSON = [
    "", "{", '{"a"', '{"a":', '{"a":1', "{a:1}", '{"a":1}x', '"x', '"\x01"', '"\\x"', '"\\uzz"', '{"a":1,}', "[1,]",
    "nan",
    "[" * 100_000,
]  # fmt: skip


@pytest.fixture(autouse=True)
def chinese():
    with texts.using("zh"):
        yield


def in_chinese(words):
    assert CHINESE.search(words) and not ENGLISH.search(words), words


@pytest.mark.parametrize("words", TOML)
def test_a_rig_file_that_is_no_toml(tmp_path, words):
    with pytest.raises(ValueError):
        toml.loads(words)
    (tmp_path / "x.toml").write_text(words, encoding="utf-8")
    with pytest.raises(rig.RigError) as caught:
        rig.read(str(tmp_path / "x.toml"))
    in_chinese(caught.value.message().replace(str(tmp_path), ""))


def test_every_sentence_of_the_toml_reader_is_known():
    """Read from its source, so that another version of it shows."""
    source = Path(importlib.import_module(f"{toml.__name__}._parser").__file__).read_text(encoding="utf-8")
    said = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("suffixed_err", "TOMLDecodeError"):
            for one in node.args:
                said |= set(templates(one, {})) or {spelled(one)}
    said -= {"", "%s (at %s)"}
    assert len(said) > 15
    assert not {one for one in said if not CHINESE.search(texts.say(one.replace("%s", "'x'")))}


def spelled(node):
    """An f-string with %s for its values."""
    if not isinstance(node, ast.JoinedStr):
        return ""
    return "".join(str(one.value) if isinstance(one, ast.Constant) else "%s" for one in node.values)


@pytest.mark.parametrize("words", JSON, ids=range(len(JSON)))
def test_a_file_that_is_no_json(tmp_path, words):
    with pytest.raises((ValueError, RecursionError)) as wrong:
        json.loads(words)
    in_chinese(texts.because(wrong.value))
    if isinstance(wrong.value, ValueError):
        (tmp_path / "x.json").write_text(words, encoding="utf-8")
        with pytest.raises(Usage) as caught:
            load(tmp_path / "x.json")
        in_chinese(caught.value.message().replace(str(tmp_path), ""))
        assert caught.value.hint()
    reason = getattr(wrong.value, "msg", str(wrong.value))
    in_chinese(Finding("x.json", 1, "bad_json", {"column": 1, "reason": reason}).what().replace("JSON", ""))


@pytest.mark.parametrize(
    "content",
    [[], {}, {"format": "queji manifest 1"}, {"format": "queji manifest 1", "files": {"main.py": "abc"}}, "\udcff"],
    ids=range(5),
)
def test_a_manifest_that_is_none(tmp_path, content):
    file = tmp_path / "x.json"
    file.write_bytes(b"\xff\xfe" if content == "\udcff" else json.dumps(content).encode())
    with pytest.raises(Usage) as caught:
        load(file)
    in_chinese(re.sub("“.*?”", "", caught.value.message().replace(str(tmp_path), "")))
    assert caught.value.hint()
    with pytest.raises(Usage) as caught:
        load(tmp_path / "nope.json")
    in_chinese(caught.value.message().replace(str(tmp_path), ""))
    assert caught.value.hint()


def packed(file, about, **content):
    with zipfile.ZipFile(file, "w") as pack:
        if about is not None:
            pack.writestr(files.ABOUT, json.dumps(about))
        for name, words in content.items():
            pack.writestr(name, words)
    return file.read_bytes()


def test_a_backup_that_is_none(tmp_path):
    file = tmp_path / "x.zip"
    whole = packed(file, {"queji": "backup", "version": 1, "files": dict.fromkeys(files.RESTORED[:1], "0")})
    name = files.RESTORED[0]
    wrongs = [
        b"", b"PK", whole[: len(whole) // 2], packed(file, None), packed(file, []), packed(file, {"queji": "backup"}),
        packed(file, {"queji": "backup", "version": 1, "files": {name: "0"}}, **{name: "x"}),
        packed(file, {"queji": "backup", "version": 1, "files": {name: "0"}}),
    ]  # fmt: skip
    for content in wrongs:
        file.write_bytes(content)
        with pytest.raises(Usage) as caught:
            files.read(file)
        in_chinese(caught.value.message().replace(str(tmp_path), ""))
        assert caught.value.hint()


def test_a_backup_with_a_byte_changed(tmp_path):
    """Wherever it is: told, or read as what it was; never a traceback."""
    file = tmp_path / "x.zip"
    name = files.RESTORED[0]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as pack:
        content = b"what is kept " * 9
        about = {"queji": "backup", "version": 1, "files": {name: build.digest(content)}}
        pack.writestr(name, content)
        pack.writestr(files.ABOUT, json.dumps(about))
    whole = file.read_bytes()
    refused = 0
    for at in range(len(whole)):
        for change in (0x01, 0x40, 0xFF):
            file.write_bytes(whole[:at] + bytes([whole[at] ^ change]) + whole[at + 1 :])
            try:
                assert files.read(file) == (about, {name: content})
            except Usage as error:
                refused += 1
                in_chinese(error.message().replace(str(tmp_path), ""))
    assert refused > len(whole)


def test_no_image_for_the_emulator(tmp_path, monkeypatch):
    for named in ("", str(tmp_path / "nope.uf2")):
        monkeypatch.setenv(image.VARIABLE, named) if named else monkeypatch.delenv(image.VARIABLE, raising=False)
        monkeypatch.setattr(image.uf2, "cache", lambda: tmp_path)
        with pytest.raises(image.ImageMissing) as caught:
            image.find()
        in_chinese(texts.because(caught.value).replace(str(tmp_path), ""))


def test_what_the_tool_says_of_itself_is_known():
    """Each text of its own that is given as a `why` or a `reason`, or as the message of an error that becomes one."""
    raised = {"ImageMissing", "MicroPythonMissing", "SimulatorError", "SimulatorDied", "PortGone", "Wrong"}
    missing = {}
    for file in sorted((paths.ROOT / "host_tools" / "queji").rglob("*.py")):
        if "standins" in file.parts or "scripts" in file.parts or "suite" in file.parts:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            given = [one.value for one in node.keywords if one.arg in ("why", "reason")]
            given += node.args[:1] if getattr(node.func, "id", "") in raised else []
            for one in given:
                for said in templates(one, assigned(tree)) or [spelled(one)]:
                    known = said in sentences.SENTENCES or not re.search("[a-z]{2} |^[a-z]+$", said.replace("%s", ""))
                    if not known and CHINESE.search(texts.say(said.replace("%s", "7").replace("%d", "7"))) is None:
                        missing[said] = f"{file.name}:{node.lineno}"
    assert not missing


def test_a_reason_is_one_line():
    assert texts.because(ValueError("")) == "ValueError"
    assert "\n" not in texts.because(ValueError("one\ntwo"))
    assert texts.because(FileNotFoundError(2, "No such file or directory")) == "没有这个文件或文件夹"
