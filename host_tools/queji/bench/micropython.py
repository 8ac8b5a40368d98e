"""Runs the scripts of this folder's `scripts` in MicroPython, several at once; each prints lines of JSON."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from queji import micropython, paths

SCRIPTS = Path(__file__).parent / "scripts"
BOARD = "rpi_pico"
PROCESSES = 2
HEAP = "6m"  # the firmware and the plant need a quarter of it; a larger heap takes longer to collect

_running: set[subprocess.Popen[str]] = set()
_over = threading.Event()  # what a thread starts from now on ends at once


@contextmanager
def crew(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads of which each waits for a process. Ctrl-C ends the processes, and what has not begun does not begin."""
    pool = ThreadPoolExecutor(count)
    _over.clear()
    try:
        yield pool
    except BaseException:
        _over.set()
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list(_running):
            process.kill()
        raise
    finally:
        pool.shutdown()


def output(command: Sequence[object], path: Sequence[object], seconds: float | None = None) -> str:
    """What a command prints, with `path` as MICROPYPATH. Raises RuntimeError with its output when it fails, and
    TimeoutExpired."""
    environment: Mapping[str, str] = {**os.environ, "MICROPYPATH": os.pathsep.join(map(str, path))}
    words = [str(part) for part in command]
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, env=environment, text=True, errors="replace", **pipes) as process:
        _running.add(process)
        if _over.is_set():
            process.kill()
        try:
            said, complained = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        finally:
            _running.discard(process)
    if process.returncode:
        raise RuntimeError(f"exit {process.returncode}: {(said + complained).strip()[-2000:]}")
    return said


def script(name: str, *args: object, heap: str = HEAP, firmware: Path = paths.FIRMWARE, ok: bool = True) -> list[Any]:
    """The JSON lines that scripts/`name`.py prints. Raises RuntimeError with its output when it fails, unless `ok`
    is false: then there are none."""
    path = (paths.PACKAGE / "virtual" / "standins", paths.PACKAGE, firmware, ".frozen")
    command = [micropython.find(), "-X", f"heapsize={heap}", SCRIPTS / f"{name}.py", paths.board(BOARD), *args]
    try:
        said = output(command, path)
    except RuntimeError as error:
        if not ok:
            return []
        raise RuntimeError(f"{name}: {error}") from None
    return [json.loads(line) for line in said.splitlines() if line[:1] in "{["]


def over_seeds(name: str, seeds: int, *args: object) -> list[Any]:
    """The lines of `script(name, first, last, *args)` over the seeds 1 to `seeds`, in a few processes."""
    step = max(1, min(10, seeds // PROCESSES))
    with crew(PROCESSES) as pool:
        parts = [
            pool.submit(script, name, first, min(first + step - 1, seeds), *args) for first in range(1, seeds + 1, step)
        ]
        return [line for part in parts for line in part.result()]
