"""The table's faults in words: the firmware's own list, data/faults.csv, read by the tool."""

from __future__ import annotations

import csv
from functools import lru_cache
from typing import Any

from queji import paths, texts


@lru_cache(maxsize=1)
def catalogue() -> dict[tuple[int, int], dict[str, str]]:
    """All faults by (code, sub): name, en, zh, hint_en, hint_zh. Empty if the file is missing."""
    file = paths.TABLE / "data" / "faults.csv"
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as lines:
        return {(int(row["code"]), int(row["sub"])): row for row in csv.DictReader(lines)}


def _row(fault: dict[str, Any]) -> dict[str, str]:
    try:
        return catalogue().get((int(fault["code"]), int(fault["sub"])), {})
    except (KeyError, TypeError, ValueError):
        return {}


def describe(fault: dict[str, Any] | None) -> str:
    """One line: code, side, meaning, part, stage, measured value, limit; as `E1.1 South: ... [head: 842 ms]`."""
    if not fault:
        return texts.text("fault.unknown")
    language = texts.language()
    meaning = _row(fault).get(language) or str(fault.get("name", "?"))
    head = f"E{fault.get('code', '?')}.{fault.get('sub', '?')}"
    where = texts.word("seat", fault["side"]) if fault.get("side") is not None else ""
    details = " ".join(_named(kind, str(fault[kind])) for kind in ("part", "stage") if fault.get(kind))
    measured, limit, unit = fault.get("measured"), fault.get("limit"), texts.say(fault.get("unit") or "")
    if measured is not None:
        bound = texts.text("fault.limit", limit=limit, unit=unit) if limit is not None else ""
        details = f"{details}: {measured} {unit}{bound}".lstrip(": ")
    if fault.get("counts"):
        details = f"{details} {fault['counts']}".strip()
    place = f" {where}" if where else ""
    return f"{head}{place}: {meaning}" + (f" [{details}]" if details else "")


def _named(kind: str, name: str) -> str:
    """A part or a stage in words; a stage may be a job's name, a test's, or a sentence of the store."""
    if texts.has(f"{kind}.{name}"):
        return texts.word(kind, name)
    if texts.has(f"job.{name}"):
        return texts.word("job", name)
    said = texts.say(name)
    return said if said != name else texts.word(kind, name)


def hint(fault: dict[str, Any] | None) -> str:
    """What to do about a fault, in the language chosen; empty if not known."""
    return _row(fault or {}).get(f"hint_{texts.language()}", "")
