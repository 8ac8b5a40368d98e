"""The `queji` command: puts the command groups together and turns every error into one clear line.

A group is a module of this package named in SECTIONS, with `register(root)` that adds its commands to the root group.
Help is written under `help.COMMAND` and `option.NAME` in queji.texts; the common options are added here.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence

import click

from queji import __version__, texts
from queji.cli import output, words
from queji.cli.session import Session, common_options
from queji.errors import Interrupted, QuejiError, SystemRefused

# section of the help: modules, in the order of the help
SECTIONS = (
    ("look", ("find", "status", "watch")),
    ("play", ("tiles", "move", "game", "play")),
    ("service", ("config", "faults", "tests", "fit", "health", "audit", "verify", "call", "flash", "hil")),
    ("alone", ("sim", "demo", "board", "rules", "bench", "completion")),
)


class Root(click.Group):
    """The root group: its help shows the commands in sections."""

    def __init__(self) -> None:
        super().__init__("queji", help="help", context_settings={"help_option_names": ["-h", "--help"]})
        self.section_of: dict[str, str] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section in dict.fromkeys(self.section_of.values()):
            names = [name for name in self.commands if self.section_of.get(name) == section]
            rows = [(name, self.commands[name].get_short_help_str(60)) for name in names]
            with formatter.section(texts.text(f"section.{section}")):
                formatter.write_dl(rows)


def build() -> Root:
    """The whole command, in the language chosen."""
    root = Root()
    root.params.append(click.Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_version))
    for section, modules in SECTIONS:
        for name in modules:
            if importlib.util.find_spec(f"{__name__}.{name}") is None:
                continue
            importlib.import_module(f"{__name__}.{name}").register(root)
            for command in root.commands:
                root.section_of.setdefault(command, section)
    _finish(root, "")
    return root


def _finish(command: click.Command, path: str) -> None:
    """Adds the common options and puts the help of a command, and of those below it, into words."""
    key = f"help {path}".strip().replace(" ", ".", 1)
    command.context_class = words.Context
    given = {param.name for param in command.params}
    command.params += [option for option in common_options() if option.name not in given]
    if key in texts.TEXTS:
        command.help = texts.text(key)
    for param in command.params:
        if isinstance(param, click.Option) and param.help and param.help in texts.TEXTS:
            param.help = texts.text(param.help)
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            _finish(below, f"{path} {name}".strip())


def _version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"queji {__version__}")
        ctx.exit()


def _language_asked(args: Sequence[str]) -> str | None:
    """--lang, found before anything is parsed: the help needs it."""
    for here, after in zip(args, [*args[1:], ""]):  # noqa: B905
        if here == "--lang":
            return after
        if here.startswith("--lang="):
            return here.partition("=")[2]
    return None


def run(args: Sequence[str]) -> int:
    """Carries out one command line and gives its exit code; no exception comes out."""
    texts.choose(_language_asked(args))
    session = Session()
    session.json = "--json" in args  # so that even a usage error is told as JSON
    try:
        result = build().main(args=list(args), prog_name="queji", standalone_mode=False, obj=session)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except QuejiError as error:
        return session.fail(error)
    except (KeyboardInterrupt, click.Abort, EOFError):
        return session.fail(Interrupted())
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.ClickException as error:
        return session.fail(words.complaint(error))
    except BrokenPipeError:  # `queji ... | head`
        output.discard()
        return 0
    except OSError as error:
        if os.environ.get("QUEJI_DEBUG"):
            raise
        return session.fail(SystemRefused(why=texts.reason(error), file=error.filename or "-"))
    except Exception as error:
        if os.environ.get("QUEJI_DEBUG"):
            raise
        where = error.__traceback__
        while where and where.tb_next:
            where = where.tb_next
        place = f"{os.path.basename(where.tb_frame.f_code.co_filename)}:{where.tb_lineno}" if where else "?"
        return session.fail(QuejiError("error.defect", why=f"{type(error).__name__}: {error} ({place})"))


def main() -> None:
    """The console script."""
    output.prepare()
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:
        output.discard()
    sys.exit(code)
