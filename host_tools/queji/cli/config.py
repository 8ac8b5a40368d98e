"""`queji config`: the table's settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from queji import backup, outfile
from queji.cli.session import session
from queji.describe import applies, counts
from queji.errors import Usage
from queji.texts import text, word


def register(root: click.Group) -> None:
    root.add_command(config)


def value_of(words: str) -> Any:
    """A value as typed: a number, true/false/null, JSON, a comma list of numbers, else the words themselves."""
    try:
        return json.loads(words)
    except ValueError:
        pass
    try:
        return [int(part) for part in words.split(",")] if "," in words else words
    except ValueError:
        return words


def shown(value: Any) -> str:
    """A value in one line: words as they are unless there is something in them that moves the cursor."""
    return value if isinstance(value, str) and value and value.isprintable() else json.dumps(value, ensure_ascii=False)


@click.group(invoke_without_command=True)
@click.pass_context
def config(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        _list()


@config.command("list")
def config_list() -> None:
    _list()


def _list() -> None:
    with session().link() as link:
        answer = {**_sorted(link.call("settings")), **_sorted(link.call("rules"))}
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(text("config.name"))
    table.add_column(text("config.value"))
    for name, value in answer.items():
        table.add_row(name, json.dumps(value, ensure_ascii=False))
    session().show(answer, table)


def _sorted(values: dict[str, Any]) -> dict[str, Any]:
    """By name: a table tells them in no order."""
    return {name: values[name] for name in sorted(values)}


@config.command("get")
@click.argument("name")
def config_get(name: str) -> None:
    with session().link() as link:
        answer = link.call("settings", name=name)
    value = answer.get(name, answer) if isinstance(answer, dict) else answer
    session().show(answer, json.dumps(value, ensure_ascii=False))


@config.command("set")
@click.argument("name")
@click.argument("value")
def config_set(name: str, value: str) -> None:
    with session().link() as link:
        answer = link.call("set", name=name, value=value_of(value))
    words = {"name": name, "was": shown(answer.get("was")), "value": shown(answer.get("value"))}
    session().show(answer, text("config.changed", **words, applies=applies(answer.get("applies"))))


@config.command("preset")
@click.argument("name", required=False)
def config_preset(name: str | None) -> None:
    with session().link() as link:
        answer = link.call("preset", **({"name": name} if name else {}))
    said = {"name": answer.get("preset") or text("none"), "layout": counts(answer.get("layout"))}
    if name:
        session().show(answer, text("preset.set", **said, applies=applies(answer.get("applies"))))
        return
    known = [f"  {one}  {word('preset', one)}" for one in answer.get("presets", ())]
    session().show(answer, text("preset.now", **said), *known)


@config.command("reset")
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="option.all")
def config_reset(name: str | None, every: bool) -> None:
    if bool(name) == every:
        raise Usage("error.config_reset")
    with session().link() as link:
        answer = link.call("defaults", **({"name": name} if name else {}))
    session().show(answer, text("config.reset", name=name) if name else text("config.reset_all"))


@config.command("export")
@click.argument("file", type=click.Path(path_type=Path))
def config_export(file: Path) -> None:
    with session().link() as link:
        found = backup.read_table(link)
    outfile.write(file, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    words = {"file": file, "parts": len(found["parts"]), "id": found["table"]["id"]}
    session().show({**found["table"], "file": str(file)}, text("config.exported", **words))


@config.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="option.check")
@click.option("--all", "every", is_flag=True, help="option.all_parts")
def config_import(file: Path, check: bool, every: bool) -> None:
    found = backup.read_file(file)
    with session().link() as link:
        same = backup.same_table(link, found)
        plan = backup.Plan(link, found, backup.PARTS if same or every else backup.ANYWHERE)
        if not check:
            plan.carry_out()
    if not same and not every:
        session().note("config.other_table", id=found.get("table", {}).get("id") or text("none"))
    if plan.unknown:
        session().note("config.unknown", names=", ".join(plan.unknown))
    told = [
        text("config.differs", part=part, name=name, was=_short(was), now=_short(now))
        for part, name, was, now in plan.changes
    ]
    end = "same" if not plan.changes else "would_change" if check else "imported"
    data = {"changed": [list(change) for change in plan.changes], "unknown": plan.unknown, "done": not check}
    session().show(data, *told, text(f"config.{end}", **({"count": len(told)} if told else {})))


def _short(value: Any) -> str:
    return text("none") if value is None else json.dumps(value, ensure_ascii=False)
