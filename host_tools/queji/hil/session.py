"""One run of the tests: the table, opened when the first test needs it, the rig, the results; and a safe end."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from queji.errors import NoTable, QuejiError
from queji.hil import needs, results, rig, wirelog
from queji.hil.bench import Bench
from queji.hil.emulated import NoEmulator
from queji.hil.needs import EMULATED, VIRTUAL
from queji.hil.outcomes import Collector, short
from queji.hil.person import Person
from queji.hil.results import BROKEN, SKIPPED, Result, Run
from queji.hil.steps import Steps
from queji.texts import reason, text

NAME = "queji-hil"


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
