"""`queji completion`: the completion script of a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from queji.errors import Usage


def register(root: click.Group) -> None:
    root.add_command(completion)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    made = get_completion_class(shell)
    if made is None:
        raise Usage("error.usage_line", why=shell, command="queji completion")
    click.echo(made(ctx.find_root().command, {}, "queji", "_QUEJI_COMPLETE").source())
