"""`queji demo`: the scripted show, with the picture of the table while it runs and a summary at the end."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections import deque
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from queji import demo as script
from queji import describe
from queji.cli.session import Session, session
from queji.link import Link
from queji.picture_small import fitting
from queji.protocol import Event
from queji.simulate import simulator
from queji.texts import text

REDRAW_S = 0.15


def register(root: click.Group) -> None:
    root.add_command(demo)


@click.command()
@click.option("--speed", type=click.FloatRange(1, 20), default=4.0, show_default=True, help="option.demo-speed")
@click.option("--seed", type=int, default=1, show_default=True, help="option.seed")
def demo(speed: float, seed: int) -> None:
    here = session()
    started = time.monotonic()
    here.note("demo.intro", speed=f"{speed:g}")
    table = simulator(seed=seed, speed=speed)
    try:
        with Link(table.port) as link:
            live = here.out.is_terminal and not here.out.is_dumb_terminal and not here.json
            done = _pictured(here, link, table) if live else _plain(here, link, table)
            shown = [summary(done)] if live else []  # else each step was told in a line
    finally:
        table.close()
    took = f"{time.monotonic() - started:.0f}"
    report = {"steps": [asdict(one) for one in done], "seconds": round(time.monotonic() - started, 1)}
    here.show(report, *shown, text("demo.all_happened", seconds=took), text("demo.next", queji=_command()))


def _command() -> str:
    """How this program is called here: `make demo` runs it from a folder that is not on PATH."""
    if shutil.which("queji"):
        return "queji"
    called = Path(sys.argv[0])
    return os.path.relpath(called) if called.name == "queji" else f"{os.path.relpath(sys.executable)} -m queji"


def summary(done: list[script.Done]) -> Table:
    """The steps, what came of them, and how long each took by the table's own clock."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", style="green3")
    table.add_column(text("demo.step"))
    table.add_column(text("demo.result"))
    table.add_column(text("demo.seconds"), justify="right")
    for one in done:
        table.add_row("✓", one.step, one.result, f"{one.seconds:.1f} s")
    return table


def _plain(here: Session, link: Link, table: Any) -> list[script.Done]:
    """Without a terminal: one line when a step begins and one when it has ended."""

    def on_event(event: Event) -> None:
        words = describe.event(event.name, event.fields)
        if words and event.name in ("fault", "warning") and not here.json:
            here.out.print(f"    {words}", soft_wrap=True)

    def on_done(one: script.Done) -> None:
        if not here.json:
            here.out.print(f"✓ {one.step}: {one.result} ({one.seconds:.1f} s)", soft_wrap=True)

    return script.run(link, table, lambda title: None, on_done, on_event)


def _pictured(here: Session, link: Link, table: Any) -> list[script.Done]:
    """On a terminal: the picture, redrawn a few times a second from the table's own events and status."""
    told: deque[str] = deque(maxlen=6)
    title = Text()
    drawn = 0.0
    with contextlib.ExitStack() as stack:
        live = stack.enter_context(Live(console=here.out, screen=True, auto_refresh=False))

        def draw() -> None:
            nonlocal drawn
            drawn = time.monotonic()
            picture = fitting(link.call("status"), list(told), here.out.height - 1, here.out.width)
            live.update(Group(title, picture), refresh=True)

        def on_step(step: str) -> None:
            title.plain = f" ▶ {step}"
            title.stylize("bold reverse")
            draw()

        def on_done(one: script.Done) -> None:
            told.append(f"✓ {one.step}: {one.result}")
            draw()
            time.sleep(0.6)  # to be read

        def on_event(event: Event) -> None:
            words = describe.event(event.name, event.fields)
            if words:
                told.append(words)
            if time.monotonic() - drawn > REDRAW_S:
                draw()

        return script.run(link, table, on_step, on_done, on_event)
