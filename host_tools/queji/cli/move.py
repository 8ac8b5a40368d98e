"""Commands that move the table: dome, sort, raise, pause, resume; and stop, acknowledge."""

from __future__ import annotations

import time

import click

from queji.cli.session import session
from queji.cli.waiting import start, wait_option
from queji.texts import text, word

SETTLE_S = 1.0


def register(root: click.Group) -> None:
    root.add_command(dome)
    for name in ("sort", "raise", "pause", "resume"):
        root.add_command(_plain(name))
    root.add_command(stop)
    root.add_command(acknowledge)


def _plain(name: str) -> click.Command:
    """A command that only starts the job of its name."""

    @click.command(name)
    @wait_option
    def command(wait: bool) -> None:
        with session().link() as link:
            start(link, name, wait)

    return command


@click.command()
@click.argument("to", type=click.Choice(["up", "down"]))
@wait_option
def dome(to: str, wait: bool) -> None:
    with session().link() as link:
        start(link, "dome", wait, to=to)


@click.command()
def stop() -> None:
    with session().link() as link:
        answer = link.call("stop")
        end = time.monotonic() + SETTLE_S
        while answer.get("state") != "stopped" and time.monotonic() < end:  # motors are off; the state follows
            time.sleep(0.05)
            answer = {"state": link.call("status").get("state")}
        session().show(answer, text("stopped", state=word("state", answer.get("state"))))


@click.command()
def acknowledge() -> None:
    with session().link() as link:
        answer = link.call("acknowledge")
        session().show(answer, text("acknowledged", state=word("state", answer.get("state"))))
