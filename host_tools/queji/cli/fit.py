"""`queji fit`: measures a table and writes its mechanics.json."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from queji import outfile, paths
from queji.board import mechanics
from queji.board.finding import Finding, read_text
from queji.cli.session import session
from queji.cli.tests import COUNTDOWN_S, Steps, stop_table, warn
from queji.describe import number
from queji.errors import Failed, Interrupted, QuejiError, Usage
from queji.fit import file as files
from queji.fit.judging import BY_HAND, RULES, Row, judge
from queji.fit.measuring import PARTS, Bench
from queji.link import Link
from queji.selftests import Keyboard, Runner
from queji.texts import text, word

AT_REST = ("idle", "ready", "dome_open")


class NotNow(QuejiError):
    """The table is at work, or a fault or a stop stands."""

    kind = "state"
    exit = 5


def register(root: click.Group) -> None:
    root.add_command(fit)


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)), metavar="[PART…]")
@click.option("--board", metavar="DIR", help="option.fit-board")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="option.fit-out")
@click.option("--dry-run", "dry", is_flag=True, help="option.fit-dry")
@click.option("--yes", is_flag=True, help="option.fit-yes")
@click.option("--volts", type=click.FloatRange(5, 60), help="option.fit-volts")
@click.option("--seconds", type=click.FloatRange(1, 600), help="option.seconds")
@click.option("--ask/--no-ask", default=None, help="option.ask")
@click.option("--allow-motion", is_flag=True, help="option.allow-motion")
@click.option("--countdown", type=click.IntRange(0, 60), default=COUNTDOWN_S, help="option.countdown")
def fit(
    parts: tuple[str, ...],
    board: str | None,
    out: Path | None,
    dry: bool,
    yes: bool,
    volts: float | None,
    seconds: float | None,
    ask: bool | None,
    allow_motion: bool,
    countdown: int,
) -> None:
    here = session()
    if any(PARTS[part].moves for part in parts) and not allow_motion:
        raise Usage("error.fit_motion")
    outfile.check(None if dry else out)  # told now, not after everything was measured
    asks = ask if ask is not None else sys.stdin.isatty() and not here.json
    with here.link() as link:
        folder = _folder(link, board)
        if board is None and out is None and not dry:
            raise Usage("error.fit_reference", folder=folder)
        file = out or folder / mechanics.FILE
        words = _text(file if file.is_file() else folder / mechanics.FILE)
        numbers = mechanics.flat(words)
        _at_rest(link)
        _compare(link, numbers, folder)
        chosen = [name for name in PARTS if name in parts or not parts]
        skipped = []
        for name in list(chosen):
            why = "fit.skip_moves" if PARTS[name].moves and not allow_motion else ""
            why = "fit.skip_asks" if PARTS[name].asks and not asks and name not in parts else why
            if why:
                chosen.remove(name)
                skipped.append(name)
                here.note(why, part=word("fit.part", name), name=name)
        bench, keyboard = _measure(link, chosen, numbers, volts, seconds, asks, countdown)
    rows = [judge(reading, numbers) for reading in bench.readings]
    for row in rows:
        if row.problem:
            bench.trouble(f"{row.key}: {row.problem}")
    changes = {row.key: row.new for row in rows if row.changes}
    data: dict[str, Any] = {
        "board": str(folder),
        "file": str(file),
        "measured": chosen,
        "skipped": skipped,
        "unmeasured": [key for key in (*RULES, *BY_HAND) if key not in {row.key for row in rows}],
        "rows": [row.data() for row in rows],
        "problems": [problem._asdict() for problem in bench.problems],
        "written": None,
        "kept": None,
    }
    _show(rows, bench)
    here.note("fit.unmeasured", names=", ".join(data["unmeasured"]))
    if changes:
        new = files.changed(words, changes)
        wrong = mechanics.check(new)
        if wrong:
            raise Failed("error.fit_check", data, place=wrong[0].place(), what=wrong[0].what())
        if dry:
            here.note("fit.dry", file=file)
        elif out is None and not yes and not _agreed(file, asks, keyboard):
            here.note("fit.unwritten", file=file)
        else:
            with outfile.refusals(file, data):
                kept = files.keep(file, new)
            data.update(written=str(file), kept=str(kept) if kept else None)
            here.note("fit.written", file=file)
            if kept:
                here.note("fit.kept", file=kept)
            here.note("fit.next", folder=folder)
    elif rows and not bench.problems:
        here.note("fit.nothing", file=file)
    if bench.problems:
        raise Failed("error.fit_problems", data, count=len(bench.problems))
    if here.json:
        here.line(data)


def _folder(link: Link, board: str | None) -> Path:
    """The board's folder: that named, or the one of the tool's own that the table says it has. Raises Usage."""
    name = board or str(link.hello.get("board", ""))
    folder = paths.board(name)
    if not name or not (folder / mechanics.FILE).is_file():
        raise Usage("error.fit_board", board=name or "?", boards=", ".join(paths.boards()))
    return folder


def _text(file: Path) -> str:
    """The text of a mechanics.json without mistakes. Raises Usage."""
    found: list[Finding] = []
    words = read_text(file, found)
    found += mechanics.check(words) if words is not None else []
    if words is None or found:
        raise Usage("error.fit_mechanics", place=found[0].place(), what=found[0].what(), folder=file.parent)
    return words


def _at_rest(link: Link) -> None:
    """Raises NotNow while the table does something else, or a fault or a stop stands."""
    state = str(link.call("status").get("state"))
    if state not in AT_REST:
        key = "error.fit_fault" if state in ("fault", "stopped") else "error.fit_busy"
        raise NotNow(key, state=word("state", state))


def _compare(link: Link, numbers: dict[str, float], folder: Path) -> None:
    """Tells when the table runs with other numbers than the file has: it is another table's, or not flashed yet."""
    nominal = link.call("trend").get("nominal") or {}
    for part, key in (("head", "head.turn_ms"), ("lift", "lift.turn_ms"), ("dome", "dome.stroke_ms")):
        if nominal.get(part) not in (None, numbers[key]):
            session().note("fit.other", name=key, table=nominal[part], file=numbers[key], folder=folder)
            return


def _measure(
    link: Link,
    chosen: list[str],
    numbers: dict[str, float],
    volts: float | None,
    seconds: float | None,
    ask: bool,
    countdown: int,
) -> tuple[Bench, Keyboard | None]:
    """Measures the parts one after the other. Ctrl-C stops the table; nothing is written then.

    Once a part has asked a question all that is typed comes through the keyboard returned.
    """
    here = session()
    if "supply" in chosen and volts is None and ask:
        volts = _voltmeter()
    warned = False
    keyboard = Keyboard() if ask and any(PARTS[name].asks and PARTS[name].moves for name in chosen) else None
    with Steps(len(chosen)) as steps:
        runner = Runner(link, steps.show, seconds=seconds, keyboard=keyboard)
        bench = Bench(runner, numbers, steps.next, volts)
        try:
            for name in chosen:
                if PARTS[name].moves and not warned:
                    warned = True
                    steps.pause(lambda: warn(link, countdown))
                if name == "sensors":
                    here.note("test.calibrating")
                bench.measure(name)
                steps.done()
                if bench.stopped:
                    break
        except KeyboardInterrupt:
            stop_table(link)
            raise Interrupted("error.interrupted_fit") from None
    return bench, keyboard


def _voltmeter() -> float | None:
    """What a voltmeter shows at the supply; None: nobody measures."""
    typed = click.prompt(text("fit.voltmeter"), default="", show_default=False, err=True).strip().replace(",", ".")
    try:
        value = float(typed.removesuffix("V").strip())
    except ValueError:
        return None
    return value if 5 <= value <= 60 else None


def _agreed(file: Path, ask: bool, keyboard: Keyboard | None) -> bool:
    """Whether the board's own file may be changed; no where nobody can be asked."""
    if keyboard is not None:
        session().err.print(text("fit.agree", file=file), "[y/N]", end=" ", markup=False, soft_wrap=True)
        return keyboard.agreed()
    return ask and click.confirm(text("fit.agree", file=file), default=False, err=True)


def _show(rows: list[Row], bench: Bench) -> None:
    """The values measured against those that stand, then what could not be measured."""
    here = session()
    if here.json:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("value", "was", "measured", "change", "new"):
        table.add_column(text(f"fit.{column}"), overflow="fold", justify="left" if column == "value" else "right")
    for row in rows:
        rule = RULES[row.key]
        new = f"{row.new:g} {rule.unit}" if row.changes else "="
        style = "red1" if row.problem else "bold" if row.changes else None
        measured, differs = number(row.measured, _digits(row)), number(row.percent, sign=True) + " %"
        table.add_row(row.key, f"{row.was:g}", measured, differs, new, style=style)
    if rows:
        here.out.print(table)
    for row in rows:
        if not row.problem:
            here.out.print(text("of_part", part=row.key, what=row.why()), soft_wrap=True)
        if len(row.samples) > 1:
            here.out.print(f"    {_each(row)}", style="dim", soft_wrap=True)
    for problem in bench.problems:
        here.err.print(
            text("fit.problem", part=word("fit.part", problem.part), what=problem.what), style="red1", soft_wrap=True
        )


def _digits(row: Row) -> int:
    return max(RULES[row.key].digits, 1 if row.measured < 200 else 0)


def _each(row: Row) -> str:
    """What was measured on each part; of many the least and the most."""
    order = sorted(row.samples, key=lambda name: row.samples[name])
    shown = row.samples if len(order) <= 4 else (order[0], order[-1])
    between = ", " if len(order) <= 4 else " … "
    return between.join(f"{name} {number(row.samples[name], _digits(row))}" for name in shown)
