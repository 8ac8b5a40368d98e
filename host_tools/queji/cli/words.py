"""The command line's own words, in the language chosen: its help and what it says about a wrong command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.text import Text

from queji.errors import Usage
from queji.texts import say


def complaint(error: click.ClickException) -> Usage:
    """What is wrong with the command line, in one line; the hint names the help of the command it was about."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "queji"
    return Usage("error.usage_line", why=" ".join(error.format_message().split()), command=command)


class Help(click.HelpFormatter):
    """Help whose headings are in the language chosen, and whose lines fit: a Chinese sign takes two columns."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, say("Usage: "))

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(say(name)):
            yield

    def write_text(self, text: str) -> None:
        room = max(self.width - self.current_indent, 20)
        for number, paragraph in enumerate(text.split("\n\n")):
            if number:
                self.write("\n")
            as_it_is = paragraph.startswith("\b\n")
            lines = paragraph.split("\n")[1:] if as_it_is else wrapped(" ".join(paragraph.split()), room)
            for line in lines:
                self.write(f"{'':>{self.current_indent}}{line}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Names at the left, what they mean at the right; a name too long for its column has a line of its own."""
        rows = list(rows)
        column = min(max((len(name) for name, _ in rows), default=0), col_max) + col_spacing
        room = max(self.width - self.current_indent - column, 10)
        for name, meaning in rows:
            lines = wrapped(say(meaning).replace("[default: ", say("[default: ")), room)
            if len(name) > column - col_spacing:
                self.write(f"{'':>{self.current_indent}}{name}\n")
                name = ""
            for line in lines or [""]:
                self.write(f"{'':>{self.current_indent}}{name:<{column}}{line}".rstrip() + "\n")
                name = ""


class Context(click.Context):
    formatter_class = Help


def wrapped(words: str, width: int) -> list[str]:
    """Words over lines of at most `width` columns."""
    return [line.plain.rstrip() for line in Text(words).wrap(Console(width=width), width)]
