"""`queji tiles`: which tile set."""

from __future__ import annotations

from typing import Any

import click

from queji import describe
from queji.cli.session import session
from queji.errors import Usage
from queji.texts import text


def register(root: click.Group) -> None:
    root.add_command(tiles)


@click.command(context_settings={"ignore_unknown_options": True})  # -1,18,18,18 is a wrong layout, not an option
@click.argument("chosen", metavar="[TILES | E,S,W,N]", required=False)
def tiles(chosen: str | None) -> None:
    params = parse(chosen) if chosen else {}
    with session().link() as link:
        answer = link.call("tiles", **params)
    key = "tiles.set" if params else "tiles.now"
    layout = answer.get("layout")
    words = {
        "tiles": answer.get("tiles", describe.tiles_of(layout)),
        "layout": describe.counts(layout),
        "applies": describe.applies(answer.get("applies")),
    }
    session().show(answer, text(key, **words))


def parse(chosen: str) -> dict[str, Any]:
    """`136` or `14,13,14,13` as the request's parameters. Raises Usage."""
    try:
        numbers = [int(part) for part in chosen.split(",")]
    except ValueError:
        raise Usage("error.layout", value=chosen) from None
    if len(numbers) == 1:
        return {"set": numbers[0]}
    if len(numbers) == 4:
        return {"layout": numbers}
    raise Usage("error.layout", value=chosen)
