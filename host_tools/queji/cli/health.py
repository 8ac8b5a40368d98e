"""`queji health`: what will fail next on this table, and why."""

from __future__ import annotations

from typing import Any

import click
from rich.table import Table

from queji import outfile
from queji.cli.session import session
from queji.errors import Usage
from queji.health import findings, named, spark
from queji.link import Link
from queji.texts import text


def register(root: click.Group) -> None:
    root.add_command(health)


def whole_trend(link: Link) -> dict[str, Any]:
    """The table's trend with the rows of all pages."""
    answer = link.call("trend")
    rows = list(answer.get("rows") or [])
    following = answer.get("next")
    while following is not None:
        page = link.call("trend", first=following)
        rows += page.get("rows") or []
        following = page.get("next")
    return {**answer, "rows": rows, "next": None}


@click.command()
@click.option("--png", metavar="FILE.png", help="option.png")
def health(png: str | None) -> None:
    here = session()
    outfile.check(png)
    with here.link() as link:
        wear, trend, standing = link.call("wear"), whole_trend(link), link.call("faults")
        table = dict(link.hello)
    found = findings(wear, trend, standing)
    if png:
        _draw(png, trend["rows"], f"queji health: {table.get('id', '')}")
    life = {"sorts": wear.get("sorts", 0), "tiles": wear.get("tiles", 0), "hours": (wear.get("minutes") or 0) // 60}
    told = [one.data() for one in found]
    data = {"id": table.get("id"), "life": life, "findings": told, "wear": wear, "trend": trend}
    if not found:
        here.show(data, text("health.good", **life))
        return
    rows = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("part", "when", "why", "trend"):
        rows.add_column(text(f"health.{name}"), overflow="fold")
    for one in found:
        style = "red1" if one.sorts_left == 0 else "yellow3" if one.sorts_left else None
        rows.add_row(named(one), one.when(), f"{one.why()}\n{one.advice()}", spark(one.series), style=style)
    here.show(data, rows, text("health.life", **life))


def _draw(png: str, rows: list[list[int]], title: str) -> None:
    from queji.health_plot import draw

    try:
        with outfile.refusals(png):
            draw(png, rows, title)
    except ImportError:
        raise Usage("error.health_png") from None
    session().note("test.written", file=png)
