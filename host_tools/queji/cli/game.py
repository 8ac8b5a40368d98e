"""Dice, dealer, break: the table's side of the game."""

from __future__ import annotations

import click

from queji import describe
from queji.cli.session import session
from queji.errors import Usage
from queji.texts import text, word

SEATS = ("east", "south", "west", "north")
SEATS_ZH = "东南西北"


def register(root: click.Group) -> None:
    root.add_command(dice)
    root.add_command(dealer)
    root.add_command(where)


def seat_of(value: str) -> int:
    """A seat by number, name or first letter, in English or Chinese. Raises Usage."""
    low = value.lower()
    for seat, name in enumerate(SEATS):
        if low in (str(seat), name, name[0], SEATS_ZH[seat]):
            return seat
    raise Usage("error.seat", value=value)


@click.command()
@click.argument("count", type=click.IntRange(1, 3), required=False)
def dice(count: int | None) -> None:
    with session().link() as link:
        answer = link.call("dice", **({"count": count} if count else {}))
    session().show(answer, describe.roll(answer))


@click.group(invoke_without_command=True)
@click.pass_context
def dealer(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        _dealer()


@dealer.command("show")
def dealer_show() -> None:
    _dealer()


@dealer.command("set")
@click.argument("seat")
def dealer_set(seat: str) -> None:
    _dealer(seat=seat_of(seat))


@dealer.command("next")
def dealer_next() -> None:
    _dealer(next=True)


def _dealer(**params: int | bool) -> None:
    with session().link() as link:
        answer = link.call("dealer", **params)
    session().show(answer, text("dealer.is", seat=word("seat", answer.get("dealer"))))


@click.command("break")
@click.option("--rolls", metavar="N,N,...", help="option.rolls")
def where(rolls: str | None) -> None:
    params = {}
    if rolls:
        try:
            params["rolls"] = [int(part) for part in rolls.split(",")]
        except ValueError:
            raise Usage("error.rolls", value=rolls) from None
    with session().link() as link:
        answer = link.call("break", **params)
    session().show(answer, describe.where_broken(answer))
