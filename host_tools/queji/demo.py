"""A scripted show on a virtual table: two hands, and a tile that sticks and is freed by the table's own retry.

The script is a list of steps; each does something through the link, as any laptop would, and says what came of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from queji import describe
from queji.errors import Failed
from queji.link import Link
from queji.protocol import Event
from queji.texts import text, word

OnEvent = Callable[[Event], None]


@dataclass
class Done:
    """One step that was carried out: what it was, what came of it, how long it took by the table's own clock."""

    step: str
    result: str
    seconds: float


@dataclass
class Show:
    """What the steps share."""

    link: Link
    sim: Any
    on_event: OnEvent
    rolled: int = 0

    def move(self, method: str, **params: Any) -> dict[str, Any]:
        """Starts a job, waits for its end, and gives the status after it."""
        job = self.link.call(method, **params)["job"]
        self.link.wait(job, self.on_event)
        return self.link.call("status")


def expect(step: str, true: object, why: str) -> None:
    """Raises Failed when something did not come out as it should."""
    if not true:
        raise Failed("error.demo", step=step, why=why)


def set_144(show: Show) -> str:
    answer = show.link.call("tiles", set=144)
    return describe.counts(answer["layout"])


def dome_up(show: Show) -> str:
    status = show.move("dome", to="up")
    expect("dome", status["dome"] == "up", f"dome {status['dome']}")
    _wait_for_tiles(show)
    return word("dome", "up")


def _wait_for_tiles(show: Show, table_seconds: float = 4.0) -> None:
    """The players need a moment to push the tiles in; the table itself cannot see them do it."""
    until = show.link.call("status")["up_ms"] + table_seconds * 1000
    while (status := show.link.call("status"))["up_ms"] < until:
        event = show.link.next_event(0.1)
        show.on_event(event or Event(0, "tick", {"up_ms": status["up_ms"]}))


def sort_144(show: Show) -> str:
    status = show.move("sort")
    expect("sort", status["counts"] == [36, 36, 36, 36], f"counts {status['counts']}")
    return text("demo.walls", walls=describe.counts(status["waiting"]))


def walls_up(show: Show) -> str:
    status = show.move("raise")
    expect("raise", describe.total(status["raised"]) == 72, f"raised {status['raised']}")
    return text("demo.on_table", walls=describe.counts(status["raised"]))


def set_dealer(show: Show) -> str:
    return word("seat", show.link.call("dealer", seat=0)["dealer"])


def roll(show: Show) -> str:
    """The dealer's roll and, as the rules have it, another by whoever it counts to."""
    told = []
    for _ in range(2):
        answer = show.link.call("dice", count=2)
        expect("dice", len(answer["dice"]) == 2 and sum(answer["dice"]) == answer["sum"], str(answer))
        show.rolled += answer["sum"]
        told.append(describe.roll(answer))
    return "; ".join(told)


def broken(show: Show) -> str:
    answer = show.link.call("break")
    expect("break", answer["left"] == show.rolled, f"left {answer['left']} after rolls of {show.rolled} in all")
    return describe.where_broken(answer)


def second_hand(show: Show) -> str:
    show.link.call("tiles", set=136)
    show.sim.ask("players", layout=[17, 17, 17, 17])  # they keep the flowers out
    return dome_up(show)


def sort_with_a_stuck_tile(show: Show) -> str:
    before = show.link.call("counters")["retries"][1]
    show.sim.inject("tile_stuck", "south", where="head", clears="jog")
    status = show.move("sort")
    retries = show.link.call("counters")["retries"][1] - before
    expect("stuck", status["counts"] == [34, 34, 34, 34], f"counts {status['counts']}")
    expect("stuck", retries > 0, f"retries {retries}")
    return text("demo.freed", counts=describe.total(status["counts"]))


STEPS: tuple[tuple[str, Callable[[Show], str]], ...] = (
    ("demo.set", set_144),
    ("demo.dome", dome_up),
    ("demo.sort", sort_144),
    ("demo.raise", walls_up),
    ("demo.dealer", set_dealer),
    ("demo.dice", roll),
    ("demo.break", broken),
    ("demo.second", second_hand),
    ("demo.stuck", sort_with_a_stuck_tile),
)


def run(
    link: Link, sim: Any, on_step: Callable[[str], None], on_done: Callable[[Done], None], on_event: OnEvent
) -> list[Done]:
    """Plays the script. `on_step` hears what comes next, `on_done` how it went. Raises Failed and the link's errors."""
    show = Show(link, sim, on_event)
    done: list[Done] = []
    for key, step in STEPS:
        title = text(key, tiles=144)
        on_step(title)
        before = link.call("status")["up_ms"]
        result = step(show)
        seconds = (link.call("status")["up_ms"] - before) / 1000
        done.append(Done(title, result, seconds))
        on_done(done[-1])
    return done


def now() -> float:
    """Seconds, for how long the show took."""
    return time.monotonic()
