"""Running a table's self-tests from the laptop: one after the other, with what a person is asked and answers.

While a test runs the table hears from this end at least once a second: one that moves is cut when it does not.
"""

from __future__ import annotations

import queue
import re
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from queji import faults
from queji.errors import Refused
from queji.link import Link
from queji.texts import has, language, say, text, word

SAY_S = 0.35  # a virtual table that runs faster than real time has less patience, too
LOOK_S = 0.2
CALIBRATION = "calibrate"
FITTING = (CALIBRATION, "speeds", "belts")
"""Tests that learn or measure what a table is like; not among those that say whether it is well."""
YES = ("y", "yes", "是", "好", "1")
ASKED = ("what", "left", "signal", "side")

_SIDE = "(?P<side>east|south|west|north)"
_ABOUT = re.compile(f"(?:{_SIDE}[ _])?(?P<part>[a-z_]+):? (?P<what>.+)")

Result = dict[str, Any]
"""`name`, `number`, `state` (passed, failed, skipped, refused, stopped), `passed`, and as far as known `measured`,
`limits`, `unit`, `text`, `side`, `part`, `ms`, `fault`."""


def known(link: Link) -> list[dict[str, Any]]:
    """All self-tests of the table: number, name, moves, asks. They come in pieces, as a line is short."""
    found: list[dict[str, Any]] = []
    answer = link.call("tests")
    while isinstance(answer, dict):
        found += answer.get("tests") or []
        if answer.get("next") is None:
            return found
        answer = link.call("tests", first=answer["next"])
    return found + list(answer or [])


def choose(rows: list[dict[str, Any]], names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The tests of these names or numbers in the order asked for; `head` or `14` is the head of every side.

    A name that the table does not list is passed on as it is: the table says what is wrong with it.
    """
    chosen: list[dict[str, Any]] = []
    for name in names:
        found = [row for row in rows if name in (row["name"], str(row["number"])) or row["name"].endswith("_" + name)]
        chosen += [row for row in found or [{"name": name, "number": None}] if row not in chosen]
    return chosen


def asked(asks: dict[str, Any]) -> str:
    """What a running test asks of the person, in words."""
    left = asks.get("left")
    signal = asks.get("signal")
    side = word("seat", asks["side"]) if asks.get("side") else ""
    key = f"ask.{asks.get('what')}"
    if not has(key):
        return str(asks.get("what"))
    names = ", ".join(part_of(name) for name in left) if isinstance(left, list) else left
    return text(key, left=names, signal=part_of(signal) if signal else "", side=side)


def part_of(name: str) -> str:
    """A signal's name in words: `east_lift_key` is East lift key."""
    side, _, part = name.partition("_")
    if side in ("east", "south", "west", "north"):
        return f"{word('seat', side)} {word('part', part)}"
    return word("part", name)


def remark(said: str) -> str:
    """What a test says of what it measured, in the language chosen: clauses, some of them about one part."""
    between = "；" if language() == "zh" else "; "
    return between.join(_clause(clause) for clause in said.split("; ")) if said else ""


def _clause(said: str) -> str:
    about = _ABOUT.fullmatch(said)
    told = say(said)
    if told != said or not about or language() == "en" or not has(f"part.{about['part']}"):
        return told
    side, part, what = about.group("side", "part", "what")
    return text("of_part", part=part_of(f"{side}_{part}" if side else part), what=say(what))


def title(name: str) -> str:
    """A test's name in words."""
    side, _, part = name.partition("_")
    if side in ("east", "south", "west", "north"):
        return text("of_part", part=word("seat", side), what=word("selftest", part))
    return word("selftest", name)


class Keyboard:
    """Lines typed at the laptop, without blocking: y or n."""

    def __init__(self) -> None:
        self._lines: queue.Queue[str] = queue.Queue()
        self._ended = threading.Event()
        self._terminal = sys.stdin.isatty()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in sys.stdin:
                self._lines.put(line)
        except (OSError, ValueError):
            pass  # the terminal has gone, or was closed: nobody answers any more
        self._ended.set()

    def forget(self) -> None:
        """What was typed at a terminal until now answers nothing that is asked from now on: a part may move then."""
        while self._terminal and not self._lines.empty():
            self._lines.get()

    def agreed(self) -> bool:
        """Whether the next line typed says yes; waits for it. An end of what is typed is a no."""
        while not (self._ended.is_set() and self._lines.empty()):
            try:
                return self._lines.get(timeout=LOOK_S).strip().lower() in YES
            except queue.Empty:
                pass
        return False

    def answer(self) -> bool | None:
        """True, False, or None: nothing sensible was typed since."""
        while not self._lines.empty():
            typed = self._lines.get().strip().lower()
            if typed in YES:
                return True
            if typed in ("n", "no", "否", "不", "0"):
                return False
        return None


class Runner:
    """`show(asks)` is told what the person is asked, None when that is over; `answer()` gives True, False or None, or
    the `keyboard` does: only what is typed after the question."""

    def __init__(
        self,
        link: Link,
        show: Callable[[dict[str, Any] | None], None] = lambda asks: None,
        answer: Callable[[], bool | None] = lambda: None,
        seconds: float | None = None,
        keyboard: Keyboard | None = None,
    ) -> None:
        self.link, self.show, self.seconds = link, show, seconds
        self.answer = keyboard.answer if keyboard else answer
        self.keyboard = keyboard

    def run(self, row: dict[str, Any]) -> Result:
        """Carries out one test. Raises KeyboardInterrupt, and what the link raises but Refused."""
        base = {"name": row["name"], "number": row.get("number")}
        more = {"seconds": self.seconds} if self.seconds else {}
        try:
            job = self.link.call("test", name=row["name"], **more)["job"]
        except Refused as error:
            if error.kind in ("params", "unknown"):
                raise
            return {**base, "state": "refused", "passed": False, "text": error.message()}
        report = self._wait(job)
        if row.get("asks") == "press":
            self._acknowledge()
        result = {**base, **result_of(report)}
        if result["state"] == "stopped":
            result["text"] += self._reason()
        return result

    def _wait(self, job: int) -> dict[str, Any]:
        said, asks = 0.0, None
        while True:
            event = self.link.next_event(LOOK_S)
            report = event.fields if event and event.name == "job" and event.fields.get("id") == job else None
            if report is None and time.monotonic() - said >= SAY_S:
                said = time.monotonic()
                report = self.link.call("job", id=job)
            if report is not None:
                if report.get("state") != "running":
                    self.show(None)
                    return report
                if report.get("asks") != asks:
                    asks = self._asks(report.get("asks"), asks)
            elif event is not None and event.name == "ask":
                asks = self._asks({name: event.fields[name] for name in ASKED if name in event.fields}, asks)
            yes = self.answer() if asks else None
            if yes is not None:
                try:
                    self.link.call("answer", yes=yes)
                except Refused:
                    pass  # it was answered at the table meanwhile

    def _asks(self, asks: dict[str, Any] | None, before: dict[str, Any] | None) -> dict[str, Any] | None:
        """Another question, or none any more, after the one of `before`; what remains of it is no other."""
        if self.keyboard and asks and asks.get("what") != (before or {}).get("what"):
            self.keyboard.forget()
        self.show(asks)
        return asks

    def _reason(self) -> str:
        """Why the table stopped: the event that follows says so. Empty if it does not come."""
        end = time.monotonic() + 1
        while time.monotonic() < end:
            event = self.link.next_event(LOOK_S)
            if event is not None and event.name == "state" and event.fields.get("reason"):
                return f" ({say(event.fields['reason'])})"
        return ""

    def _acknowledge(self) -> None:
        """The emergency stop was pressed because the test asked for it: out of the state it left."""
        try:
            if self.link.call("status").get("state") == "stopped":
                self.link.call("acknowledge")
        except Refused:
            pass  # still pressed: the table says so at the next command


def result_of(report: dict[str, Any]) -> Result:
    """A job's last report as a result."""
    state, ms = report.get("state"), report.get("ms")
    if state == "failed":
        fault = report.get("fault") or {}
        limit = fault.get("limit")
        return {
            "state": "failed",
            "passed": False,
            "ms": ms,
            "fault": fault,
            "side": fault.get("side"),
            "part": fault.get("part"),
            "measured": fault.get("measured"),
            "limits": None if limit is None else [None, limit],
            "unit": fault.get("unit"),
            "text": faults.describe(fault),
        }
    if state == "stopped":
        return {"state": "stopped", "passed": False, "ms": ms, "text": text("test.was_stopped")}
    found = report.get("result")
    found = dict(found) if isinstance(found, dict) else {k: v for k, v in report.items() if k not in ("id", "name")}
    passed = bool(found.get("passed"))
    return {**found, "state": "passed" if passed else "failed", "passed": passed, "ms": ms}


def skipped(row: dict[str, Any], why: str) -> Result:
    """A test that was not run, and why."""
    return {"name": row["name"], "number": row.get("number"), "state": "skipped", "passed": None, "text": why}
