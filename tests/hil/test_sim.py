"""The simulator itself: port, resets, power, state, control socket, ends of every kind. On a stub of a firmware."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from queji.link import Link
from queji.virtual import control
from queji.virtual.sim import Simulator, SimulatorDied, SimulatorError

STUB = Path(__file__).parent / "stub"

pytestmark = [
    pytest.mark.virtual,
    pytest.mark.usefixtures("interpreter"),
    pytest.mark.skipif(sys.platform == "win32", reason="the simulator needs Linux or macOS"),
]


class Line:
    """The stub's serial line: a line sent, a line back."""

    def __init__(self, port: str) -> None:
        self.serial = serial.serial_for_url(port, timeout=10)  # a machine that is busy with other tests may be slow

    def ask(self, words: str) -> str:
        self.serial.write(words.encode() + b"\n")
        return self.read()

    def read(self) -> str:
        return self.serial.readline().decode().rstrip("\n")

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *exc: object) -> None:
        self.serial.close()


@pytest.fixture(scope="module")
def sim() -> Iterator[Simulator]:
    """One for all tests that leave it as they found it."""
    with Simulator(firmware=STUB) as one:
        yield one


def test_line_both_ways(sim: Simulator) -> None:
    with Line(sim.port) as line:
        assert line.ask("hello") == "echo hello"
        assert line.ask("麻将") == "echo 麻将"


def test_round_trip_is_short(sim: Simulator) -> None:
    with Line(sim.port) as line:
        line.ask("first")
        times = []
        for n in range(100):
            began = time.perf_counter()
            assert line.ask(f"n{n}") == f"echo n{n}"
            times.append(time.perf_counter() - began)
        # A loose bound: the machine may be busy. Measured where it is not: 0.4 ms.
        assert sorted(times)[50] < 0.02


def test_long_output_arrives_whole(sim: Simulator) -> None:
    with Line(sim.port) as line:
        line.serial.write(b"long 50\n")
        for _ in range(50):
            assert line.read() == "x" * 999
        assert line.read() == "end"


def test_unread_output_does_not_reach_the_next_program(sim: Simulator) -> None:
    with Line(sim.port) as line:
        line.serial.write(b"long 3\n")
        time.sleep(0.2)
    time.sleep(0.1)
    with Line(sim.port) as line:
        assert line.ask("next") == "echo next"


def test_a_program_that_never_reads_blocks_nobody(sim: Simulator) -> None:
    with Line(sim.port) as line:
        line.serial.write(b"long 100\n")
        time.sleep(1.0)
        assert sim.view()["power"]
    time.sleep(0.1)
    with Line(sim.port) as line:
        assert line.ask("next") == "echo next"


def test_bytes_that_are_no_text(sim: Simulator) -> None:
    with Line(sim.port) as line:
        line.serial.write(bytes(b for b in range(256) if b not in (3, 10)) + b"\n")
        assert line.serial.readline().startswith(b"echo ")
        assert line.ask("still there") == "echo still there"


def test_reset_makes_the_port_vanish_and_return(sim: Simulator) -> None:
    with Line(sim.port) as line:
        boots = int(line.ask("boots"))
        target = os.readlink(sim.port)
        sim.reset()
        with pytest.raises(serial.SerialException):
            while line.serial.read(100) == b"":
                pass
    assert os.readlink(sim.port).startswith("/dev/") and target.startswith("/dev/")
    with Line(sim.port) as line:
        assert int(line.ask("boots")) == boots + 1


def test_reset_by_the_firmware(sim: Simulator) -> None:
    with Line(sim.port) as line:
        boots = int(line.ask("boots"))
        line.serial.write(b"reset\n")
        _until(lambda: not os.path.lexists(sim.port))
    sim.wait_ready()
    with Line(sim.port) as line:
        assert int(line.ask("boots")) == boots + 1
        assert line.ask("cause") == "3"


def test_no_power_no_port_no_motor(sim: Simulator) -> None:
    with Line(sim.port) as line:
        assert line.ask("disc") == "on"
        _until(lambda: sim.view()["rpm"] > 0)
    sim.power(False)
    assert not os.path.lexists(sim.port)
    _until(lambda: sim.view()["rpm"] == 0)
    assert sim.view()["motors"] == []
    sim.power(True)
    with Line(sim.port) as line:
        assert line.ask("cause") == "1"
    assert sim.view()["rpm"] == 0


def test_ctrl_c_then_ctrl_d(sim: Simulator) -> None:
    with Line(sim.port) as line:
        boots = int(line.ask("boots"))
        line.serial.write(b"\x03")
        assert line.serial.read_until(b">>> ").endswith(b">>> ")
        line.serial.write(b"ignored\n\x04")
        time.sleep(0.3)
        assert int(line.ask("boots")) == boots + 1


def test_crash_of_the_firmware_is_seen() -> None:
    heard: list[str] = []
    with Simulator(firmware=STUB, on_stderr=heard.append) as sim, Line(sim.port) as line:
        line.serial.write(b"crash\n")
        said = line.serial.read_until(b">>> ")
        assert b"ValueError: crashed on purpose" in said
        _until(lambda: "ValueError: crashed on purpose" in sim.stderr)
        assert any("crashed on purpose" in text for text in heard)
        line.serial.write(b"\x04")
        time.sleep(0.3)
        assert line.ask("up again") == "echo up again"


def test_a_killed_simulator_keeps_tiles_and_counts_of_one_moment(tmp_path: Path) -> None:
    with Simulator(state=tmp_path, speed=4.0) as sim, Link(sim.port) as link:
        link.call("dome", to="up")
        _until(lambda: link.call("status")["state"] == "dome_open")
        sim.push_in()
        link.call("sort")
        _until(lambda: sum(link.call("status")["counts"] or [0]) > 30, 30)
        os.kill(sim.child_pid, signal.SIGKILL)
        assert sim.wait(5)
    with Simulator(state=tmp_path) as sim, Link(sim.port) as link:
        status = link.call("status")
        assert status["state"] == "paused" and sum(status["counts"]) > 0
        uncounted = [passed - counted for passed, counted in zip(sim.view()["passed"], status["counts"], strict=True)]
        assert all(left in (0, 1) for left in uncounted), (uncounted, status["counts"])


def test_a_state_that_cannot_be_kept_stops_no_table(tmp_path: Path) -> None:
    heard: list[str] = []
    with Simulator(firmware=STUB, state=tmp_path, speed=20.0, on_stderr=heard.append) as sim, Line(sim.port) as line:
        (tmp_path / "plant.json.new").mkdir()
        sim.push_in(1)
        _until(lambda: any("cannot be written" in said for said in heard))
        sim.push_in(1)
        time.sleep(0.5)
        assert line.ask("still there") == "echo still there"
        assert sum("cannot be written" in said for said in heard) == 1
        (tmp_path / "plant.json.new").rmdir()


def test_a_folder_without_room_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SimulatorError, match="cannot keep the state: No space left"):
        Simulator(firmware=STUB, state=tmp_path)


def test_death_of_the_process_is_told() -> None:
    with Simulator(firmware=STUB) as sim:
        os.kill(sim.child_pid, signal.SIGKILL)
        assert sim.wait(5)
        with pytest.raises(SimulatorDied, match="signal 9"):
            sim.view()
        assert not os.path.lexists(sim.port)


def test_firmware_that_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "__init__.py").write_text("")
    (tmp_path / "table" / "app.py").write_text("syntax error\n")
    with Simulator(firmware=tmp_path) as sim:
        _until(lambda: "SyntaxError" in sim.stderr)


def test_serial_faults(sim: Simulator) -> None:
    with Line(sim.port) as line:
        sim.inject("serial", double=1, way="out")
        line.serial.write(b"ab\n")
        assert line.serial.read(12) == b"eecchhoo  aa"
        line.serial.read_until(b"\n\n")
        sim.repair("serial")
        sim.inject("serial", lose=3, way="in")
        line.serial.write(b"abcdefghijklmnopqrstuvwxyz" * 4)
        time.sleep(0.1)
        sim.repair()
        assert 40 < len(line.ask("")) - len("echo ") < 90
        assert line.ask("whole") == "echo whole"
    with pytest.raises(SimulatorError, match="no serial fault"):
        sim.inject("serial", eat=3)


def test_control_socket_speaks_json_lines(sim: Simulator) -> None:
    with socket.socket(socket.AF_UNIX) as raw:
        raw.settimeout(5)
        raw.connect(sim.control)
        raw.sendall(b'{"do":"view","id":"a"}\nnonsense\n[]\n{"do":"fly"}\n{"do":"about"}\n')
        answers = raw.makefile("rb")
        got = [json.loads(answers.readline()) for _ in range(5)]
    assert sum(each["ok"] for each in got) == 2
    assert next(each for each in got if each.get("id") == "a")["power"] is True
    assert any("no request 'fly'" in each.get("error", "") for each in got)
    assert any(each.get("port") == sim.port for each in got)


def test_keys_and_emergency(sim: Simulator) -> None:
    sim.press("east_lift_key", ms=50)
    sim.hold(["east_lift_key", "west_lift_key"])
    sim.hold(["east_lift_key", "west_lift_key"], on=False)
    sim.emergency(True)
    sim.emergency(False)
    with pytest.raises(SimulatorError, match="there is no key 'east_wing'"):
        sim.press("east_wing")


def test_it_is_listed_while_it_runs(sim: Simulator) -> None:
    assert sim.control in [each["control"] for each in control.running()]
    with Simulator(firmware=STUB) as other:
        with pytest.raises(control.NotRunning, match="say which"):
            control.only_one()
        assert other.control in [each["control"] for each in control.running()]
    assert other.control not in [each["control"] for each in control.running()]


def test_tcp() -> None:
    with Simulator(firmware=STUB, tcp=0) as sim:
        assert sim.port.startswith("socket://127.0.0.1:")
        with Line(sim.port) as line:
            assert line.ask("hello") == "echo hello"
            with Line(sim.port) as second:
                second.serial.timeout = 0.5
                with pytest.raises(serial.SerialException):
                    second.ask("anyone?")
                    second.ask("anyone?")
            sim.reset()
        with Line(sim.port) as line:
            assert line.ask("again") == "echo again"


def test_tcp_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        number = server.getsockname()[1]
        with pytest.raises(SimulatorError, match=f"TCP port {number}"):
            Simulator(firmware=STUB, tcp=number)


def test_state_is_kept(tmp_path: Path) -> None:
    with Simulator(firmware=STUB, state=tmp_path, players="none") as sim:
        with Line(sim.port) as line:
            assert line.ask("boots") == "1"
        assert sim.push_in(30) == 30
        before = sim.view()["tiles"]
        assert before["disc"] == 30
    with Simulator(firmware=STUB, state=tmp_path, players="none") as sim:
        with Line(sim.port) as line:
            assert line.ask("boots") == "2"
        assert sim.view()["tiles"] == before


def test_state_in_use(tmp_path: Path) -> None:
    with Simulator(firmware=STUB, state=tmp_path):
        with pytest.raises(SimulatorError, match="in use"):
            Simulator(firmware=STUB, state=tmp_path)
    with Simulator(firmware=STUB, state=tmp_path):
        pass


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"speed": 0}, "speed"),
        ({"players": "bots"}, "auto or none"),
        ({"board": "/no/such/board"}, "no board"),
        ({"state": "/dev/null/x"}, "cannot keep"),
    ],
)
def test_bad_options(options: dict[str, object], says: str) -> None:
    with pytest.raises(SimulatorError, match=says):
        Simulator(firmware=STUB, **options)  # type: ignore[arg-type]


def test_nothing_is_left_behind() -> None:
    before = set(control.runtime().iterdir())
    threads = len(_fds())
    for _ in range(3):
        with Simulator(firmware=STUB) as sim:
            child = sim.child_pid
        assert not _alive(child)
    assert set(control.runtime().iterdir()) <= before
    assert len(_fds()) <= threads + 1


PARENT = """
import sys, time
from queji.virtual.sim import Simulator
sim = Simulator(firmware=sys.argv[1])
print(sim.child_pid, sim.port, flush=True)
if sys.argv[2] == "hang":
    import serial
    serial.Serial(sim.port).write(b"hang\\n")
    time.sleep(0.3)
    print("hangs", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("firmware", ["idle", "hang"])
def test_no_orphan_when_the_parent_is_killed(firmware: str) -> None:
    if firmware == "hang" and sys.platform != "linux":
        pytest.skip("only Linux ends a firmware that is in an endless loop")
    with subprocess.Popen([sys.executable, "-c", PARENT, str(STUB), firmware], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child, port = parent.stdout.readline().split()
        if firmware == "hang":
            parent.stdout.readline()
        parent.kill()
    _until(lambda: not _alive(int(child)))
    control.running()  # clears what the dead one left
    assert not os.path.lexists(port)


def _until(condition: Callable[[], object], seconds: float = 5.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "did not happen in time"
        time.sleep(0.01)


def _alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not collected yet does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def _fds() -> list[str]:
    return os.listdir("/dev/fd")
