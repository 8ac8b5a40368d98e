"""Running the suite that comes with the tool, inside this process: which tests, and what came of them."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from queji.errors import QuejiError
from queji.hil import plugin, session
from queji.hil.bench import Bench
from queji.hil.outcomes import short
from queji.hil.results import Result, Run

SUITE = Path(__file__).resolve().parent / "suite"


class _Quiet:
    """Takes pytest's own words away, chooses tests by name, and keeps the list."""

    def __init__(self, parts: Sequence[str], files: Sequence[str]) -> None:
        self.parts, self.files = parts, files
        self.errors: list[str] = []
        self.found: list[Any] = []
        self.unmatched: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter:
            config.pluginmanager.unregister(reporter)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        names = {one: short(one.nodeid) for one in items}
        self.unmatched = [part for part in self.parts if not any(part in name for name in names.values())]
        if self.parts or self.files:
            items[:] = [one for one, name in names.items() if self._chosen(one, name)]
        self.found = list(items)

    def _chosen(self, item: Any, name: str) -> bool:
        return str(item.path) in self.files or any(part in name for part in self.parts)

    def pytest_internalerror(self, excinfo: Any) -> bool:
        self.errors.append(f"{excinfo.typename}: {excinfo.value}")
        return True  # told in one line, not as a traceback

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.errors.append(str(report.longrepr).splitlines()[-1])


class NoSuchTest(Exception):
    """A name that fits no test; `names`: which."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        super().__init__(", ".join(names))


def listed(names: Sequence[str] = (), files: Sequence[str] = ()) -> list[Any]:
    """The tests (pytest items) in order: those with a part of `names` in their names, and the transcripts `files`;
    with neither all that come with the tool. Raises NoSuchTest, QuejiError."""
    quiet = _Quiet(names, files)
    _pytest(["--collect-only"], quiet)
    return quiet.found


def run(
    bench: Bench,
    names: Sequence[str] = (),
    files: Sequence[str] = (),
    on_result: Callable[[Result], None] | None = None,
    on_count: Callable[[int], None] | None = None,
    junit: str | None = None,
) -> Run:
    """Carries out tests on an open table and leaves it safe; which and what is raised as in `listed`."""
    quiet = _Quiet(names, files)
    hil: list[session.Hil] = []

    class Given:
        @pytest.hookimpl(tryfirst=True)
        def pytest_configure(self, config: pytest.Config) -> None:
            one = session.Hil(config, bench, bool(names))
            one.on_result = on_result
            hil.append(one)
            config.pluginmanager.register(one, session.NAME)

        def pytest_runtestloop(self) -> None:
            if on_count:
                on_count(len(quiet.found))

    options = ["--hil-junit", junit] if junit else []
    with _terminated_is_interrupted():
        try:
            _pytest(options, quiet, Given())
        except QuejiError as error:
            if not hil or not hil[0].over:
                raise
            hil[0].run.troubles.append(error.message())  # how the table was left has to be told, too
    return hil[0].run


def _pytest(options: list[str], quiet: _Quiet, *plugins: Any) -> None:
    """One run of pytest that knows nothing of the folder it is started in. Raises NoSuchTest, QuejiError."""
    kept = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    places = [*([str(SUITE)] if quiet.parts or not quiet.files else []), *quiet.files]
    fixed = ["-c", str(SUITE / "hil.ini"), "--rootdir", str(SUITE), "-p", "no:cacheprovider", "-p", plugin.__name__]
    try:
        pytest.main([*fixed, "-s", "--tb=short", *options, *places], plugins=[*plugins, quiet])
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update({name: value for name, value in kept.items() if value is not None})
    if quiet.errors:
        raise QuejiError("error.hil_collect", why=quiet.errors[0])
    if quiet.unmatched:
        raise NoSuchTest(quiet.unmatched)


@contextmanager
def _terminated_is_interrupted() -> Iterator[None]:
    """A terminal that is closed, or `kill`, ends a run as Ctrl-C does: with the table left safe."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
