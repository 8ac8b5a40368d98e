"""`queji rules`: the rules of the game, computed by the firmware's own code, without a table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from queji import draw, paths
from queji.cli.session import session
from queji.cli.words import complaint
from queji.errors import Usage
from queji.texts import text, word
from table.game import breaking, deal, dora, presets, rounds, seats, sets, wall

REFERENCE_BOARD = "rpi_pico"  # its longest wall bounds the layouts


class RulesRefuse(Usage):
    """The rules of the game do not allow what was asked; the game's own sentence says why."""

    def __init__(self, why: object) -> None:
        super().__init__("error.rules", why=str(why))


def register(root: click.Group) -> None:
    root.add_command(rules)


class OneLine(click.Group):
    """A group whose commands tell a wrong option in one line, as they tell a wrong roll."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise complaint(error) from None


@click.group(cls=OneLine)
def rules() -> None:
    pass


def _table_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that say which wall is broken by which rolls."""
    for option in (
        click.option("--roll", "rolls", multiple=True, metavar="D,D", required=True, help="option.roll"),
        click.option("--dealer", default="0", metavar="SEAT", help="option.dealer_seat"),
        click.option("--players", type=click.Choice(["3", "4"]), help="option.players"),
        click.option("--layout", metavar="N,N,N,N", help="option.layout"),
        click.option("--set", "tiles", type=int, help="option.set"),
        click.option(
            "--ruleset",
            type=click.Choice(sorted(breaking.RULESETS)),
            default="chinese-two-rolls",
            help="option.ruleset",
        ),
    ):
        command = option(command)
    return command


@rules.command("break")
@_table_options
def break_(ruleset: str, tiles: int | None, layout: str | None, players: str | None, dealer: str, rolls: tuple) -> None:
    walls, seat, broken = _broken(ruleset, tiles, layout, players, dealer, rolls)
    cells = draw.broken(walls, wall.stack, broken["owner"], broken["left"])
    inside = [*_heading(seat, broken), Text(), Text(text("rules.keys"), "dim")]
    session().show(broken, *draw.walls(walls, cells, inside))


@rules.command("deal")
@_table_options
@click.option("--last", type=click.Choice(["jump", "stack"]), help="option.last")
@click.option("--dead", type=click.Choice(sorted(deal.DEAD)), help="option.dead")
@click.option("--replacements", type=click.Choice(deal.WAYS), default=deal.WAYS[0], help="option.replacements")
def deal_(
    ruleset: str,
    tiles: int | None,
    layout: str | None,
    players: str | None,
    dealer: str,
    rolls: tuple,
    last: str | None,
    dead: str | None,
    replacements: str,
) -> None:
    walls, seat, broken = _broken(ruleset, tiles, layout, players, dealer, rolls)
    owner, left = broken["owner"], broken["left"]
    found = _asked(deal.deal, ruleset, walls, seat, owner, left, last, dead, replacements)
    inside = _heading(seat, broken)
    for who in seats.in_turn(seat, seats.occupied(walls)):
        line = Text(f" {draw.LETTERS[who]} ", draw.SEAT_STYLES[who])
        line.append(" " + text("rules.hand", seat=text(f"seat.{who}"), tiles=len(found["hands"][who])), "default")
        inside.append(line)
    inside += [_place(name, found[name]) for name in ("next", "tail", "indicator") if found[name]]
    if found["dead"]:
        inside.append(Text(text("rules.dead", stacks=len(found["dead"]))))
    inside.append(Text(text("rules.dealt_keys"), "dim"))
    answer = {
        "hands": [[wall.as_stack(tile) for tile in hand] for hand in found["hands"]],
        "next": wall.as_stack(found["next"]),
        "tail": wall.as_stack(found["tail"]),
        "indicator": wall.as_stack(found["indicator"]) if found["indicator"] else None,
        "dead": [wall.as_stack(stack) for stack in found["dead"]],
    }
    cells = draw.dealt(draw.broken(walls, wall.stack, owner, left), found)
    session().show(answer, *draw.walls(walls, cells, inside))


@rules.command()
@click.option("--policy", type=click.Choice(sorted(rounds.POLICIES)), default="traditional", help="option.policy")
@click.option("--players", type=click.Choice(["3", "4"]), default="4", help="option.players")
@click.option("--results", required=True, metavar="R,R,...", help="option.results")
@click.option("--rounds", "most", type=click.IntRange(1, 16), default=4, help="option.rounds")
@click.option("--draw", "effects", multiple=True, metavar="KIND=EFFECT", help="option.draw_effect")
@click.option("--keep-repeat", is_flag=True, help="option.keep_repeat")
def play(policy: str, players: str, results: str, most: int, effects: tuple, keep_repeat: bool) -> None:
    kinds: dict[str, str] = {}
    for one in effects:
        kind, _, effect = one.partition("=")
        if kind not in rounds.DRAWS or effect not in rounds.EFFECTS:
            known = f"{', '.join(rounds.DRAWS)} = {', '.join(rounds.EFFECTS)}"
            raise RulesRefuse(f"a kind of draw and what it does are one of {known}, not {one}")
        kinds[kind] = effect
    taken = tuple(range(int(players)))
    state = rounds.start()
    answer = []
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("hand_number", "result", "next_dealer", "round_wind", "repeat"):
        table.add_column(text(f"rules.{column}"), justify="right" if column in ("hand_number", "repeat") else "left")
    for number, given in enumerate(results.replace(" ", "").split(","), 1):
        if not given:
            raise RulesRefuse(f"result {number} is empty")
        over = state["finished"]  # what comes after the end changes nothing
        result = int(given) if given.isdecimal() else given
        state = _asked(rounds.after, state, result, policy, taken, kinds, keep_repeat, most)
        answer.append({name: state[name] for name in ("dealer", "round_wind", "repeat", "finished")})
        if over:
            continue
        named = text(f"seat.{result}") if isinstance(result, int) else word("draw", result)
        dealer = Text(text(f"seat.{state['dealer']}"), draw.SEAT_STYLES[state["dealer"]])
        table.add_row(str(number), named, dealer, text(f"seat.{state['round_wind']}"), str(state["repeat"]))
    session().show(answer, table, *([text("rules.finished")] if state["finished"] else []))


@rules.command()
@click.option("--dealer", default="0", metavar="SEAT", help="option.dealer_seat")
@click.option("--sum", "total", type=int, required=True, help="option.sum")
def seat(dealer: str, total: int) -> None:
    found = _asked(seats.count, _seat(dealer), total)
    session().show({"seat": found}, text("rules.counted_to", sum=total, seat=text(f"seat.{found}")))


@rules.command("dora")
@click.argument("indicator")
@click.option("--players", type=click.Choice(["3", "4"]), default="4", help="option.players")
def dora_(indicator: str, players: str) -> None:
    found = _asked(dora.dora, indicator, int(players))
    session().show({"indicator": indicator, "dora": found}, found)


@rules.command()
@click.argument("name", required=False)
def preset(name: str | None) -> None:
    if name is None:
        session().show(sorted(presets.PRESETS), *sorted(presets.PRESETS))
        return
    values = _asked(presets.preset, name)
    rows = Table.grid(padding=(0, 2))
    for setting, value in values.items():
        rows.add_row(setting, json.dumps(value) if not isinstance(value, str) else value)
    session().show({"layout": list(presets.LAYOUTS[name]), "settings": values}, rows)


def _broken(
    ruleset: str, tiles: int | None, layout: str | None, players: str | None, dealer: str, rolls: tuple
) -> tuple[tuple[int, ...], int, dict[str, Any]]:
    """The layout, the dealer's seat and the break that the options ask for."""
    if layout is not None:
        walls = _asked(sets.check_layout, _numbers(layout, "--layout"), _longest(), tiles)
        if players and len(seats.occupied(walls)) != int(players):
            raise RulesRefuse(f"the layout {layout} is not one for {players} players")
    else:
        walls = _asked(sets.standard, 136 if tiles is None else tiles, int(players or 4))
    seat = _seat(dealer)
    return walls, seat, _asked(breaking.break_wall, ruleset, walls, seat, [_numbers(roll, "--roll") for roll in rolls])


def _asked(rule: Callable[..., Any], *arguments: Any) -> Any:
    """What a rule says; its refusal becomes the command's one line."""
    try:
        return rule(*arguments)
    except ValueError as error:
        raise RulesRefuse(error) from None


def _numbers(given: str, option: str) -> tuple[int, ...]:
    parts = given.split(",")
    if not all(part.strip().lstrip("-").isdecimal() for part in parts):
        raise RulesRefuse(f"{option} takes numbers with commas, not {given}")
    return tuple(int(part) for part in parts)


def _seat(given: str) -> int:
    if given.lower() in seats.NAMES:
        return seats.NAMES.index(given.lower())
    if given not in ("0", "1", "2", "3"):
        raise RulesRefuse(f"a seat is 0, 1, 2 or 3, not {given}")
    return int(given)


def _longest() -> int:
    mechanics = paths.board(REFERENCE_BOARD) / "mechanics.json"
    return int(json.loads(mechanics.read_text(encoding="utf-8"))["longest_wall"])


def _heading(seat: int, broken: dict[str, Any]) -> list[Text]:
    first = broken["first"]
    return [
        Text(text("rules.dealer", seat=text(f"seat.{seat}")), "bold"),
        Text(text("rules.broken", seat=text(f"seat.{broken['owner']}"), left=broken["left"])),
        Text(text("rules.first", seat=text(f"seat.{first['seat']}"), stack=first["stack"])),
    ]


def _place(name: str, tile: tuple[int, int, str]) -> Text:
    return Text(text(f"rules.{name}", seat=text(f"seat.{tile[0]}"), stack=tile[1], tier=word("tier", tile[2])))
