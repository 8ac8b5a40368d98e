"""mechanics.json with some values changed and nothing else: its lines, order and spaces stay as a person wrote them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def changed(words: str, values: Mapping[str, float]) -> str:
    """The text with the numbers of these dotted keys ("head.turn_ms") in the place of those it has.

    Raises KeyError for a key that the text lacks.
    """
    places = _places(words)
    for key in sorted(values, key=lambda key: places[key], reverse=True):
        start, end = places[key]
        words = words[:start] + json.dumps(values[key]) + words[end:]
    return words


def _places(words: str) -> dict[str, tuple[int, int]]:
    """Where each plain value begins and ends, by dotted key."""
    found: dict[str, tuple[int, int]] = {}
    path: list[str] = []
    key, lists, follows = "", 0, False
    tokens = list(_TOKEN.finditer(words))
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        sign = token.group()
        if sign in "[]":
            lists += 1 if sign == "[" else -1
        elif lists:
            continue
        elif sign == "{":
            path.append(key)
        elif sign == "}":
            path = path[:-1]
        elif sign[0] == '"' and after is not None and after.group() == ":":
            key = sign[1:-1]
        elif follows:
            found[".".join([*path[1:], key])] = token.span()
        follows = sign == ":"
    return found


def keep(file: Path, words: str) -> Path | None:
    """Writes the text, whole or not at all. The file that was there stays beside it as `.before` (`.before.2`, ...);
    that name, None when there was none. Raises OSError."""
    kept = None
    if file.is_file():
        names = [file.with_name(f"{file.name}.before" + (f".{n}" if n > 1 else "")) for n in range(1, 1000)]
        kept = next(name for name in names if not name.exists())
        kept.write_bytes(file.read_bytes())
    new = file.with_name(file.name + ".new")
    new.write_text(words, encoding="utf-8", newline="\n")
    new.replace(file)
    return kept
