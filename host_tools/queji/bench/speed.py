"""How fast virtual time runs, and what a control tick costs in memory."""

from __future__ import annotations

import os
from typing import Any

from queji.bench.micropython import script

RUNS = 5


def run() -> dict[str, Any]:
    """`virtual_speedup`: seconds of a whole hand (dome, set in, stir, stack) per second, best of RUNS.

    `virtual_speedup_cpu`: the same per second of the processor's time, its start included: what other programs on this
    computer do matters less. `tick_alloc_bytes`: what 1,000 control ticks with changing inputs allocate.
    """
    real, cpu = [], []
    for _ in range(RUNS):
        before = os.times()
        hand = script("hand")[0]
        after = os.times()
        used_s = after.children_user + after.children_system - before.children_user - before.children_system
        real.append(hand["virtual_ms"] / hand["real_ms"])
        if used_s:  # not told on Windows
            cpu.append(hand["virtual_ms"] / 1000 / used_s)
    found: dict[str, Any] = {"virtual_speedup": round(max(real), 1)}
    if cpu:
        found["virtual_speedup_cpu"] = round(max(cpu), 1)
    return {**found, "tick_alloc_bytes": script("ticks")[0]["bytes"]}
