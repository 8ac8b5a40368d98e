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
LEAST = 40  # columns of a terminal that the rest of a row needs beside the port
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
    here = session()
    rows = [_row(one) for one in found]
    longest = max(len(one.port) for one in found)
    if longest + LEAST > here.out.width:  # no room for columns beside the port: what belongs to it stands below
        lines = [line for port, *more in rows for line in (port, "  " + "  ".join(filter(None, more)))]
        here.show([asdict(one) for one in found], *lines)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(text("ports.port"), no_wrap=True, overflow="fold", min_width=longest)
    for column in ("what", "state", "firmware", "id"):
        table.add_column(text(f"ports.{column}"), overflow="fold")
    for row in rows:
        table.add_row(*row)
    here.show([asdict(one) for one in found], table)


def _row(one: ports.Found) -> tuple[str, ...]:
    what = text("ports.virtual") if one.virtual else one.description
    if one.hello is None:
        return one.port, what, text("ports.silent"), "", one.serial
    state = word("state", one.hello.get("state"))
    return one.port, what, state, str(one.hello.get("firmware")), str(one.hello.get("id"))


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
