"""`queji sim`: run a virtual table; and, with a subcommand, act on the mechanics of one that runs."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from typing import Any

import click
from rich.table import Table

from queji import texts
from queji.cli.config import value_of
from queji.cli.session import session
from queji.describe import counts
from queji.errors import SimUnavailable, Usage
from queji.simulate import SETS, layout_problem, simulator
from queji.texts import text

socket_option = click.option("--socket", metavar="PATH", help="option.socket")


def register(root: click.Group) -> None:
    root.add_command(sim)


@click.group(invoke_without_command=True)
@click.option("--seed", type=int, default=1, show_default=True, help="option.seed")
@click.option("--speed", type=click.FloatRange(0.1, 100), default=1.0, show_default=True, help="option.speed")
@click.option("--set", "tiles", type=int, default=144, show_default=True, metavar="TILES", help="option.tiles")
@click.option("--layout", metavar="E,S,W,N", help="option.sim-layout")
@click.option("--players", type=click.Choice(["auto", "none"]), default="auto", help="option.sim-players")
@click.option("--state", type=click.Path(file_okay=False), metavar="DIR", help="option.state")
@click.option("--tcp", type=click.IntRange(0, 65535), metavar="PORT", help="option.tcp_port")
@click.option("--board", metavar="BOARD", help="option.board")
@click.option("--mechanics", metavar="FILE", help="option.sim-mechanics")
@click.pass_context
def sim(ctx: click.Context, tiles: int, layout: str | None, **options: Any) -> None:
    if ctx.invoked_subcommand is not None:
        return
    chosen = layout_of(layout, options["board"]) if layout else list(set_of(tiles))
    # A service manager and a closing terminal end it as Ctrl-C does.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    here = session()
    options["on_stderr"] = lambda line: click.echo(line, err=True)
    table = simulator(layout=chosen, **options)
    try:
        lines = (text("sim.running", port=table.port), text("sim.connect", port=table.port), text("sim.break"))
        here.show({"port": table.port, **table.about}, *lines, text("sim.stop"))
        while not table.wait(1):
            pass
        if not table.quitting:
            raise SimUnavailable("error.sim_died", why=(table.last_words() or str(table.exit_code)).splitlines()[-1])
    except KeyboardInterrupt:
        pass
    finally:
        table.close()
    here.note("sim.ended")


def set_of(tiles: int) -> tuple[int, ...]:
    """The layout of a standard set of so many tiles. Raises Usage."""
    if tiles not in SETS:
        raise Usage("error.sim_set", word=tiles, sets=", ".join(map(str, SETS)))
    return SETS[tiles]


def layout_of(words: str, board: str | None = None) -> list[int]:
    """`14,13,14,13` as numbers; a layout that the board's table can build. Raises Usage."""
    try:
        counts = [int(part) for part in words.split(",")]
    except ValueError:
        counts = []
    if len(counts) != 4 or min(counts) < 0:
        raise Usage("error.sim_layout", word=words)
    problem = layout_problem(counts, board)
    if problem:
        raise Usage("error.sim_longest", word=words, why=problem)
    return counts


def ask(where: str | None, do: str, told: Callable[[dict[str, Any]], str], /, **args: Any) -> None:
    """One request to the mechanics of a virtual table that runs, and its answer. Raises SimUnavailable."""
    from queji.virtual.control import Control, NotRunning, SimulatorError, only_one

    try:
        with Control(where or only_one()) as control:
            answer = control.ask(do, **{name: value for name, value in args.items() if value is not None})
    except NotRunning as error:
        raise SimUnavailable("error.sim_none", why=str(error)) from None
    except SimulatorError as error:
        raise Usage("error.sim_refused", why=str(error)) from None
    session().show(answer, told(answer))


def pairs(words: tuple[str, ...]) -> dict[str, Any]:
    """`NAME=VALUE` words as arguments. Raises Usage."""
    for word in words:
        if not word.partition("=")[1]:
            raise Usage("error.sim_pair", word=word)
    return {word.partition("=")[0]: value_of(word.partition("=")[2]) for word in words}


@sim.command("inject")
@click.argument("fault")
@click.argument("target", required=False)
@click.argument("more", nargs=-1, metavar="[NAME=VALUE ...]")
@socket_option
def sim_inject(fault: str, target: str | None, more: tuple[str, ...], socket: str | None) -> None:
    if target and "=" in target:
        target, more = None, (target, *more)
    if fault == "serial":
        ask(socket, "serial", lambda _: text("sim.injected", fault=fault), **pairs(more))
    else:
        told = text("sim.injected", fault=f"{fault} {target or ''}".strip())
        ask(socket, "inject", lambda _: told, fault=fault, target=target, **pairs(more))


def repaired(answer: dict[str, Any]) -> str:
    count = answer.get("repaired")
    return text("sim.repaired", count=count) if count else text("sim.nothing_repaired")


@sim.command("repair")
@click.argument("fault", required=False)
@click.argument("target", required=False)
@socket_option
def sim_repair(fault: str | None, target: str | None, socket: str | None) -> None:
    if fault == "serial":
        ask(socket, "serial", lambda _: text("sim.repaired", count=1), lose=0, change=0, double=0)
    else:
        ask(socket, "repair", repaired, fault=fault, target=target)


@sim.command("press")
@click.argument("keys", nargs=-1, required=True, metavar="KEY...")
@click.option("--ms", type=click.IntRange(1, 60000), default=120, show_default=True, help="option.press_ms")
@socket_option
def sim_press(keys: tuple[str, ...], ms: int, socket: str | None) -> None:
    ask(socket, "press", lambda _: text("sim.pressed", keys=" ".join(keys), ms=ms), keys=list(keys), ms=ms)


@sim.command("emergency")
@click.argument("on", type=click.Choice(["on", "off"]))
@socket_option
def sim_emergency(on: str, socket: str | None) -> None:
    ask(socket, "emergency", lambda _: text(f"sim.emergency_{on}"), on=on == "on")


@sim.command("power")
@click.argument("on", type=click.Choice(["on", "off"]))
@socket_option
def sim_power(on: str, socket: str | None) -> None:
    ask(socket, "power", lambda _: text(f"sim.power_{on}"), on=on == "on")


@sim.command("reset")
@socket_option
def sim_reset(socket: str | None) -> None:
    ask(socket, "reset", lambda _: text("sim.was_reset"))


@sim.command("push")
@click.argument("tiles", type=click.IntRange(1), required=False)
@socket_option
def sim_push(tiles: int | None, socket: str | None) -> None:
    ask(socket, "push_in", lambda answer: text("sim.pushed", count=answer.get("tiles")), tiles=tiles)


@sim.command("players")
@click.argument("layout", required=False, metavar="[TILES | E,S,W,N]")
@click.option("--auto/--no-auto", default=None, help="option.players_auto")
@socket_option
def sim_players(layout: str | None, auto: bool | None, socket: str | None) -> None:
    chosen = None
    if layout and layout.isdigit():
        chosen = list(set_of(int(layout)))
    elif layout:
        chosen = layout_of(layout)
    ask(socket, "players", players_told, layout=chosen, auto=auto)


def players_told(answer: dict[str, Any]) -> str:
    return text("sim.players", layout=counts(answer["layout"]), auto=text("yes" if answer["auto"] else "no"))


@sim.command("view")
@socket_option
def sim_view(socket: str | None) -> None:
    ask(socket, "view", lambda answer: "\n".join(f"{name}: {json.dumps(answer[name])}" for name in sorted(answer)))


@sim.command("quit")
@socket_option
def sim_quit(socket: str | None) -> None:
    ask(socket, "quit", lambda _: text("sim.ended"))


@sim.command("list")
def sim_list() -> None:
    from queji.virtual.control import SimulatorError, running

    try:
        found = running()
    except SimulatorError as error:
        raise SimUnavailable("error.sim_refused", why=str(error)) from None
    lines = [text("sim.one", **{"port": "?", "control": "?", "pid": "?", **one}) for one in found]
    session().show(found, *(lines or [text("sim.no_one")]))


@sim.command("faults")
def sim_faults() -> None:
    from queji.virtual.faults import FAULTS
    from queji.virtual.flashfaults import FLASH_FAULTS, SERIAL_FAULTS

    every = {**FAULTS, **FLASH_FAULTS, **SERIAL_FAULTS}
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("fault", "target", "args", "what"):
        table.add_column(text(f"sim.column_{column}"), overflow="fold")
    for name, (target, arguments, english, chinese) in every.items():
        given = " ".join(f"{key}={value}" for key, value in arguments.items())
        table.add_row(name, target, given, chinese if texts.language() == "zh" else english)
    rows = [{"name": n, "target": r[0], "arguments": r[1], "en": r[2], "zh": r[3]} for n, r in every.items()]
    session().show(rows, table)
