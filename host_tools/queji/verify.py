"""Which program a table runs: the SHA-256 of each of its files against a manifest of a release."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queji.deploy.sources import short_hash
from queji.errors import QuejiError, Usage
from queji.link import Link

FORMAT = "queji manifest 1"
PROGRAM = (".py", ".mpy")
TABLES = (".csv", ".json")  # in a folder only, as firmware/table/fair/files.py has it
LEFT_OUT = ("__pycache__", "journal")
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass
class Difference:
    """What a table has that the manifest does not say, and the other way round; names in order."""

    same: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)

    @property
    def none(self) -> bool:
        return not (self.changed or self.missing or self.extra)


def make(folder: Path) -> dict[str, Any]:
    """The manifest of the program in a folder, as it lies on a table: main, table/, board/. Raises Usage."""
    if not (folder / "table").is_dir():
        raise Usage("error.manifest_folder", folder=folder)
    files = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in _program(folder)
    }
    return {"format": FORMAT, "hash": short_hash(folder / "table"), "files": files}


def _program(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        suffixes = PROGRAM if len(parts) == 1 else PROGRAM + TABLES
        if path.is_file() and path.suffix in suffixes and not set(parts) & set(LEFT_OUT):
            yield path


def load(file: Path) -> dict[str, Any]:
    """A manifest from its file. Raises Usage when it is none."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Usage("error.unreadable", file=file, why=getattr(error, "strerror", None) or "not text") from None
    except ValueError as error:
        raise Usage("error.manifest", file=file, why=str(error)) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Usage("error.manifest", file=file, why="it is of another kind or version")
    files = found.get("files")
    if not isinstance(files, dict) or not files:
        raise Usage("error.manifest", file=file, why='it has no "files"')
    for name, digest in files.items():
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            raise Usage("error.manifest", file=file, why=f"{name} has no SHA-256 of 64 digits")
    return found


def ask(link: Link) -> dict[str, str]:
    """SHA-256 of each program file on a table, by name."""
    files: dict[str, str] = {}
    first: int | None = 0
    while first is not None:
        answer = link.call("files", first=first)
        try:
            files.update({str(name): str(digest) for name, _, digest in answer["files"]})
            after = answer["next"]
        except (TypeError, KeyError, ValueError):
            raise QuejiError("error.answer", request="files", why="it is not made like one") from None
        if after is not None and after <= first:
            raise QuejiError("error.answer", request="files", why=f"next {after} after {first}")
        first = after
    return files


def compare(manifest: dict[str, Any], files: dict[str, str]) -> Difference:
    wanted: dict[str, str] = manifest["files"]
    found = Difference()
    for name in sorted(wanted):
        if name not in files:
            found.missing.append(name)
        elif files[name] == wanted[name]:
            found.same.append(name)
        else:
            found.changed.append(name)
    found.extra = sorted(set(files) - set(wanted))
    return found


COLOURS = ("red", "green", "blue", "white")


def colours(digits: str) -> list[str]:
    """The colours by which the table shows a hash along its walls, two a digit: docs/fair-dice.md."""
    return [COLOURS[part] for digit in digits for part in divmod(int(digit, 16), 4)]
