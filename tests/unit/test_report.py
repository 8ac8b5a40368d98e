"""Self-tests from the laptop: questions and answers, results in words, JUnit XML and the customer's HTML report."""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from fake_table import Refuse

from queji import report, selftests, texts
from queji.link import Link

HELLO = {"product": "queji", "id": "e66<1>", "board": "rpi_pico", "firmware": "0.1.0", "name": "Room 5 & <b>"}
RESULTS = [
    {
        "name": "inputs",
        "number": 1,
        "state": "passed",
        "passed": True,
        "measured": 0,
        "limits": [0, 0],
        "unit": "wrong",
        "ms": 60,
        "text": "",
    },
    {
        "name": "east_head",
        "number": 14,
        "state": "failed",
        "passed": False,
        "measured": 842,
        "limits": [315, 525],
        "unit": "ms",
        "ms": 900,
        "side": "east",
        "part": "head",
        "text": "far too slow",
    },
    {"name": "keys", "number": 4, "state": "skipped", "passed": None, "text": "needs a person"},
    {"name": "disc", "number": 11, "state": "stopped", "passed": False, "text": "stopped\x00 on the way <&>"},
]

needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


def test_junit_is_as_integration_servers_read_it():
    root = ElementTree.fromstring(report.junit(RESULTS, HELLO).encode())
    suite = root.find("testsuite")
    assert suite is not None
    assert {k: suite.get(k) for k in ("tests", "failures", "skipped", "errors")} == {
        "tests": "4",
        "failures": "2",
        "skipped": "1",
        "errors": "0",
    }
    cases = {case.get("name"): case for case in suite.findall("testcase")}
    assert cases["east_head"].find("failure").get("message") == "far too slow"
    assert "842" in cases["east_head"].find("failure").text
    assert cases["keys"].find("skipped") is not None and cases["inputs"].find("failure") is None
    assert cases["east_head"].get("time") == "0.900"
    assert {p.get("name"): p.get("value") for p in suite.iter("property")}["id"] == "e66<1>"


class Page(HTMLParser):
    VOID = ("meta", "br")

    def __init__(self, page):
        super().__init__()
        self.open, self.words, self.links = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.links += [v for k, v in attrs if k in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_the_page_is_whole_and_needs_nothing_else(language):
    with texts.using(language):
        source = report.page(RESULTS, HELLO, {"sorts": 12, "minutes": 150, "jams": [0, 1, 0, 0]})
    page = Page(source)
    assert not page.open and not page.links and "http" not in source and "<script" not in source
    words = " ".join(page.words)
    assert "Room 5 & <b>" in words and "e66<1>" in words and "842 ms" in words
    assert ("全部" in source or "未通过" in source) is (language == "zh")
    assert f'lang="{"zh-CN" if language == "zh" else "en"}"' in source
    assert source.count("<tr class=") == len(RESULTS)


def test_the_verdict_of_the_page():
    assert "All tests passed" in report.page(RESULTS[:1], HELLO)
    assert "Not all tests passed" in report.page(RESULTS, HELLO)
    assert report.tally(RESULTS) == {"passed": 1, "failed": 2, "skipped": 1}


def test_limits_in_words():
    assert [report.span(x) for x in ([1, 1], [1, 2], [None, 9], None, 5)] == ["1", "1 – 2", "≤ 9", "", "5"]


def test_every_test_of_the_firmware_has_words():
    source = (selftests.faults.paths.TABLE / "selftest" / "__init__.py").read_text(encoding="utf-8")
    rows = re.findall(r'^    \((\d+), "(\w+)", (?:True|False), (?:True|False), "(\w*)", "(\w+)"\),$', source, re.M)
    assert len(rows) > 16 and [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    for _, name, asks, _ in rows:
        assert f"selftest.{name}" in texts.TEXTS
        if asks:
            assert f"asks.{asks}" in texts.TEXTS and f"ask.{asks}" in texts.TEXTS


def test_names_and_numbers_choose():
    rows = [{"name": name, "number": n} for name, n in (("disc", 11), ("east_head", 14), ("west_head", 14))]
    names = lambda *given: [row["name"] for row in selftests.choose(rows, given)]  # noqa: E731
    assert names("14") == names("head") == ["east_head", "west_head"]
    assert names("west_head", "disc", "head") == ["west_head", "disc", "east_head"]
    assert names("nothing") == ["nothing"]


def test_what_is_asked_in_words():
    with texts.using("en"):
        assert "East lift key, emergency stop" in selftests.asked(
            {"what": "press", "left": ["east_lift_key", "emergency_stop"]}
        )
        assert "North tile sensor" in selftests.asked({"what": "hold", "signal": "north_tile", "left": 3})
        assert selftests.asked({"what": "something new"}) == "something new"


# -- against a table that is only its line ---------------------------------------------------------------------------


@pytest.fixture
def table(table):
    jobs = {}
    rows = [
        {"number": 1, "name": "inputs", "moves": False, "asks": ""},
        {"number": 5, "name": "lights", "moves": False, "asks": "look"},
        {"number": 11, "name": "disc", "moves": True, "asks": ""},
    ]

    def test(name, seconds=None):
        jobs[len(jobs) + 1] = {"id": len(jobs) + 1, "name": "test " + name, "state": "running", "ms": 1}
        if name == "lights":
            jobs[len(jobs)]["asks"] = {"what": "look"}
        else:
            end(len(jobs), True)
        return {"job": len(jobs)}

    def end(job, passed):
        result = {"measured": 1, "limits": [1, 1], "unit": "", "passed": passed, "text": ""}
        jobs[job].update(state="done", result=result)

    def answer(yes):
        end(len(jobs), yes)
        jobs[len(jobs)].pop("asks", None)
        return {"yes": yes}

    table.answers.update(
        tests={"tests": rows, "next": None},
        test=test,
        answer=answer,
        job=lambda id: jobs[id],
        inputs={"keys": [], "sensors": [], "levels": {}},
        settings={"name": "Room 5"},
        wear={"sorts": 3, "tiles": 432, "minutes": 90},
    )
    return table


@needs_pty
def test_a_question_is_answered_at_the_laptop(table):
    told = []
    with Link(table.port) as link:
        runner = selftests.Runner(link, told.append, lambda: True if told else None)
        result = runner.run({"name": "lights", "number": 5, "asks": "look"})
    assert result["passed"] and told[0] == {"what": "look"} and told[-1] is None


@needs_pty
def test_only_what_is_typed_after_the_question_answers_it(table, monkeypatch):
    """A y that was typed before would close the dome over the hands that push tiles in."""
    master, slave = os.openpty()
    with os.fdopen(slave) as typed, Link(table.port) as link:
        monkeypatch.setattr(sys, "stdin", typed)
        keyboard = selftests.Keyboard()
        os.write(master, b"y\ny\n")
        time.sleep(0.3)
        told = []

        def show(asks):
            told.append(asks)
            if asks:
                threading.Timer(0.6, os.write, (master, b"n\n")).start()

        runner = selftests.Runner(link, show, keyboard=keyboard)
        try:
            result = runner.run({"name": "lights", "number": 5, "asks": "look"})
        finally:
            os.write(master, b"\x04")
            time.sleep(0.8)  # the n is typed, and the end read
            os.close(master)
    assert not result["passed"] and told[0] == {"what": "look"}


@needs_pty
def test_the_table_hears_something_all_the_time(table):
    """A test that moves is cut after 3 s of silence: this end speaks much more often."""
    heard = []
    first = table.answers["job"]
    table.answers["job"] = lambda id: heard.append(time.monotonic()) or first(id)
    with Link(table.port) as link:
        threading.Timer(2, lambda: table.answers["answer"](True)).start()
        assert selftests.Runner(link).run({"name": "lights", "number": 5})["passed"]
    assert len(heard) >= 3 and max(b - a for a, b in zip(heard, heard[1:], strict=False)) < 1.5


@needs_pty
def test_all_skips_what_moves_or_asks_unless_told(queji, table, tmp_path):
    code, out, _ = queji("test", "all", "--no-ask", "--json")
    assert code == 0
    assert [one["state"] for one in json.loads(out)["tests"]] == ["passed", "skipped", "skipped"]
    files = [str(tmp_path / name) for name in ("r.html", "r.xml")]
    code, _, err = queji(
        "test", "all", "--no-ask", "--allow-motion", "--countdown", "0", "--report", files[0], "--junit", files[1]
    )
    assert code == 0 and "Hands off" in err
    assert "Room 5" in (tmp_path / "r.html").read_text(encoding="utf-8")
    assert ElementTree.parse(files[1]).getroot().find("testsuite").get("tests") == "3"
    assert queji("test", "all", "--no-ask", "--report", str(tmp_path / "no" / "r.html"))[0] == 9


@needs_pty
def test_no_ask_skips_a_test_that_was_named_too(queji, table):
    code, out, _ = queji("test", "run", "lights", "--no-ask", "--json")
    assert code == 0 and json.loads(out)["tests"][0]["state"] == "skipped"
    assert "test" not in table.done


@needs_pty
def test_a_held_key_ends_the_countdown(queji, table):
    table.answers["inputs"] = {"keys": ["east_hand_key"], "sensors": [], "levels": {}}
    began = time.monotonic()
    assert queji("test", "run", "disc", "--allow-motion", "--countdown", "30")[0] == 0
    assert time.monotonic() - began < 10


@needs_pty
def test_ctrl_c_stops_the_table(queji, table, monkeypatch):
    table.answers["stop"] = {"state": "stopped"}

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("queji.selftests.Runner._wait", interrupted)
    code, _, err = queji("test", "run", "disc", "--allow-motion", "--countdown", "0")
    assert code == 130 and "stop" in table.done and "told to stop" in err


@needs_pty
def test_a_refused_test_is_told_and_the_others_go_on(queji, table):
    first = table.answers["test"]

    def test(name, seconds=None):
        if name == "inputs":
            raise Refuse(-32010, "tiles are being sorted", kind="state")
        return first(name)

    table.answers["test"] = test
    code, out, _ = queji("test", "run", "inputs", "disc", "--allow-motion", "--countdown", "0")
    assert code == 1 and "NOT RUN" in out and "sorted" in out and "passed" in out


@needs_pty
def test_a_fault_is_a_failure_with_its_place(queji, table):
    fault = {"code": 1, "sub": 3, "name": "head_motor", "side": "south", "part": "head", "measured": 1050, "unit": "ms"}
    table.answers["test"] = lambda name, seconds=None: {"job": 9}
    table.answers["job"] = lambda id: {"id": 9, "state": "failed", "ms": 1050, "fault": fault}
    code, out, _ = queji("test", "run", "disc", "--allow-motion", "--countdown", "0", "--json")
    one = json.loads(out)["error"]["tests"][0]
    assert code == 1 and "E1.3" in one["text"]
    assert (one["side"], one["part"], one["measured"]) == ("south", "head", 1050)
