"""`queji audit`: a journal that is right passes, and nothing can be changed in it without being found."""

from __future__ import annotations

import hashlib
import hmac
import json
import sys

import pytest

from queji import audit, audit_stats
from queji.errors import Usage

SECRET = hashlib.sha256(b"a secret for tests").digest()
HANDS = 4


def link(hand):
    return audit.hashed(SECRET, HANDS - hand)


ANCHOR = link(0).hex()
CHAIN = ANCHOR[:8]


def rolled(hand, number, cuts, count, kind="dice"):
    """Computed once more, the plain way: one block is enough for these rolls."""
    message = f"queji {kind} 1 hand {hand} roll {number} cuts {','.join(map(str, cuts))} block 0"
    block = hmac.new(link(hand), message.encode(), "sha256").digest()
    return [byte % 6 + 1 for byte in block if byte < 252][:count]


class Journal:
    """Writes lines as the table does."""

    def __init__(self):
        self.lines = []
        self.before = audit.ZERO
        self.n = 0

    def add(self, event, **fields):
        self.n += 1
        if event == "segment":
            fields = {"prev": self.before, **fields}
        body = json.dumps({"n": self.n, "s": 5, "e": event, **fields}, separators=(",", ":"))
        self.before = hashlib.sha256(f"{self.before} {body}".encode()).hexdigest()[:32]
        self.lines.append(f"{self.before} {body}")

    def roll(self, hand, number, cuts=(0, 0, 0, 0), count=2, **other):
        cuts = list(cuts)
        fields = {"dice": rolled(hand, number, cuts, count), "cuts": cuts, "hand": hand, "roll": number}
        self.add("roll", chain=CHAIN, **{**fields, **other})

    def reveal(self, hand, **other):
        self.add("reveal", **{"chain": CHAIN, "hand": hand, "link": link(hand).hex(), **other})


@pytest.fixture
def journal():
    found = Journal()
    found.add("segment")
    found.add("boot", boots=1, hash="abcd")
    found.add("commit", chain=CHAIN, hands=HANDS, anchor=ANCHOR)
    found.roll(1, 1, (5, 0, 15, 7))
    found.roll(1, 2, (5, 0, 15, 7), 3)
    found.reveal(1)
    found.roll(2, 1, (5, 0, 15, 7))
    return found


def what(lines):
    return [one.what for one in audit.audit(lines).findings]


def test_a_right_journal(journal):
    report = audit.audit(journal.lines)
    assert report.findings == [] and report.whole
    assert (report.verified, report.open, report.cut_hands, report.last) == (2, 1, 2, 7)
    assert report.hash == journal.before and report.firmware == ["abcd"]


def test_a_later_link_opens_the_hands_before(journal):
    journal.reveal(3)
    report = audit.audit(journal.lines)
    assert report.verified == 3 and report.findings == []


def test_the_worked_example_of_the_document():
    """docs/fair-dice.md, "A worked example", both languages."""
    from queji import paths

    secret = hashlib.sha256(b"queji").digest()
    chain = [audit.hashed(secret, 3 - hand) for hand in range(4)]
    cuts = [5, 0, 15, 7]
    source = audit.stream(chain[2], "dice", 2, 1, cuts)
    block = [next(source) for _ in range(32)]
    dice = audit.faces(audit.stream(chain[2], "dice", 2, 1, cuts), 3)
    lot = audit.order(audit.stream(chain[2], "lot", 2, 2, cuts), 4)
    for name in ("fair-dice.md", "fair-dice.zh-CN.md"):
        text = (paths.ROOT / "docs" / name).read_text(encoding="utf-8")
        for one in (*chain, bytes(block)):
            assert one.hex() in text, (name, one.hex())
        assert f"dice {dice}" in text and f"lot {lot}" in text, (name, dice, lot)


def test_every_single_bit_is_noticed(journal):
    data = "\n".join(journal.lines).encode()
    for at in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[at] ^= 1 << bit
            lines = changed.decode("utf-8", "replace").split("\n")
            assert audit.audit(lines).findings, (at, bit)


def test_where_it_is_broken_is_told(journal):
    journal.lines[4] = journal.lines[4].replace('"roll":2', '"roll":3')
    first = audit.audit(journal.lines).findings[0]
    assert (first.line, first.what, first.fields["n"]) == (5, "hash", 5)


def test_lines_that_are_missing_or_doubled(journal):
    assert "missing" in what(journal.lines[:3] + journal.lines[4:])
    assert "missing" in what(journal.lines[:4] + journal.lines[3:])
    assert "broken" in what([*journal.lines, "x"])


def rewritten(change):
    """A journal whose writer cheated, with hashes that fit."""
    found = Journal()
    found.add("segment")
    found.add("commit", chain=CHAIN, hands=HANDS, anchor=ANCHOR)
    change(found)
    return what(found.lines)


def test_cheats_with_a_whole_chain_are_found():
    assert rewritten(lambda j: (j.roll(1, 1), j.reveal(1))) == []
    assert rewritten(lambda j: (j.roll(1, 1, dice=[6, 6]), j.reveal(1))) == ["roll"]
    assert rewritten(lambda j: (j.roll(1, 1), j.roll(1, 1), j.reveal(1))) == ["again"]
    assert rewritten(lambda j: (j.roll(1, 1), j.roll(1, 3), j.reveal(1))) == ["gap"]
    assert rewritten(lambda j: (j.roll(1, 2), j.reveal(1))) == ["gap"]
    assert rewritten(lambda j: (j.roll(1, 1), j.reveal(1), j.roll(1, 2))) == ["late"]
    assert rewritten(lambda j: (j.roll(1, 1), j.roll(1, 2, (1, 0, 0, 0)), j.reveal(1))) == ["cuts"]
    assert rewritten(lambda j: (j.roll(1, 1), j.reveal(1, link=link(2).hex()))) == ["reveal"]
    assert rewritten(lambda j: (j.roll(1, 1), j.reveal(1, link="00" * 32))) == ["reveal"]
    assert rewritten(lambda j: (j.roll(1, 1), j.add("commit", chain="x", hands=4, anchor="ab" * 32))) == ["never"]
    assert rewritten(lambda j: j.roll(1, 1, cuts=[1, 2, 3])) == ["fields"]
    assert rewritten(lambda j: j.add("reveal", chain=CHAIN, hand="1", link=ANCHOR)) == ["fields"]


def test_another_anchor_of_the_same_name():
    assert "anchor" in rewritten(lambda j: j.add("commit", chain=CHAIN, hands=4, anchor=CHAIN + "0" * 56))


def test_a_power_cut_may_skip_numbers_and_reveals(journal):
    was = [CHAIN, 1, link(1).hex()]
    journal.add("boot", boots=2, hash="abcd", anchor=ANCHOR, hands=HANDS, hand=2, used=17, was=was)
    journal.roll(2, 18, (5, 0, 15, 7))
    journal.reveal(2)
    report = audit.audit(journal.lines)
    assert report.findings == [] and report.skipped == 16 and report.verified == 4


def test_the_beginning_may_be_gone():
    """The oldest file of the ring was dropped: the first line repeats what is needed."""
    found = Journal()
    found.before, found.n = "1" * 32, 400
    found.add("segment", anchor=ANCHOR, hands=HANDS, hand=2, used=1, was=[CHAIN, 1, link(1).hex()])
    found.roll(2, 2)
    found.reveal(2)
    report = audit.audit(found.lines)
    assert report.findings == [] and report.verified == 1 and report.first == 401


def test_lots():
    """Every order of three comes from a sixth of the byte pairs."""
    counts = {}
    for high in range(255):
        for low in range(256):
            one = tuple(audit.order(iter((high, low)), 3))
            counts[one] = counts.get(one, 0) + 1
    assert len(counts) == 6 and set(counts.values()) == {255 * 256 // 6}


# Statistics


def fair_rolls(count, dice=2):
    source = audit.stream(b"s" * 32, "dice", 1, 1, [0] * 4)
    return [audit.faces(source, dice) for _ in range(count)]


def odd(rolls):
    return {(test.name, test.dice) for test in audit_stats.tests(rolls) if test.odd}


def test_fair_dice_pass():
    found = audit_stats.tests(fair_rolls(3000, 3))
    assert len(found) == 3 + 3 + 2 and all(test.p is not None and not test.odd for test in found)


def test_crooked_dice_do_not():
    rolls = fair_rolls(3000)
    loaded = [[6 if first == 1 and at % 4 == 0 else first, second] for at, (first, second) in enumerate(rolls)]
    assert ("faces", (1,)) in odd(loaded)
    assert ("pairs", (1, 2)) in odd(
        [[first, first if at % 6 == 0 else second] for at, (first, second) in enumerate(rolls)]
    )
    sticky = [[face] for at, (face, _) in enumerate(rolls) for _ in range(2 if at % 8 == 0 else 1)]
    assert {("serial", ()), ("runs", ())} & odd(sticky)


def test_few_rolls_say_nothing():
    assert all(test.p is None for test in audit_stats.tests([[1, 2], [3, 4]]))
    assert audit_stats.tests([]) and all(test.p is None for test in audit_stats.tests([]))
    assert all(test.p is None or test.n for test in audit_stats.tests([[1, 1]] * 200))


# The command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")


@pytest.fixture
def table(table, journal):
    lines = journal.lines

    def page(**given):
        at = given["from"]
        after = at + 3 if at + 3 < len(lines) else None
        return {"n": 7, "hash": journal.before, "next": after, "lines": lines[at : at + 3]}

    table.answers["journal"] = page
    return table


def test_audit_of_a_table(queji, table, tmp_path, journal):
    saved = tmp_path / "journal.txt"
    code, out, _ = queji("audit", "--save", saved)
    assert code == 0 and "2 recomputed" in out and journal.before in out
    assert saved.read_text() == "".join(line + "\n" for line in journal.lines)
    code, out, _ = queji("audit", saved, "--json", "--noted", journal.lines[3][:32])
    assert code == 0 and json.loads(out)["verified"] == 2
    assert queji("audit", saved, "--noted", "f" * 32)[0] == 1
    assert "重算" in queji("audit", saved, "--lang", "zh")[1]


def test_audit_of_a_changed_file(queji, tmp_path, journal):
    file = tmp_path / "journal.txt"
    data = bytearray("".join(line + "\n" for line in journal.lines).encode())
    data[data.index(b'"dice"') + 8] ^= 1
    file.write_bytes(data)
    code, out, err = queji("audit", file)
    assert code == 1 and "BROKEN" in out and "line 4" in out and "line 4" in err
    assert file.read_bytes() == data
    code, out, _ = queji("audit", file, "--json")
    assert code == 1 and json.loads(out)["error"]["whole"] is False


def test_a_table_that_ends_elsewhere(queji, table, journal):
    table.answers["journal"] = {"n": 9, "hash": "0" * 32, "next": None, "lines": journal.lines}
    assert queji("audit")[0] == 1


@pytest.mark.parametrize("data", [b"", b"hello\n", bytes(range(256))])
def test_what_is_no_journal(queji, tmp_path, data):
    file = tmp_path / "x"
    file.write_bytes(data)
    code, out, err = queji("audit", file)
    assert code == 2 and "not a journal" in err and out == ""
    assert queji("audit", tmp_path / "none")[0] == 2


def test_answers_that_cannot_be_used(queji, table):
    for answer in ({}, {"lines": [], "hash": "", "next": 0}, {"lines": None, "hash": "", "next": None}):
        table.answers["journal"] = answer
        code, _, err = queji("audit")
        assert code == 1 and "journal" in err


def test_plot(queji, tmp_path, journal):
    pytest.importorskip("matplotlib")
    file = tmp_path / "journal.txt"
    file.write_text("".join(line + "\n" for line in journal.lines))
    png = tmp_path / "dice.png"
    assert queji("audit", file, "--plot", png)[0] == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    code, _, err = queji("audit", file, "--plot", tmp_path / "none" / "dice.png")
    assert code == 9 and "cannot be written" in err


def test_without_scipy(queji, tmp_path, journal, monkeypatch):
    def missing(_):
        raise ImportError

    from queji.cli import audit as command

    monkeypatch.setattr(command, "tests", missing)
    file = tmp_path / "journal.txt"
    file.write_text("".join(line + "\n" for line in journal.lines))
    code, out, _ = queji("audit", file)
    assert code == 0 and "pip install" in out
    assert queji("audit", file, "--plot", tmp_path / "x.png")[0] == 2


def test_a_file_that_cannot_be_read(tmp_path):
    from queji.cli.audit import read

    with pytest.raises(Usage):
        read(tmp_path)
