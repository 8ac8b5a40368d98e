"""Every state of the table and every way from one to another: by requests, by stops, by faults.

In each state every command that does not belong there is refused.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from queji.errors import JobStopped, TableFault
from queji.hil.bench import Bench
from queji.hil.steps import Steps
from queji.hil.suite.helpers import Told, done, home, refused_here, until
from queji.link import Link

# The requests that move something: walked through here and in test_hand.
MOVES = ("dome", "sort", "raise", "pause", "resume")

ALL_MOTORS = ("disc", "dome", "pickup", "head", "lift")


def try_all(table: Bench, link: Link, step: Steps, state: str) -> None:
    with step(f"what is refused in {state}"):
        assert link.call("status")["state"] == state
        assert refused_here(table, link, state) > 0
        assert link.call("status")["state"] == state


def test_idle_and_stopped(table: Bench, link: Link, step: Steps) -> None:
    """From rest to stopped and back; what either refuses.
    从静止到停止再返回；两种状态各拒绝什么。"""
    before = link.call("status")["state"]
    if before in ("idle", "dome_open", "ready"):
        try_all(table, link, step, before)
    link.call("stop")
    try_all(table, link, step, "stopped")
    assert link.call("acknowledge")["state"] == before
    assert Told().take(link) == [(before, "stopped"), ("stopped", before)]


@pytest.mark.moves
@pytest.mark.needs("dome")
@pytest.mark.long(8)
def test_dome(table: Bench, link: Link, step: Steps) -> None:
    """Dome up and down; what is refused while it moves and while it is open.
    罩子升降；动作中与打开时各拒绝什么。"""
    home(table, link)
    job = link.call("dome", to="up")["job"]
    if table.sim is not None:
        table.sim.speed(1)
    try_all(table, link, step, "moving")
    if table.sim is not None:
        table.sim.speed(10)
    assert link.wait(job)["state"] == "done"
    assert link.call("status")["dome"] == "up"
    try_all(table, link, step, "dome_open")
    done(table, link, "dome", to="down")
    status = link.call("status")
    assert status["dome"] == "down" and status["state"] == "idle"


@pytest.mark.moves
@pytest.mark.needs("dome")
@pytest.mark.long(4)
def test_stopped_on_the_way(table: Bench, link: Link) -> None:
    """A stop in the middle of a move: motors off at once, the job told as stopped, nothing goes on by itself.
    动作中途停止：电机立即关闭，任务报告为已停止，不会自行继续。"""
    home(table, link)
    if table.sim is not None:
        table.sim.speed(1)
    job = link.call("dome", to="up")["job"]
    assert link.call("stop")["state"] in ("moving", "stopped")
    with pytest.raises(JobStopped):
        link.wait(job)
    if table.sim is not None:
        assert table.sim.view()["motors"] == []
        table.sim.speed(10)
    until(table, link, 1, state="stopped", job=None)
    link.call("acknowledge")
    position = link.call("status")["dome"]
    time.sleep(0.3)
    status = link.call("status")
    assert status["job"] is None and status["dome"] == position and not status["disc"]["rpm"]
    done(table, link, "dome", to="up")
    done(table, link, "dome", to="down")


@pytest.mark.moves
@pytest.mark.needs("dome")
@pytest.mark.long(4)
def test_an_urgent_stop_as_one_byte(table: Bench, link: Link) -> None:
    """`!` stops a move without an end of line.
    单个字节 ! 即可停止动作，无需换行。"""
    home(table, link)
    if table.sim is not None:
        table.sim.speed(1)
    link.call("dome", to="up")
    line = table.line()
    try:
        line.send(b"!")
        assert line.answer().startswith(b"ok state=")
        end = time.monotonic() + 2 * table.patience
        answer = b""
        while b"state=stopped" not in answer and time.monotonic() < end:
            line.send(b"?")
            answer = line.answer()
        assert b"ok state=stopped" in answer and b"disc.rpm=0" in answer and b"job=null" in answer, answer
    finally:
        line.close()
        if table.sim is not None:
            table.sim.speed(10)
    with table.link() as again:
        again.call("acknowledge")
        done(table, again, "dome", to="up")
        done(table, again, "dome", to="down")


@pytest.mark.moves
@pytest.mark.needs(*ALL_MOTORS)
@pytest.mark.virtual
def test_a_sort_with_every_stop(table: Bench, link: Link, sim: Any, step: Steps) -> None:
    """Sorting, paused, stopped, resumed, ready, raised: and what each refuses.
    理牌、暂停、停止、继续、就绪、升牌，以及各自拒绝什么。"""
    home(table, link)
    done(table, link, "dome", to="up")
    sim.push_in()
    told = Told()
    job = link.call("sort")["job"]
    with table.quick():
        until(table, link, 40, state="sorting", stage="stacking")
    try_all(table, link, step, "sorting")
    assert link.call("pause")["job"] > job
    with table.quick():
        assert link.wait(job, told)["result"]["paused"]
    until(table, link, 6, state="paused", dome="up", job=None)
    try_all(table, link, step, "paused")
    job = link.call("resume")["job"]
    with table.quick():
        until(table, link, 20, state="sorting", stage="stacking")
    link.call("stop")
    with pytest.raises(JobStopped):
        link.wait(job, told)
    assert sim.view()["motors"] == []
    link.call("acknowledge")
    assert link.call("status")["state"] == "paused"
    done(table, link, "resume", told)
    status = link.call("status")
    assert status["state"] == "ready" and status["waiting"] == status["layout"]
    try_all(table, link, step, "ready")
    done(table, link, "raise", told)
    status = link.call("status")
    assert status["state"] == "idle" and status["raised"] == status["layout"]
    changes = told.take(link)
    told_of = (("moving", "sorting"), ("moving", "paused"), ("sorting", "stopped"), ("stopped", "paused"))
    for change in (*told_of, ("sorting", "ready"), ("moving", "idle")):
        assert change in changes, (change, changes)


@pytest.mark.moves
@pytest.mark.virtual
def test_a_fault_latches(table: Bench, link: Link, sim: Any, step: Steps) -> None:
    """A motor that does not turn is a fault with side, part and limit; it stands until cleared, and then all goes on.
    电机不转即为故障，指明方位、部件和限值；清除前一直存在，之后一切照常。"""
    home(table, link)
    sim.inject("motor_dead", "dome")
    job = link.call("dome", to="up")["job"]
    with table.quick(), pytest.raises(TableFault) as failed:
        link.wait(job)
    assert failed.value.fault["part"] == "dome" and failed.value.fault["measured"] is not None
    assert link.call("faults")["faults"][0]["part"] == "dome"
    try_all(table, link, step, "fault")
    sim.repair()
    assert link.call("clear")["cleared"] == 1
    until(table, link, 1, state=("idle", "dome_open"), fault=None)
    done(table, link, "dome", to="up")
    done(table, link, "dome", to="down")


@pytest.mark.virtual
def test_the_emergency_stop(table: Bench, link: Link, sim: Any) -> None:
    """Pressed: stopped, and nothing acknowledges it; released: still stopped until acknowledged.
    按下：停止且无法确认；松开：在确认前仍为停止。"""
    from queji.errors import Refused

    home(table, link)
    sim.emergency(True)
    until(table, link, 1, state="stopped")
    with pytest.raises(Refused) as refused:
        link.call("acknowledge")
    assert refused.value.kind == "stopped"
    sim.emergency(False)
    time.sleep(0.2)
    assert link.call("status")["state"] == "stopped"
    assert link.call("acknowledge")["state"] == "idle"


@pytest.mark.long(6)
def test_a_self_test_that_waits(table: Bench, link: Link, step: Steps) -> None:
    """While a self-test asks a person: the state self_test, what it refuses; nobody answers, and it fails by itself.
    自检等待人员时：状态 self_test、拒绝什么；无人应答则自行失败。"""
    before = link.call("status")["state"]
    if table.sim is not None:
        table.sim.speed(1)
    job = link.call("test", name="keys", seconds=3)["job"]
    until(table, link, 2, state="self_test")
    try_all(table, link, step, "self_test")
    if table.sim is not None:
        table.sim.speed(10)
    report = link.wait(job)
    assert not report["result"]["passed"] and "lift_key" in report["result"]["text"], report
    assert link.call("status")["state"] == before


@pytest.mark.virtual
def test_starting(table: Bench, sim: Any) -> None:
    """After a reset the table comes up at rest, says why it started, and nothing moves.
    复位后牌桌静止启动，说明启动原因，没有动作。"""
    table.hang_up()
    sim.reset()
    with table.link() as link:
        assert link.hello["state"] in ("starting", "idle")
        status = until(table, link, 5, state="idle")
        assert status["job"] is None and sim.view()["motors"] == []
