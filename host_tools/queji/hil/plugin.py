"""The pytest plugin behind `queji hil`: `pytest -p queji.hil.plugin --table virtual | emulated | PORT`.

Fixtures: `table` (queji.hil.bench.Bench), `link` (a conversation, guarded and logged), `line` (the line as bytes),
`sim` (the virtual table), `step` (names a part of a test). Marks: `moves`, `allow(WORD)`, `needs(PART)`, `virtual`,
`long(seconds)`, `alike`. A test that asks for what the rig does not allow is skipped; the line itself refuses it, too.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from queji.errors import LinkError, NoAnswer, NoTable, QuejiError, Usage
from queji.hil import needs, results, rig, transcript, wirelog
from queji.hil.bench import EMULATED, REAL, VIRTUAL, Bench
from queji.hil.emulated import NoEmulator
from queji.hil.guard import NotAllowed
from queji.hil.person import Nobody, Person
from queji.hil.play import Player, StepFailed
from queji.hil.results import BROKEN, FAILED, PASSED, SKIPPED, Result, Run
from queji.hil.steps import Steps
from queji.hil.wire import Line
from queji.link import Link
from queji.texts import because, reason, text
from queji.transport import PortGone
from queji.virtual.control import SimulatorError

NAME = "queji-hil"
TRANSCRIPTS = (".txt", ".md")
EMULATED_MOST_S = 20.0  # of its own clock: more takes the emulated controller too long
MARKS = (
    "moves: moves parts of the table",
    "allow(*words): does what a rig file has to allow: settings, game, restart, people",
    "needs(*parts): parts that must be fitted",
    "virtual: looks into the mechanics, or breaks something: only a virtual table will do",
    "long(seconds): takes so long by the table's clock",
    "alike: one of many alike, which the slow emulated controller does only when it is named",
)


class Hil:
    """One run: the table (opened when the first test needs it), the rig, the results."""

    def __init__(self, config: pytest.Config, bench: Bench | None = None, named: bool = False) -> None:
        self.config = config
        self.bench = bench
        self.named = named  # tests were chosen by their names
        self.given = bench is not None  # whoever opened it closes it
        self.run = Run()
        self.steps = Steps()
        self.on_result: Callable[[Result], None] | None = None
        self.mark = 0
        self.current = ""  # the test that runs
        self.over = False  # the table was left safe: nothing talks to it any more

    def pytest_sessionstart(self) -> None:
        self.config.pluginmanager.register(Collector(self))

    def pytest_keyboard_interrupt(self, excinfo: Any) -> None:
        self.run.interrupted = isinstance(excinfo.value, KeyboardInterrupt)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.finish()
        broken = self.run.count(BROKEN)
        if session.exitstatus == 1 and session.testsfailed == broken or session.exitstatus == 0 and self.run.exit():
            session.exitstatus = results.EXIT_BROKEN  # nothing failed, but not all could be carried out

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for words in (self.run.left, *self.run.troubles):
            if words:
                terminalreporter.write_line(words)

    def person(self) -> Person:
        """Whoever stands at the table."""
        capture = self.config.pluginmanager.get_plugin("capturemanager")
        there = needs.PEOPLE in self.open().allowed
        return Person(there, capture.global_and_fixture_disabled) if capture else Person(there)

    def begin(self, nodeid: str) -> Bench:
        """A test begins: its steps and its part of the log."""
        bench = self.open()
        self.current, self.steps, self.mark = nodeid, Steps(), bench.log.mark()
        bench.log.note(short(nodeid))
        return bench

    def seen(self) -> dict[str, Any]:
        """Steps and serial log of the test that runs."""
        log = wirelog.report(self.bench.log.since(self.mark)) if self.bench else ""
        return {"steps": [step.spell() for step in self.steps.done], "log": log}

    def open(self) -> Bench:
        """The table. Ends the whole run when there is none."""
        if self.bench is None:
            option: Any = self.config.getoption
            try:
                found = rig.read(option("--rig")) if option("--rig") else rig.without_file()
                which = option("--table") or found.table or VIRTUAL
                file = option("--serial-log")
                log = wirelog.WireLog(Path(file) if file else None)
                self.bench = Bench(which, found, allow_motion=option("--allow-motion"), log=log)
            except QuejiError as error:
                if self._may_skip(error):
                    pytest.skip(error.message())
                pytest.exit(f"{error.message()} {error.hint()}", returncode=error.exit)
        self.bench.steps = lambda: self.steps
        return self.bench

    def _may_skip(self, error: QuejiError) -> bool:
        """Nobody asked for a certain table, and this machine has no interpreter for the virtual one."""
        asked_for = self.config.getoption("--table")
        return isinstance(error, (NoTable, NoEmulator)) and asked_for in (None, VIRTUAL, EMULATED)

    def finish(self) -> None:
        """The table is left safe and the report written, whatever ended the run."""
        if self.bench is None or self.over:
            return
        self.over = True
        with _undisturbed():
            if self.current:
                cut = Result(short(self.current), SKIPPED, 0.0, text("hil.skip.interrupted"), **self.seen())
                self.run.results.append(cut)
            self.run.safe, self.run.left = self.bench.leave_safe(self.run.interrupted)
            self.run.facts = facts(self.bench)
            file = self.config.getoption("--hil-junit")
            if file:
                try:
                    Path(file).write_text(results.junit(self.run), encoding="utf-8")
                except OSError as error:
                    self.run.troubles.append(text("error.file", file=file, why=reason(error)))
            if self.bench.log.lost:
                self.run.troubles.append(text("error.file", file="--serial-log", why=self.bench.log.lost))
            if not self.given:
                self.bench.close()


def facts(bench: Bench) -> dict[str, Any]:
    """What a report says of table and rig."""
    said = {name: bench.hello.get(name) for name in results.IDENTITY}
    return {
        **said,
        "settings_after": bench.after,
        "table": bench.kind,
        "port": bench.port,
        "rig": bench.rig.name,
        "rig_file": bench.rig.file,
        "allowed": sorted(bench.allowed),
        "missing": bench.rig.missing,
    }


def of(config: pytest.Config) -> Hil:
    """The run that a pytest configuration belongs to."""
    found = config.pluginmanager.get_plugin(NAME)
    assert isinstance(found, Hil)
    return found


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """A second Ctrl-C, or `kill`, does not keep the table from being stopped."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(name, signal.SIG_IGN) for name in names]
    try:
        yield
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)


# Hooks


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("table", "a mahjong table, real or virtual")
    group.addoption("--table", metavar="WHICH", help="virtual (the default), emulated, or the port of a real table")
    group.addoption("--rig", metavar="FILE", help="a rig file: what is fitted and allowed (docs/hil.md)")
    group.addoption("--allow-motion", action="store_true", help="nobody's hands are in the table: parts may move")
    group.addoption("--hil-junit", metavar="FILE", help="JUnit XML with the table's identity, steps and serial log")
    group.addoption("--serial-log", metavar="FILE", help="every line of the serial line, both ways, with its time")


def pytest_configure(config: pytest.Config) -> None:
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    if not config.pluginmanager.has_plugin(NAME):
        config.pluginmanager.register(Hil(config), NAME)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not _uses_table(item):
        return
    bench = of(item.config).begin(item.nodeid)
    if bench.gone:
        pytest.skip(text("hil.gone", why=bench.gone))
    why = unmet(bench, item)
    if why:
        pytest.skip(why)


def unmet(bench: Bench, item: pytest.Item) -> str:
    """Why a test cannot be carried out on this table with this rig; "" when it can."""
    words = [word for mark in item.iter_markers("allow") for word in mark.args]
    if item.get_closest_marker("moves"):
        words.append(needs.MOTION)
    if item.get_closest_marker("virtual") and bench.kind != VIRTUAL:
        return text("hil.skip.virtual")
    lacking = bench.rig.lacks(*(part for mark in item.iter_markers("needs") for part in mark.args))
    if lacking:
        return text("hil.skip.part", names=", ".join(lacking))
    for word in words:
        if word not in bench.allowed:
            return refusal(bench, word)
    if needs.PEOPLE in words and bench.kind == REAL and not of(item.config).person().there:
        return text("hil.skip.nobody")
    if bench.kind == EMULATED and item.get_closest_marker("alike") and not of(item.config).named:
        return text("hil.skip.alike")
    takes = max((float(mark.args[0]) for mark in item.iter_markers("long")), default=0.0)
    if bench.kind == EMULATED and takes > EMULATED_MOST_S:
        return text("hil.skip.long", seconds=f"{takes:g}")
    return ""


def refusal(bench: Bench, word: str) -> str:
    """The reason why something is not done, and what to do about it."""
    if word == needs.PEOPLE and bench.kind == EMULATED:
        return text("hil.skip.emulated")
    if word == needs.MOTION and bench.rig.allow.get(word, True):
        return text("hil.skip.motion")
    return text("hil.skip.allow", word=word, why=text(f"hil.needs.{word}"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if not _uses_table(item):
        return report
    hil = of(item.config)
    error = call.excinfo.value if call.excinfo else None
    kind = None
    if isinstance(error, (NotAllowed, Nobody)) and hil.bench is not None:
        nobody = isinstance(error, Nobody)
        reason = text("hil.skip.person", what=error) if nobody else refusal(hil.bench, error.needs)
        report.outcome, report.longrepr = "skipped", (str(item.path), item.reportinfo()[1] or 0, f"Skipped: {reason}")
    elif report.failed and error is not None:
        kind = BROKEN if broken(error, call.when) else FAILED
        if kind == BROKEN and hil.bench is not None and isinstance(error, (LinkError, NoTable)):
            hil.bench.lose(error.message())
    report.hil = {"kind": kind, "error": _first_line(error, hil.bench)}
    if call.when == "teardown":
        report.hil.update(hil.seen())
        hil.current = ""
    return report


def broken(error: BaseException, when: str) -> bool:
    """Whether an error says nothing of the table: the line, the simulator, a file. A table that falls silent failed."""
    if isinstance(error, NoAnswer):
        return False
    outside = (LinkError, NoTable, Usage, SimulatorError, PortGone, serial.SerialException)
    return isinstance(error, outside) or (when != "call" and not isinstance(error, (AssertionError, QuejiError)))


def _first_line(error: BaseException | None, bench: Bench | None) -> str:
    if error is None:
        return ""
    if isinstance(error, (PortGone, serial.SerialException)) and bench is not None:
        return text("hil.port_gone", port=bench.port, why=because(error))
    return because(error)


class Collector:
    """Puts the reports of a test's phases together into one result."""

    def __init__(self, hil: Hil) -> None:
        self.hil = hil
        self._now: dict[str, Result] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        more = getattr(report, "hil", None)
        if more is None:
            return
        result = self._now.setdefault(report.nodeid, Result(short(report.nodeid), PASSED, 0.0))
        result.seconds += report.duration
        if report.skipped and result.outcome == PASSED:
            result.outcome, result.reason = SKIPPED, _skip_reason(report.longrepr)
        elif report.failed and result.outcome in (PASSED, SKIPPED):
            result.outcome, result.reason = more["kind"] or FAILED, more["error"]
            result.details = str(report.longrepr)
        if report.when == "teardown":
            result.steps, result.log = more.get("steps", []), more.get("log", "")
            self.hil.run.results.append(self._now.pop(report.nodeid))
            if self.hil.on_result:
                self.hil.on_result(result)


def short(nodeid: str) -> str:
    """`test_requests::test_request[hello]` of a path with it; of a transcript its file's name."""
    file, _, rest = nodeid.partition("::")
    stem = Path(file).name.removesuffix(".py")
    return rest if rest.endswith(TRANSCRIPTS) else f"{stem}::{rest}"


def _skip_reason(longrepr: Any) -> str:
    reason = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return str(reason).removeprefix("Skipped: ")


def _uses_table(item: pytest.Item) -> bool:
    """Whether a test asks for our fixture `table`, not for another one of that name."""
    if isinstance(item, TranscriptItem):
        return True
    info = getattr(item, "_fixtureinfo", None)
    found = info.name2fixturedefs.get("table") if info else None
    return bool(found) and found[-1].func.__module__ == __name__


# Transcripts


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Every transcript in a folder `transcripts`, and those that are named."""
    named = parent.session.isinitpath(file_path)
    if file_path.suffix in TRANSCRIPTS and (named or file_path.parent.name == "transcripts"):
        return TranscriptFile.from_parent(parent, path=file_path)
    return None


class TranscriptFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        yield TranscriptItem.from_parent(self, name=self.path.name, played=transcript.read(self.path, self.path.name))


class TranscriptItem(pytest.Item):
    """A transcript as a test. What it needs and whether it moves follows from its steps."""

    def __init__(self, *, played: transcript.Transcript, **more: Any) -> None:
        super().__init__(**more)
        self.played = played
        self.add_marker(pytest.mark.needs(*played.needs))
        self.add_marker(pytest.mark.allow(*sorted(played.allow)))
        self.add_marker(pytest.mark.long(played.seconds))
        if played.virtual:
            self.add_marker(pytest.mark.virtual)

    @property
    def title(self) -> str:
        return self.played.title

    def runtest(self) -> None:
        hil = of(self.config)
        try:
            Player(hil.open(), self.played, hil.steps, hil.person()).play()
        except Nobody as error:
            pytest.skip(text("hil.skip.person", what=error))

    def teardown(self) -> None:
        hil = of(self.config)
        if hil.bench is not None and not hil.bench.gone and not hil.over:
            hil.bench.settle()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, StepFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.title


# Fixtures


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """The table under test. After the test it is at rest again."""
    hil = of(request.config)
    bench = hil.open()
    yield bench
    if not bench.gone and not hil.over:
        bench.settle()


@pytest.fixture
def link(table: Bench) -> Link:
    """A conversation with it; the same one for many tests, without old events."""
    return table.talk()


@pytest.fixture
def line(table: Bench) -> Iterator[Line]:
    """The line as bytes."""
    one = table.line()
    yield one
    one.close()


@pytest.fixture
def sim(table: Bench) -> Any:
    """The virtual table's other side; skips where there is none."""
    if table.sim is None:
        pytest.skip(text("hil.skip.virtual"))
    return table.sim


@pytest.fixture
def person(request: pytest.FixtureRequest, table: Bench) -> Person:
    """Whoever stands at the table; asking raises Nobody where there is nobody."""
    return of(request.config).person()


@pytest.fixture
def step(request: pytest.FixtureRequest, table: Bench) -> Steps:
    """`with step("the dome goes up"): ...`: a part of a test that the report tells of."""
    return of(request.config).steps
