"""`queji audit`: reads a table's journal, or a saved one, and says whether its dice were what was committed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.table import Table

from queji import audit as checks
from queji import outfile
from queji.audit_plot import bars, png
from queji.audit_stats import Test, tests
from queji.cli.session import session
from queji.errors import Failed, QuejiError, Usage
from queji.link import Link
from queji.texts import text

MOST_FINDINGS = 20


def register(root: click.Group) -> None:
    root.add_command(audit)


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--save", metavar="FILE", type=click.Path(path_type=Path), help="option.audit-save")
@click.option("--plot", metavar="FILE", type=click.Path(path_type=Path), help="option.audit-plot")
@click.option("--noted", metavar="HASH", help="option.audit-noted")
def audit(file: Path | None, save: Path | None, plot: Path | None, noted: str | None) -> None:
    outfile.check(save, plot)
    if file is not None:
        lines = read(file)
        end = None
    else:
        with session().link() as link:
            lines, end = fetch(link)
    if save is not None:
        outfile.write(save, "".join(line + "\n" for line in lines))
    report = checks.audit(lines)
    if end is not None and report.hash != end:
        report.findings.append(checks.Finding(len(lines), "end", {"told": end}))
    if noted is not None and noted not in report.hashes:
        report.findings.append(checks.Finding(1, "noted", {"hash": noted}))
    found = _tests(report)
    if plot is not None:
        _plot(found, plot)
    data = _data(report, found)
    if not session().json:
        _tell(report, found)
    if report.findings:
        raise Failed("error.audit", data, count=len(report.findings), line=report.findings[0].line)
    odd = [test for test in found or () if test.odd]
    if odd:
        raise Failed("error.audit_odd", data, what=", ".join(map(_name, odd)))
    session().show(data, text("audit.good"))


def read(file: Path) -> list[str]:
    """The lines of a saved journal. Raises Usage when it cannot be read or is none."""
    try:
        words = file.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise Usage("error.unreadable", file=file, why=error.strerror) from None
    lines = [line.rstrip("\r") for line in words.split("\n")]
    if lines and not lines[-1]:
        lines.pop()
    if not checks.is_journal(lines):
        raise Usage("error.journal", file=file)
    return lines


def fetch(link: Link) -> tuple[list[str], str]:
    """The lines of a table's journal, and the hash of the last one as the table tells it."""
    lines: list[str] = []
    place: int | None = 0
    while True:
        answer = link.call("journal", **{"from": place})
        try:
            lines += [str(line) for line in answer["lines"]]
            after, end = answer["next"], str(answer["hash"])
        except (TypeError, KeyError):
            raise QuejiError("error.answer", request="journal", why="it is not made like one") from None
        if after is None:
            return lines, end
        if not isinstance(after, int) or after <= (place or 0):
            raise QuejiError("error.answer", request="journal", why=f"next {after} after {place}")
        place = after


def _tests(report: checks.Report) -> list[Test] | None:
    """The statistics; None without scipy: the rest can be checked all the same."""
    try:
        return tests(report.faces())
    except ImportError:
        return None


def _plot(found: list[Test] | None, file: Path) -> None:
    if found is None:
        raise Usage("error.audit_scipy")
    try:
        with outfile.refusals(file):
            png(found, file)
    except ImportError:
        raise Usage("error.audit_scipy") from None


def _data(report: checks.Report, found: list[Test] | None) -> dict[str, Any]:
    return {
        "lines": report.lines,
        "first": report.first,
        "last": report.last,
        "hash": report.hash,
        "whole": report.whole,
        "chains": len(report.chains),
        "rolls": len(report.rolls),
        "verified": report.verified,
        "open": report.open,
        "skipped": report.skipped,
        "cut_hands": report.cut_hands,
        "findings": [{"line": one.line, "what": one.what, **one.fields} for one in report.findings],
        "tests": None if found is None else [vars(test) for test in found],
    }


def _tell(report: checks.Report, found: list[Test] | None) -> None:
    out = session().out

    def say(key: str, **fields: Any) -> None:
        out.print(text(key, **fields), soft_wrap=True)

    say("audit.lines", count=report.lines, first=report.first, last=report.last, hash=report.hash)
    say("audit.whole" if report.whole else "audit.not_whole")
    say("audit.rolls", count=len(report.rolls), verified=report.verified, open=report.open, chains=len(report.chains))
    say("audit.cut", hands=report.cut_hands)
    if report.skipped:
        say("audit.skipped", count=report.skipped)
    for one in report.findings[:MOST_FINDINGS]:
        what = text(f"audit.what.{one.what}", **one.fields)
        out.print(text("audit.finding", line=one.line, what=what), style="bold", soft_wrap=True)
    if len(report.findings) > MOST_FINDINGS:
        say("audit.more", count=len(report.findings) - MOST_FINDINGS)
    if found is None:
        say("audit.no_scipy")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("test", "n", "statistic", "p", "verdict"):
        table.add_column(text(f"audit.{column}"), justify="left" if column in ("test", "verdict") else "right")
    for test in found:
        unknown = test.statistic is None or test.p is None
        verdict = "few" if unknown else "odd" if test.odd else "fair"
        numbers = ("", "") if unknown else (f"{test.statistic:.3f}", f"{test.p:.4f}")
        table.add_row(_name(test), str(test.n), *numbers, text(f"audit.{verdict}"))
    out.print(table)
    for test in found:
        if test.name == "faces" and test.n:
            out.print(_name(test))
            for line in bars(test):
                out.print(line)


def _name(test: Test) -> str:
    dice = "+".join(map(str, test.dice))
    return text(f"audit.test.{test.name}", dice=dice) if dice else text(f"audit.test.{test.name}")
