"""The link: how long a laptop waits for an answer, and whether any gets lost, through a pty as through USB."""

from __future__ import annotations

import statistics
import time
from typing import Any

from queji.errors import QuejiError
from queji.link import Link
from queji.virtual.sim import Simulator

REQUESTS = 1000


def run(seeds: int = 100) -> dict[str, Any]:
    """Round trips of `status`, one after another, on a table at rest and in real time."""
    del seeds  # a line has no chance in it
    times, lost = [], 0
    with Simulator(players="none") as sim:
        sim.wait_ready()
        with Link(sim.port) as link:
            for _ in range(REQUESTS):
                began = time.perf_counter()
                try:
                    link.call("status")
                except QuejiError:
                    lost += 1
                times.append((time.perf_counter() - began) * 1000)
    return {
        "link_rtt_ms_p50": round(statistics.median(times), 2),
        "link_rtt_ms_p99": round(statistics.quantiles(times, n=100)[98], 2),
        "link_lost": lost,
    }
