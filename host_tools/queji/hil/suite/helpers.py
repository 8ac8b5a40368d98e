"""What several tests do: bring the table home, wait for a state, and see which requests a state refuses."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from queji.errors import Refused
from queji.hil import needs
from queji.hil.bench import Bench
from queji.hil.firmware import COMMANDS, find
from queji.link import Link
from queji.protocol import Event
from queji.texts import text

# Commands that without a parameter only ask.
CHANGE: dict[str, dict[str, Any]] = {"cut": {"seat": 0, "count": 0}, "dealer": {"seat": 0}}
SAMPLE = {"int": 1, "number": 1, "bool": True, "string": "x", "ints": [1], "any": {}}


def until(table: Bench, link: Link, seconds: float, **wanted: Any) -> dict[str, Any]:
    """The status as soon as it has these values; fails when that takes longer than `seconds` of the table's time."""
    end = time.monotonic() + table.wait_s(seconds)
    while True:
        status = link.call("status")
        if all(status[name] in (value if isinstance(value, tuple) else (value,)) for name, value in wanted.items()):
            return status
        assert time.monotonic() < end, f"not within {seconds} s: {wanted}; it is {status}"
        time.sleep(0.02)


class Told:
    """State changes that were told, as (was, state); give it to whatever waits for events."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, str]] = []

    def __call__(self, event: Event) -> None:
        if event.name == "state":
            self.changes.append((event.fields["was"], event.fields["state"]))

    def take(self, link: Link) -> list[tuple[str, str]]:
        """What has come and not been waited for, with what was told before."""
        link.call("status")
        while (event := link.next_event(0)) is not None:
            self(event)
        return self.changes


def done(
    table: Bench, link: Link, method: str, on_event: Callable[[Event], None] | None = None, **params: Any
) -> dict[str, Any]:
    """A request that moves something, waited for; its job's last report."""
    job = link.call(method, **params)["job"]
    with table.quick():
        return link.wait(job, on_event)


def home(table: Bench, link: Link) -> None:
    """Dome down, nothing waiting below. Skips where requests alone do not lead there."""
    for _ in range(5):
        state = link.call("status")["state"]
        if state == "idle":
            return
        if state == "ready":
            done(table, link, "raise")
        elif state == "dome_open":
            done(table, link, "dome", to="down")
        elif state == "paused" and table.sim is not None:
            done(table, link, "resume")
        elif state in ("stopped", "fault"):
            table.calm(link)
        else:
            break
    pytest.skip(text("hil.skip.state", state=link.call("status")["state"]))


def refused_here(table: Bench, link: Link, state: str) -> int:
    """Sends every command that is not allowed in `state`; each must be refused. How many there were.

    What the rig does not allow at all is left out: the line would not let it through.
    """
    count = 0
    for name, (states, _) in COMMANDS.items():
        params = CHANGE.get(name) or {param[0]: _sample(param) for param in find(name)[1] if param[4]}
        need = needs.of_request(name, params, frozenset())
        if state in states or need not in {None, *table.allowed}:
            continue
        try:
            raise AssertionError(f"{name} is accepted in the state {state}: {link.call(name, **params)}")
        except Refused as refused:
            assert refused.kind in ("state", "busy", "fault", "stopped"), (name, state, refused.message())
        count += 1
    return count


def _sample(param: Any) -> Any:
    return param[3][0] if param[1] == "choice" else SAMPLE[param[1]]
