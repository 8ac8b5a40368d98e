"""`queji rules`, from the command line as a person or a program types it."""

import json

import pytest
from rich.cells import cell_len

from queji import cli


@pytest.fixture
def queji(capsys):
    """Runs a command line: (exit code, stdout, stderr)."""

    def run(line):
        code = cli.run(line.split())
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "break --ruleset chinese-two-rolls --set 136 --dealer 0 --roll 3,4 --roll 2,3",
            {"owner": 2, "left": 12, "first": {"seat": 2, "stack": 13}},
        ),
        (
            "break --ruleset chinese-two-rolls --set 144 --dealer 0 --roll 4,5 --roll 6,6",
            {"owner": 0, "left": 21, "first": {"seat": 3, "stack": 4}},
        ),
        (
            "break --ruleset chinese-one-roll --dealer 0 --roll 6,2",
            {"owner": 3, "left": 2, "first": {"seat": 3, "stack": 3}},
        ),
        (
            "break --ruleset taiwanese-own-wall --layout 14,13,14,13 --dealer south --roll 6,6,4",
            {"owner": 1, "left": 16, "first": {"seat": 0, "stack": 4}},
        ),
        (
            "break --set 108 --players 3 --dealer 0 --roll 2,2 --roll 1,2",
            {"owner": 3, "left": 7, "first": {"seat": 2, "stack": 8}},
        ),
        ("seat --dealer 0 --sum 7", {"seat": 2}),
        ("dora 3m", {"indicator": "3m", "dora": "4m"}),
        (
            "play --policy traditional --players 4 --results 0,draw,2",
            [
                {"dealer": 0, "round_wind": 0, "repeat": 1, "finished": False},
                {"dealer": 0, "round_wind": 0, "repeat": 2, "finished": False},
                {"dealer": 1, "round_wind": 0, "repeat": 0, "finished": False},
            ],
        ),
        (
            "play --results four-winds,draw-passes --draw four-winds=passes --keep-repeat",
            [
                {"dealer": 1, "round_wind": 0, "repeat": 1, "finished": False},
                {"dealer": 2, "round_wind": 0, "repeat": 2, "finished": False},
            ],
        ),
    ],
)
def test_answers(queji, line, answer):
    code, out, err = queji(f"rules {line} --json")
    assert (code, json.loads(out), err) == (0, answer, "")


def test_deal_for_programs(queji):
    answer = json.loads(queji("rules deal --ruleset japanese --roll 3,4 --json")[1])
    assert [len(hand) for hand in answer["hands"]] == [14, 13, 13, 13]
    assert answer["hands"][0][0] == {"seat": 2, "stack": 8, "tier": "upper"}
    assert answer["tail"] == {"seat": 2, "stack": 7, "tier": "upper"}
    assert answer["indicator"] == {"seat": 2, "stack": 5, "tier": "upper"}
    assert answer["dead"] == [{"seat": 2, "stack": stack} for stack in (7, 6, 5, 4, 3, 2, 1)]
    assert answer["next"] == {"seat": 1, "stack": 17, "tier": "lower"}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("break --roll 3,7 --roll 1,2", "a die shows 1 to 6, not 7"),
        ("break --roll 1,2,3 --roll 1,2", "2 dice are rolled at once here, not 3"),
        ("break --roll 3,4", "chinese-two-rolls takes 2 rolls, not 1"),
        ("break --roll 3;4 --roll 1,2", "--roll takes numbers with commas"),
        ("break --roll 1,2 --roll 1,2 --dealer 4", "a seat is 0, 1, 2 or 3, not 4"),
        ("break --roll 1,2 --roll 1,2 --set 136 --layout 14,13,14,13", "108 tiles is not one of 136"),
        ("break --roll 1,2 --roll 1,2 --layout 14,13,14", "four numbers of stacks, not 3"),
        ("break --roll 1,2 --roll 1,2 --layout 20,20,20,20", "past the longest of 19"),
        ("break --roll 1,2 --roll 1,2 --layout -1,17,17,17", "not -1"),
        ("break --roll 1,2 --roll 1,2 --set 137", "no usual layout of 137 tiles"),
        ("break --roll 1,2 --roll 1,2 --set 108 --players 3 --dealer 3", "seat 3 is empty and cannot deal"),
        ("break --roll 1,2 --ruleset korean", "korean"),
        ("break", "--roll"),
        ("deal --roll 1,2 --roll 1,2 --layout 6,6,6,6", "48 tiles are too few"),
        ("deal --roll 1,2,3 --ruleset taiwanese --last jump", "cannot deal the last tiles by jump"),
        ("play --results 0,4", "a seat is 0, 1, 2 or 3, not 4"),
        ("play --results 0,,1", "result 2 is empty"),
        ("play --results 3 --players 3", "seat 3 is empty"),
        ("play --results won", "not won"),
        ("play --results 0 --draw draw=double", "not draw=double"),
        ("seat --sum 19", "1 to 18, not 19"),
        ("seat --sum x", "x"),
        ("dora 0m", "not 0m"),
        ("preset korean", "no preset korean"),
    ],
)
def test_bad_input_is_one_line_perhaps_a_hint_and_exit_2(queji, line, says):
    code, out, err = queji(f"rules {line} --lang en")
    assert (code, out) == (2, "")
    first, *rest = err.strip().splitlines()
    assert says in first and all(line.startswith("What to do: ") for line in rest) and len(rest) < 2
    code, out, err = queji(f"rules {line} --json --lang en")
    error = json.loads(out)["error"]
    assert (code, error["kind"], error["exit"], err) == (2, "usage", 2, "")
    assert says in error["message"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("walls", "south"),
    [
        ("--set 136", 17),
        ("--set 152", 19),
        ("--set 108", 13),
        ("--set 108 --players 3", 18),
        ("--layout 3,19,19,19", 19),
    ],
)
def test_pictures_fit_the_terminal(queji, language, walls, south):
    for line in ("break --roll 3,4 --roll 6,6", "deal --roll 3,4 --roll 6,6", "deal --ruleset japanese --roll 1,1"):
        code, out, _ = queji(f"rules {line} {walls} --lang {language}")
        lines = out.splitlines()
        assert code == 0 and len(lines) <= 23
        assert max(cell_len(line) for line in lines) <= 80
        widths = [cell_len(line.rstrip()) for line in lines]
        assert widths.count(max(widths)) == south  # the right wall is one straight column


def test_a_picture_shows_the_break(queji):
    lines = queji("rules break --roll 3,4 --roll 2,3 --lang en")[1].splitlines()
    # west's wall is the top row, its first stack at the left: twelve counted, the thirteenth taken
    assert lines[0] == "    1 . . . 5 . . . .10 .12>>[][][][]"
    assert any("West's wall, 12 left on the right" in line for line in lines)


def test_the_end_of_a_game_is_told(queji):
    results = ",".join(["draw"] * 20)
    _, out, _ = queji(f"rules play --policy competition --results {results} --lang en")
    assert "The game is over." in out and len(out.splitlines()) == 18
    answer = json.loads(queji(f"rules play --policy competition --results {results} --json")[1])
    assert [state["finished"] for state in answer] == [False] * 15 + [True] * 5
    assert answer[15] == answer[19]


def test_presets(queji):
    names = json.loads(queji("rules preset --json")[1])
    for name in names:
        values = json.loads(queji(f"rules preset {name} --json")[1])
        assert len(values["layout"]) == 4 and values["settings"]["ruleset"]
