"""The tool's end of the line against a table that answers late, wrongly, twice or not at all."""

from __future__ import annotations

import os
import sys
import threading
import time

import pytest
from fake_table import FakeTable, Refuse

from queji.errors import (
    JobStopped,
    LinkLost,
    NoAnswer,
    OtherProtocol,
    OtherTable,
    PortBusy,
    PortFailed,
    PortMissing,
    Refused,
    TableFault,
    TableRestarted,
    TooLong,
)
from queji.link import Link

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


@pytest.fixture
def table(tmp_path):
    with FakeTable(tmp_path) as fake:
        yield fake


def link_to(table, **more):
    return Link(table.port, **{"timeout_s": 0.2, "return_s": 2.0, **more})


def later(seconds, action):
    timer = threading.Timer(seconds, action)
    timer.start()
    return timer


def test_hello_and_a_request(table):
    with link_to(table) as link:
        assert link.hello["product"] == "fake table"
        assert link.call("status")["state"] == "ready"
    assert table.received[0]["params"] == {"protocol": "1.0"}


def test_ids_have_a_prefix_of_the_session_and_never_repeat(table):
    for _ in range(2):
        with link_to(table) as link:
            link.call("status")
            link.call("status")
    ids = [request["id"] for request in table.received]
    assert len(set(ids)) == len(ids)
    assert len({id.split("-")[0] for id in ids}) == 2


def test_old_bytes_are_drained_and_garbage_between_lines_is_passed_over(table):
    with link_to(table) as link:
        table.say(b'\xff\xfeATZ\r\n; free text\r\n{"jsonrpc":\r\n')
        assert link.call("status")["dealer"] == 1
        assert link.noise == 3


def test_a_lost_answer_is_asked_for_again_and_nothing_is_done_twice(table):
    table.answers["sort"] = {"job": 1}
    with link_to(table) as link:
        table.lose = 1
        assert link.call("sort") == {"job": 1}
    assert table.done.count("sort") == 1
    assert len({request["id"] for request in table.received if request["method"] == "sort"}) == 1


@pytest.mark.parametrize(
    "mangle",
    [
        lambda line: line.replace(b"job", b"jab"),
        lambda line: line[:-3] + b"\r\n",  # one digit of the checksum is missing
        lambda line: b'{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"checksum"}}\r\n',
    ],
)
def test_a_damaged_answer_is_asked_for_again_at_once(table, mangle):
    table.answers["sort"] = {"job": 1}
    with link_to(table, timeout_s=5) as link:
        table.mangle = mangle
        began = time.monotonic()
        assert link.call("sort") == {"job": 1}
        assert time.monotonic() - began < 2
    assert table.done.count("sort") == 1


def test_a_silent_table_is_an_error_in_bounded_time(table):
    with link_to(table) as link:
        table.silent = True
        began = time.monotonic()
        with pytest.raises(NoAnswer):
            link.call("status")
        assert time.monotonic() - began < 3


def test_a_port_without_a_table(table):
    table.silent = True
    with pytest.raises(NoAnswer) as error:
        link_to(table)
    assert error.value.exit == 4


def test_an_old_answer_is_not_taken_for_a_new_one(table):
    with link_to(table) as link:
        table.say(b'{"jsonrpc":"2.0","id":"other-7","result":{"state":"wrong"}}\r\n')
        assert link.call("status")["state"] == "ready"


def test_a_restart_in_mid_session_is_named_and_nothing_is_sent_again(table):
    table.answers["sort"] = {"job": 1}
    with link_to(table) as link:
        table.lose = 1
        later(0.1, table.restart)
        with pytest.raises(TableRestarted) as error:
            link.call("sort")
        assert error.value.fields["reset"] == "watchdog"
        assert error.value.exit == 7
        assert table.done.count("sort") == 1
        assert link.call("status")["state"] == "ready"  # and the conversation can go on


def test_a_port_that_vanishes_and_returns(table):
    with link_to(table) as link:
        table.unplug()
        later(0.4, table.plug)
        assert link.call("status")["state"] == "ready"


def test_a_port_that_returns_with_a_restarted_table(table):
    with link_to(table) as link:
        table.unplug()
        table.restart()
        later(0.3, table.plug)
        with pytest.raises(TableRestarted):
            link.call("status")


def test_a_port_that_returns_with_another_table(table):
    with link_to(table) as link:
        table.unplug()
        table.hello["id"] = "T2"
        later(0.3, table.plug)
        with pytest.raises(OtherTable):
            link.call("status")


def test_a_port_that_does_not_return(table):
    with link_to(table, return_s=0.5) as link:
        table.unplug()
        with pytest.raises(LinkLost):
            link.call("status")


def test_another_major_version_is_refused_with_what_to_do(table):
    table.hello["protocol"] = "2.0"
    with pytest.raises(OtherProtocol) as error:
        link_to(table)
    assert "2.0" in error.value.message() and error.value.hint()


def test_another_minor_version_is_no_matter(table):
    table.hello["protocol"] = "1.7"
    with link_to(table) as link:
        assert link.hello["protocol"] == "1.7"


def test_the_port_is_held_exclusively(table):
    with link_to(table), pytest.raises(PortBusy):
        link_to(table)


def test_ports_that_cannot_be_opened(tmp_path):
    with pytest.raises(PortMissing):
        Link(str(tmp_path / "nothing"))
    with pytest.raises(PortFailed):
        Link("socket://127.0.0.1:1")
    (tmp_path / "file").write_text("no terminal")
    with pytest.raises(PortFailed):
        Link(str(tmp_path / "file"))


def test_a_refusal_carries_kind_message_and_hint(table):
    def sort():
        raise Refuse(-32010, "the dome is open", kind="state", hint="close it")

    table.answers["sort"] = sort
    with link_to(table) as link, pytest.raises(Refused) as error:
        link.call("sort")
    assert (error.value.kind, error.value.code, error.value.exit) == ("state", -32010, 5)
    assert "the dome is open" in error.value.message() and error.value.hint() == "close it"


def test_a_latched_fault_has_the_exit_code_of_faults(table):
    def sort():
        raise Refuse(-32012, "a fault stands", kind="fault")

    table.answers["sort"] = sort
    with link_to(table) as link, pytest.raises(Refused) as error:
        link.call("sort")
    assert error.value.exit == 6


def test_a_request_that_does_not_fit_is_not_sent(table):
    with link_to(table) as link:
        before = len(table.received)
        with pytest.raises(TooLong):
            link.call("set", name="x" * 2000)
        assert len(table.received) == before


def test_events_arrive_in_order_and_a_gap_shows(table):
    with link_to(table) as link:
        table.event("state", state="sorting")
        table.event("progress", counts=[1, 2, 3, 4], of=36, skip=2)
        assert link.next_event(1).name == "state"
        assert link.next_event(1).fields["counts"] == [1, 2, 3, 4]
        assert link.missed == 2
        assert link.next_event(0.05) is None


def test_events_between_request_and_answer_are_kept(table):
    def dice():
        table.event("roll", dice=[1, 2])
        return {"dice": [1, 2]}

    table.answers["dice"] = dice
    with link_to(table) as link:
        link.call("dice")
        assert link.next_event(0.5).name == "roll"


def job(state, **more):
    return {"id": 3, "name": "sort", "state": state, "ms": 100, **more}


def test_waiting_for_a_job(table):
    table.answers["sort"] = {"job": 3}
    seen = []
    with link_to(table) as link:
        link.call("sort")
        table.event("job", **job("running"))
        table.event("progress", counts=[1, 1, 1, 1], of=36)
        table.event("job", **{**job("done"), "id": 2})  # another job's end
        table.event("job", **job("done"))
        assert link.wait(3, lambda event: seen.append(event.name))["state"] == "done"
    assert seen == ["job", "progress", "job", "job"]


def test_a_lost_end_of_a_job_is_asked_for(table):
    table.answers["job"] = lambda id: job("done")
    with link_to(table) as link:
        table.event("progress", counts=[0, 0, 0, 0], of=36)
        table.event("progress", counts=[9, 9, 9, 9], of=36, skip=1)
        assert link.wait(3)["state"] == "done"


def test_a_job_that_falls_silent_is_asked_for(table, monkeypatch):
    monkeypatch.setattr("queji.link.SILENCE_S", 0.2)
    table.answers["job"] = lambda id: job("done")
    with link_to(table) as link:
        assert link.wait(3)["state"] == "done"


def test_how_a_job_can_end_badly(table):
    fault = {"code": 1, "sub": 1, "name": "head_timeout", "side": "south", "part": "head"}
    with link_to(table) as link:
        table.event("job", **job("failed", fault=fault))
        with pytest.raises(TableFault) as error:
            link.wait(3)
        assert "E1.1" in error.value.message() and error.value.exit == 6
        table.event("job", **job("stopped"))
        with pytest.raises(JobStopped):
            link.wait(3)


def test_a_restart_while_waiting(table, monkeypatch):
    monkeypatch.setattr("queji.link.SILENCE_S", 0.2)
    with link_to(table) as link:
        table.restart()
        table.silent = True
        later(0.3, lambda: setattr(table, "silent", False))
        with pytest.raises(TableRestarted):
            link.wait(3)


def test_trace_shows_both_ways(table):
    lines = []
    with link_to(table, trace=lambda way, line: lines.append((way, line))):
        pass
    assert [way for way, _ in lines] == ["->", "<-"]


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="counts open files in /proc")
def test_no_file_stays_open(table):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with link_to(table):
            pass
    assert len(os.listdir("/proc/self/fd")) == before
