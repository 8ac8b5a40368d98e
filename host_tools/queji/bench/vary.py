"""The same sorts on tables that are not as the reference table: how to sort must not hang on one table's numbers."""

from __future__ import annotations

import json
from typing import Any

from queji.bench import SEEDS
from queji.bench.micropython import over_seeds
from queji.bench.sorts import summary

# name: (layout, what differs, as scripts/sorts.py takes it)
TABLES = {
    "half_rate": ("18,18,18,18", {"rate": 0.5}),
    "double_rate": ("18,18,18,18", {"rate": 2}),
    "slow_heads": ("18,18,18,18", {"head": 1.2}),
    "slow_disc": ("18,18,18,18", {"disc": 0.8}),
    "fast_disc": ("18,18,18,18", {"disc": 1.2}),
    "weak_side": ("18,18,18,18", {"weak": 0.5}),
    "three_players": ("18,18,18,0", {}),
    "suits_only": ("14,13,14,13", {}),
}


def run(seeds: int = SEEDS) -> dict[str, Any]:
    """As sorts.run, each name with that of the table behind it."""
    found: dict[str, Any] = {}
    for name, (layout, different) in TABLES.items():
        rows = over_seeds("sorts", seeds, layout, json.dumps(different))
        found.update({f"{key}_{name}": value for key, value in summary(rows).items()})
    return found
