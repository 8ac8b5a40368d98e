"""What every command shares: the common options, the link, output for people and for programs."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from rich.console import Console, RenderableType

from queji import ports, texts
from queji.errors import QuejiError
from queji.link import Link


class Session:
    """One run of the command: its options, and where it writes."""

    def __init__(self) -> None:
        self.port: str | None = None
        self.json = False
        self.trace = False
        # what a table says is shown as it is: no markup in it, no emoji codes
        self.out = Console(highlight=False, markup=False, emoji=False)
        self.err = Console(stderr=True, highlight=False, markup=False, emoji=False)

    def link(self) -> Link:
        """Opens the table chosen. Raises what queji.ports.choose and queji.link.Link raise."""
        return Link(ports.choose(self.port), trace=self._traced if self.trace else None)

    def show(self, data: Any, *human: RenderableType) -> None:
        """The result: `data` as JSON for programs, else `human` line by line."""
        if self.json:
            self.line(data)
            return
        for one in human:
            self.out.print(one, soft_wrap=isinstance(one, str))

    def line(self, data: Any) -> None:
        """One line of JSON, at once."""
        sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    def note(self, key: str, **fields: Any) -> None:
        """A remark that is no result: on stderr, and not for programs."""
        if not self.json:
            self.err.print(texts.text(key, **fields), soft_wrap=True)

    def fail(self, error: QuejiError) -> int:
        """Tells an error in its one or two lines, or as JSON; gives the exit code."""
        if self.json:
            try:
                self.line({"error": error.data()})
                return error.exit
            except OSError:  # stdout is full or gone: then as for people
                pass
        message = texts.text("error.prefix", message=error.message())
        self.err.print(message, style="bold red", soft_wrap=True)
        if error.hint():
            self.err.print(texts.text("hint", hint=error.hint()), soft_wrap=True)
        return error.exit

    def _traced(self, way: str, line: bytes) -> None:
        self.err.print(f"{way} {line.decode('utf-8', 'backslashreplace')}", soft_wrap=True, style="dim")


def session(ctx: click.Context | None = None) -> Session:
    """The session of the command that is running."""
    return (ctx or click.get_current_context()).ensure_object(Session)


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    source = ctx.get_parameter_source(param.name or "")
    if value is None or source in (None, click.core.ParameterSource.DEFAULT):
        return  # not given here; perhaps it was given before the command's name
    if param.name == "lang":
        texts.choose(value)
    else:
        setattr(session(ctx), str(param.name), value)


def common_options() -> list[click.Option]:
    """The options valid before and after every command's name."""
    shared: dict[str, Any] = {"expose_value": False, "callback": _keep}
    return [
        click.Option(["--port", "-p"], metavar="PORT", help="option.port", **shared),
        click.Option(["--json"], is_flag=True, help="option.json", **shared),
        click.Option(["--lang"], type=click.Choice(texts.LANGUAGES), help="option.lang", **shared),
        click.Option(["--trace"], is_flag=True, help="option.trace", **shared),
    ]
