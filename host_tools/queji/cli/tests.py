"""`queji test`: self-tests of the table's parts."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from queji import faults
from queji.cli.session import session
from queji.describe import counts
from queji.errors import Failed, Interrupted, TableFault, Usage
from queji.link import Link
from queji.texts import text

motion_option = click.option("--allow-motion", is_flag=True, help="option.allow-motion")
seconds_option = click.option("--seconds", type=click.FloatRange(1, 600), help="option.seconds")


def register(root: click.Group) -> None:
    root.add_command(test)


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
    table = _table("number", "name", "moves")
    for one in found:
        table.add_row(str(one.get("number")), str(one.get("name")), text("yes" if one.get("moves") else "no"))
    session().show(found, table)


def known(link: Link) -> list[dict[str, Any]]:
    """All self-tests of the table: number, name, moves. They come in pieces, as a line is short."""
    found: list[dict[str, Any]] = []
    answer = link.call("tests")
    while isinstance(answer, dict):
        found += answer.get("tests") or []
        if answer.get("next") is None:
            return found
        answer = link.call("tests", first=answer["next"])
    return found + list(answer or [])


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
@click.argument("name")
@seconds_option
@motion_option
def test_run(name: str, seconds: float | None, allow_motion: bool) -> None:
    with session().link() as link:
        chosen = [one for one in known(link) if name in (one.get("name"), str(one.get("number")))]
        moves = any(one.get("moves") for one in chosen)
        if moves and not allow_motion:
            raise Usage("error.needs_motion")
        _run(link, chosen or [{"name": name}], seconds, moves)


@test.command("motors")
@motion_option
def test_motors(allow_motion: bool) -> None:
    if not allow_motion:
        raise Usage("error.needs_motion")
    with session().link() as link:
        _run(link, [one for one in known(link) if one.get("moves")], None, True)


def _run(link: Link, tests: list[dict[str, Any]], seconds: float | None, moves: bool) -> None:
    """Runs tests one after the other and shows a table of the results. Raises Failed when one did not pass."""
    here = session()
    if moves:
        here.note("test.moving")
    results = []
    try:
        for one in tests:
            if not here.json:
                here.err.print(f"{one['name']} …", style="dim")
            results.append({**_one(link, one["name"], seconds), "name": one["name"]})
    except KeyboardInterrupt:
        link.call("stop")
        raise Interrupted("error.interrupted_test") from None
    failed = sum(not result.get("passed") for result in results)
    summary = text("test.summary", passed=len(results) - failed, failed=failed)
    found = {"tests": results, "passed": len(results) - failed, "failed": failed}
    if not (failed and here.json):
        here.show(found, _shown(results), summary)
    if failed:
        raise Failed("error.tests_failed", found, count=failed)


def _one(link: Link, name: str, seconds: float | None) -> dict[str, Any]:
    job = link.call("test", name=name, **({"seconds": seconds} if seconds else {}))["job"]
    try:
        report = link.wait(job)
    except TableFault as error:
        return {"passed": False, "text": faults.describe(error.fault), "fault": error.fault}
    result = report.get("result")
    return {**report, **result} if isinstance(result, dict) else report


def _shown(results: list[dict[str, Any]]) -> Table:
    table = _table("name", "result", "measured", "limits", "text")
    for result in results:
        passed = bool(result.get("passed"))
        unit = result.get("unit") or ""
        measured = result.get("measured")
        table.add_row(
            str(result["name"]),
            text("test.passed" if passed else "test.failed"),
            "" if measured is None else f"{counts(measured)} {unit}",
            "" if result.get("limits") is None else f"{_span(result['limits'])} {unit}",
            str(result.get("text") or ""),
            style=None if passed else "red1",
        )
    return table


def _span(limits: Any) -> str:
    """`1200-1600`, or the one value that is right."""
    if isinstance(limits, list) and len(limits) == 2:
        return str(limits[0]) if limits[0] == limits[1] else f"{limits[0]}-{limits[1]}"
    return counts(limits)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(text(f"test.{column}"), overflow="fold")
    return table
