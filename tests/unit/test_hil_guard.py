"""What `queji hil` lets onto the line: nothing that moves or changes a table unallowed, however it is spelt."""

from __future__ import annotations

import pytest

from queji import protocol
from queji.hil import needs, wirelog
from queji.hil.firmware import COMMANDS, REQUESTS
from queji.hil.guard import Guard, NotAllowed, asked
from queji.hil.results import BROKEN, FAILED, PASSED, SKIPPED, Result, Run, junit

MOVING = [name for name, (_, moves) in COMMANDS.items() if moves and name != "test"]


def refused(data, allowed=(), still=frozenset()):
    try:
        Guard(frozenset(allowed), still).check(data)
    except NotAllowed as error:
        return error.needs
    return None


@pytest.mark.parametrize("name", MOVING)
def test_what_moves_is_refused_in_every_spelling(name):
    to = {"dome": {"to": "up"}}.get(name, {})
    words = f"{name} {'up' if to else ''}".rstrip().encode()
    spellings = [
        words + b"\n",
        words + b"\r",
        b"status\n" + words + b"\n",
        b"?" + words + b"\n",
        b"!" + words + b"\n",
        b"  " + words + b"\n",
        words[:2] + b"x\x7f" + words[2:] + b"\n",
        words + b" extra\n",
        protocol.request(1, name, to),
        protocol.request(None, name, list(to.values())),
        b'{"method":"%s","id":"a","jsonrpc":"2.0"}\n' % name.encode(),
        b'{"jsonrpc":"2.0","method":"\\u%04x%s"}\n' % (ord(name[0]), name[1:].encode()),
    ]
    for one in spellings:
        assert refused(one) == needs.MOTION, one
        assert refused(one, {needs.MOTION}) is None, one


def test_a_line_in_pieces_is_one_line():
    guard = Guard(frozenset())
    guard.check(b"do")
    guard.check(b"me u")
    with pytest.raises(NotAllowed):
        guard.check(b"p\n")
    guard.check(b"status\n")  # and what comes after is judged by itself


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"tiles 136\n", needs.SETTINGS),
        (b"tiles\n", None),
        (b"set brightness 3\n", needs.SETTINGS),
        (b"defaults\n", needs.SETTINGS),
        (b"dealer\n", None),
        (b"dealer next=true\n", needs.GAME),
        (b"dice\n", needs.GAME),
        (b"restart\n", needs.RESTART),
        (b"abc\x03", needs.RESTART),
        (b"test photos\n", None),
        (b"test 2\n", None),
        (b"test east_head\n", needs.MOTION),
        (b"test\n", needs.MOTION),
        (b'import settings {"dice":3} check=true\n', None),
        (b'import settings {"dice":3}\n', needs.SETTINGS),
        (b"stop\nstatus\n!?clear\nacknowledge\n", None),
        (b"sortx\n", None),
        (protocol.request(1, "sort")[:-2] + b"0\n", None),  # its checksum is wrong: the table does not obey it
        (b"x" * 3000 + b"\n", None),
    ],
)
def test_what_each_line_needs(line, what):
    assert refused(line, still=frozenset({"photos", "2"})) == what


def test_every_request_is_judged():
    """A request that the firmware calls moving needs motion; no word of needs.py is made up."""
    for row in REQUESTS:
        for params in ({}, {"x": 1}):
            need = needs.of_request(row[0], params)
            assert need is None or need in needs.ALLOW
            assert need == needs.MOTION or not COMMANDS.get(row[0], ((), False))[1]
    assert set(needs._CHANGES) <= {row[0] for row in REQUESTS}


def test_what_no_table_obeys():
    for line in (b"", b"{", b"[1]", b"\xff", b'{"result":1}', b"shuffle"):
        assert asked(line) == ("", {})


def test_the_log_has_both_ways_with_times(tmp_path):
    log = wirelog.WireLog(tmp_path / "log")
    log.bytes(wirelog.OUT, b"stat")
    log.bytes(wirelog.IN, b"! key\r\nok st")
    mark = len(log.rows)
    log.bytes(wirelog.OUT, b"us\n")
    log.bytes(wirelog.IN, b"ate=idle\r\n")
    log.bytes(wirelog.OUT, b"x" * 5000 + b"\n\x01\xff")
    rows = log.since(mark)
    assert [(row.way, row.text) for row in rows[:2]] == [("->", "status"), ("<-", "ok state=idle")]
    assert rows[2].text.endswith("… (5000 bytes)") and rows[3].text == "\\x01\\xff"
    assert rows[0].seconds <= rows[1].seconds <= rows[2].seconds
    log.close()
    written = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert written[0].startswith("# 20") and written[1].endswith("<- ! key") and len(written) == 6


def test_exit_codes_and_junit():
    run = Run([Result("a::b", PASSED, 0.1, steps=["passed  0.001 s  hello"], log="0.1 -> hello\x00")], {"id": "e66"})
    run.safe = True
    assert run.exit() == 0
    run.results.append(Result("a::c", SKIPPED, 0, "the rig has no dome"))
    assert run.exit() == 0
    run.results.append(Result("a::d", BROKEN, 0, "port gone"))
    assert run.exit() == 4
    run.results.append(Result("a::e", FAILED, 0, "no & <"))
    assert run.exit() == 1
    from xml.etree import ElementTree

    suite = ElementTree.fromstring(junit(run))[0]
    assert (suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("1", "1", "1")
    assert suite.find("testcase/skipped").get("message") == "the rig has no dome"
    assert suite.find("testcase/error").get("type") == "infrastructure"
    assert "-> hello?" in suite.find("testcase/system-out").text
    assert suite.find("testcase/properties/property").get("value").endswith("hello")
    run.interrupted = True
    assert run.exit() == 130
    assert Run(safe=False).exit() == 4
