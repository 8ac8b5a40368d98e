"""What `queji bench` measures: one module a subject, each with `run(seeds) -> dict` of flat names and numbers."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from queji import outfile

MODULES = ("sorts", "speed", "memory", "line", "dice", "mixing")
ASKED = ("vary",)  # measured only when named: it takes long
SEEDS = 100


def modules() -> list[str]:
    """Those that are there, in order."""
    return [name for name in MODULES if importlib.util.find_spec(f"{__name__}.{name}")]


def measure(names: list[str], seeds: int = SEEDS) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, results) of each module as soon as it is known. `seeds`: how many hands a median is taken of."""
    for name in names:
        run = importlib.import_module(f"{__name__}.{name}").run
        yield name, run(seeds) if "seeds" in inspect.signature(run).parameters else run()


def keep(results: dict[str, Any], path: Path) -> None:
    """Writes the results as one flat JSON object; those of other modules from an earlier run stay.

    Raises Unwritable."""
    before = {}
    if path.is_file():
        before = json.loads(path.read_text(encoding="utf-8"))
    outfile.write(path, json.dumps({**before, **results}, indent=1) + "\n")


def quantile(values: list[float], share: float) -> float:
    """The value below which `share` of them lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
