"""The wiring pages: those in the tree are what the generator makes, complete, and nothing runs out of its box."""

import xml.etree.ElementTree as ET

import pytest

from queji import paths
from queji.board import parts, svg, wiring
from queji.cli import run

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", paths.boards())
def test_the_pages_in_the_tree_are_up_to_date(name):
    files, findings = wiring.render(paths.BOARDS / name)
    assert findings == []
    assert set(files) == {"wiring.md", "wiring.svg"}
    for file, words in files.items():
        there = (paths.BOARDS / name / file).read_text(encoding="utf-8")
        assert there == words, f"run: queji board wiring boards/{name}"


@pytest.fixture(scope="module")
def page():
    return wiring.render(paths.BOARDS / "rpi_pico")[0]


def test_every_signal_is_on_the_page_and_in_the_drawing(page):
    drawn = {element.text for element in ET.fromstring(page["wiring.svg"]).iter(SVG + "text")}
    for name in parts.parts():
        assert name in drawn
        assert f"`{name}`" in page["wiring.md"]


def test_texts_stay_inside_the_picture(page):
    root = ET.fromstring(page["wiring.svg"])
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for element in root.iter(SVG + "text"):
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        length = 0.6 * float(element.get("font-size", 0)) * len(element.text or "")
        left = {"start": x, "middle": x - length / 2, "end": x - length}[element.get("text-anchor", "start")]
        assert left >= 0, element.text
        assert left + length <= width, element.text
        assert 0 < y < height, element.text


def test_what_protects_people_is_on_the_page(page):
    for words in (
        "pull-down on every motor input",
        "pull-down on `expander_reset`",
        "two normally closed contacts",
        "fuse",
    ):
        assert words in page["wiring.md"]


def test_the_erratum_is_on_the_pico_2s_page_only(page):
    assert "E9" not in page["wiring.md"]
    assert "E9" in wiring.render(paths.BOARDS / "rpi_pico2")[0]["wiring.md"]


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
