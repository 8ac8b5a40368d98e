"""The campaign: thousands of hands on the virtual table, each with faults at random moments, and what came of them.

python -m queji.campaign [HANDS] [--first N] [--small] [--jobs N] [--json FILE] [--report FILE] [--rows FILE]

Writes build/campaign.json (the numbers) and build/campaign.md (the report). Exit status 1 when a hand was lost or a
motor ran past its bound.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

from queji import campaign_judge as judge
from queji import micropython, paths

HANDS = 10_000
BATCH = 20
"""Hands in one MicroPython process."""
SECONDS = 60
"""Of the processor's time that one hand may take; a process that hangs longer is ended, its hand is lost."""
HEAP = "6m"


def batch(first: int, count: int, options: dict[str, Any], board: str = "rpi_pico") -> list[dict[str, Any]]:
    """The rows of hands `first` and on. A hand in which the process itself dies is told as lost. MicroPythonMissing."""
    rows: list[dict[str, Any]] = []
    at, end = first, first + count
    while at < end:
        done, words = _process(at, end - at, options, board)
        rows += done
        at += len(done)
        if at < end:
            rows.append({"seed": at, "plan": [], "injected": [], "error": "the process died: " + words[-800:]})
            at += 1
    return rows


def _process(first: int, count: int, options: dict[str, Any], board: str) -> tuple[list[dict[str, Any]], str]:
    path = (paths.PACKAGE / "virtual" / "standins", paths.PACKAGE, paths.FIRMWARE, ".frozen")
    command = [micropython.find(), "-X", f"heapsize={HEAP}", "-m", "virtual.campaign"]
    command += [paths.BOARDS / board, first, count, json.dumps(options)]
    process = subprocess.Popen(
        list(map(str, command)),
        env={**os.environ, "MICROPYPATH": os.pathsep.join(map(str, path))},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    try:
        out, _ = process.communicate(timeout=None if _limit(process.pid, SECONDS * count) else SECONDS * count)
        limit = getattr(signal, "SIGXCPU", None)  # not on Windows
        if limit is not None and process.returncode == -limit:
            out += "\nnot finished in time"
    except subprocess.TimeoutExpired:
        process.kill()
        out = process.communicate()[0] + "\nnot finished in time"
    rows, words = [], ""
    for line in out.splitlines():
        if line.startswith("{"):
            rows.append(json.loads(line))
        else:
            words += line + "\n"
    return rows, words


def _limit(pid: int, seconds: int) -> bool:
    """End a process that works for longer, however little of the processor it gets. False where that cannot be told:
    the clock has to do."""
    try:
        import resource

        resource.prlimit(pid, resource.RLIMIT_CPU, (seconds, seconds + 5))
    except (ImportError, AttributeError, OSError):
        return False
    return True


def hands(first: int, count: int, options: dict[str, Any], jobs: int, size: int = BATCH) -> Iterator[dict[str, Any]]:
    """Rows as they come, from `jobs` processes at once."""
    todo: Queue[tuple[int, int]] = Queue()
    for at in range(first, first + count, size):
        todo.put((at, min(size, first + count - at)))
    done: Queue[list[dict[str, Any]] | BaseException | None] = Queue()

    def work() -> None:
        while not todo.empty():
            try:
                done.put(batch(*todo.get_nowait(), options))
            except Exception as error:
                done.put(error)
                break
        done.put(None)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    ended = 0
    while ended < jobs:
        rows = done.get()
        if rows is None:
            ended += 1
        elif isinstance(rows, BaseException):
            raise rows
        else:
            yield from rows


class Tally:
    """The campaign's numbers, a row at a time."""

    def __init__(self) -> None:
        self.hands = 0
        self.lost: list[tuple[int, list[str]]] = []
        self.bounds: list[tuple[int, Any]] = []
        self.moved: list[tuple[int, Any]] = []
        self.walls: list[tuple[int, list[str]]] = []
        self.false: list[tuple[int, str]] = []
        self.unfinished = 0
        self.verdicts: dict[str, Counter[str]] = defaultdict(Counter)
        self.where: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.jogs = [0, 0]
        self.virtual_ms = 0

    def add(self, row: dict[str, Any]) -> None:
        self.hands += 1
        seed = row["seed"]
        self.virtual_ms += row.get("ms") or 0
        why = judge.lost(row)
        if why:
            self.lost.append((seed, why))
        self.bounds += [(seed, one) for one in row.get("bounds") or []]
        self.moved += [(seed, one) for one in row.get("moved") or []]
        self.unfinished += not row.get("finished", False)
        told = row.get("told") or []
        extra = any(fault["name"] == "tile_extra" for fault in row["plan"])  # these are told to be silent
        if row.get("walls") and not told and not row.get("helped") and not extra:
            self.walls.append((seed, row["walls"]))
        self.false += [(seed, judge.named(one)) for one in told if one[-1] is None]
        said = judge.verdict(row)
        if said != "-":
            fault = row["injected"][0]
            kind = judge.describe(fault)
            self.verdicts[kind][said] += 1
            if len(self.where[kind, said]) < 8:
                self.where[kind, said].append(seed)
            if judge.clearable(fault) and judge.mattered(fault):
                self.jogs[0] += bool(row.get("finished"))
                self.jogs[1] += 1

    def numbers(self) -> dict[str, Any]:
        """What build/campaign.json holds."""
        right = sum(c["right"] for c in self.verdicts.values())
        silent = sum(c["silent"] for c in self.verdicts.values())
        wrong = sum(n for c in self.verdicts.values() for said, n in c.items() if said.startswith("wrong"))
        judged = right + silent + wrong
        return {
            "hands": self.hands,
            "lost": len(self.lost),
            "bound_violations": len(self.bounds),
            "moved_at_rest": len(self.moved),
            "walls_wrong_untold": len(self.walls),
            "told_before_any_fault": len(self.false),
            "unfinished": self.unfinished,
            "named_right": round(100 * right / judged, 2) if judged else None,
            "named": {"right": right, "wrong": wrong, "silent": silent},
            "no_effect": sum(c["no effect"] for c in self.verdicts.values()),
            "recovered_alone": round(100 * self.jogs[0] / self.jogs[1], 2) if self.jogs[1] else None,
            "jogged": {"alone": self.jogs[0], "of": self.jogs[1]},
            "virtual_hours": round(self.virtual_ms / 3_600_000, 1),
            "by_fault": {kind: dict(said) for kind, said in sorted(self.verdicts.items())},
        }

    def report(self) -> str:
        """The same for people: Markdown."""
        n = self.numbers()
        lines = ["# The campaign", ""]
        lines += [f"- {name}: {n[name]}" for name in n if name != "by_fault"]
        lines += ["", "## Told for what was put in (one fault a hand)", ""]
        lines += ["| put in | told | hands | such as |", "|---|---|---|---|"]
        for kind, said in sorted(self.verdicts.items()):
            for what, count in said.most_common():
                seeds = ", ".join(map(str, self.where[kind, what][:4]))
                lines.append(f"| {kind} | {what} | {count} | {seeds} |")
        for title, rows in (
            ("Lost", self.lost),
            ("Past a bound", self.bounds),
            ("Moved at rest", self.moved),
            ("Walls wrong, nothing told", self.walls),
            ("Told before any fault", self.false),
        ):
            lines += ["", f"## {title}: {len(rows)}", ""]
            for seed, why in rows[:100]:
                lines.append(f"- hand {seed}: {why if isinstance(why, str) else '; '.join(map(str, why))}")
        return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="queji.campaign", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("hands", nargs="?", type=int, default=HANDS)
    parser.add_argument("--first", type=int, default=1, help="number of the first hand, its seed")
    parser.add_argument("--small", action="store_true", help="sets of 16 tiles: short hands")
    parser.add_argument("--only", help="the one fault that each hand has")
    parser.add_argument("--next", type=int, default=1, help="every so many hands a clean one after it (1: each)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, default=Path("build/campaign.json"))
    parser.add_argument("--report", type=Path, default=Path("build/campaign.md"))
    parser.add_argument("--rows", type=Path, help="a file for every hand's row")
    chosen = parser.parse_args(arguments)
    options = {"small": chosen.small, "next": chosen.next}
    if chosen.only:
        options["only"] = chosen.only
    tally, began = Tally(), time.monotonic()
    rows_file = chosen.rows.open("w", encoding="utf-8", buffering=1) if chosen.rows else None  # each row at once
    for row in hands(chosen.first, chosen.hands, options, chosen.jobs):
        tally.add(row)
        if rows_file:
            rows_file.write(json.dumps(row) + "\n")
        if sys.stderr.isatty() and tally.hands % 10 == 0:
            sys.stderr.write(f"\r{tally.hands} of {chosen.hands}, {len(tally.lost)} lost")
            sys.stderr.flush()
    if rows_file:
        rows_file.close()
    numbers = tally.numbers()
    numbers["minutes"] = round((time.monotonic() - began) / 60, 1)
    for path, text in ((chosen.json, json.dumps(numbers, indent=1) + "\n"), (chosen.report, tally.report())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sys.stdout.write(json.dumps({name: numbers[name] for name in numbers if name != "by_fault"}) + "\n")
    return 1 if numbers["lost"] or numbers["bound_violations"] or numbers["moved_at_rest"] else 0


if __name__ == "__main__":
    sys.exit(main())
