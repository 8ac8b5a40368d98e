"""The rig file of `queji hil`: what it says, and what is said of one that is wrong, with the line."""

from __future__ import annotations

import pytest

from queji import texts
from queji.hil import rig
from queji.hil.bench import allowed

GOOD = """
[rig]
name = "bench 2"
table = "/dev/ttyACM0"
[fitted]
missing = ["dome", "north_lift", "west"]
[allow]
settings = true
game = false
"""


@pytest.fixture
def complaints(tmp_path):
    def of(content):
        file = tmp_path / "rig.toml"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        with texts.using("en"), pytest.raises(rig.RigError) as wrong:
            rig.read(str(file))
        assert wrong.value.exit == 2
        return [one.removeprefix(str(file)) for one in wrong.value.complaints]

    return of


def test_what_a_file_says(tmp_path):
    file = tmp_path / "rig.toml"
    file.write_text(GOOD, encoding="utf-8")
    found = rig.read(str(file))
    assert (found.name, found.table, found.board) == ("bench 2", "/dev/ttyACM0", "rpi_pico")
    assert found.lacks("dome", "disc", "lift", "head", "east_lift") == ["dome", "lift", "head"]
    assert "north_lift_home" in found.missing and "north_head" not in found.missing
    assert allowed("real", found, allow_motion=False) == {"settings"}
    assert allowed("real", found, allow_motion=True) == {"settings", "motion"}
    assert allowed("virtual", found, allow_motion=False) == {"settings", "motion", "restart", "people"}


def test_a_file_that_forbids_motion_is_obeyed(tmp_path):
    file = tmp_path / "rig.toml"
    file.write_text("[allow]\nmotion = false\n", encoding="utf-8")
    assert "motion" not in allowed("real", rig.read(str(file)), allow_motion=True)
    assert "motion" not in allowed("virtual", rig.read(str(file)), allow_motion=True)


def test_without_a_file_a_real_table_is_only_looked_at():
    assert allowed("real", rig.without_file(), allow_motion=False) == frozenset()


def test_parts_alone(tmp_path):
    file = tmp_path / "rig.toml"
    file.write_text('[fitted]\nparts = ["disc", "keys"]\n', encoding="utf-8")
    found = rig.read(str(file))
    assert not found.lacks("disc", "keys", "south_hand_key") and found.lacks("dome", "supply") == ["dome", "supply"]


def test_every_mistake_has_its_line(complaints):
    said = complaints(
        '[rig]\nboard = "rpi_pico"\nname = 3\n\n[fitted]\nparts = [\n  "disc",  # "lft"\n  "lft",\n  "north_winch",\n'
        "]\n"
        'missing = ["east"]\n[alow]\nmotion = true\n[allow]\nmotoin = true\nsettings = "yes"\n'
    )
    assert [one.split(" ")[0] for one in said] == [":3:", ":8:", ":9:", ":11:", ":12:", ":15:", ":16:"]
    assert "did you mean 'lift'" in said[1] and "did you mean 'allow'" in said[4] and "'motion'" in said[5]


def test_a_part_the_board_has_not(complaints, tmp_path):
    board = tmp_path / "board"
    board.mkdir()
    (board / "pins.csv").write_text("disc,GP1\ndome_up,GP2\n", encoding="utf-8")
    said = complaints(f'[rig]\nboard = "{board}"\n[fitted]\nmissing = ["disc", "fram"]\n')
    assert len(said) == 1 and said[0].startswith(":4:") and "has no 'fram'" in said[0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("[rig]\nname =\n", ":2: no TOML"),
        ("[rig\n", ":1: no TOML"),
        ("[rig]\n[rig]\n", ":2: no TOML"),
        ("rig = 1\n", ":1: 'rig' must be a section"),
        ('[rig]\nboard = "nowhere"\n', ":2: there is no board"),
        ("[fitted]\nparts = [3]\n", ":2: there is no part '3'"),
        ("[allow]\nmotion = 1\n", ":2: 'motion' must be true or false"),
        (b"\xff\xfe", " is not UTF-8"),
    ],
)
def test_what_is_wrong(complaints, content, says):
    said = complaints(content)
    assert said[0].startswith(says), said


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(rig.RigError, match="cannot be read"):
        rig.read(str(tmp_path / "none.toml"))
