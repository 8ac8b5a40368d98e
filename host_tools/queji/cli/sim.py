"""`queji sim`: run a virtual table; and, with a subcommand, act on the mechanics of one that runs."""

from __future__ import annotations

import json
import os
import shlex
import sys
from typing import Any

import click

from queji.cli.call import parse
from queji.cli.session import session
from queji.errors import QuejiError, SimUnavailable
from queji.simulate import SETS, simulator
from queji.texts import text

SOCKET = "QUEJI_SIM_SOCKET"


def register(root: click.Group) -> None:
    root.add_command(sim)


@click.group(invoke_without_command=True)
@click.option("--seed", type=int, default=1, show_default=True, help="option.seed")
@click.option("--speed", type=click.FloatRange(0.1, 100), default=1.0, show_default=True, help="option.speed")
@click.option("--tiles", type=click.Choice([str(n) for n in SETS]), default="144", metavar="N", help="option.tiles")
@click.option("--tcp", type=click.IntRange(0, 65535), metavar="PORT", help="option.tcp")
@click.option("--no-players", is_flag=True, help="option.no-players")
@click.option("--state", type=click.Path(file_okay=False), help="option.state")
@click.pass_context
def sim(
    ctx: click.Context, seed: int, speed: float, tiles: str, tcp: int | None, no_players: bool, state: str | None
) -> None:
    if ctx.invoked_subcommand is not None:
        return
    players = "none" if no_players else "auto"
    table = simulator(seed=seed, speed=speed, layout=SETS[int(tiles)], tcp=tcp, players=players, state=state)
    here = session()
    try:
        here.show({"port": table.port, "control": table.control}, text("sim.running", port=table.port))
        here.note("sim.how")
        if sys.stdin.isatty() and not here.json:
            here.note("sim.commands")
            os.environ[SOCKET] = table.control
            _console(ctx, table)
        else:
            here.note("sim.stop")
            while not table.wait(1):
                pass
    except KeyboardInterrupt:
        pass
    finally:
        table.close()
        here.note("sim.ended")


def _console(ctx: click.Context, table: Any) -> None:
    """Lines typed where the virtual table runs: the same words as the subcommands."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  arrows and history for input()
    while not table.wait(0):
        try:
            line = input("sim> ")
        except EOFError:
            return
        words = shlex.split(line, comments=True) if line.count('"') % 2 == 0 and "'" not in line else line.split()
        if not words:
            continue
        if words[0] == "help":
            words = ["--help"]
        try:
            sim.main(args=words, prog_name="", standalone_mode=False, obj=session())
        except QuejiError as error:
            session().fail(error)
        except click.ClickException as error:
            click.echo(error.format_message(), err=True)


def ask(do: str, **args: Any) -> None:
    """One request to the mechanics of the virtual table that runs, and its answer. Raises SimUnavailable."""
    from queji.virtual.control import Control, SimulatorError, only_one

    try:
        with Control(os.environ.get(SOCKET) or only_one()) as control:
            answer = control.ask(do, **{name: value for name, value in args.items() if value is not None})
    except SimulatorError as error:
        raise SimUnavailable("error.sim_refused", why=str(error)) from None
    session().show(answer, json.dumps(answer, ensure_ascii=False, indent=2) if answer else "ok")


@sim.command("press")
@click.argument("keys", nargs=-1, required=True, metavar="KEY...")
@click.option("--ms", type=click.IntRange(1, 60000), default=100, show_default=True, help="option.ms")
def sim_press(keys: tuple[str, ...], ms: int) -> None:
    for key in keys:
        ask("press", key=key, ms=ms)


@sim.command("inject")
@click.argument("fault")
@click.argument("target", required=False)
@click.argument("more", nargs=-1, metavar="[NAME=VALUE ...]")
def sim_inject(fault: str, target: str | None, more: tuple[str, ...]) -> None:
    if target and "=" in target:
        target, more = None, (target, *more)
    if fault == "serial":
        ask("serial", **parse(more))
    else:
        ask("inject", fault=fault, target=target, **parse(more))


@sim.command("repair")
@click.argument("fault", required=False)
@click.argument("target", required=False)
def sim_repair(fault: str | None, target: str | None) -> None:
    ask("repair", fault=fault, target=target)


@sim.command("power")
@click.argument("on", type=click.Choice(["on", "off"]))
def sim_power(on: str) -> None:
    ask("power", on=on == "on")


@sim.command("reset")
def sim_reset() -> None:
    ask("reset")


@sim.command("view")
def sim_view() -> None:
    ask("view")


@sim.command("quit")
def sim_quit() -> None:
    ask("quit")
