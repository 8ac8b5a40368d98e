"""`queji hil`: the tests through the serial line, on a virtual, an emulated or a real table."""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from queji import outfile
from queji.cli.output import discard
from queji.cli.session import Session, session
from queji.errors import Interrupted, QuejiError, Unwritable, Usage
from queji.texts import language, text

STYLE = {"passed": "green", "failed": "bold red", "infrastructure": "bold magenta", "skipped": "dim"}


def register(root: click.Group) -> None:
    root.add_command(hil)


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME|FILE.txt]...")
@click.option("--table", metavar="virtual|emulated|PORT", help="option.hil-table")
@click.option("--rig", "rig_file", metavar="FILE", help="option.rig")
@click.option("--allow-motion", is_flag=True, help="option.allow-motion")
@click.option("--countdown", type=click.IntRange(0, 60), default=5, help="option.countdown")
@click.option("--list", "only_list", is_flag=True, help="option.hil-list")
@click.option("--junit", metavar="FILE", help="option.hil-junit")
@click.option("--serial-log", metavar="FILE", help="option.serial-log")
def hil(
    names: tuple[str, ...],
    table: str | None,
    rig_file: str | None,
    allow_motion: bool,
    countdown: int,
    only_list: bool,
    junit: str | None,
    serial_log: str | None,
) -> int:
    if importlib.util.find_spec("pytest") is None:
        raise QuejiError("error.hil_pytest")
    from queji.hil import rig, transcript, wirelog
    from queji.hil.bench import Bench
    from queji.hil.run import NoSuchTest, run

    here = session()
    files = [name for name in names if name.endswith(transcript.SUFFIXES) and (os.sep in name or Path(name).exists())]
    names = tuple(name for name in names if name not in files)
    paths = [_transcript(name) for name in files]
    if only_list:
        _list(here, names, paths)
        return 0
    found = rig.read(rig_file) if rig_file else rig.without_file()
    if names:
        _chosen(names, paths)  # a name that is wrong is told before any table is touched
    which = table or here.port or found.table or "virtual"
    try:
        outfile.check(junit, serial_log)  # told now, not after minutes
    except Unwritable as wrong:
        wrong.exit = Usage.exit  # whoever runs tests goes by this command's own exit codes
        raise
    log = wirelog.WireLog(Path(serial_log) if serial_log else None)
    here.note("hil.opening_emulated" if which == "emulated" else "hil.opening", which=which)
    try:
        with Bench(which, found, allow_motion=allow_motion, log=log) as bench:
            here.note("hil.table", **{**bench.hello, "port": bench.port})
            if bench.kind == "real" and "motion" in bench.allowed:
                _warn(here, countdown)
            done = run(bench, names, paths, lambda one: _show(here, one, bench.gone), junit=junit)
    except NoSuchTest as error:
        raise Usage("error.hil_names", names=", ".join(error.names)) from None
    _end(here, done, bench.gone)
    if done.interrupted:
        raise Interrupted()
    return done.exit()


def _warn(here: Session, seconds: int) -> None:
    """Before anything moves: time to take the hands out, or to press Ctrl-C."""
    here.note("hil.moving")
    for left in range(seconds, 0, -1):
        here.note("test.countdown", seconds=left)
        time.sleep(1)


def _transcript(name: str) -> str:
    """Where a transcript is; its mistakes are told now. Raises Usage."""
    from queji.hil import transcript

    file = Path(name)
    if not file.is_file():
        raise Usage("error.hil_transcript_file", file=name)
    transcript.read(file, name)
    return str(file.resolve())


def _chosen(names: Sequence[str], paths: Sequence[str]) -> list[Any]:
    from queji.hil.run import NoSuchTest, listed

    try:
        return listed(names, paths)
    except NoSuchTest as error:
        raise Usage("error.hil_names", names=", ".join(error.names)) from None


def _list(here: Session, names: Sequence[str], paths: Sequence[str]) -> None:
    from queji.hil.outcomes import short

    rows = [{"name": short(one.nodeid), "title": _title(one)} for one in _chosen(names, paths)]
    shown = []
    title = None
    for row in rows:
        if row["title"] != title:
            title = row["title"]
            shown.append(f"\n{title}")
        shown.append(f"  {row['name']}")
    here.show(rows, "\n".join(shown).lstrip("\n"))


def _title(item: Any) -> str:
    """The sentence of a test: the first line of its docstring in English, the second in Chinese."""
    words = getattr(item, "title", None) or getattr(getattr(item, "obj", None), "__doc__", None) or ""
    lines = [line.strip() for line in words.strip().splitlines()] or [""]
    return lines[-1] if language() == "zh" else lines[0]


def _show(here: Session, one: Any, gone: str) -> None:
    """A result as soon as it is there; not all those that a lost table leaves.

    Whoever reads our output may have gone: the table comes first.
    """
    try:
        if gone and one.outcome == "skipped" and not here.json:
            return
        if here.json:
            steps = {"steps": one.steps} if one.outcome in ("failed", "infrastructure") else {}
            row = {"name": one.name, "outcome": one.outcome, "seconds": round(one.seconds, 3), "reason": one.reason}
            here.line({**row, **steps})
            return
        words = text(f"hil.outcome.{one.outcome}")
        why = f"  {one.reason}" if one.reason else ""
        here.out.print(f"{words:8} {one.seconds:6.2f} s  {one.name}{why}", style=STYLE[one.outcome], soft_wrap=True)
        if one.outcome == "failed" and one.details != one.reason:
            here.out.print(one.details, soft_wrap=True, style="dim")
    except (OSError, SystemExit):  # rich ends the program when its pipe is closed
        discard()


def _end(here: Session, run: Any, gone: str) -> None:
    try:
        _tell_end(here, run, gone)
    except (OSError, SystemExit):
        discard()


def _tell_end(here: Session, run: Any, gone: str) -> None:
    if here.json:
        data = run.data()
        del data["results"]  # each has its line already
        here.line(data)
        return
    lost = [one for one in run.results if one.reason == text("hil.gone", why=gone)]
    if gone and lost:
        here.out.print(f"{len(lost)}: {lost[0].reason}", soft_wrap=True)
    here.out.print(text("hil.tally", **run.tally()))
    here.out.print(run.left, style="green" if run.safe else "bold red", soft_wrap=True)
    for words in run.troubles:
        here.err.print(words, style="bold red", soft_wrap=True)
