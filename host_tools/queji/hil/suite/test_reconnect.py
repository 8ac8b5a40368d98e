"""The line breaks and comes back: closed in the middle, taken by another, the table reset or restarted."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest

from queji.errors import PortBusy, TableRestarted
from queji.hil.bench import Bench
from queji.hil.suite.helpers import done, home, until
from queji.link import Link
from queji.transport import SerialPort


def test_closed_in_the_middle_of_a_line(table: Bench) -> None:
    """A program that dies in the middle of a line does not spoil the next one's first request.
    程序在一行中途退出，不影响下一个程序的第一个请求。"""
    for half in (b"dome ", b'{"jsonrpc":"2.0","id":1,"method":"stat', b"x" * 3000, b'{"', b"\xe4"):
        line = table.line()
        line.send(half)
        line.close()
        with table.link() as link:
            assert link.call("dealer")["dealer"] in range(4), half


def test_closed_and_opened_again(table: Bench) -> None:
    """Twenty times closed and opened: always the same table, the same run, at the same rest.
    关闭再打开二十次：总是同一张牌桌、同一次运行。"""
    boots = table.hello["boots"]
    before = None
    for _ in range(20):
        with table.link() as link:
            state = link.call("status")["state"]
            assert link.hello["boots"] >= boots and state == (before or state)
            before = state


@pytest.mark.skipif(os.name == "nt", reason="a port is locked by the system there")
def test_a_second_program_is_kept_out(table: Bench, link: Link) -> None:
    """While one program has the port a second one is told so, and the first goes on.
    端口被占用时，第二个程序得到说明，第一个不受影响。"""
    with pytest.raises(PortBusy):
        SerialPort(table.port).close()
    assert link.call("hello")["product"]


@pytest.mark.moves
@pytest.mark.needs("dome")
@pytest.mark.long(5)
def test_closed_while_something_moves(table: Bench, link: Link) -> None:
    """A laptop that goes away does not stop a move; one that comes back finds its job done.
    电脑断开不会打断动作；重新连接后任务已完成。"""
    home(table, link)
    job = link.call("dome", to="up")["job"]
    table.hang_up()
    time.sleep(0.5 if table.sim is not None else table.wait_s(3))
    with table.link() as again:
        assert again.call("job", id=job)["state"] == "done"
        assert again.call("status")["dome"] == "up"
        done(table, again, "dome", to="down")


@pytest.mark.virtual
def test_reset_in_the_middle_of_a_move(table: Bench, link: Link, sim: Any) -> None:
    """A reset while the dome moves: motors off, the laptop is told of the restart, nothing goes on by itself.
    罩子动作中复位：电机关闭，电脑得知重启，不会自行继续。"""
    home(table, link)
    boots = link.hello["boots"]
    sim.speed(1)
    link.call("dome", to="up")
    sim.reset()
    sim.speed(10)
    assert sim.view()["motors"] == []
    with pytest.raises(TableRestarted):
        for _ in range(3):
            link.call("status")
    assert link.hello["boots"] == boots + 1
    status = until(table, link, 5, job=None, state=("idle", "dome_open", "fault"))
    time.sleep(0.2)
    assert link.call("status")["dome"] == status["dome"] and sim.view()["motors"] == []


@pytest.mark.allow("restart")
@pytest.mark.long(15)
def test_restart(table: Bench, link: Link) -> None:
    """Asked to restart, the table answers, goes, and comes back: the same table, one start later, settings kept.
    请求重启：先应答，再重启；仍是同一张牌桌，启动次数加一，设置保留。"""
    before, settings = link.hello, link.call("settings")
    end = time.monotonic() + table.wait_s(15)
    with pytest.raises(TableRestarted):
        # the port may go before the answer was read
        assert link.call("restart", mode="normal")["mode"] == "normal"
        while time.monotonic() < end:
            link.call("status")
            time.sleep(0.05)
    now = link.hello
    assert (now["id"], now["boots"]) == (before["id"], before["boots"] + 1)
    until(table, link, 5, job=None, state=("idle", "dome_open", "ready", "paused"))
    assert link.call("settings") == settings


@pytest.mark.virtual
def test_ctrl_c_ends_the_program_safely(table: Bench, link: Link, sim: Any) -> None:
    """Ctrl-C on the line while something moves: motors off, a prompt; a reset brings the table back.
    动作时串口收到 Ctrl-C：电机关闭并出现提示符；复位后恢复。"""
    home(table, link)
    sim.speed(1)
    link.call("dome", to="up")
    line = table.line()
    line.send(b"\x03")
    time.sleep(0.3)
    assert sim.view()["motors"] == []
    line.close()
    sim.speed(10)
    sim.reset()
    with table.link() as again:
        until(table, again, 5, job=None)


@pytest.mark.virtual
@pytest.mark.parametrize("way", ["in", "out", "both"])
@pytest.mark.parametrize("fault", ["lose", "double", "change"])
def test_a_bad_line_on_the_tables_side(table: Bench, sim: Any, fault: str, way: str) -> None:
    """With one byte in 400 lost, doubled or changed on the way, every roll is done, and done once.
    途中每 400 字节丢失、重复或改变一个：每次掷骰都执行，且只执行一次。"""
    with table.link(timeout_s=0.3, tries=20) as bad:
        rolled = bad.call("fair")["rolls"]
        sim.inject("serial", way=way, **{fault: 400})
        try:
            for _ in range(8):
                assert 1 <= bad.call("dice", count=1)["sum"] <= 6
        finally:
            sim.repair("serial")
        assert bad.call("fair")["rolls"] == rolled + 8
    assert sim.view()["motors"] == []


@pytest.mark.virtual
def test_a_sort_on_a_bad_line(table: Bench, link: Link, sim: Any) -> None:
    """A whole sort followed through a line that loses and changes bytes: its end is seen, its counts are right.
    通过劣质线路跟踪整次理牌：能看到结束，计数正确。"""
    home(table, link)
    done(table, link, "dome", to="up")
    sim.push_in()
    sim.inject("serial", lose=1500, change=1500)
    with table.link(timeout_s=0.3, tries=20) as bad:
        report = done(table, bad, "sort")
        assert report["result"]["counts"] == [2 * n for n in bad.call("status")["layout"]]
        sim.repair("serial")
        done(table, bad, "raise")
        assert bad.call("status")["state"] == "idle"
