"""The pytest plugin behind `queji hil`: `pytest -p queji.hil.plugin --table virtual | emulated | PORT`.

Fixtures: `table` (queji.hil.bench.Bench), `link` (a conversation, guarded and logged), `line` (the line as bytes),
`sim` (the virtual table), `step` (names a part of a test). Marks: `moves`, `allow(WORD)`, `needs(PART)`, `virtual`,
`long(seconds)`, `alike`. A test that asks for what the rig does not allow is skipped; the line itself refuses it, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queji.errors import LinkError, NoTable
from queji.hil import transcript_items
from queji.hil.bench import Bench
from queji.hil.guard import NotAllowed
from queji.hil.outcomes import broken, first_line
from queji.hil.person import Nobody, Person
from queji.hil.results import BROKEN, FAILED
from queji.hil.session import NAME, Hil, of
from queji.hil.steps import Steps
from queji.hil.transcript_items import TranscriptItem
from queji.hil.unmet import refusal, unmet
from queji.hil.wire import Line
from queji.link import Link
from queji.texts import text

MARKS = (
    "moves: moves parts of the table",
    "allow(*words): does what a rig file has to allow: settings, game, restart, people",
    "needs(*parts): parts that must be fitted",
    "virtual: looks into the mechanics, or breaks something: only a virtual table will do",
    "long(seconds): takes so long by the table's clock",
    "alike: one of many alike, which the slow emulated controller does only when it is named",
)


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
    report.hil = {"kind": kind, "error": first_line(error, hil.bench)}
    if call.when == "teardown":
        report.hil.update(hil.seen())
        hil.current = ""
    return report


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return transcript_items.collect(file_path, parent)


def _uses_table(item: pytest.Item) -> bool:
    """Whether a test asks for our fixture `table`, not for another one of that name."""
    if isinstance(item, TranscriptItem):
        return True
    info = getattr(item, "_fixtureinfo", None)
    found = info.name2fixturedefs.get("table") if info else None
    return bool(found) and found[-1].func.__module__ == __name__


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
