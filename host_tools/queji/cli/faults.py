"""`queji faults`: the latched fault and the warnings, and clearing them."""

from __future__ import annotations

from typing import Any

import click

from queji import faults as catalogue
from queji.cli.session import session
from queji.texts import text


def register(root: click.Group) -> None:
    root.add_command(faults)


@click.group(invoke_without_command=True)
@click.pass_context
def faults(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        _list()


@faults.command("list")
def faults_list() -> None:
    _list()


def _list() -> None:
    with session().link() as link:
        answer = link.call("faults")
    lines = [line for kind in ("fault", "warning") for one in answer.get(f"{kind}s") or () for line in _told(kind, one)]
    session().show(answer, *(lines or [text("faults.none")]))


def _told(kind: str, fault: dict[str, Any]) -> list[str]:
    lines = [f"{text(f'faults.{kind}')} {catalogue.describe(fault)}"]
    hint = catalogue.hint(fault)
    return [*lines, "  " + text("hint", hint=hint)] if hint else lines


@faults.command("clear")
def faults_clear() -> None:
    with session().link() as link:
        answer = link.call("clear")
    session().show(answer, text("faults.cleared", count=answer.get("cleared")))
