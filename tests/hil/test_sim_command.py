"""`queji sim` as it is used: its first line, its ends, and the commands that act on the one that runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

pytestmark = [
    pytest.mark.virtual,
    pytest.mark.usefixtures("interpreter"),
    pytest.mark.skipif(sys.platform == "win32", reason="the simulator needs Linux or macOS"),
]


def start(*options: str) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    """`queji sim --json` and what its first line says."""
    sim = subprocess.Popen(
        [sys.executable, "-m", "queji", "sim", "--json", *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert sim.stdout is not None
    return sim, json.loads(sim.stdout.readline())


def queji(*words: str) -> tuple[int, Any]:
    """A command with --json: exit code, and what it printed."""
    done = subprocess.run([sys.executable, "-m", "queji", *words, "--json"], capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else None


@pytest.fixture(scope="module")
def running() -> Iterator[dict[str, Any]]:
    sim, first = start("--speed", "4")
    yield first
    sim.send_signal(signal.SIGTERM)
    assert sim.wait(10) == 0


def children(of: int) -> list[int]:
    """Processes whose parent this is."""
    lines = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout.splitlines()
    return [int(pid) for pid, parent in (line.split() for line in lines) if int(parent) == of]


def ended(pid: int, seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
        if not state or state.startswith("Z"):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_every_end_takes_the_child_along(end: signal.Signals) -> None:
    sim, first = start()
    (child,) = children(sim.pid)
    assert os.path.exists(first["port"])
    sim.send_signal(end)
    assert sim.wait(10) == (-9 if end == signal.SIGKILL else 0)
    assert ended(child)
    if end != signal.SIGKILL:
        assert not os.path.lexists(first["port"])


def test_tcp_and_first_line() -> None:
    sim, first = start("--tcp", "0", "--set", "136", "--seed", "7")
    try:
        assert first["port"].startswith("socket://127.0.0.1:")
        assert first["layout"] == [17, 17, 17, 17] and first["seed"] == 7
        with serial.serial_for_url(first["port"], timeout=5) as line:
            line.write(b"?")
            assert line.readline().startswith(b"ok state=")
    finally:
        sim.terminate()
        sim.wait(10)


def test_one_state_one_simulator(tmp_path: Path) -> None:
    sim, _ = start("--state", str(tmp_path))
    try:
        code, said = queji("sim", "--state", str(tmp_path))
        assert code == 3
        assert "in use" in said["error"]["message"]
    finally:
        sim.terminate()
        sim.wait(10)


@pytest.mark.parametrize(
    "options", [["--set", "137"], ["--layout", "1,2,3"], ["--board", "nowhere"], ["--state", "/dev/null/x"]]
)
def test_what_cannot_be_is_refused(options: list[str]) -> None:
    code, said = queji("sim", *options)
    assert code in (2, 3)
    assert said["error"]["message"]


def test_commands_find_the_one_that_runs(running: dict[str, Any]) -> None:
    code, found = queji("sim", "list")
    assert code == 0 and [each["port"] for each in found] == [running["port"]]
    assert queji("sim", "press", "east_lift_key", "--ms", "30")[0] == 0
    assert queji("sim", "inject", "tile_stuck", "south", "where=head")[0] == 0
    assert ["tile_stuck", "south"] in queji("sim", "view")[1]["faults"]
    assert queji("sim", "inject", "tile_stuck", "the_middle")[0] != 0
    assert queji("sim", "inject", "supply_sag", "volts=17.5")[0] == 0
    assert queji("sim", "view")[1]["volts"] == 17.5
    assert queji("sim", "repair", "tile_stuck", "south")[1]["repaired"] == 1
    assert queji("sim", "repair")[0] == 0
    assert queji("sim", "view")[1]["faults"] == []
    assert queji("sim", "players", "136")[1]["layout"] == [17, 17, 17, 17]


def test_power_from_the_command(running: dict[str, Any]) -> None:
    assert queji("sim", "power", "off")[0] == 0
    time.sleep(0.3)
    assert not os.path.lexists(running["port"])
    assert queji("sim", "reset")[0] != 0
    assert queji("sim", "power", "on")[0] == 0
    deadline = time.monotonic() + 5
    while not os.path.lexists(running["port"]):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    code, status = queji("status")
    assert code == 0 and status["state"]


def test_every_fault_is_told_in_both_languages() -> None:
    code, rows = queji("sim", "faults")
    assert code == 0
    names = {row["name"] for row in rows}
    assert {"tile_stuck", "tile_missing", "motor_dead", "power_cut", "file_torn", "serial"} <= names
    assert all(row["en"] and row["zh"] for row in rows)


def test_nobody_runs(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("r")))
    code, said = queji("sim", "view")
    assert code == 3
    assert "none is running" in said["error"]["message"]
