"""`queji test`: self-tests of the table's parts, with a table of results, JUnit XML and a report for the customer."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from queji import outfile, report
from queji.cli.session import session
from queji.describe import counts
from queji.errors import Failed, Interrupted, QuejiError, Refused, Usage
from queji.link import Link
from queji.selftests import (
    CALIBRATION,
    FITTING,
    Keyboard,
    Result,
    Runner,
    asked,
    choose,
    known,
    part_of,
    remark,
    skipped,
    title,
)
from queji.texts import say, text

COUNTDOWN_S = 5


def register(root: click.Group) -> None:
    root.add_command(test)


def options(moves: bool = True) -> Callable[[Any], Any]:
    """The options of every command that runs tests."""
    shared = [
        click.option("--junit", metavar="FILE", help="option.junit"),
        click.option("--report", "report_file", metavar="FILE.html", help="option.report"),
        click.option("--seconds", type=click.FloatRange(1, 600), help="option.seconds"),
        click.option("--ask/--no-ask", default=None, help="option.ask"),
    ]
    if moves:
        shared += [
            click.option("--allow-motion", is_flag=True, help="option.allow-motion"),
            click.option("--countdown", type=click.IntRange(0, 60), default=COUNTDOWN_S, help="option.countdown"),
        ]

    def add(command: Any) -> Any:
        for option in reversed(shared):
            command = option(command)
        return command

    return add


@click.group(invoke_without_command=True)
@click.pass_context
def test(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        _list()


@test.command("list")
def test_list() -> None:
    _list()


def _list() -> None:
    with session().link() as link:
        found = known(link)
    table = _table("number", "name", "what", "moves", "asks")
    for one in found:
        asks = text(f"asks.{one['asks']}") if one.get("asks") else ""
        moves = text("yes" if one.get("moves") else "no")
        table.add_row(str(one.get("number")), str(one.get("name")), title(one["name"]), moves, asks)
    session().show(found, table)


@test.command("sensors")
def test_sensors() -> None:
    with session().link() as link:
        answer = link.call("inputs")
    table = _table("signal", "value")
    for group, values in answer.items():
        if isinstance(values, dict):
            for name in sorted(values):
                table.add_row(name, counts(values[name]))
        elif isinstance(values, list):  # those that are on
            table.add_row(text(f"test.{group}"), " ".join(sorted(map(str, values))) or text("none"))
        else:
            table.add_row(group, counts(values))
    session().show(answer, table)


@test.command("run")
@click.argument("names", nargs=-1, required=True, metavar="NAME…")
@options()
def test_run(names: tuple[str, ...], allow_motion: bool, countdown: int, **more: Any) -> None:
    with session().link() as link:
        chosen = choose(known(link), names)
        if any(one.get("moves") for one in chosen) and not allow_motion:
            raise Usage("error.needs_motion")
        _run(link, chosen, countdown, named=True, **more)


@test.command("all")
@options()
def test_all(allow_motion: bool, countdown: int, **more: Any) -> None:
    with session().link() as link:
        rows = [one for one in known(link) if one["name"] not in FITTING]
        _run(link, rows, countdown, still_only=not allow_motion, **more)


@test.command("motors")
@options()
def test_motors(allow_motion: bool, countdown: int, **more: Any) -> None:
    if not allow_motion:
        raise Usage("error.needs_motion")
    with session().link() as link:
        rows = [one for one in known(link) if one["name"] not in FITTING]
        _run(link, [one for one in rows if one.get("moves")], countdown, **more)


@test.command("calibrate")
@options(moves=False)
def test_calibrate(**more: Any) -> None:
    with session().link() as link:
        session().note("test.calibrating")
        _run(link, choose(known(link), (CALIBRATION,)), 0, named=True, **more)


def _run(
    link: Link,
    tests: list[dict[str, Any]],
    countdown: int,
    *,
    junit: str | None,
    report_file: str | None,
    seconds: float | None,
    ask: bool | None,
    named: bool = False,
    still_only: bool = False,
) -> None:
    """Runs tests one after the other, shows and writes the results. Raises Failed when one did not pass.

    `named`: they were asked for by name, so those that ask a person are run even where nobody can be asked here, unless
    `ask` says no.
    """
    here = session()
    outfile.check(junit, report_file)  # told now, not after all the tests
    refused = ask is False
    ask = ask if ask is not None else sys.stdin.isatty() and not here.json
    results: list[Result] = []
    stopped = False
    warned = False
    cut: QuejiError | None = None
    with Steps(len(tests)) as progress:
        keyboard = Keyboard() if ask and any(one.get("asks") for one in tests) else None
        runner = Runner(link, progress.show, seconds=seconds, keyboard=keyboard)
        try:
            for one in tests:
                if one.get("moves") and still_only:
                    result = skipped(one, text("test.skip_moves"))
                elif one.get("asks") and (refused or not (ask or named)):
                    result = skipped(one, text("test.skip_asks"))
                elif stopped:
                    result = skipped(one, text("test.skip_stopped"))
                else:
                    if one.get("moves") and not warned:
                        warned = True
                        progress.pause(lambda: warn(link, countdown))
                    progress.next(title(one["name"]))
                    result = runner.run(one)
                    stopped = result["state"] == "stopped"
                results.append(result)
                progress.done()
        except KeyboardInterrupt:
            stop_table(link)
            cut = Interrupted("error.interrupted_test")
        except QuejiError as error:  # what was measured until then is told all the same
            cut = error
    found = report.tally(results)
    data = {"tests": results, **found}
    if not here.json and (results or not cut):
        here.show(None, _shown(results), text("test.tally", **found))
    if cut:
        raise cut
    _write(link, results, junit, report_file, data)
    if here.json and not found["failed"]:
        here.line(data)
    if found["failed"]:
        raise Failed("error.tests_failed", data, count=found["failed"])


def stop_table(link: Link) -> None:
    """Ctrl-C: the table stops, whatever else is wrong."""
    try:
        link.call("stop")
    except QuejiError:
        pass  # the table cuts a test by itself when it hears nothing


def warn(link: Link, countdown: int) -> None:
    """Before the first move: a countdown that Ctrl-C ends, or a key held at the table that says go."""
    here = session()
    here.note("test.moving")
    end = time.monotonic() + countdown
    shown = None
    while (left := end - time.monotonic()) > 0:
        if int(left) != shown:
            shown = int(left)
            here.note("test.countdown", seconds=shown + 1)
        try:
            if link.call("inputs").get("keys"):
                return
        except Refused:
            pass
        time.sleep(min(left, 0.2))


def _write(link: Link, results: list[Result], junit: str | None, report_file: str | None, data: dict[str, Any]) -> None:
    """The reports asked for. Raises Unwritable, which tells programs the results."""
    if not junit and not report_file:
        return
    table = {**link.hello, "name": _ask(link, "settings", name="name").get("name")}
    for file, content in (
        (junit, lambda: report.junit(results, table)),
        (report_file, lambda: report.page(results, table, _ask(link, "wear"))),
    ):
        if file:
            outfile.write(file, content(), data)
            session().note("test.written", file=file)


def _ask(link: Link, method: str, **params: Any) -> dict[str, Any]:
    """What an older firmware may not know: an empty answer then."""
    try:
        return link.call(method, **params)
    except Refused:
        return {}


class Steps:
    """A bar over all tests, the running one's name, and what the person is asked; lines where there is no terminal."""

    def __init__(self, count: int) -> None:
        self.here = session()
        self.bar: Progress | None = None
        self.task: Any = None
        self.asked: str | None = None
        if self.here.err.is_terminal and not self.here.json:
            columns = (SpinnerColumn(), BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn())
            self.bar = Progress(*columns, TextColumn("{task.description}"), console=self.here.err, transient=True)
            self.task = self.bar.add_task("", total=count)

    def __enter__(self) -> Steps:
        if self.bar:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar:
            self.bar.stop()

    def pause(self, action: Callable[[], None]) -> None:
        if self.bar:
            self.bar.stop()
        action()
        if self.bar:
            self.bar.start()

    def next(self, name: str) -> None:
        if self.bar:
            self.bar.update(self.task, description=name)
        elif not self.here.json:
            self.here.err.print(f"{name} …", style="dim")

    def done(self) -> None:
        if self.bar:
            self.bar.advance(self.task)

    def show(self, asks: dict[str, Any] | None) -> None:
        words = asked(asks) if asks else None
        if words and words != self.asked and not self.here.json:
            self.here.err.print(words, style="bold")
        self.asked = words


def _shown(results: list[Result]) -> Table:
    table = _table("number", "name", "result", "measured", "limits", "text")
    for one in results:
        unit = say(one.get("unit") or "")
        measured, side, part = one.get("measured"), one.get("side"), one.get("part")
        note = remark(str(one.get("text") or ""))
        if one["passed"] is False and part and not one.get("fault"):
            note = text("of_part", part=part_of(f"{side}_{part}" if side else part), what=note)
        table.add_row(
            str(one.get("number") or ""),
            str(one["name"]),
            text(f"test.{one['state']}"),
            "" if measured is None else f"{counts(measured)} {unit}",
            "" if one.get("limits") is None else f"{report.span(one['limits'])} {unit}",
            note,
            style={"passed": None, "skipped": "dim"}.get(one["state"], "red1"),
        )
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(text(f"test.{column}"), overflow="fold")
    return table
