"""The wiring pages: those in the tree are what the generator makes, complete, and nothing runs out of its box."""

import re
import xml.etree.ElementTree as ET

import pytest

from queji import paths
from queji.board import parts, svg, wiring
from queji.cli import run
from queji.texts import wiring_en, wiring_zh

CHINESE = re.compile("[一-鿿]")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", paths.boards())
def test_the_pages_in_the_tree_are_up_to_date(name):
    files, findings = wiring.render(paths.BOARDS / name)
    assert findings == []
    assert set(files) == {"wiring.md", "wiring.svg", "wiring.zh-CN.md", "wiring.zh-CN.svg"}
    for file, words in files.items():
        there = (paths.BOARDS / name / file).read_text(encoding="utf-8")
        assert there == words, f"run: queji board wiring boards/{name}"


@pytest.fixture(scope="module")
def page():
    return wiring.render(paths.BOARDS / "rpi_pico")[0]


def drawn(picture):
    return [element.text or "" for element in ET.fromstring(picture).iter(SVG + "text")]


@pytest.mark.parametrize("language", ["wiring", "wiring.zh-CN"])
def test_every_signal_is_on_the_page_and_in_the_drawing(page, language):
    there = drawn(page[f"{language}.svg"])
    for name in parts.parts():
        assert name in there
        assert f"`{name}`" in page[f"{language}.md"]


@pytest.mark.parametrize("language", ["wiring", "wiring.zh-CN"])
def test_texts_stay_inside_the_picture(page, language):
    root = ET.fromstring(page[f"{language}.svg"])
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for element in root.iter(SVG + "text"):
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        ems = sum(1 if letter > "⺀" else 0.6 for letter in element.text or "")  # a Chinese one is as wide as high
        length = float(element.get("font-size", 0)) * ems
        left = {"start": x, "middle": x - length / 2, "end": x - length}[element.get("text-anchor", "start")]
        assert left >= 0, element.text
        assert left + length <= width, element.text
        assert 0 < y < height, element.text


def test_each_language_leads_to_the_other(page):
    assert "[中文](wiring.zh-CN.md)" in page["wiring.md"] and "[English](wiring.md)" in page["wiring.zh-CN.md"]
    assert "(wiring.svg)" in page["wiring.md"] and "(wiring.zh-CN.svg)" in page["wiring.zh-CN.md"]


CODE = re.compile(r"`[^`]+`|[A-Z]+[A-Z0-9]+[0-9]+[A-Z0-9]*|\d+(?:\.\d+)?|E9|PMODE|nSLEEP|ILIM|PH\b|EN\b")
PAIRS = [name for name in vars(wiring_en) if name.isupper() and isinstance(getattr(wiring_en, name), str)]


@pytest.mark.parametrize("name", PAIRS)
def test_both_languages_name_the_same_parts_and_values(name):
    """A resistor, a pin or a signal that stands in one of them only would be wired wrong."""
    for english, chinese in zip(
        getattr(wiring_en, name).split("\n## "), getattr(wiring_zh, name).split("\n## "), strict=True
    ):
        assert set(CODE.findall(english)) == set(CODE.findall(chinese))


def test_both_languages_have_the_same_words():
    names = [name for name in vars(wiring_en) if name.isupper()]
    assert names and set(names) == {name for name in vars(wiring_zh) if name.isupper()} - {"DRAWING"}
    for name in names:
        english, chinese = getattr(wiring_en, name), getattr(wiring_zh, name)
        assert isinstance(english, str) or len(english) == len(chinese)
        assert not isinstance(english, dict) or english.keys() == chinese.keys()


def test_the_drawing_is_told_in_chinese(page):
    """Names and values stay as they are, everything else has its Chinese; and no row is of a text that is gone."""
    names = set(parts.parts()) | {"emergency", "_stop", "(motor_amps)", "..._lamp"}
    for said in drawn(page["wiring.zh-CN.svg"]):
        assert said in names or CHINESE.search(said) or not re.search("[a-z]{2}", said), said
    told = "\n".join(drawn(page["wiring.svg"]))
    for words in wiring_zh.DRAWING:
        assert words.replace("{}", "") in told or re.search(re.escape(words).replace(r"\{\}", ".+"), told), words


def test_what_protects_people_is_on_the_page(page):
    for words in (
        "pull-down on every motor input",
        "pull-down on `expander_reset`",
        "two normally closed contacts",
        "fuse",
    ):
        assert words in page["wiring.md"]
    for words in ("每个电机输入都要有下拉电阻", "`expander_reset` 上的下拉电阻", "两个常闭触点", "保险丝"):
        assert words in page["wiring.zh-CN.md"]


def test_the_erratum_is_on_the_pico_2s_page_only(page):
    other = wiring.render(paths.BOARDS / "rpi_pico2")[0]
    for name in ("wiring.md", "wiring.zh-CN.md"):
        assert "E9" not in page[name] and "E9" in other[name]


def test_names_are_escaped():
    assert "&lt;&amp;" in svg.text(0, 0, "<&")


def test_a_faulty_table_makes_no_page(tmp_path, capsys):
    for name in ("board.json", "mechanics.json"):
        (tmp_path / name).write_bytes((paths.BOARDS / "rpi_pico" / name).read_bytes())
    (tmp_path / "pins.csv").write_text("signal,pin\nstrip,GP18\n", encoding="utf-8")
    assert run(["board", "wiring", str(tmp_path)]) == 1
    assert not (tmp_path / "wiring.md").exists()


def test_the_pages_are_written_where_told(tmp_path, capsys):
    assert run(["board", "wiring", "rpi_pico", "--out", str(tmp_path)]) == 0
    assert (tmp_path / "wiring.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run(["board", "wiring", "rpi_pico", "--out", str(tmp_path / "no" / "such")]) == 9
