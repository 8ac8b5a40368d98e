"""The table under test: opening it, what may be done to it, and leaving it safe whatever happened."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from queji.errors import LinkError, Refused
from queji.hil import leaving, needs
from queji.hil.emulated import Emulated
from queji.hil.firmware import AT_REST
from queji.hil.guard import Guard
from queji.hil.needs import EMULATED, REAL, VIRTUAL
from queji.hil.rig import Rig, allowed, wired, without_file
from queji.hil.steps import StepLink, Steps
from queji.hil.wire import BadWire, Line, Wire
from queji.hil.wirelog import WireLog
from queji.link import Link
from queji.selftests import known
from queji.transport import SerialPort

SPEED = 10.0  # of the virtual table: ten of its seconds in one
FAST = 100.0  # of it while only its mechanics are waited for
FLOOD_S = 10.0  # how long what floods it may wait for room, by its own clock


class WrongTable(LinkError):
    """The table that answered is not the rig's, or is at work for somebody else."""

    kind = "wrong_table"


class Bench:
    """`which`: `virtual` (or `sim:` with options), `emulated` or a port. Use as a context manager, or call `close`.

    `sim` is the virtual table behind it or None, `hello` what the table said at first, `patience` how many times slower
    than a real table it is. Opening raises NoTable, LinkError, WrongTable.
    """

    def __init__(self, which: str, rig: Rig, *, allow_motion: bool = False, log: WireLog | None = None) -> None:
        self._options = which.removeprefix("sim:") if which.startswith("sim:") else ""
        self.kind = VIRTUAL if which.startswith("sim:") else which if which in (VIRTUAL, EMULATED) else REAL
        self.rig = rig
        self.log = log or WireLog()
        self.allowed = allowed(self.kind, rig, allow_motion)
        self.port = which
        self.sim: Any = None
        self.gone = ""  # why the table is lost, once it is
        self._emulated: Emulated | None = None
        self._open: list[Wire] = []
        self.still: frozenset[str] = frozenset()
        self._passed: set[str] = set()  # what requests needed that went out since the last look
        self._undo = ExitStack()
        self._kept: dict[str, Any] = {}
        self._link: Link | None = None
        self.after: Any = None  # the checksum of the settings at the end
        none = Steps()
        self.steps: Callable[[], Steps] = lambda: none  # those of the test that runs
        try:
            self._start()
            with self.link() as link:
                self.hello = link.hello
                self._look(link)
        except BaseException:
            self._undo.close()
            raise

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.hang_up()
        self._undo.close()
        self.log.close()

    @property
    def patience(self) -> float:
        return self._emulated.slow if self._emulated else 1.0

    @property
    def speed(self) -> float:
        """Seconds of the table's time in one of ours."""
        return SPEED if self.kind == VIRTUAL else 1 / self.patience

    def wait_s(self, seconds: float) -> float:
        """How long to wait for what takes the table at most `seconds` by its own clock; a busy machine is forgiven."""
        return seconds if self.kind == REAL else seconds / self.speed + 10

    @contextmanager
    def quick(self) -> Iterator[None]:
        """The virtual table runs faster meanwhile."""
        if self.sim is not None:
            self.sim.speed(FAST)
        try:
            yield
        finally:
            if self.sim is not None:
                self.sim.speed(SPEED)

    # Talking to it

    def wire(self, url: str | None = None) -> Wire:
        """The port, guarded and logged. Raises what queji.transport.SerialPort raises."""
        guard = Guard(self.allowed, self.still, self._passed.add)
        write_s = FLOOD_S * self.patience
        wire = Wire(url or self.port, guard, self.log, lambda port: SerialPort(port, write_s), self._open.remove)
        self._open.append(wire)
        return wire

    def link(self, bad: dict[str, Any] | None = None, **options: Any) -> Link:
        """A new conversation; `bad`: with the faults of BadWire. Raises what queji.link.Link raises, and NotAllowed."""
        self.hang_up()
        options.setdefault("timeout_s", 1.5 * self.patience)
        opener = (lambda url: BadWire(self.wire(url), **bad)) if bad else self.wire
        return StepLink(self.port, self._steps, opener=opener, **options)

    def _steps(self) -> Steps:
        return self.steps()

    def talk(self) -> Link:
        """The conversation that goes on from test to test, without old events."""
        if self._link is None:
            self._link = self.link()
        self._link.call("status")  # what was on its way has come
        while self._link.next_event(0):
            pass
        return self._link

    def line(self) -> Line:
        """The line as bytes."""
        self.hang_up()
        return Line(self.wire(), self.patience)

    def hang_up(self) -> None:
        """Closes what is open: two programs on one port do not get on."""
        self._link = None
        for wire in list(self._open):
            wire.close()

    def lose(self, why: str) -> None:
        """The line broke: a virtual table is replaced, a real one is lost for the rest of the run."""
        if self.sim is None:
            self.gone = why

    # Its state

    def _look(self, link: Link) -> None:
        """Is it the rig's table, and nobody else's at the moment? Raises WrongTable."""
        if not self.rig.file and wired(str(self.hello.get("board"))):
            self.rig = without_file(str(self.hello["board"]))
        rig, hello = self.rig, self.hello
        if self.kind == REAL and rig.file:
            for name in ("board", "id"):
                wanted = getattr(rig, name)
                if wanted and hello.get(name) != wanted:
                    raise WrongTable("error.hil_other", name=name, theirs=hello.get(name), ours=wanted, file=rig.file)
        state = link.call("status")
        if state.get("job"):
            raise WrongTable("error.hil_busy", port=self.port, job=state["job"].get("name"))
        rows = [row for row in known(link) if not row.get("moves")]
        self.still = frozenset(name for row in rows for name in (str(row["name"]), str(row["number"])))
        self.was = str(state.get("state"))
        self._same_tiles(link)
        self._kept = _settings(link)

    def _start(self) -> None:
        if self.kind == VIRTUAL:
            self._virtual()
        elif self.kind == EMULATED:
            self._emulated = self._undo.enter_context(Emulated())
            self.port = self._emulated.port
            self._emulated.await_start()

    def _same_tiles(self, link: Link) -> None:
        """A virtual table of 136 tiles is set to those that its players put in."""
        if self.sim is None or needs.SETTINGS not in self.allowed:
            return
        if link.call("tiles")["layout"] != self.sim.about["layout"]:
            link.call("tiles", layout=self.sim.about["layout"])

    def _virtual(self) -> None:
        from queji.simulate import simulator

        folder = "/tmp" if os.path.isdir("/tmp") else None
        own = self._undo.enter_context(tempfile.TemporaryDirectory(prefix="queji-hil-", dir=folder))
        with _runtime(own):
            self.sim = simulator(self._options, speed=SPEED, board=self.rig.board)
        self.sim.players(auto=False)  # tests push the tiles in: two at it leave some out
        self.port = self.sim.port
        self._undo.callback(self.sim.close)

    def renew(self) -> None:
        """Another virtual table in the place of one that was left in a state no request leads out of."""
        self.hang_up()
        self.sim.close()
        self._virtual()
        with self.link() as link:
            self.hello = link.hello
            self._same_tiles(link)

    def settle(self) -> None:
        """After a test: faults taken back, motors off, at rest where requests lead there. Raises QuejiError."""
        if self.sim is not None:
            self._mend()
        link = self.talk()
        status = link.call("status")
        if status["job"] or status["state"] in ("stopped", "fault", "self_test"):
            self.calm(link)
            status = link.call("status")
        if needs.GAME in self._passed and status.get("game"):
            self._end_game(link)
        if needs.SETTINGS in self._passed:
            self.put_back(link)
        self._passed.clear()
        if self.sim is not None and (status["state"] not in AT_REST or status["job"]):
            self.renew()

    def _mend(self) -> None:
        from queji.virtual.sim import SimulatorError

        try:
            self.sim.repair()
            self.sim.repair("serial")
            self.sim.emergency(False)
            self.sim.players(auto=False)
            self.sim.wait_ready(0.5)
            if self.sim.view()["faults"] or not self.sim.view()["power"]:
                self.renew()
        except SimulatorError:  # it has ended, has no power, or was reset at this moment
            self.renew()

    def calm(self, link: Link) -> None:
        """Stops what runs, leaves `stopped`, clears what stands. Moves nothing."""
        link.call("stop")
        end = time.monotonic() + self.wait_s(leaving.STOP_S)
        while link.call("status")["job"] and time.monotonic() < end:
            time.sleep(0.02)
        for request in ("acknowledge", "clear"):
            with suppress(Refused):
                link.call(request)

    # The end

    def leave_safe(self, stay_stopped: bool = False) -> tuple[bool, str]:
        """Stops every motor and looks (queji.hil.leaving). Never raises."""
        return leaving.leave_safe(self, stay_stopped)

    def _end_game(self, link: Link) -> None:
        for _ in range(2):  # ended by agreement, then no game
            with suppress(Refused):
                link.call("game", do="end")

    def put_back(self, link: Link) -> list[str]:
        """Settings as they were found; the names of those that had changed."""
        if needs.SETTINGS not in self.allowed:
            return []
        now = _settings(link)
        changed = [name for name, value in self._kept.items() if name in now and now[name] != value]
        for name in changed:
            link.call("set", name=name, value=self._kept[name])
        return changed


def _settings(link: Link) -> dict[str, Any]:
    """All settings with the house rules among them."""
    return {**link.call("settings"), **link.call("rules")}


@contextmanager
def _runtime(folder: str) -> Iterator[None]:
    """A virtual table started inside is not among those that other commands find."""
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
