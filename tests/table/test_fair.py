"""The dice of a game, on a flash that loses power: nothing seen twice, nothing rolled with a link that was told."""

import json
import os
from binascii import hexlify, unhexlify
from hashlib import sha256

import table.fair.fair as module
from table.entropy import Entropy
from table.errors import Refusal
from table.events import Events
from table.fair import proof
from table.fair.fair import Fair
from table.faults import Latch
from table.store.atomic import StorageError
from table.store.journal import Journal

OPTIONS = {"*": {"flash": 96}, "test_journal_makes_room_on_a_full_flash": {"flash": 32}}


class Dice:
    """A Fair with what it needs, on the folder /flash; events are kept."""

    def __init__(self, begin=True):
        self.events = Events()
        self.told = []
        self.events.listen(lambda n, name, fields: self.told.append((name, fields)))
        self.latch = Latch(self.events)
        self.fair = Fair("/flash", Entropy(), Journal("/flash"), self.events, self.latch)
        self.problems = self.fair.load()
        if begin:
            self.fair.begin(boots=1)

    def job(self, number, state):
        self.events.emit("job", id=number, name="x", state=state, ms=0)

    def of(self, name):
        return [fields for event, fields in self.told if event == name]

    def lines(self):
        """The journal's bodies, its chain of hashes checked."""
        found = []
        before = None
        place = 0
        while place is not None:
            page, place = self.fair.journal.page(place)
            for line in page:
                mark, body = line[:32], line[33:]
                found.append(json.loads(body))
                if before is None:
                    before = found[0]["prev"]
                assert hexlify(sha256((before + " " + body).encode()).digest())[:32].decode() == mark, line
                before = mark
        return found


def refused(kind, action, *args):
    try:
        action(*args)
    except Refusal as error:
        assert error.kind == kind, (error.kind, error.message)
        return error.message
    raise AssertionError("not refused")


def test_hmac(w):
    """RFC 4231, cases 1, 2, 6 and 7."""
    cases = (
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            b"\xaa" * 131,
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
        (
            b"\xaa" * 131,
            b"This is a test using a larger than block-size key and a larger than block-size data. The key needs to be "
            b"hashed before being used by the HMAC algorithm.",
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        ),
    )
    for key, message, digest in cases:
        assert hexlify(proof.hmac(key, message)).decode() == digest


def test_a_game_can_be_checked(w):
    d = Dice()
    anchor = d.of("commit")[0]["anchor"]
    assert len(anchor) == 64 and d.fair.status()["hand"] == 1
    for seat, count in ((0, 5), (2, 15), (3, 7)):
        d.fair.cut(seat, count)
    rolled = {}
    last = unhexlify(anchor)
    for hand in range(1, 4):
        rolled[hand] = [d.fair.roll(2), d.fair.roll(3)]
        d.fair.reveal()
        told = d.of("reveal")[-1]
        link = unhexlify(told["link"])
        assert told["hand"] == hand and sha256(link).digest() == last
        assert rolled[hand] == [proof.faces(link, hand, n + 1, [5, 0, 15, 7], n + 2) for n in range(2)]
        last = link
    events = [line["e"] for line in d.lines()]
    assert events == ["segment", "boot", "commit"] + ["roll", "roll", "reveal"] * 3
    assert d.lines()[3]["cuts"] == [5, 0, 15, 7] and d.lines()[3]["dice"] == rolled[1][0]


def test_a_cut_changes_the_rolls_and_only_before_the_first(w):
    os.noise(seed=5)
    one = Dice().fair.roll(3)
    w.flash.restore(b"\xff" * (w.flash.blocks * w.flash.block_size))
    w.flash.mount()
    os.noise(seed=5)
    d = Dice()
    d.fair.cut(1, 1)
    assert d.fair.roll(3) != one
    refused("refused", d.fair.cut, 1, 2)
    refused("refused", d.fair.commit)
    refused("refused", d.fair.open_cut)
    d.fair.reveal()
    refused("refused", d.fair.cut, 1, 2)  # not in a later hand either: it would come after the others' cuts
    refused("refused", d.fair.open_cut)
    d.fair.commit()
    assert d.fair.status()["cuts"] == [0, 0, 0, 0]
    d.fair.cut(1, 2)


def test_dice_keys_cut_while_the_ceremony_lasts(w):
    module.ticks_ms = w.clock.ticks_ms  # this module was imported before there was a virtual clock
    d = Dice()
    assert not d.fair.press(0)
    d.fair.open_cut()
    assert [d.fair.press(0) for _ in range(17)] == [True] * 17
    w.clock.advance_to(w.clock.us + 9_000_000)
    assert d.fair.press(3)
    assert d.fair.status()["cuts"] == [1, 0, 0, 1] and d.fair.cutting
    w.clock.advance_to(w.clock.us + 10_000_000)
    assert not d.fair.press(3)
    d.fair.open_cut()
    w.clock.advance_to(w.clock.us + 60_000_000)
    assert not d.fair.press(2)
    d.fair.open_cut()
    d.fair.roll(2)
    assert not d.fair.cutting


def test_fewer_dice_are_the_first_of_more(w):
    """So the number of dice, which is a setting, favours nothing."""
    key = bytes(range(32))
    for roll in range(50):
        three = proof.faces(key, 1, roll, [0, 0, 0, 0], 3)
        assert proof.faces(key, 1, roll, [0, 0, 0, 0], 2) == three[:2]
        assert proof.faces(key, 1, roll, [0, 0, 0, 0], 1) == three[:1]


def test_a_chain_that_runs_out_is_followed_by_a_new_one(w):
    d = Dice()
    d.fair.commit(2)
    d.fair.cut(0, 3)
    for _ in range(2):
        d.fair.roll(2)
        d.fair.reveal()
    commits = d.of("commit")
    assert len(commits) == 3 and commits[2]["hands"] == 2
    assert d.fair.status()["cuts"] == [0, 0, 0, 0], "cuts made before the commitment are worth nothing"
    assert d.fair.status()["hand"] == 1
    d.fair.roll(1)


def test_a_hand_without_a_roll_keeps_its_link(w):
    d = Dice()
    d.fair.reveal()
    assert d.fair.status()["hand"] == 1 and not d.of("reveal")


def test_numbers_go_on_after_a_restart(w):
    d = Dice()
    d.fair.cut(0, 9)
    first = d.fair.roll(2)
    again = Dice()
    assert again.fair.status()["rolls"] == 1 and again.fair.status()["cuts"] == [9, 0, 0, 0]
    again.fair.roll(2)
    again.fair.reveal()
    link = unhexlify(again.of("reveal")[0]["link"])
    assert first == proof.faces(link, 1, 1, [9, 0, 0, 0], 2)


def test_while_the_table_moves_nothing_is_written(w):
    d = Dice()
    d.job(1, "running")
    ops = w.flash.ops
    d.job(1, "running")  # the heartbeat
    rolls = [d.fair.roll(2) for _ in range(16)]
    assert "stands still" in refused("state", d.fair.roll, 2) + "stands still"
    d.fair.reveal()
    refused("refused", d.fair.commit)
    d.job(2, "running")  # a pause begins before the sort has ended
    d.job(1, "done")
    assert w.flash.ops == ops and not d.of("reveal")
    d.job(2, "done")
    assert w.flash.ops > ops
    assert len(d.of("reveal")) == 1 and d.fair.status()["hand"] == 2
    link = unhexlify(d.of("reveal")[0]["link"])
    assert rolls == [proof.faces(link, 1, n + 1, [0] * 4, 2) for n in range(16)]
    assert [line["roll"] for line in d.lines() if line["e"] == "roll"] == list(range(1, 17))


def test_power_cut_while_the_table_moves_skips_what_was_reserved(w):
    d = Dice()
    d.fair.roll(2)
    d.job(1, "running")
    d.fair.roll(2)
    again = Dice()  # no end of the job, no save
    assert again.fair.status()["rolls"] == 17
    again.fair.roll(2)
    lines = again.lines()
    assert [line["roll"] for line in lines if line["e"] == "roll"] == [1, 18]
    assert [line.get("used") for line in lines if line["e"] == "boot"] == [None, 17]


def play(d, seen):
    """Two hands and what anyone saw of them: (anchor, hand, number) and links."""

    def watch(n, name, fields):
        if name == "reveal":
            seen.append(("link", fields["chain"], fields["hand"]))

    d.events.listen(watch)
    for job in range(4):
        d.job(job, "running")
        for _ in range(2):
            d.fair.roll(2)
            at = d.fair.status()
            seen.append(("roll", at["chain"], at["hand"], at["rolls"]))
        d.job(job, "done")
        d.fair.roll(2)
        at = d.fair.status()
        seen.append(("roll", at["chain"], at["hand"], at["rolls"]))
        if job % 2:
            d.fair.reveal()


class _Cut(BaseException):
    pass


def test_power_cut_at_every_write(w):
    """Whatever the operation, torn or not: no number comes twice, and no roll is made with a link that was seen."""

    def cut():
        raise _Cut()

    def fresh():
        w.flash.restore(blank)
        w.flash.mount()

    w.flash.on_cut = cut
    blank = w.flash.snapshot()
    ops = w.flash.ops
    play(Dice(), [])
    total = w.flash.ops - ops
    assert total > 30, total
    for torn in (False, True):
        for op in range(1, total + 1):
            fresh()
            seen = []
            w.flash.cut(op, torn)
            try:
                play(Dice(), seen)
            except _Cut:
                pass
            w.flash.cut_at = 0
            w.flash.mount()
            d = Dice()
            assert not d.latch.faults
            play(d, seen)
            rolls = [one for one in seen if one[0] == "roll"]
            assert len(set(rolls)) == len(rolls), (op, torn, seen)
            links = [one for one in seen if one[0] == "link"]
            for link in links:
                after = seen[seen.index(link) :]
                assert ("roll",) + link[1:] not in [one[:3] for one in after], (op, torn, seen)
            d.lines()


def test_a_damaged_file_means_a_new_chain(w):
    """The generation before may be one roll behind: it is not believed."""
    d = Dice()
    d.fair.roll(2)
    d.fair.roll(2)
    chain = d.fair.chain
    found = []
    for path in ("/flash/fair.0", "/flash/fair.1"):
        with open(path, "rb") as f:
            found.append((int(f.read().split(b" ")[1]), path))
    newest = max(found)[1]
    with open(newest, "rb") as f:
        data = bytearray(f.read())
    data[60] ^= 1
    with open(newest, "wb") as f:
        f.write(data)
    again = Dice()
    assert again.problems and again.fair.chain != chain
    again.fair.roll(2)


def test_bad_noise_is_a_fault_and_the_dice_refuse(w):
    os.noise(stuck=3)
    d = Dice()
    fault = d.latch.first
    assert (fault.code, fault.sub, fault.stage, fault.limit) == (7, 2, "repetition", 31)
    refused("fault", d.fair.roll, 2)
    refused("fault", d.fair.commit)
    d.latch.clear()
    refused("fault", d.fair.roll, 2)  # tested again, failed again
    assert d.latch.first.name == "entropy"
    os.noise()
    d.latch.clear()
    assert len(d.fair.roll(2)) == 2


def test_a_full_flash_refuses_the_roll_and_repeats_nothing(w):
    d = Dice()
    one = d.fair.roll(2)
    w.flash.full = True
    for _ in range(3):
        refused("storage", d.fair.roll, 2)
    d.fair.reveal()
    assert not d.of("reveal") and d.latch.warnings
    w.flash.full = False
    d.fair.roll(2)
    d.job(1, "running")
    d.job(1, "done")  # at rest again: what could not be told is told
    assert len(d.of("reveal")) == 1
    assert one == [line for line in d.lines() if line["e"] == "roll"][0]["dice"]


# -- the journal ---------------------------------------------------------------------------------------------------


def fill(journal, count):
    for i in range(count):
        journal.append("set", name="x%d" % i, value="é" * 20)
        journal.save()


def read(journal):
    found = []
    place = 0
    while place is not None:
        page, place = journal.page(place)
        assert len(json.dumps({"n": 99999, "hash": "0" * 32, "next": 9999999, "lines": page}).encode()) < 930
        found += page
    return found


def test_journal_is_a_ring(w):
    journal = Journal("/flash", size=1500, files=4)
    journal.load()
    fill(journal, 100)
    lines = read(journal)
    assert len(os.listdir("/flash/journal")) == 4
    bodies = [json.loads(line[33:]) for line in lines]
    assert bodies[0]["e"] == "segment" and bodies[0]["n"] > 1
    assert [body["n"] for body in bodies] == list(range(bodies[0]["n"], journal.n + 1))
    before = bodies[0]["prev"]
    for line in lines:
        assert line[:32] == hexlify(sha256((before + line[32:]).encode()).digest())[:32].decode()
        before = line[:32]
    assert before == journal.hash
    again = Journal("/flash", size=1500, files=4)
    assert again.load() == [] and (again.n, again.hash) == (journal.n, journal.hash)


def test_journal_goes_on_behind_a_broken_end(w):
    journal = Journal("/flash")
    journal.load()
    fill(journal, 5)
    with open("/flash/journal/1", "rb") as f:
        data = bytearray(f.read())
    data[-90] ^= 4
    with open("/flash/journal/1", "wb") as f:
        f.write(data)
    again = Journal("/flash")
    assert "broken after line 5" in again.load()[0]
    fill(again, 2)
    lines = read(again)
    assert len(lines) == 6 + 3
    assert '"e":"segment","prev":"%s"' % lines[4][:32] in lines[6]
    third = Journal("/flash")
    assert third.load() == []


def test_journal_of_garbage_can_be_read(w):
    os.mkdir("/flash/journal")
    with open("/flash/journal/7", "wb") as f:
        f.write(bytes(range(256)) * 20)
    journal = Journal("/flash")
    assert journal.load()
    fill(journal, 1)
    lines = read(journal)
    assert lines[-1].endswith("}") and len(lines) > 3
    assert sorted(os.listdir("/flash/journal")) == ["7", "8"]


def test_journal_bounds_what_waits(w):
    journal = Journal("/flash")
    journal.load()
    for i in range(100):
        journal.append("set", spare=True, name="x", value=i)
    for i in range(15):
        journal.append("roll", dice=[1, 2], number=i)
    try:
        for i in range(100):
            journal.append("roll", dice=[1, 2], number=i)
        raise AssertionError("no bound")
    except StorageError:
        pass
    journal.save()
    bodies = [json.loads(line[33:]) for line in read(journal)]
    assert (bodies[20]["e"], bodies[20].get("count")) == ("lost", 81), bodies[19:22]


def test_journal_makes_room_on_a_full_flash(w):
    journal = Journal("/flash", size=8000, files=90)
    journal.load()
    fill(journal, 1000)
    assert journal.n > 1000
    names = sorted([int(name) for name in os.listdir("/flash/journal")])
    assert names[0] > 1
    read(journal)
