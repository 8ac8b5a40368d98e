"""Runs the scripts of this folder's `scripts` in MicroPython; each prints lines of JSON."""

from __future__ import annotations

import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from queji import micropython, paths

SCRIPTS = Path(__file__).parent / "scripts"
BOARD = "rpi_pico"
PROCESSES = 2


def script(name: str, *args: object, heap: str = "64m", firmware: Path = paths.FIRMWARE, ok: bool = True) -> list[Any]:
    """The JSON lines that scripts/`name`.py prints. Raises RuntimeError with its output when it fails, unless `ok`
    is false: then there are none."""
    path = (paths.PACKAGE / "virtual" / "standins", paths.PACKAGE, firmware, ".frozen")
    environment = dict(os.environ, MICROPYPATH=os.pathsep.join(map(str, path)))
    command = [micropython.find(), "-X", f"heapsize={heap}", SCRIPTS / f"{name}.py", paths.board(BOARD), *args]
    done = subprocess.run(
        [str(part) for part in command],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        if not ok:
            return []
        raise RuntimeError(f"{name}: exit {done.returncode}: {(done.stdout + done.stderr).strip()[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line[:1] in "{["]


def over_seeds(name: str, seeds: int, *args: object) -> list[Any]:
    """The lines of `script(name, first, last, *args)` over the seeds 1 to `seeds`, in a few processes."""
    step = max(1, min(10, seeds // PROCESSES))
    with ThreadPoolExecutor(PROCESSES) as pool:
        parts = [
            pool.submit(script, name, first, min(first + step - 1, seeds), *args) for first in range(1, seeds + 1, step)
        ]
        return [line for part in parts for line in part.result()]
