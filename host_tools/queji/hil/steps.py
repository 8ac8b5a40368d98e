"""What a test did, step by step, with time and outcome: every request by itself, and what a test names on top of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from queji.errors import QuejiError, Refused
from queji.link import Link
from queji.texts import because

LONGEST = 160
MOST = 400


@dataclass
class Step:
    """`outcome`: passed, failed, refused (the table said no), skipped. `times`: how often in a row."""

    what: str
    seconds: float
    outcome: str
    note: str = ""
    times: int = 1

    def spell(self) -> str:
        times = f" x{self.times}" if self.times > 1 else ""
        note = f": {self.note}" if self.note else ""
        return f"{self.outcome:7} {self.seconds:7.3f} s  {self.what}{times}{note}"


class Steps:
    """The steps of one test, in order. What was asked for several times in a row is one step."""

    def __init__(self) -> None:
        self.done: list[Step] = []

    def add(self, what: str, seconds: float, outcome: str, note: str = "") -> None:
        last = self.done[-1] if self.done else None
        if last and last.what == what and last.outcome == outcome == "passed":
            last.times, last.seconds, last.note = last.times + 1, last.seconds + seconds, note
        elif len(self.done) < MOST:
            self.done.append(Step(what[:LONGEST], seconds, outcome, note[:LONGEST]))

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        """`with steps("the dome goes up"): ...`"""
        began = time.monotonic()
        try:
            yield
        except BaseException as error:
            self.add(what, time.monotonic() - began, "failed", because(error))
            raise
        self.add(what, time.monotonic() - began, "passed")


class StepLink(Link):
    """A conversation whose requests are steps; `steps()` gives those of the test that runs."""

    def __init__(self, port: str, steps: Callable[[], Steps], **options: Any) -> None:
        self._steps = steps
        super().__init__(port, **options)

    def call(self, method: str, *args: Any, **params: Any) -> Any:
        given = " ".join([*map(str, args), *(f"{name}={value}" for name, value in params.items())])
        what = f"{method} {given}".rstrip()
        began = time.monotonic()
        try:
            result = super().call(method, *args, **params)
        except Refused as error:
            self._steps().add(what, time.monotonic() - began, "refused", f"{error.code} {error.kind}")
            raise
        except QuejiError as error:
            self._steps().add(what, time.monotonic() - began, "failed", error.message())
            raise
        self._steps().add(what, time.monotonic() - began, "passed")
        return result
