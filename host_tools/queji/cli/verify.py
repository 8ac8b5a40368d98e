"""`queji verify`: is the program on the table the one that was released?"""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.text import Text

from queji import verify as checks
from queji.cli.session import session
from queji.errors import Failed, Usage
from queji.texts import text


def register(root: click.Group) -> None:
    root.add_command(verify)


@click.command()
@click.argument("manifest", required=False, type=click.Path(path_type=Path))
@click.option("--make-manifest", "folder", metavar="DIR", type=click.Path(path_type=Path), help="option.make-manifest")
@click.option("--show", is_flag=True, help="option.verify-show")
def verify(manifest: Path | None, folder: Path | None, show: bool) -> None:
    if folder is not None:
        if manifest is not None or show:
            raise Usage("error.verify_options")
        click.echo(json.dumps(checks.make(folder), indent=1, sort_keys=True))
        return
    if manifest is None and not show:
        raise Usage("error.verify_what")
    wanted = checks.load(manifest) if manifest else None  # before the table is asked for anything
    with session().link() as link:
        told = str(link.hello.get("hash", ""))
        if show:
            _colours(str(link.call("show", what="firmware")["digits"]))
        if wanted is None:
            return
        found = checks.compare(wanted, checks.ask(link))
    image = link.hello.get("image")
    data = {"hash": told, "image": image, **vars(found)}
    if image:
        key = "verify.image_same" if wanted.get("hash") == image else "verify.image_other"
        raise Failed("error.verify_frozen", data, image=image, said=text(key, hash=wanted.get("hash")))
    if not session().json:
        for kind in ("changed", "missing", "extra"):
            for name in getattr(found, kind):
                session().out.print(text(f"verify.{kind}", name=name), soft_wrap=True)
    if not found.none:
        counts = {kind: len(getattr(found, kind)) for kind in ("changed", "missing", "extra")}
        raise Failed("error.verify", data, **counts)
    session().show(data, text("verify.same", count=len(found.same), hash=told))


def _colours(digits: str) -> None:
    line = Text(digits + "  ")
    for colour in checks.colours(digits):
        line.append("██ ", style=colour)
    names = " ".join(text(f"colour.{colour}") for colour in checks.colours(digits))
    session().show({"digits": digits, "colours": checks.colours(digits)}, line, names)
