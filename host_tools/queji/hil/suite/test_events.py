"""Every event that the firmware can send: caused once, with the fields that docs/link.md lists and no others."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

import pytest

from queji.errors import JobStopped, TableFault
from queji.hil.bench import Bench
from queji.hil.firmware import EVENTS
from queji.hil.person import Person
from queji.hil.suite.helpers import done, home, until
from queji.link import Link
from queji.protocol import Event
from queji.selftests import part_of
from queji.texts import text

# The cases below, by the events that each hears.
HEARD: dict[str, tuple[str, ...]] = {
    "test_a_job": ("state", "job"),
    "test_a_question": ("ask",),
    "test_the_set": ("tiles",),
    "test_dice_and_dealer": ("roll", "dealer"),
    "test_a_game": ("commit", "game", "cut", "reveal"),
    "test_a_key": ("key", "refused"),
    "test_a_sort": ("progress", "log"),
    "test_a_fault": ("fault", "cleared"),
    "test_a_warning": ("warning",),
}


class Ears:
    """Gathers the events of a test and holds each against what is documented."""

    def __init__(self, table: Bench, link: Link) -> None:
        self.table, self.link = table, link
        self.heard: list[Event] = []

    def __call__(self, event: Event) -> None:
        unknown = set(event.fields) - set(EVENTS[event.name].split())
        assert not unknown, f"{event.name} has {sorted(unknown)} besides what is documented"
        self.heard.append(event)

    def hear(self, name: str, seconds: float = 3, /, **wanted: Any) -> dict[str, Any]:
        """The fields of the first event of this name and these values that comes, or has come."""
        end = time.monotonic() + self.table.wait_s(seconds)
        while True:
            for event in self.heard:
                if event.name == name and all(event.fields.get(key) == value for key, value in wanted.items()):
                    self.heard.remove(event)
                    return event.fields
            event = self.link.next_event(0.1)
            if event is not None:
                self(event)
            assert event is not None or time.monotonic() < end, f"no event {name} {wanted} within {seconds} s"


@pytest.fixture
def ears(table: Bench, link: Link) -> Ears:
    return Ears(table, link)


def test_no_event_is_forgotten(link: Link) -> None:
    """Every event of the firmware's table has a case here.
    固件事件表中的每个事件都有用例。"""
    assert sorted(name for names in HEARD.values() for name in names) == sorted(EVENTS)
    assert all(name in globals() for name in HEARD)


def test_a_job(table: Bench, link: Link, ears: Ears) -> None:
    """A job is told when it begins and ends, and the state with it.
    任务开始和结束时都有报告，状态也随之报告。"""
    job = link.call("test", name="memory")["job"]
    assert ears.hear("state", state="self_test")["was"] in ("idle", "dome_open", "ready", "fault", "stopped")
    assert ears.hear("job", id=job, state="running")["name"] == "test memory"
    assert ears.hear("job", 10, id=job, state="done")["ms"] >= 0
    assert ears.hear("state", was="self_test")["reason"] == "test memory"


def test_a_question(link: Link, ears: Ears) -> None:
    """A self-test that needs a person says what it asks; the job says so too.
    需要人的自检会说明要做什么，任务中也有。"""
    job = link.call("test", name="buzzer", seconds=20)["job"]
    assert ears.hear("ask", 15)["what"] == "listen"
    assert link.call("job", id=job)["asks"]["what"] == "listen"
    link.call("answer", yes=True)
    assert link.wait(job, ears)["result"]["passed"]


@pytest.mark.allow("settings")
def test_the_set(link: Link, ears: Ears) -> None:
    """Another set of tiles is told with its walls.
    换牌数时报告各方墩数。"""
    before = link.call("tiles")["layout"]
    other = [14, 13, 14, 13] if before != [14, 13, 14, 13] else [18, 18, 18, 18]
    link.call("tiles", layout=other)
    assert ears.hear("tiles", layout=other)["applies"] in ("now", "next sort")
    link.call("tiles", layout=before)
    ears.hear("tiles", layout=before)


@pytest.mark.allow("game")
def test_dice_and_dealer(link: Link, ears: Ears) -> None:
    """A roll is told with its dice, a new dealer with the seat.
    掷骰报告点数，换庄报告座位。"""
    rolled = link.call("dice", count=2)
    told = ears.hear("roll", by="link")
    assert told["dice"] == rolled["dice"] and told["sum"] == sum(told["dice"]) and told["hand"] >= 1
    seat = (link.call("dealer")["dealer"] + 1) % 4
    link.call("dealer", seat=seat)
    ears.hear("dealer", dealer=seat)


@pytest.mark.allow("game", "settings")
def test_a_game(link: Link, ears: Ears) -> None:
    """The chain behind the dice, each step of a game, the players' cuts, and what a hand was rolled with.
    骰子背后的链、牌局的每一步、各家切牌，以及一局结束后公开的内容。"""
    link.call("preset", name="chinese-household")
    link.call("set", name="seating", value="entered")
    link.call("game", do="new", seat=1)
    ears.hear("game", phase="cut", do="cut")
    link.call("cut", seat=2, count=9)
    assert ears.hear("cut", seat=2, count=9)["cuts"][2] == 9
    for step in ({"do": "cut"}, {"do": "seats", "winds": [3, 0, 1, 2]}):
        link.call("game", **step)
    ears.hear("game", phase="dealer")
    for _ in range(3):
        link.call("dice")
    ears.hear("game", phase="play")
    link.call("game", do="result", draw="draw")
    link.call("game", do="next")
    assert len(ears.hear("reveal", 5)["link"]) == 64
    for _ in range(2):
        link.call("game", do="end")
    chain = link.call("commit", hands=5)
    assert ears.hear("commit", anchor=chain["anchor"])["hands"] == 5


@pytest.mark.allow("people")
@pytest.mark.needs("keys")
def test_a_key(table: Bench, link: Link, person: Person, ears: Ears) -> None:
    """A key is told; one that the table cannot follow now, with the reason.
    按键有报告；当前不能执行的按键附带原因。"""
    link.call("stop")
    until(table, link, 5, state="stopped")
    if table.sim is not None:
        table.sim.press("east_dice_key", ms=200)
    else:
        person.do(text("hil.person.press", names=part_of("east_dice_key")))
    ears.hear("key", 5, key="dice_key", seat=0)
    assert "stopped" in ears.hear("refused", 5, what="key")["why"]
    link.call("acknowledge")


@pytest.mark.moves
@pytest.mark.allow("people")
@pytest.mark.needs("disc", "dome", "pickup", "head", "lift", "photos")
@pytest.mark.long(150)
def test_a_sort(table: Bench, link: Link, person: Person, ears: Ears) -> None:
    """A sort tells how far each side is, and in the log how it was stirred.
    理牌过程中报告各方进度，并在日志中说明洗了多少圈。"""
    home(table, link)
    done(table, link, "dome", ears, to="up")
    if table.sim is not None:
        table.sim.push_in()
    else:
        person.do(text("hil.person.push"))
    done(table, link, "sort", ears)
    assert "stirred" in ears.hear("log")["text"]
    told = [event.fields for event in ears.heard if event.name == "progress"]
    counts = [sum(one["counts"]) for one in told]
    assert counts == sorted(counts) and "stacking" in {one["stage"] for one in told}
    assert told[-1]["counts"] == told[-1]["of"] == [2 * stacks for stacks in link.call("tiles")["layout"]]
    done(table, link, "raise")


@pytest.mark.virtual
@pytest.mark.moves
def test_a_fault(table: Bench, link: Link, sim: Any, ears: Ears) -> None:
    """A fault is told with side, part and code, and when it is cleared.
    故障报告方位、部件和代码；清除时也有报告。"""
    home(table, link)
    sim.inject("motor_dead", "west_head")
    with suppress(TableFault, JobStopped):
        done(table, link, "test", ears, name="west_head")
    told = ears.hear("fault", 5, part="head")
    assert (told["code"], told["sub"], told["side"]) == (1, 3, "west")
    sim.repair()
    link.call("clear")
    ears.hear("cleared", code=1, sub=3)


@pytest.mark.virtual
@pytest.mark.moves
def test_a_warning(table: Bench, link: Link, sim: Any, ears: Ears) -> None:
    """A cam that was stopped half-way is warned of; its next turn brings it home.
    停在半途的凸轮有警告；下一次转动把它带回原位。"""
    home(table, link)
    sim.speed(1)
    job = link.call("test", name="south_lift")["job"]
    end = time.monotonic() + 10
    while "south_lift" not in sim.view()["motors"]:
        assert time.monotonic() < end
        link.call("job", id=job)
    time.sleep(0.5)
    link.call("stop")
    told = ears.hear("warning", 5, name="home_lost")
    assert (told["side"], told["part"]) == ("south", "lift")
    until(table, link, 5, state="stopped", job=None)
    link.call("acknowledge")
    job = link.call("test", name="south_lift")["job"]
    while (report := link.call("job", id=job))["state"] == "running":  # it is cut when it hears nothing
        time.sleep(0.2)
    assert report["result"]["passed"] and "not at home" in report["result"]["text"]
    link.call("clear")
