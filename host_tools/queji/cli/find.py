"""`queji ports` and `queji info`: which tables there are."""

from __future__ import annotations

from dataclasses import asdict

import click
from rich.table import Table

from queji import __version__, paths, ports
from queji.cli.session import session
from queji.errors import NoTable
from queji.texts import text, word

INFO = ("product", "firmware", "hash", "board", "id", "boots", "reset", "state")
LINK = ("protocol", "settings", "line", "micropython")


def register(root: click.Group) -> None:
    root.add_command(list_ports)
    root.add_command(info)


@click.command("ports")
@click.option("--udev", is_flag=True, help="option.udev")
def list_ports(udev: bool) -> None:
    if udev:
        click.echo((paths.DATA / "70-queji.rules").read_text(encoding="utf-8"), nl=False)
        return
    found = ports.scan()
    if not found:
        raise NoTable()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(text("ports.port"), no_wrap=True, overflow="fold", min_width=max(len(one.port) for one in found))
    for column in ("what", "state", "firmware", "id"):
        table.add_column(text(f"ports.{column}"), overflow="fold")
    for one in found:
        hello = one.hello
        what = text("ports.virtual") if one.virtual else one.description
        if hello is None:
            table.add_row(one.port, what, text("ports.silent"), "", one.serial)
        else:
            state = word("state", hello.get("state"))
            table.add_row(one.port, what, state, str(hello.get("firmware")), str(hello.get("id")))
    session().show([asdict(one) for one in found], table)


@click.command()
def info() -> None:
    with session().link() as link:
        hello = link.hello
        rows = Table.grid(padding=(0, 2))
        rows.add_row(text("info.port"), link.name)
        for name in INFO + LINK:
            if name in hello:
                kind = name if name in ("state", "reset") else ""
                rows.add_row(text(f"info.{name}"), word(kind, hello[name]) if kind else str(hello[name]))
        rows.add_row(text("info.tool"), f"queji {__version__}")
        session().show({**hello, "port": link.name, "tool": __version__}, rows)
