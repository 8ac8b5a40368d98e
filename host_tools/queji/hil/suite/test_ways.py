"""Every way from one state of the table to another, each gone once and told as an event or in the log.

WAYS is the list; WALKS go them on a virtual table. A change that is not in the list fails the test, as does one in the
list that was not seen.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from queji.errors import JobStopped, Refused, TableFault
from queji.hil.bench import Bench
from queji.hil.firmware import STATES
from queji.hil.steps import Steps
from queji.hil.suite.helpers import Told, home, until
from queji.link import Link

# from: to
WAYS: dict[str, str] = {
    "starting": "idle dome_open paused ready",
    "idle": "moving stopped fault self_test",
    "moving": "idle dome_open sorting paused ready stopped fault",
    "dome_open": "moving stopped self_test",
    "sorting": "moving ready stopped fault",
    "paused": "moving stopped",
    "ready": "moving stopped self_test",
    "stopped": "idle dome_open paused ready",
    "fault": "idle paused",
    "self_test": "idle dome_open ready stopped fault",
}

# walk: steps, each a method of Walk and what is given to it
WALKS: dict[str, tuple[str, ...]] = {
    "at rest": (
        "dome up", "dome down", "stop", "acknowledge", "emergency", "release", "acknowledge", "test memory",
        "dome up", "stop", "acknowledge", "test memory", "dome down",
    ),
    "stopped on the way": ("slow up", "stop", "acknowledge", "slow up", "emergency", "release", "acknowledge"),
    "faults": (
        "break motor_dead dome", "fails dome", "mend", "clear",
        "break supply_sag", "await fault", "mend", "clear",
    ),
    "tests that end badly": (
        "break motor_dead east_head", "fails test east_head", "mend", "clear",
        "begin test disc", "emergency", "release", "acknowledge",
    ),
    "a sort": (
        "dome up", "fill", "sort", "pause", "stop", "acknowledge", "resume", "emergency", "release", "acknowledge",
        "resume", "finish", "stop", "acknowledge", "test memory", "dome up", "dome down", "raise",
    ),
    "a sort that fails": ("dome up", "fill", "sort", "break motor_dead disc", "await fault", "mend", "clear"),
    "started again": (
        "reset", "dome up", "reset", "fill", "sort", "reset", "resume", "finish", "reset", "start with keys",
    ),
}  # fmt: skip


class Walk:
    """Goes the steps on a virtual table and gathers the changes of state that were told."""

    def __init__(self, table: Bench, link: Link, sim: Any) -> None:
        self.table, self.link, self.sim = table, link, sim
        self.told = Told()
        self.job = 0

    def go(self, step: str) -> None:
        word, _, rest = step.partition(" ")
        action: Callable[..., None] = getattr(self, word + "_") if hasattr(self, word + "_") else self._plain(word)
        action(*rest.split())
        self.told.take(self.link)

    def _plain(self, word: str) -> Callable[..., None]:
        """A request without parameters; what it starts is waited for."""

        def ask() -> None:
            answer = self.link.call(word)
            if "job" in answer:
                self._over(answer["job"])

        return ask

    def _over(self, job: int) -> None:
        with self.table.quick():
            self.link.wait(job, self.told)

    def dome_(self, to: str) -> None:
        self._over(self.link.call("dome", to=to)["job"])

    def slow_(self, to: str) -> None:
        self.sim.speed(1)
        self.link.call("dome", to=to)

    def stop_(self) -> None:
        self.link.call("stop")
        until(self.table, self.link, 3, state="stopped", job=None)
        self.sim.speed(10)

    def emergency_(self) -> None:
        self.sim.emergency(True)
        until(self.table, self.link, 3, state="stopped", job=None)
        self.sim.speed(10)

    def release_(self) -> None:
        self.sim.emergency(False)
        until(self.table, self.link, 1, state="stopped")

    def test_(self, name: str) -> None:
        self._over(self.link.call("test", name=name)["job"])

    def begin_(self, request: str, name: str) -> None:
        self.sim.speed(1)
        self.link.call(request, name=name)
        until(self.table, self.link, 2, state="self_test")

    def break_(self, fault: str, target: str | None = None) -> None:
        self.sim.inject(fault, target)

    def mend_(self) -> None:
        self.sim.repair()

    def fails_(self, request: str, name: str = "") -> None:
        params = {"name": name} if name else {"to": "up"}
        job = self.link.call(request, **params)["job"]
        with pytest.raises((TableFault, JobStopped)):
            self._over(job)
        self.await_("fault")

    def await_(self, state: str) -> None:
        with self.table.quick():
            until(self.table, self.link, 120, state=state, job=None)

    def clear_(self) -> None:
        with self.table.quick():  # the supply has to be back for a moment
            self.table.sim.wait_ready()
            for _ in range(20):
                try:
                    self.link.call("clear")
                    return
                except Refused as still:
                    if still.kind != "fault":
                        raise
                    time.sleep(0.05)
            self.link.call("clear")

    def fill_(self) -> None:
        self.sim.push_in()

    def sort_(self) -> None:
        self.job = self.link.call("sort")["job"]
        self._stacking()

    def resume_(self) -> None:
        self.job = self.link.call("resume")["job"]
        self._stacking()

    def _stacking(self) -> None:
        with self.table.quick():
            until(self.table, self.link, 60, state="sorting", stage="stacking")

    def pause_(self) -> None:
        self.link.call("pause")
        with self.table.quick():
            until(self.table, self.link, 10, state="paused", job=None)

    def finish_(self) -> None:
        self._over(self.job)

    def reset_(self) -> None:
        self.table.hang_up()
        self.sim.reset()
        self._started()

    def start_(self, *_: str) -> None:
        """Two lift keys are held while the power comes on: the self-test at the table."""
        self.table.hang_up()
        self.sim.power(False)
        self.sim.hold(["east_lift_key", "west_lift_key"], True)
        self.sim.power(True)
        self._started()
        self.sim.hold(["east_lift_key", "west_lift_key"], False)

    def _started(self) -> None:
        self.link = self.table.talk()
        until(self.table, self.link, 5, state=tuple(set(STATES) - {"starting"}))
        for line in self.link.call("log")["lines"]:
            found = re.search(r"state state=(\w+) was=(\w+)", line)
            if found:
                self.told.changes.append((found.group(2), found.group(1)))


@pytest.mark.virtual
@pytest.mark.moves
def test_every_way(table: Bench, link: Link, sim: Any, step: Steps) -> None:
    """Walks from state to state that go every way there is: each change is told, and there is no other.
    在状态之间走遍所有变化：每一种都有报告，且没有别的变化。"""
    ways = {(was, to) for was, all_ in WAYS.items() for to in all_.split()}
    assert {was for was, _ in ways} == set(STATES) and {to for _, to in ways} == set(STATES) - {"starting"}
    seen: set[tuple[str, str]] = set()
    for name, steps in WALKS.items():
        home(table, link)
        walk = Walk(table, link, sim)
        walk.told.take(link)
        walk.told.changes.clear()
        for one in steps:
            with step(f"{name}: {one}"):
                walk.go(one)
        link = walk.link
        seen.update(walk.told.changes)
        assert sim.view()["motors"] == []
    assert seen == ways, f"not gone: {sorted(ways - seen)}; not listed: {sorted(seen - ways)}"
