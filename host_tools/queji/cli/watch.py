"""`queji watch`: the live picture; as one picture on paper with --svg or --once, as lines of JSON with --json."""

from __future__ import annotations

import io
import re
import time
from collections import deque
from typing import Any

import click
from rich.console import Console
from rich.live import Live

from queji import describe, outfile
from queji.cli.session import Session, session
from queji.errors import LinkError, TableRestarted
from queji.link import Link
from queji.picture import WIDTH, render
from queji.picture_small import fitting
from queji.texts import text, word

PERIOD_S = 0.25
EVENTS = 12


def register(root: click.Group) -> None:
    root.add_command(watch)


@click.command()
@click.option("--once", is_flag=True, help="option.once")
@click.option("--svg", type=click.Path(dir_okay=False, writable=True), help="option.svg")
def watch(once: bool, svg: str | None) -> None:
    here = session()
    with here.link() as link:
        if svg:
            save(link.call("status"), svg)
            here.show({"file": svg}, text("watch.saved", file=svg))
        elif here.json:
            _stream(here, link)
        elif once or not here.out.is_terminal:
            here.out.print(fitting(link.call("status"), (), 40, here.out.width))
        elif here.out.is_dumb_terminal:
            _lines(here, link)
        else:
            _live(here, link)


def save(status: dict[str, Any], file: str, rows: int = 40) -> None:
    """Writes the picture of a status as SVG. Raises Unwritable."""
    console = Console(record=True, width=WIDTH + 2, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(render(status, rows=rows))
    # without the fonts that rich would have the reader's browser load from elsewhere
    svg = re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title="queji watch"), flags=re.DOTALL)
    # plain spaces that are kept, which every reader of SVG understands
    svg = svg.replace("&#160;", " ").replace("<svg ", '<svg xml:space="preserve" ', 1)
    outfile.write(file, svg)


def _stream(here: Session, link: Link) -> None:
    """A status, then one event a line until Ctrl-C; a lost event shows as the event `missed`."""
    missed = 0
    here.line({"event": "status", **link.call("status")})
    try:
        while True:
            event = link.next_event(3600)
            if link.missed != missed:
                here.line({"event": "missed", "count": link.missed - missed})
                missed = link.missed
            if event:
                here.line({"n": event.n, "event": event.name, **event.fields})
    except KeyboardInterrupt:
        return


def _lines(here: Session, link: Link) -> None:
    """For a terminal that only goes forward: one picture, then a line for each thing that happens, until Ctrl-C."""
    here.out.print(fitting(link.call("status"), (), 40, here.out.width))
    try:
        while True:
            event = link.next_event(3600)
            words = describe.event(event.name, event.fields) if event else ""
            if words:
                here.out.print(words, soft_wrap=True)
    except KeyboardInterrupt:
        return


def _live(here: Session, link: Link) -> None:
    """Redraws four times a second until Ctrl-C. A table that restarts or vanishes is waited for."""
    told: deque[str] = deque(maxlen=EVENTS)
    status: dict[str, Any] = {}
    link.return_s = 1.0  # so that the picture says soon that the port is gone
    try:
        with Live(console=here.out, screen=True, auto_refresh=False) as live:
            while True:
                try:
                    status = link.call("status")
                    _collect(link, told)
                except TableRestarted as error:
                    told.append(text("watch.restarted", reset=word("reset", error.fields.get("reset"))))
                except LinkError as error:
                    if not told or told[-1] != error.message():
                        told.append(error.message())
                live.update(fitting(status, list(told), here.out.height, here.out.width), refresh=True)
    except KeyboardInterrupt:
        return


def _collect(link: Link, told: deque[str]) -> None:
    """Waits for one period and keeps what happened in it, in words."""
    missed, end = link.missed, time.monotonic() + PERIOD_S
    while (left := end - time.monotonic()) > 0:
        event = link.next_event(left)
        words = describe.event(event.name, event.fields) if event else ""
        if words:
            told.append(words)
    if link.missed != missed:
        told.append(text("event.missed", count=link.missed - missed))
