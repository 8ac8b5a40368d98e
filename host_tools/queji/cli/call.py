"""`queji call`: one request as it is."""

from __future__ import annotations

import json
from typing import Any

import click

from queji.cli.config import value_of
from queji.cli.session import session
from queji.errors import Usage


def register(root: click.Group) -> None:
    root.add_command(call)


@click.command()
@click.argument("request")
@click.argument("params", nargs=-1, metavar="[JSON | NAME=VALUE ...]")
def call(request: str, params: tuple[str, ...]) -> None:
    given = parse(params)
    with session().link() as link:
        answer = link.call(request, **given)
    session().show(answer, json.dumps(answer, ensure_ascii=False, indent=2))


def parse(words: tuple[str, ...]) -> dict[str, Any]:
    """Parameters by name, as one JSON object or as name=value words. Raises Usage."""
    if len(words) == 1 and words[0].lstrip().startswith("{"):
        try:
            return dict(json.loads(words[0]))
        except ValueError:
            raise Usage("error.call_params", value=words[0]) from None
    found = {}
    for one in words:
        name, equals, value = one.partition("=")
        if not equals or not name:
            raise Usage("error.call_params", value=one)
        found[name] = value_of(value)
    return found
