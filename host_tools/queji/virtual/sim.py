"""A virtual table behind a serial port: the real firmware in MicroPython, with the mechanics beside it.

    with Simulator(seed=1) as sim:
        link = serial.serial_for_url(sim.port)
        sim.inject("tile_stuck", "south", where="head")

The firmware and the plant run in a `micropython` process of their own (`runner.py`); this side owns the port, the
control socket and the folder of the table's state. However this process ends, the other one ends with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from queji import micropython, paths
from queji.virtual import control
from queji.virtual.control import Control, NotRunning, SimulatorDied, SimulatorError
from queji.virtual.noise import Noise
from queji.virtual.port import Port, PtyPort, TcpPort
from queji.virtual.pump import Pump

__all__ = ["NotRunning", "Simulator", "SimulatorDied", "SimulatorError"]

VIRTUAL = Path(__file__).resolve().parent
RUNNER = VIRTUAL / "runner.py"
HEAP = "16M"
START_S = 15.0
LAST_WORDS = 12
NEEDED = 400_000  # bytes in a folder of states
"""Lines of stderr that an error repeats."""


class Simulator:
    """A running virtual table; close it, or use it as a context manager.

    `layout`: stacks per wall of the set that lies on the table at the start. `speed`: seconds of the table's time a
    second. `state`: a folder that keeps flash, tiles and mechanics over a restart. `players`: "auto" push the tiles in
    when the dome is up, "none" leaves it to `push_in`. `tcp`: the line on this TCP port (0: any) and not on a pty.
    `board`: a board's folder or name. `firmware`: a folder to take in the place of this repository's firmware.
    `mechanics`: a mechanics.json that says what the table is really like, when the board's does not (`queji fit`).

    Raises SimulatorError (no interpreter, state in use, bad board, the firmware does not start, ...).
    """

    def __init__(
        self,
        seed: int = 1,
        layout: Sequence[int] = (18, 18, 18, 18),
        speed: float = 1.0,
        state: str | Path | None = None,
        players: str = "auto",
        tcp: int | None = None,
        board: str | Path | None = None,
        firmware: str | Path | None = None,
        mechanics: str | Path | None = None,
        on_stderr: Callable[[str], None] | None = None,
    ) -> None:
        if sys.platform == "win32":
            raise SimulatorError("the virtual table needs Linux or macOS; on Windows, run it in WSL with --tcp")
        if speed <= 0:
            raise SimulatorError(f"speed {speed}: must be above 0")
        if players not in ("auto", "none"):
            raise SimulatorError(f"players '{players}': auto or none")
        board_folder = paths.board(str(board or "rpi_pico"))
        if not (board_folder / "pins.csv").is_file():
            raise SimulatorError(f"no board '{board}': a folder with pins.csv, or one of {', '.join(paths.boards())}")
        own = None
        if mechanics is not None:
            try:
                own = json.loads(Path(mechanics).read_text(encoding="utf-8-sig"))
            except (OSError, ValueError) as error:
                raise SimulatorError(f"{mechanics} cannot be read: {error}") from None
        try:
            program = micropython.find()
        except micropython.MicroPythonMissing as missing:
            raise SimulatorError(str(missing)) from None

        self._undo = contextlib.ExitStack()
        self._control: Control | None = None
        self._state_lock: list[int] = []
        try:
            self._state = self._hold(state)
            self._folder, held = control.new_folder()
            self._undo.callback(os.close, held)
            self._undo.callback(shutil.rmtree, self._folder, ignore_errors=True)
            options = {
                "board": str(board_folder.resolve()),
                "seed": seed,
                "layout": list(layout),
                "speed": speed,
                "players": players,
                "state": str(self._state) if self._state else None,
            }
            self._port: Port = PtyPort(self._folder / control.TTY) if tcp is None else _tcp(tcp)
            self._undo.callback(self._port.close)
            self.control = str(self._folder / control.SOCKET)
            self._about = {**options, "control": self.control, "pid": os.getpid()}
            self._noise = Noise(seed)
            options["mechanics"] = own
            self._pump = self._start(program, Path(firmware) if firmware else paths.FIRMWARE, options, on_stderr)
            self._undo.callback(self._pump.join)
            self._undo.callback(self._pump.stop)
            self._await_port(START_S)
            about = {**self._about, "port": self.port}
            (self._folder / control.ABOUT).write_text(json.dumps(about), encoding="utf-8")
        except BaseException:
            self._undo.close()
            raise

    # What it is.

    @property
    def port(self) -> str:
        """What to give to pyserial: a path that stays the same over resets, or a socket:// URL."""
        return self._port.name

    @property
    def about(self) -> dict[str, Any]:
        """What it was started with, where its control socket is, the process."""
        return dict(self._about)

    @property
    def quitting(self) -> bool:
        """It was told to end."""
        return self._pump.quitting

    @property
    def stderr(self) -> str:
        """The last lines that the firmware's process wrote to stderr: tracebacks are here."""
        return "\n".join(self._pump.stderr)

    def last_words(self) -> str:
        """The end of what it wrote to stderr, short enough for a message."""
        return "\n".join(list(self._pump.stderr)[-LAST_WORDS:])

    @property
    def child_pid(self) -> int:
        return self._child.pid

    @property
    def exit_code(self) -> int | None:
        """Of the firmware's process, once it has ended."""
        return self._pump.exit_code

    # What can be done to it. All raise SimulatorError.

    def ask(self, do: str, **args: Any) -> dict[str, Any]:
        """Any request of the control channel; the answer's fields."""
        self.check()
        if self._control is None:
            self._control = Control(self.control)
        try:
            return self._control.ask(do, **args)
        except SimulatorError:
            if self._pump.ended.wait(0.5):
                self.check()
            raise

    def inject(self, fault: str, target: object = None, **args: Any) -> dict[str, Any]:
        """Break something: `queji sim faults` lists what. Serial faults: `lose`, `change`, `double` = one byte in N."""
        if fault == "serial":
            return self.ask("serial", **args)
        return self.ask("inject", fault=fault, target=target, **args)

    def repair(self, fault: str | None = None, target: object = None) -> dict[str, Any]:
        """Take faults back: one kind, one kind at one target, or all of them."""
        if fault == "serial":
            return self.ask("serial", lose=0, change=0, double=0)
        return self.ask("repair", fault=fault, target=target)

    def press(self, key: str, ms: int = 100) -> None:
        self.ask("press", key=key, ms=ms)

    def hold(self, keys: Sequence[str], on: bool = True) -> None:
        self.ask("hold", keys=list(keys), on=on)

    def emergency(self, pressed: bool = True) -> None:
        self.ask("emergency", on=pressed)

    def push_in(self, tiles: int | None = None) -> int:
        """Push the tiles on the table top, all or this many, into the hole; how many went in."""
        return self.ask("push_in", tiles=tiles)["tiles"]

    def players(self, layout: Sequence[int] | None = None, auto: bool | None = None) -> dict[str, Any]:
        """Tell the players which set to put in from now on, and whether they do it by themselves."""
        changes = {"layout": list(layout) if layout else None, "auto": auto}
        return self.ask("players", **{name: value for name, value in changes.items() if value is not None})

    def power(self, on: bool) -> None:
        """Mains off or on; the port vanishes and returns with it."""
        self.ask("power", on=on)
        if on:
            self.wait_ready()
        else:
            self._await_gone()

    def reset(self) -> None:
        """Press the controller's reset; returns when the port is back."""
        self.ask("reset")
        self._await_gone()
        self.wait_ready()

    def speed(self, factor: float) -> None:
        self.ask("speed", factor=factor)

    def view(self) -> dict[str, Any]:
        """The mechanics at this moment, as nobody could see them on a real table."""
        return self.ask("view")

    def wait_ready(self, timeout: float = 10.0) -> None:
        """Until the port is there and the firmware runs."""
        self._await_port(timeout)

    def wait(self, timeout: float | None = None) -> bool:
        """Until the simulator ends by itself or is told to; False when the time is over first."""
        return self._pump.ended.wait(timeout)

    def check(self) -> None:
        """Raises SimulatorDied when the firmware's process has ended without being told to."""
        if self._pump.ended.is_set():
            if self._pump.quitting:
                raise SimulatorError("the simulator has been closed")
            how = f"the virtual table's process ended ({_reason(self.exit_code)})"
            raise SimulatorDied(f"{how}\n{self.last_words()}".rstrip())

    def close(self) -> None:
        """Power off in order; keeps the state if there is a folder for it. Safe more than once."""
        if self._control is not None:
            self._control.close()
            self._control = None
        self._undo.close()

    quit = close

    def __enter__(self) -> Simulator:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # How.

    def _hold(self, state: str | Path | None) -> Path | None:
        if state is None:
            return None
        folder = Path(state).expanduser().resolve()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            held = control.lock(folder / control.LOCK)
            if held is not None:
                _room(folder)
        except OSError as error:
            raise SimulatorError(f"{folder} cannot keep the state: {error.strerror}") from None
        if held is None:
            raise SimulatorError(f"{folder} is in use by another simulator")
        self._undo.callback(os.close, held)
        self._state_lock = [held]
        return folder

    def _start(
        self, program: Path, firmware: Path, options: dict[str, Any], on_stderr: Callable[[str], None] | None
    ) -> Pump:
        ours: list[socket.socket] = []
        with contextlib.ExitStack() as theirs:
            ends: list[socket.socket] = []
            for _ in ("line", "wire"):
                our_end, their_end = socket.socketpair()
                theirs.enter_context(their_end)
                # As on a board, a full line does not stop the firmware: a write takes what there is room for.
                their_end.setblocking(False)
                # Linux calls a socket writable while a quarter of this is in use, with what each packet costs.
                their_end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)
                ours.append(our_end)
                ends.append(their_end)
            line, wire = ends
            lifeline, ours_of_it = os.pipe()
            theirs.callback(os.close, lifeline)
            self._undo.callback(os.close, ours_of_it)
            search = [VIRTUAL / "standins", VIRTUAL.parent, firmware]
            environment = {
                **os.environ,
                "MICROPYPATH": os.pathsep.join([*map(str, search), ".frozen"]),
                "QUEJI_SIM": json.dumps({**options, "wire": wire.fileno(), "firmware": str(firmware)}),
            }
            try:
                self._child = subprocess.Popen(
                    [str(program), "-X", f"heapsize={HEAP}", str(RUNNER)],
                    stdin=line.fileno(),
                    stdout=line.fileno(),
                    stderr=subprocess.PIPE,
                    env=environment,
                    # The state's lock too: it lasts as long as anyone can still write there.
                    pass_fds=(wire.fileno(), lifeline, *self._state_lock),
                    # Ctrl-C in the terminal is for this process; the firmware's is a byte on the line.
                    start_new_session=True,
                )
            except OSError as error:
                raise SimulatorError(f"{program} does not start: {error.strerror}") from None
            _die_together(lifeline, self._child.pid)
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        server.bind(self.control)
        server.listen(8)
        pump = Pump(self._child, ours[0], ours[1], self._port, server, self._about, self._noise, on_stderr)
        pump.start()
        return pump

    def _await_port(self, timeout: float) -> None:
        deadline = time.monotonic() + timeout
        while not self._pump.port_up.wait(0.02):
            self.check()
            if time.monotonic() > deadline:
                raise SimulatorError(f"the virtual table has no port after {timeout:g} s\n{self.last_words()}".rstrip())

    def _await_gone(self, timeout: float = 5.0) -> None:
        deadline = time.monotonic() + timeout
        while self._pump.port_up.is_set() and time.monotonic() < deadline:
            self.check()
            time.sleep(0.005)


def _die_together(lifeline: int, child: int) -> None:
    """Have the system end the child when this process is gone, even where the firmware no longer listens.

    The child also ends when its wire closes; but a firmware in an endless loop would never see that. When the last
    writer of a pipe is gone, its reader gets SIGIO, and that ends a process which did not ask for it. Linux only: on
    macOS the signal does nothing.
    """
    if sys.platform == "linux":
        import fcntl

        fcntl.fcntl(lifeline, fcntl.F_SETOWN, child)
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)


def _room(folder: Path) -> None:
    """Raises OSError where a folder has no room for what is not there yet: flash, FRAM, mechanics."""
    if not (folder / "flash.bin").exists():
        probe = folder / "flash.bin.new"
        try:
            probe.write_bytes(bytes(NEEDED))
        finally:
            probe.unlink(missing_ok=True)


def _tcp(number: int) -> TcpPort:
    try:
        return TcpPort(number)
    except OSError as error:
        raise SimulatorError(f"TCP port {number}: {error.strerror}") from None


def _reason(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
