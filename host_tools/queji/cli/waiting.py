"""Waiting for a job with something to look at: a bar a side while tiles are sorted, else one that says it goes on."""

from __future__ import annotations

from typing import Any

import click
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from queji.cli.session import session
from queji.errors import Interrupted
from queji.link import Link
from queji.protocol import Event
from queji.texts import text, word

wait_option = click.option("--wait/--no-wait", default=True, help="option.wait")


def start(link: Link, method: str, wait: bool, **params: Any) -> None:
    """Asks for something that moves, and unless told otherwise waits for its end and tells it."""
    answer = link.call(method, **params)
    name = word("job", method)
    if not wait:
        session().show(answer, text("job.accepted", name=name, id=answer["job"]))
        return
    report = follow(link, answer["job"], method)
    ms = report.get("ms")
    done = text("job.done_only", name=name) if ms is None else text("job.done", name=name, seconds=f"{ms / 1000:.1f}")
    session().show(report, done)


def follow(link: Link, job: int, name: str) -> dict[str, Any]:
    """The last report of a job. Ctrl-C ends the waiting, never the job."""
    here = session()
    try:
        if here.json or not here.err.is_terminal:
            return link.wait(job)
        with _progress() as progress:
            return link.wait(job, Bars(progress, word("job", name)).on_event)
    except KeyboardInterrupt:
        raise Interrupted("error.interrupted_job", name=word("job", name)) from None


def _progress() -> Progress:
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(30),
        TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=session().err, transient=True)


class Bars:
    """The bars of one job, moved by its events."""

    def __init__(self, progress: Progress, title: str) -> None:
        self.progress = progress
        self.title = title
        self.whole = progress.add_task(title, total=None, count="")
        self.sides: dict[int, TaskID] = {}

    def on_event(self, event: Event) -> None:
        if event.name == "state":
            self._say(word("state", event.fields.get("state")))
        elif event.name == "progress":
            stage = event.fields.get("stage")
            if stage:
                self._say(word("stage", stage))
            self._count(event.fields.get("counts"), event.fields.get("of"))

    def _say(self, what: str) -> None:
        self.progress.update(self.whole, description=f"{self.title}: {what}")

    def _count(self, counts: Any, of: Any) -> None:
        """Tiles a side; `of` is one number for all sides or one a side."""
        if not isinstance(counts, list):
            return
        for seat, count in enumerate(counts):
            whole = of[seat] if isinstance(of, list) else of
            if not whole:
                continue
            if seat not in self.sides:
                self.sides[seat] = self.progress.add_task("  " + word("seat", seat), total=whole, count="")
            self.progress.update(self.sides[seat], completed=count or 0, total=whole, count=f"{count}/{whole}")
