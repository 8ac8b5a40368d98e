"""A million dice, rolled by the firmware's own code in MicroPython: are they even, how fast, at what cost?

python -m queji.bench.dice [COUNT [STARTS]]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from queji import audit_stats, micropython, paths

COUNT = 1_000_000
STARTS = 200
_PROGRAM = Path(__file__).parent / "scripts" / "dice.py"


def run(count: int = COUNT, starts: int = STARTS) -> dict[str, Any]:
    """The numbers by name; each `_p` is a probability, the smallest of those of one kind.

    Raises MicroPythonMissing, ImportError (scipy), subprocess.CalledProcessError.
    """
    done = _micropython("rolls", str(count))
    rolled, ms, alloc = map(int, done.stderr.split())
    faces = done.stdout
    if len(faces) != rolled:
        raise ValueError(f"{len(faces)} faces came, {rolled} were rolled")
    rolls = [list(faces[at : at + 3]) for at in range(0, rolled, 3)]
    found = audit_stats.tests(rolls)
    distinct = {_micropython("start").stdout[:64] for _ in range(starts)}
    return {
        "dice_rolled": rolled,
        "dice_chi2_p": _least(found, "faces"),
        "dice_pairs_chi2_p": _least(found, "pairs"),
        "dice_serial_p": _least(found, "serial"),
        "dice_runs_p": _least(found, "runs"),
        "dice_odd": [f"{test.name} {test.dice}" for test in found if test.odd],
        "dice_starts": starts,
        "dice_starts_distinct": len(distinct),
        "dice_per_s": round(rolled * 1000 / ms),
        "dice_alloc_bytes": alloc,
    }


def _least(found: list[audit_stats.Test], name: str) -> float | None:
    """The smallest p of a kind, times how many there are (Bonferroni): one number that is uniform enough to judge."""
    known = [test.p for test in found if test.name == name and test.p is not None]
    return round(min(1.0, min(known) * len(known)), 6) if known else None


def _micropython(*args: str) -> subprocess.CompletedProcess[bytes]:
    path = os.pathsep.join([str(paths.FIRMWARE), ".frozen"])
    return subprocess.run(
        [str(micropython.find()), str(_PROGRAM), *args],
        env={**os.environ, "MICROPYPATH": path},
        capture_output=True,
        check=True,
        timeout=600,
    )


if __name__ == "__main__":
    sys.stdout.write(json.dumps(run(*map(int, sys.argv[1:3])), indent=1) + "\n")
