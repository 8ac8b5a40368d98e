"""mechanics.json with some values changed and nothing else: its lines, order and spaces stay as a person wrote them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from queji import outfile
from queji.board import mechanics


def changed(words: str, values: Mapping[str, float]) -> str:
    """The text with the numbers of these dotted keys ("head.turn_ms") in the place of those it has.

    Raises KeyError for a key that the text lacks.
    """
    places = {key: span for key, _, span in mechanics.keys(words) if span}
    for key in sorted(values, key=lambda key: places[key], reverse=True):
        start, end = places[key]
        words = words[:start] + json.dumps(values[key]) + words[end:]
    return words


def keep(file: Path, words: str) -> Path | None:
    """Writes the text, whole or not at all. The file that was there stays beside it as `.before` (`.before.2`, ...);
    that name, None when there was none. Raises OSError and Unwritable."""
    kept = None
    if file.is_file():
        names = [file.with_name(f"{file.name}.before" + (f".{n}" if n > 1 else "")) for n in range(1, 1000)]
        kept = next(name for name in names if not name.exists())
        kept.write_bytes(file.read_bytes())
    outfile.write(file, words)
    return kept
