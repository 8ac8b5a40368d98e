"""`queji game`: a game at the table, step by step, as the keys do it."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.table import Table

from queji import describe
from queji.cli.game import seat_of
from queji.cli.session import session
from queji.errors import Usage
from queji.texts import text, word

KINDS = ("draw", "four-winds", "four-kongs", "three-winners", "draw-stays", "draw-passes")


def register(root: click.Group) -> None:
    root.add_command(game)


@click.group(invoke_without_command=True)
@click.pass_context
def game(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        _step()


@game.command("status")
def status() -> None:
    _step()


@game.command("new")
@click.argument("seat", default="east")
def new(seat: str) -> None:
    _step(do="new", seat=seat_of(seat))


@game.command("cut")
@click.argument("seat", required=False)
@click.argument("count", type=click.IntRange(0, 15), required=False)
def cut(seat: str | None, count: int | None) -> None:
    if seat is None:
        _step(do="cut")
    elif count is None:
        _step(do="cut", seat=seat_of(seat))
    else:
        with session().link() as link:
            answer = link.call("cut", seat=seat_of(seat), count=count)
        session().show(answer, text("game.cuts", cuts=describe.counts(answer.get("cuts"))))


@game.command("seats")
@click.argument("places", metavar="EAST SOUTH WEST [NORTH]", nargs=-1)
def seats(places: tuple[str, ...]) -> None:
    if not places:
        _step()
        return
    order = [seat_of(place) for place in places]
    if len(order) not in (3, 4) or len(set(order)) != len(order):
        raise Usage("error.game_seats")
    _step(do="seats", winds=[order.index(seat) if seat in order else 0 for seat in range(4)])


@game.command("roll")
def roll() -> None:
    with session().link() as link:
        if link.call("game").get("do") in ("draw", "spin"):
            answer = link.call("game", do="draw")
            session().show(answer, *lines(answer))
            return
        answer = link.call("dice")
        after = link.call("game")
    session().show({**after, "roll": answer}, describe.roll(answer), *lines(after))


@game.command("dealer")
@click.argument("seat")
def dealer(seat: str) -> None:
    _step(do="seat", seat=seat_of(seat))


@game.command("result")
@click.argument("result", metavar="WINNER | " + " | ".join(KINDS))
def result(result: str) -> None:
    if result in KINDS:
        _step(do="result", draw=result)
    else:
        _step(do="result", seat=seat_of(result))


@game.command("undo")
def undo() -> None:
    _step(do="undo")


@game.command("next")
def following() -> None:
    _step(do="next")


@game.command("replaced")
@click.option("--kong", is_flag=True, help="option.kong")
def replaced(kong: bool) -> None:
    _step(do="kong" if kong else "replaced")


@game.command("end")
def end() -> None:
    _step(do="end")


@game.command("wall")
@click.argument("seat", required=False)
def wall(seat: str | None) -> None:
    with session().link() as link:
        answer = link.call("wall", **({"seat": seat_of(seat)} if seat else {}))
    lines = [describe.where_broken(answer)]
    for name in ("next", "tail"):
        lines.append(text(f"rules.{name}", **_place(answer[name])))
    lines += [text("rules.indicator", **_place(one)) for one in answer.get("indicators", ())]
    if answer.get("dead"):
        lines.append(text("rules.dead", stacks=len(answer["dead"])))
    if answer.get("tiles"):
        lines.append(
            " ".join(
                f"{word('seat', tile[0])}{tile[1]}{'+' if tile[2] == 'upper' else '-'}" for tile in answer["tiles"]
            )
        )
    session().show(answer, *lines)


@game.command("rules")
def rules() -> None:
    with session().link() as link:
        told = link.call("rules")
        answer = {name: told[name] for name in sorted(told)}  # a table tells them in no order
        chosen = link.call("preset")
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in answer.items():
        table.add_row(name, value if isinstance(value, str) else json.dumps(value))
    words = {"name": chosen.get("preset") or text("none"), "layout": describe.counts(chosen.get("layout"))}
    session().show(answer, text("preset.now", **words), table)


def _place(tile: list[Any]) -> dict[str, Any]:
    return {"seat": word("seat", tile[0]), "stack": tile[1], "tier": word("tier", tile[2])}


def _step(**params: Any) -> None:
    """One step, or a look; and the game as it is then."""
    with session().link() as link:
        answer = link.call("game", **params)
    session().show(answer, *lines(answer))


def lines(answer: dict[str, Any]) -> list[str]:
    """A game in a few lines."""
    if not answer.get("phase"):
        return [text("game.none")]
    found = []
    if answer.get("effect"):
        found.append(text(f"game.effect.{answer['effect']}"))
    if answer.get("dealer") is not None:
        found.append(
            text(
                "game.hand",
                hand=answer["hand"],
                round=word("wind", answer["round"]),
                dealer=word("seat", answer["dealer"]),
                repeat=answer["repeat"],
            )
        )
    elif answer.get("cuts"):
        found.append(text("game.cuts", cuts=describe.counts(answer["cuts"])))
    if answer.get("given"):
        given = [
            f"{word('seat', i)} {word('wind', wind)}" for i, wind in enumerate(answer["given"]) if wind is not None
        ]
        found.append(text("game.given", winds=", ".join(given)))
    after = answer.get("next")
    if after:
        key = "game.next_over" if after["over"] else "game.next"
        found.append(text(key, dealer=word("seat", after["dealer"]), repeat=after["repeat"]))
    found.append(describe.game_turn(answer))
    return found
