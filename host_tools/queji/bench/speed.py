"""How fast virtual time runs, and what a control tick costs in memory."""

from __future__ import annotations

from typing import Any

from queji.bench.micropython import script

RUNS = 5


def run() -> dict[str, Any]:
    """`virtual_speedup`: seconds of a whole hand (dome, set in, stir, stack) per second of one core, best of RUNS.
    `tick_alloc_bytes`: what 1,000 control ticks with changing inputs allocate."""
    hands = [script("hand")[0] for _ in range(RUNS)]
    best = max(hand["virtual_ms"] / hand["real_ms"] for hand in hands)
    return {"virtual_speedup": round(best, 1), "tick_alloc_bytes": script("ticks")[0]["bytes"]}
