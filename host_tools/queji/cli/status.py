"""`queji status`: what the table is doing and what is where, in words."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from queji import describe, faults
from queji.cli.session import session
from queji.texts import text, word


def register(root: click.Group) -> None:
    root.add_command(status)


@click.command()
def status() -> None:
    with session().link() as link:
        answer = link.call("status")
    rows = Table.grid(padding=(0, 2))
    for name, value in facts(answer):
        rows.add_row(text(f"status.{name}"), value)
    session().show(answer, rows)


def facts(status: dict[str, Any]) -> list[tuple[str, str]]:
    """(name of the row, words), in the order shown; what the table does not know is left out."""
    get = status.get
    state = word("state", get("state")) + (f", {word('stage', get('stage'))}" if get("stage") else "")
    tiles, following = describe.tiles_of(get("layout")), get("next")
    key = "tiles.next" if following else "tiles.count"
    disc = get("disc") or {}
    arrow = "↺" if disc.get("reverse") else "↻"
    rows = [
        ("state", state),
        ("tiles", text(key, tiles=tiles, next=describe.tiles_of(following)) + f"  ({describe.counts(get('layout'))})"),
        ("sorted", describe.counts(get("counts"))),
        ("waiting", describe.counts(get("waiting"))),
        ("raised", describe.counts(get("raised"))),
        ("dome", word("dome", get("dome"))),
        ("disc", text("disc.turning", rpm=disc["rpm"], arrow=arrow) if disc.get("rpm") else text("disc.still")),
        ("dealer", word("seat", get("dealer"))),
    ]
    if get("dice"):
        rows.append(("dice", describe.roll(status)))
    if get("break"):
        rows.append(("break", describe.where_broken(get("break"))))
    if get("volts") is not None:
        rows.append(("supply", f"{get('volts')} V, {get('amps')} A"))
    rows.append(("faults", faults.describe(get("fault")) if get("fault") else text("none")))
    rows.append(("warnings", str(get("warnings", 0))))
    if get("job"):
        job = get("job") or {}
        rows.append(("job", f"{job.get('id')} {word('job', job.get('name'))}, {(job.get('ms') or 0) / 1000:.1f} s"))
    seconds = int(get("up_ms") or 0) // 1000
    rows.append(("up", f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"))
    return rows
