"""What `queji config export` writes and `import` puts back: settings, rules, base times, counters, calibration, bad
sensors.

The file is JSON: {"queji": "config", "version": 1, "table": {...}, "made": "...", "parts": {part: object}}.
"""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Protocol

from queji.errors import Failed, Refused, Usage

VERSION = 1
PARTS = ("settings", "rules", "base", "counters", "photos", "bad")
ANYWHERE = ("settings", "rules")
"""Parts that make sense on another table too."""
IDENTITY = ("id", "board", "firmware", "hash", "boots")


class Asks(Protocol):
    hello: dict[str, Any]

    def call(self, method: str, *args: Any, **params: Any) -> Any: ...


def read_table(link: Asks) -> dict[str, Any]:
    """The file's content. Raises what the link raises."""
    parts = {part: link.call("export", part=part)["value"] for part in PARTS}
    table = {name: link.hello.get(name) for name in IDENTITY} | {"name": parts["settings"].get("name", "")}
    made = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return {"queji": "config", "version": VERSION, "table": table, "made": made, "parts": parts}


def read_file(path: Path) -> dict[str, Any]:
    """The content of an exported file. Raises Usage, which says what it is instead."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Usage("error.unreadable", file=path, why=error.strerror) from None
    except ValueError:
        raise Usage("error.backup_none", file=path) from None
    if not isinstance(found, dict) or found.get("queji") != "config" or not isinstance(found.get("version"), int):
        raise Usage("error.backup_none", file=path)
    if found["version"] > VERSION:
        raise Usage("error.backup_newer", file=path, version=found["version"], known=VERSION)
    parts = found.get("parts")
    if not isinstance(parts, dict) or not all(isinstance(value, dict) for value in parts.values()):
        raise Usage("error.backup_none", file=path)
    return found


def same_table(link: Asks, found: dict[str, Any]) -> bool:
    return bool(found.get("table", {}).get("id")) and found["table"]["id"] == link.hello.get("id")


class Plan:
    """What putting `found` back would change: checked on the table, nothing changed yet. Raises Failed."""

    def __init__(self, link: Asks, found: dict[str, Any], parts: tuple[str, ...]) -> None:
        self._link = link
        self.parts = [part for part in parts if part in found["parts"]]
        self._wanted = found["parts"]
        self._there: dict[str, Any] = {}
        self.changes: list[tuple[str, str, Any, Any]] = []
        self.unknown = [part for part in found["parts"] if part not in PARTS]
        for part in self.parts:
            self._look(part)

    def _look(self, part: str) -> None:
        there, wanted = self._link.call("export", part=part)["value"], self._wanted[part]
        try:
            answer = self._link.call("import", part=part, value=wanted, check=True)
        except Refused as error:
            raise Failed("error.backup_unfit", {"part": part}, part=part, why=error.fields["why"]) from None
        self._there[part] = there
        self.unknown += [f"{part}.{name}" for name in answer["unknown"]]
        self.changes += [(part, name, there.get(name), wanted.get(name)) for name in answer["changed"]]

    def carry_out(self) -> None:
        """Put it back. Raises Failed; what was there before is then there again."""
        done: list[str] = []
        for part in dict.fromkeys(change[0] for change in self.changes):
            done.append(part)
            try:
                self._link.call("import", part=part, value=self._wanted[part])
            except Refused as error:
                for one in done:
                    self._link.call("import", part=one, value=self._there[one])
                raise Failed("error.backup_half", {"part": part}, part=part, why=error.fields["why"]) from None
