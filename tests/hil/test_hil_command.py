"""`queji hil` as a technician has it: exit codes, one clear line, the report, and the table left safe whatever happens.

The table is a simulator on a port of its own: for the command that is a real one, so nothing may move unasked.
"""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import serial

from queji.virtual.sim import Simulator

pytestmark = pytest.mark.usefixtures("interpreter")

MOVING = "> dome up\n< ok job=*\nwait until job is done, at most 6 s\n"


@pytest.fixture
def sim() -> Iterator[Simulator]:
    with Simulator(seed=5, speed=2.0) as one:
        yield one


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "queji", "hil", *words]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def hil(*words: str) -> tuple[int, str, str]:
    running = start(*words)
    out, err = running.communicate(timeout=120)
    assert "Traceback" not in out + err
    return running.returncode, out, err


def strokes(sim: Simulator) -> int:
    """How often the dome has moved."""
    from queji.link import Link

    with Link(sim.port) as link:
        return int(link.call("wear")["dome_strokes"])


def transcript(folder: Path, words: str) -> str:
    file = folder / "mine.txt"
    file.write_text(words, encoding="utf-8")
    return str(file)


def test_nothing_moves_unasked(sim: Simulator, tmp_path: Path) -> None:
    mine = transcript(tmp_path, MOVING)
    code, out, _ = hil(mine, "test_dome", "test_hand", "--table", sim.port)
    assert code == 0 and "--allow-motion" in out and "0 failed" in out
    assert strokes(sim) == 0
    code, out, _ = hil(mine, "--table", sim.port, "--allow-motion", "--countdown", "0", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and rows[0]["outcome"] == "passed" and rows[-1]["safe"] is True
    assert strokes(sim) == 1 and sim.view()["motors"] == []


def test_a_rig_file_forbids_motion(sim: Simulator, tmp_path: Path) -> None:
    rig = tmp_path / "rig.toml"
    rig.write_text("[allow]\nmotion = false\n", encoding="utf-8")
    code, out, _ = hil(
        transcript(tmp_path, MOVING), "--table", sim.port, "--allow-motion", "--countdown", "0", "--rig", str(rig)
    )
    assert code == 0 and "1 skipped" in out and strokes(sim) == 0


def test_the_report(sim: Simulator, tmp_path: Path) -> None:
    junit, log = tmp_path / "hil.xml", tmp_path / "serial.log"
    mine = transcript(
        tmp_path, "> hello\n< ok product=queji\n> tiles 136\n< ok tiles=136\n> status\n< ok state=nowhere\n"
    )
    rig = tmp_path / "rig.toml"
    rig.write_text('[rig]\nname = "bench 2"\n[allow]\nsettings = true\n', encoding="utf-8")
    words = ("--rig", str(rig), "--junit", str(junit), "--serial-log", str(log))
    code, out, _ = hil(mine, "test_dome", "request[hello]", "--table", sim.port, *words)
    assert code == 1 and "mine.txt:6: < ok state=nowhere" in out
    suite = ElementTree.fromstring(junit.read_text(encoding="utf-8"))[0]
    assert (suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("1", "0", "1")
    facts = {one.get("name"): one.get("value") for one in suite.findall("properties/property")}
    assert facts["id"] == "e661000000000005" and facts["board"] == "rpi_pico" and facts["rig"] == "bench 2"
    assert facts["settings"] and facts["firmware"] and facts["micropython"] and facts["safe"] == "True"
    case = next(one for one in suite.findall("testcase") if one.get("name") == "mine.txt")
    steps = [one.get("value") or "" for one in case.findall("properties/property")]
    assert [step.split()[0] for step in steps[:6]] == ["passed"] * 5 + ["failed"]
    said = case.findtext("system-out") or ""
    assert " -> tiles 136" in said and " <- ok layout=17,17,17,17" in said
    reasons = [one.get("message") or "" for one in suite.findall("testcase/skipped")]
    assert len(reasons) == 1 and "--allow-motion" in reasons[0]
    assert " -> tiles 136" in log.read_text(encoding="utf-8")
    from queji.link import Link

    with Link(sim.port) as link:  # what was changed was put back
        assert link.call("tiles")["tiles"] == 144


def test_a_port_in_use(sim: Simulator) -> None:
    with serial.serial_for_url(sim.port, exclusive=True):
        code, out, err = hil("--table", sim.port)
    assert code == 4 and out == "" and "in use by another program" in err


def test_no_table() -> None:
    code, out, err = hil("--table", "/dev/there-is-none")
    assert code == 3 and out == "" and "/dev/there-is-none" in err
    code, _, err = hil("--table", "/dev/there-is-none", "--lang", "zh")
    assert code == 3 and "没有端口" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["shuffle"], "'shuffle'"),
        (["--junit", "/there/is/no/folder.xml"], "/there/is/no/folder.xml"),
        (["--rig", "{folder}/rig.toml"], "rig.toml:2: there is no part 'north_winch'"),
        (["{folder}/wrong.txt"], "wrong.txt:3: "),
    ],
)
def test_bad_input_before_the_table_is_touched(sim: Simulator, tmp_path: Path, words: list[str], says: str) -> None:
    (tmp_path / "rig.toml").write_text('[fitted]\nmissing = ["north_winch"]\n', encoding="utf-8")
    (tmp_path / "wrong.txt").write_text("> hello\n< ok\nshake the table\n", encoding="utf-8")
    with serial.serial_for_url(sim.port, exclusive=True):  # were it opened, the port would be found in use
        code, out, err = hil(*(word.replace("{folder}", str(tmp_path)) for word in words), "--table", sim.port)
    assert code == 2 and out == "" and says in err


def until(true: Any, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
def test_interrupted_while_something_moves(sim: Simulator, tmp_path: Path, end: signal.Signals) -> None:
    sim.speed(0.5)
    junit = tmp_path / "hil.xml"
    running = start(
        transcript(tmp_path, MOVING), "--table", sim.port, "--allow-motion", "--countdown", "0", "--junit", str(junit)
    )
    until(lambda: sim.view()["motors"])
    running.send_signal(end)
    out, err = running.communicate(timeout=30)
    assert sim.view()["motors"] == []
    assert running.returncode == 130 and "every motor is off, state stopped" in out and "Traceback" not in err
    suite = ElementTree.fromstring(junit.read_text(encoding="utf-8"))[0]
    assert suite.find("testcase/skipped").get("message") == "interrupted"  # type: ignore[union-attr]
    time.sleep(0.3)
    assert sim.view()["motors"] == []


def test_unplugged_in_the_middle(tmp_path: Path) -> None:
    sim = Simulator(seed=5, speed=2.0)
    junit = tmp_path / "hil.xml"
    running = start("test_line", "--table", sim.port, "--junit", str(junit))
    assert running.stdout is not None
    first = running.stdout.readline()
    sim.close()
    out, err = running.communicate(timeout=60)
    assert "passed" in first and running.returncode == 4 and "could NOT be verified" in out and "Traceback" not in err
    suite = ElementTree.fromstring(junit.read_text(encoding="utf-8"))[0]
    assert suite.get("errors") == "1" and suite.get("failures") == "0" and int(suite.get("skipped", "0")) > 20
    assert "infrastructure" in [one.get("type") for one in suite.findall("testcase/error")]


def test_a_table_at_work_is_left_alone(sim: Simulator) -> None:
    from queji.link import Link

    sim.speed(0.1)
    with Link(sim.port) as link:
        link.call("dome", to="up")
    code, _, err = hil("--table", sim.port)
    assert code == 4 and "at work (dome)" in err and sim.view()["motors"], "it goes on"


def test_another_table_than_the_rigs(sim: Simulator, tmp_path: Path) -> None:
    rig = tmp_path / "rig.toml"
    rig.write_text('[rig]\nid = "e66000000000beef"\n', encoding="utf-8")
    code, _, err = hil("--table", sim.port, "--rig", str(rig))
    assert code == 4 and "e66000000000beef" in err and "e661000000000005" in err


def test_the_list() -> None:
    code, out, _ = hil("--list", "--json")
    rows = json.loads(out)
    assert code == 0 and len(rows) > 100 and all(row["title"] for row in rows)
    code, zh, _ = hil("--list", "--lang", "zh", "hand-by-keys", "test_dome")
    assert code == 0 and "按键" in zh and "罩子" in zh and "hand-by-keys.txt" in zh


def test_without_pytest(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda n, *a: None if n == 'pytest' else find(n, *a)\n",
        encoding="utf-8",
    )
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-m", "queji", "hil"], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert done.returncode == 1 and "pip install 'queji[hil]'" in done.stderr


def test_a_person_presses_what_no_program_can(sim: Simulator, tmp_path: Path) -> None:
    """On a real table a key is asked for, and waited for; where nobody can be asked the transcript is skipped."""
    words = "press east lift key\nwait until state is dome_open, at most 6 s\nask Is the dome up?\n"
    mine = transcript(tmp_path, words)
    rig = tmp_path / "rig.toml"
    rig.write_text("[allow]\npeople = true\n", encoding="utf-8")
    words = (mine, "--table", sim.port, "--rig", str(rig), "--allow-motion", "--countdown", "0")
    code, out, _ = hil(*words)
    assert code == 0 and "nobody can be asked here" in out and strokes(sim) == 0
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "queji", "hil", *words]
    running = subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stderr is not None
    said = b""
    while b"press Enter" not in said:
        said += os.read(running.stderr.fileno(), 1000)
    assert b"East lift key" in said
    sim.press("east_lift_key")
    os.write(ours, b"\n")
    while b"Is the dome up?" not in said:
        said += os.read(running.stderr.fileno(), 1000)
    os.write(ours, b"n\n")
    out_bytes, _ = running.communicate(timeout=30)
    os.close(ours)
    os.close(theirs)
    assert running.returncode == 1 and b"the answer was no" in out_bytes and strokes(sim) == 1


def test_whoever_reads_the_results_may_go(sim: Simulator) -> None:
    running = start("garbage", "--table", sim.port)
    assert running.stdout is not None and running.stderr is not None
    assert "passed" in running.stdout.readline()
    running.stdout.close()
    assert running.wait(60) == 0 and "Traceback" not in running.stderr.read()
    running.stderr.close()
    assert sim.view()["motors"] == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk here")
def test_a_disk_that_is_full(sim: Simulator, tmp_path: Path) -> None:
    code, out, err = hil("tiles.txt", "--table", sim.port, "--junit", "/dev/full", "--serial-log", "/dev/full")
    assert code == 4 and "Left safe" in out and err.count("cannot be written") == 2


def test_the_plugin_alone(sim: Simulator, tmp_path: Path) -> None:
    """pytest with the plugin and tests of one's own: skips with reasons, the line's refusal, the same exit codes."""
    (tmp_path / "test_own.py").write_text(
        "import pytest\n"
        "@pytest.mark.moves\n"
        "def test_marked(link):\n    link.call('dome', to='up')\n"
        "def test_unmarked(line):\n    line.send(b'dome up\\n')\n    assert not line.answer()\n"
        "def test_looks(link):\n    assert link.call('status')['state'] == 'idle'\n"
        "def test_broken(table):\n    table.wire('/dev/there-is-none')\n",
        encoding="utf-8",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")

    def own(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-p", "queji.hil.plugin"]
        done = subprocess.run([*command, str(tmp_path), *words], capture_output=True, text=True, cwd=tmp_path)
        return done.returncode, done.stdout + done.stderr

    code, said = own("--table", sim.port, "-k", "not broken")
    assert code == 0 and "1 passed, 2 skipped" in said and said.count("--allow-motion was not given") == 2
    assert "every motor is off" in said and strokes(sim) == 0
    assert own("--table", sim.port, "-k", "broken")[0] == 4
    assert own("--table", "/dev/there-is-none")[0] == 3
