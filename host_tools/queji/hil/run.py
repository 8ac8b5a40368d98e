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

from queji.hil import plugin
from queji.hil.bench import Bench
from queji.hil.results import Result, Run

SUITE = Path(__file__).resolve().parent / "suite"


class _Quiet:
    """Takes pytest's own words away, chooses tests by name, and keeps the list."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.found: list[Any] = []
        self.unmatched: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        if reporter:
            config.pluginmanager.unregister(reporter)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        self.unmatched = [name for name in self.names if not any(name in plugin.short(one.nodeid) for one in items)]
        if self.names:
            items[:] = [one for one in items if any(name in plugin.short(one.nodeid) for name in self.names)]
        self.found = list(items)


class NoSuchTest(Exception):
    """A name that fits no test; `names`: which."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        super().__init__(", ".join(names))


def listed(names: Sequence[str] = (), paths: Sequence[str] = ()) -> list[Any]:
    """The tests (pytest items) in order. Raises NoSuchTest."""
    quiet = _Quiet(names)
    _pytest(["--collect-only"], paths, [quiet])
    if quiet.unmatched:
        raise NoSuchTest(quiet.unmatched)
    return quiet.found


def run(
    bench: Bench,
    names: Sequence[str] = (),
    paths: Sequence[str] = (),
    on_result: Callable[[Result], None] | None = None,
    on_count: Callable[[int], None] | None = None,
    junit: str | None = None,
) -> Run:
    """Carries out tests on an open table and leaves it safe. `names`: parts of names; none: all. Raises NoSuchTest."""
    quiet = _Quiet(names)
    hil: list[plugin.Hil] = []

    class Given:
        @pytest.hookimpl(tryfirst=True)
        def pytest_configure(self, config: pytest.Config) -> None:
            one = plugin.Hil(config, bench)
            one.on_result = on_result
            hil.append(one)
            config.pluginmanager.register(one, plugin.NAME)

        def pytest_runtestloop(self) -> None:
            if on_count:
                on_count(len(quiet.found))

    options = ["--hil-junit", junit] if junit else []
    with _terminated_is_interrupted():
        _pytest(options, paths, [Given(), quiet])
    if quiet.unmatched:
        raise NoSuchTest(quiet.unmatched)
    return hil[0].run


def _pytest(options: list[str], paths: Sequence[str], plugins: list[Any]) -> None:
    """One run of pytest that knows nothing of the folder it is started in."""
    kept = {name: os.environ.pop(name, None) for name in ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    places = list(paths) or [str(SUITE)]
    fixed = ["-c", str(SUITE / "hil.ini"), "--rootdir", str(SUITE), "-p", "no:cacheprovider", "-p", plugin.__name__]
    try:
        pytest.main([*fixed, "-s", "--tb=short", *options, *places], plugins=plugins)
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update({name: value for name, value in kept.items() if value is not None})


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
