"""How long sorts take on the virtual table, and how long its own best sort takes (queji/virtual/ideal.py)."""

from __future__ import annotations

from typing import Any

from queji.bench import SEEDS, quantile
from queji.bench.micropython import over_seeds

LAYOUTS = (("18,18,18,18", ""), ("17,17,17,17", "_136"))


def run(seeds: int = SEEDS) -> dict[str, Any]:
    """Seconds from the dome closed to the walls ready (`sort`), and of that with tiles being picked up (`stack`)."""
    found: dict[str, Any] = {"sort_seeds": seeds}
    for layout, suffix in LAYOUTS:
        rows = over_seeds("sorts", seeds, layout)
        found.update({name + suffix: value for name, value in summary(rows).items()})
    return found


def summary(rows: list[Any]) -> dict[str, Any]:
    stack = [row["stack_ms"] for row in rows]
    whole = [row["sort_ms"] for row in rows]
    found = {
        "sort_s_p50": quantile(whole, 0.5) / 1000,
        "sort_s_p99": quantile(whole, 0.99) / 1000,
        "stack_s_p50": quantile(stack, 0.5) / 1000,
        "stack_s_p99": quantile(stack, 0.99) / 1000,
        "sort_not_ready": sum(row["state"] != "ready" for row in rows),
    }
    best = [row["ideal_ms"] for row in rows if "ideal_ms" in row]
    if best:
        found["sort_over_ideal_p50"] = round(quantile(stack, 0.5) / quantile(best, 0.5), 3)
        found["ideal_s_p50"] = quantile(best, 0.5) / 1000
    return found
