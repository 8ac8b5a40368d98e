"""Transcripts of `queji hil`: those that come with it are sound; of a wrong one every mistake is told with its line."""

from __future__ import annotations

import ast
import re

import pytest

from queji import paths, texts
from queji.hil import rig, transcript
from queji.hil.firmware import STATES
from queji.hil.play import Player
from queji.hil.transcript import FORMS, PREAMBLE, fields, fits

SUITE = paths.PACKAGE / "hil" / "suite"
FILES = sorted((SUITE / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_those_that_come_with_it(file):
    found = transcript.read(file)
    assert len(found.steps) > 5
    english, chinese = found.titles
    assert english.isascii() and not chinese.isascii()


def test_every_test_of_the_suite_has_a_title_in_both_languages():
    for file in SUITE.glob("test_*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                lines = [line.strip() for line in (ast.get_docstring(node) or "").splitlines()]
                assert len(lines) == 2, f"{file.name}: {node.name}"
                assert lines[0].isascii() and lines[0].endswith(".") and lines[1].endswith("。"), (
                    f"{node.name}: {lines}"
                )


def test_refusals_are_tried_in_every_state():
    source = (SUITE / "test_states.py").read_text(encoding="utf-8")
    for state in set(STATES) - {"starting", "idle"}:  # gone before a program can ask; tried as whatever it is at first
        assert f'try_all(table, link, step, "{state}")' in source, state


def test_every_kind_of_step_can_be_played():
    assert all(hasattr(Player, f"do_{kind}") for kind in FORMS if kind not in PREAMBLE)


def read(tmp_path, words, name="x.txt"):
    file = tmp_path / name
    file.write_text(words, encoding="utf-8")
    return transcript.read(file, name)


def test_what_it_needs_follows_from_its_steps(tmp_path):
    found = read(
        tmp_path, "# A\n# 甲\nneeds disc\n> tiles 144\n< ok\npress east lift key and west_lift_key for 2 s\n> tests\n"
    )
    assert found.allow == {"settings", "people", "motion"} and found.needs == ["disc"] and not found.virtual
    assert found.steps[3].values["keys"] == ["east_lift_key", "west_lift_key"]
    with texts.using("zh"):
        assert found.title == "甲"
    assert read(tmp_path, "> status\n").allow == set()
    assert read(tmp_path, "power off\n").virtual
    assert read(tmp_path, "> sort\n").allow == {"motion"}
    assert read(tmp_path, "wait 2 s\nwait until state is idle|ready, at most 1.5 s\n").seconds == 3.5


def test_every_mistake_is_told_with_its_line(tmp_path):
    words = """# A
> stauts
< ok
< ok again
wait until state is ready
shake the table
press east foot key
event shuffle, at most 3 s
inject tile_stuk south
needs winch
allow everything
> statsu
< error unknown
> hello
< yes
"""
    with texts.using("en"), pytest.raises(transcript.TranscriptError) as wrong:
        read(tmp_path, words)
    said = wrong.value.complaints
    assert [one.split(": ")[0] for one in said] == [f"x.txt:{n}" for n in (2, 4, 5, 6, 7, 8, 9, 10, 11, 15)]
    assert "did you mean 'status'" in said[0] and "at most 60 s" in said[2] and "tile_stuck" in said[6]


def test_in_a_document_the_fenced_blocks_count(tmp_path):
    found = read(tmp_path, "# Title\nprose\n```\n> sort\n```\n```hil\n> status\n< ok\n```\n> not this\n", "x.md")
    assert [step.number for step in found.steps] == [7, 8]
    with pytest.raises(transcript.TranscriptError):
        read(tmp_path, "# only prose\n", "x.md")


def test_values():
    assert fits("18", "18") and not fits("18", "19") and fits("*", "x") and fits("idle|ready", "ready")
    assert fits("20..28", "24.0") and not fits("20..28", "19.9") and not fits("1..3", "null") and fits("3..", "300")
    assert fits("-5..-1", "-3") and fits("14,13,14,13", "14,13,14,13") and fits('"a b"', '"a b"')
    assert fields('state=idle stage="dome up" disc.rpm=0 x=') == {
        "state": "idle", "stage": '"dome up"', "disc.rpm": "0", "x": "",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["hil.md", "hil.zh-CN.md"])
def test_what_the_document_shows_is_right(name, tmp_path):
    file = paths.ROOT / "docs" / name
    if not file.is_file():
        pytest.skip("not in a checkout")
    text = file.read_text(encoding="utf-8")
    assert len(transcript.read(file).steps) > 5
    example = tmp_path / "rig.toml"
    example.write_text(text.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    found = rig.read(str(example))
    assert found.lacks("dome", "west_head") == ["dome", "west_head"] and found.allow["restart"] is False
    table = text.split("| `# …` |")[1].split("\n\n")[0]
    shown = [one.strip("`").replace("\\|", "|") for one in re.findall(r"`[^`]+`(?=[^|]*\|)", table)]
    kinds = {kind for kind, form in FORMS.items() for one in shown if re.fullmatch(form, one)}
    assert kinds >= set(FORMS) - {"allow", "virtual"}, set(FORMS) - kinds
