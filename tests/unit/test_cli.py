"""The command line as a user meets it: exit codes, one clear line, --json, both languages."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from fake_table import Refuse

from queji import cli, ports, texts
from queji.cli.call import parse
from queji.cli.config import value_of
from queji.cli.game import seat_of
from queji.cli.tiles import parse as parse_tiles
from queji.errors import Usage

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals"),
    pytest.mark.usefixtures("table"),
]


def test_status_in_words_in_both_languages(queji):
    code, out, _ = queji("status")
    assert code == 0
    assert "walls wait below" in out and "144 tiles" in out and "stack 13" in out
    assert "就绪" in queji("status", "--lang", "zh")[1]
    assert "就绪" in queji("--lang", "zh", "status")[1]


@pytest.mark.parametrize("args", [("--json", "status"), ("status", "--json")])
def test_json_before_and_after_the_command(queji, args):
    code, out, err = queji(*args)
    assert code == 0 and json.loads(out)["state"] == "ready" and err == ""


def test_port_before_and_after_the_command(queji, table, monkeypatch):
    monkeypatch.setenv("QUEJI_PORT", "/dev/none")
    assert queji("status")[0] == 3
    assert queji("--port", table.port, "status")[0] == 0
    assert queji("status", "--port", table.port)[0] == 0


def test_errors_are_one_line_and_what_to_do(queji):
    code, out, err = queji("status", "--port", "/dev/none")
    assert (code, out) == (3, "")
    assert err.startswith("queji: There is no port /dev/none.\nWhat to do: ") and err.count("\n") == 2
    code, out, err = queji("status", "--port", "/dev/none", "--json")
    error = json.loads(out)["error"]
    assert error == {**error, "kind": "port_missing", "exit": 3} and error["message"] and error["hint"]
    assert "没有端口" in queji("status", "--port", "/dev/none", "--lang", "zh")[2]


def test_usage_errors(queji):
    assert queji("nonsense")[0] == 2
    assert queji("dome", "sideways")[0] == 2
    assert queji("tiles", "many")[0] == 2
    assert json.loads(queji("dome", "sideways", "--json")[1])["error"]["kind"] == "usage"


def test_a_refusal(queji, table):
    def sort():
        raise Refuse(-32010, "tiles are being sorted", kind="state", hint="wait")

    table.answers["sort"] = sort
    code, _, err = queji("sort")
    assert code == 5 and "tiles are being sorted" in err and "wait" in err


def test_a_request_the_table_does_not_know(queji):
    assert queji("call", "fly")[0] == 5


def test_sort_waits_for_the_end_or_not(queji, table):
    def sort():
        table.event("job", id=1, name="sort", state="running", ms=0)
        table.event("job", id=1, name="sort", state="done", ms=20500)
        return {"job": 1}

    table.answers["sort"] = sort
    code, out, _ = queji("sort")
    assert code == 0 and "20.5 s" in out
    assert json.loads(queji("sort", "--json")[1])["state"] == "done"
    assert json.loads(queji("sort", "--no-wait", "--json")[1]) == {"job": 1}


def test_a_sort_that_fails(queji, table):
    def sort():
        fault = {"code": 0, "sub": 1, "name": "sort_timeout", "side": None, "counts": [36, 36, 36, 34]}
        table.event("job", id=1, name="sort", state="failed", ms=90000, fault=fault)
        return {"job": 1}

    table.answers["sort"] = sort
    code, _, err = queji("sort")
    assert code == 6 and "E0.1" in err and "34" in err and "What to do" in err


def test_ctrl_c_while_waiting_leaves_the_table_sorting(queji, table, monkeypatch):
    table.answers["sort"] = {"job": 1}

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("queji.link.Link.wait", interrupted)
    code, _, err = queji("sort")
    assert code == 130 and "goes on" in err
    assert [request["method"] for request in table.received] == ["hello", "sort"]


def test_motors_only_when_allowed(queji, table):
    table.answers["tests"] = {"tests": [{"number": 1, "name": "lamps", "moves": False}], "next": None}
    assert queji("test", "motors")[0] == 2
    assert table.received == []
    table.answers["tests"] = {"tests": [{"number": 4, "name": "head", "moves": True}], "next": None}
    assert queji("test", "run", "head")[0] == 2
    assert "test" not in table.done


def test_self_tests_come_in_pieces_and_a_failed_one_is_exit_1(queji, table):
    def tests(first=0):
        rows = [{"number": 1, "name": "lamps", "moves": False}, {"number": 2, "name": "dome", "moves": True}]
        return {"tests": [rows[first]], "next": 1 if first == 0 else None}

    def test(name):
        job = {"id": 7, "name": "test", "state": "done", "ms": 5, "passed": name == "lamps"}
        table.event("job", **job, measured=1700, limits=[1200, 1600], unit="ms", text="slow")
        return {"job": 7}

    table.answers.update(tests=tests, test=test)
    assert [one["name"] for one in json.loads(queji("test", "--json")[1])] == ["lamps", "dome"]
    assert queji("test", "run", "lamps")[0] == 0
    code, out, err = queji("test", "run", "2", "--allow-motion")
    assert code == 1 and "1700" in out and "slow" in out and "failed" in err
    code, out, _ = queji("test", "motors", "--allow-motion", "--json")
    assert code == 1 and json.loads(out)["error"]["tests"][0]["name"] == "dome"


def test_dealer_dice_break_tiles_config_faults(queji, table):
    table.answers.update(
        dealer=lambda seat=1, next=False: {"dealer": 2 if next else seat},
        dice=lambda count=2: {"dice": [3] * count, "sum": 3 * count, "seat": 1},
        tiles=lambda **given: {"layout": [17] * 4, "tiles": 136, "applies": "now", "current": [17] * 4},
        settings=lambda name=None: {"sound": True, "dice": 2},
        rules={"policy": "traditional"},
        set=lambda name, value: {"name": name, "value": value, "was": 2, "applies": "now"},
        faults={"faults": [{"code": 2, "sub": 1, "name": "dome_up_timeout", "part": "dome"}], "warnings": []},
        clear={"cleared": 1},
    )
    table.answers["break"] = lambda rolls: {"owner": 0, "left": 18, "first": {"seat": 3, "stack": 2}}
    assert "South" in queji("dealer")[1]
    assert "North" in queji("dealer", "set", "north")[1]
    assert "West" in queji("dealer", "next")[1]
    assert "9 points" in queji("dice", "3")[1]
    assert "North's stack 2" in queji("break", "--rolls", "9,9")[1]
    assert "17,17,17,17" in queji("tiles", "136")[1]
    assert "sound" in queji("config")[1]
    assert queji("config", "get", "dice")[1].strip() == "2"
    assert "2 -> 3" in queji("config", "set", "dice", "3")[1]
    assert "E2.1" in queji("faults")[1]
    assert "cleared: 1" in queji("faults", "clear")[1]


def test_settings_are_listed_in_order(queji, table):
    table.answers.update(settings={"name": "", "dice": 2, "brightness": 60}, rules={"rounds": 4, "draw": "policy"})
    assert list(json.loads(queji("config", "--json")[1])) == ["brightness", "dice", "name", "draw", "rounds"]
    words = queji("config")[1]
    assert words.index("brightness") < words.index("dice") < words.index("name") < words.index("draw")


def test_stop_tells_the_state_that_follows(queji, table):
    """The motors are off when the answer goes out; the state may still be the one before."""
    table.answers["stop"] = {"state": "sorting"}
    states = iter(["sorting", "stopped"])
    table.answers["status"] = lambda: {"state": next(states)}
    code, out, _ = queji("stop")
    assert code == 0 and "state: stopped" in out


def test_ports_in_a_narrow_terminal(queji, table, monkeypatch):
    hello = {"state": "ready", "firmware": "0.1.0", "id": "e661000000000001"}
    monkeypatch.setattr(ports, "scan", lambda: [ports.Found("/dev/ttyACM0", "Pico", hello=hello)])
    monkeypatch.setenv("COLUMNS", "40")
    lines = queji("ports")[1].splitlines()
    assert lines[0] == "/dev/ttyACM0" and lines[1].startswith("  Pico  ready") and "e661000000000001" in lines[1]
    monkeypatch.setenv("COLUMNS", "80")
    assert "/dev/ttyACM0  Pico" in queji("ports")[1]


@pytest.mark.parametrize("command", ["flash --dry-run", "rollback", "backup FILE"])
def test_a_virtual_table_is_not_flashed(queji, table, tmp_path, monkeypatch, command):
    """It would restart into a prompt that it has not, and stay in a fault."""
    monkeypatch.setattr(ports, "candidates", lambda: [ports.Found(table.port, "virtual table", virtual=True)])
    code, _, err = queji(*(str(tmp_path / "b.zip") if word == "FILE" else word for word in command.split()))
    assert code == 3 and "is a virtual table" in err and "queji emulate" in err
    assert table.received == []


def test_a_backup_that_cannot_be_written_restarts_no_table(queji, table, tmp_path):
    code, _, err = queji("backup", str(tmp_path / "none" / "b.zip"))
    assert code == 9 and "cannot be written" in err and table.received == []


def test_watch_once_and_as_a_file(queji, tmp_path):
    assert "READY" in queji("watch", "--once")[1]
    file = tmp_path / "table.svg"
    assert queji("watch", "--svg", str(file))[0] == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")
    assert queji("watch", "--svg", str(tmp_path / "no" / "table.svg"))[0] == 9


def test_every_command_has_help_in_both_languages():
    def walk(command, path):
        yield path
        for name, below in getattr(command, "commands", {}).items():
            yield from walk(below, f"{path} {name}".strip())

    paths = list(walk(cli.build(), ""))
    assert len(paths) > 25
    for path in paths:
        assert f"help {path}".strip().replace(" ", ".", 1) in texts.TEXTS, path


def test_python_m_queji():
    done = subprocess.run([sys.executable, "-m", "queji", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("queji ")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(queji, shell):
    assert "_QUEJI_COMPLETE" in queji("completion", shell)[1]


def test_a_defect_is_no_traceback(queji, table):
    table.answers["dealer"] = [1, 2]
    code, _, err = queji("dealer")
    assert code == 1 and "Traceback" not in err and "QUEJI_DEBUG" in err


def test_words_to_values():
    assert [value_of(word) for word in ("3", "true", "null", "1,2", "east", '{"a":1}')] == [
        3,
        True,
        None,
        [1, 2],
        "east",
        {"a": 1},
    ]
    assert parse(("count=3",)) == {"count": 3} and parse(('{"count":3}',)) == {"count": 3}
    assert parse_tiles("136") == {"set": 136} and parse_tiles("1,2,3,4") == {"layout": [1, 2, 3, 4]}
    assert [seat_of(word) for word in ("0", "S", "west", "北")] == [0, 1, 2, 3]
    for wrong in (lambda: parse(("x",)), lambda: parse_tiles("1,2"), lambda: seat_of("4")):
        with pytest.raises(Usage):
            wrong()
