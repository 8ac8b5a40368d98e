"""Bytes in the FRAM or the flash: the newest are found at every cut, and old ones are never taken for new."""

from store_flash import ROOT, Store, at_every_cut
from test_power_fram import Chip

from table.store import atomic
from table.store.journal import Journal
from table.store.kept import Kept
from table.store.live import Live

PATH = ROOT + "/thing"


def _kept(w, chip=None):
    live = Live(chip or Chip(w.board.fram), 99)
    return Kept(PATH, live, live.fair), live


def test_chip_first_and_the_flash_once(w):
    store = Store()
    kept, _ = _kept(w)
    assert kept.read() == (None, [])
    kept.write(b"one")
    ops = store.flash.ops
    for n in range(20):
        assert kept.write(b"more %d" % n)
    assert not kept.write(b"more 19")
    assert store.flash.ops == ops
    again, _ = _kept(w)
    assert again.read() == (b"more 19", []) and again.chip and not again.lost


def test_old_bytes_of_the_flash_are_not_taken_for_new(w):
    Store()
    kept, _ = _kept(w)
    kept.write(b"one")
    kept.write(b"two")
    w.board.fram.data[:] = bytes(len(w.board.fram.data))
    again, _ = _kept(w)
    data, problems = again.read()
    assert again.lost and data == b"one" and "FRAM" in problems[0]
    again.write(b"three")
    assert _kept(w)[0].read() == (b"three", [])


def test_a_silent_chip_and_back(w):
    store = Store()
    kept, live = _kept(w)
    kept.write(b"one")
    live.chip.left = 0  # silent from now on
    kept.write(b"two")
    assert not kept.chip and not live.ok
    kept.write(b"three")
    silent = Live(None, 99)
    assert Kept(PATH, silent, silent.fair).read() == (b"three", [])
    live.chip.left = None
    ops = store.flash.ops
    kept.write(b"four")
    assert kept.chip and store.flash.ops > ops  # the flash is told that it is old
    again, _ = _kept(w)
    assert again.read() == (b"four", [])


def test_a_file_of_a_table_without_a_chip(w):
    Store()
    atomic.write(PATH, b'{"a":1}')
    kept, _ = _kept(w)
    assert kept.read() == (b'{"a":1}', [])
    kept.write(b'{"a":2}')
    assert _kept(w)[0].read() == (b'{"a":2}', [])


def test_power_cuts_at_every_operation_of_the_flash(w):
    store = Store()
    kept, _ = _kept(w)
    kept.write(b"old")
    before = bytes(w.board.fram.data)

    def save():
        w.board.fram.data[:] = before
        kept, _ = _kept(w)
        kept.read()
        kept.write(b"new", flash=True)

    def check(finished):
        kept, _ = _kept(w)
        data, problems = kept.read()
        assert data == b"new" and not kept.lost, (data, problems)  # the chip has it before the flash begins

    at_every_cut(save, check, store)


def test_power_cuts_at_every_byte_of_the_chip(w):
    Store()
    kept, _ = _kept(w)
    kept.write(b"older")
    kept.write(b"old old")
    before = bytes(w.board.fram.data)
    for cut in range(100):
        w.board.fram.data[:] = before
        chip = Chip(w.board.fram)
        kept, live = _kept(w, chip)
        kept.read()
        chip.left = cut
        try:
            live.fair.write(b"3 chip\nnew new")
            break
        except OSError:
            pass
        assert _kept(w)[0].read() == (b"old old", []), cut
    assert cut > 10 and _kept(w)[0].read() == (b"new new", [])


def _journal(w, chip=None):
    live = Live(chip or Chip(w.board.fram), 99)
    journal = Journal(ROOT, size=1500, files=4, tail=live.tail)
    problems = journal.load()
    assert not problems or problems == ["journal: file 1 is broken after line 0"], problems  # begun, and empty
    return journal


def test_journal_in_the_tail_survives_and_reaches_the_flash(w):
    store = Store(64, 512)
    journal = _journal(w)
    for i in range(40):
        journal.append("roll", number=i)
        ops = store.flash.ops
        journal.save()
        assert store.flash.ops == ops
        if i % 7 == 0:
            n, last = journal.n, journal.hash
            journal = _journal(w)
            assert (journal.n, journal.hash) == (n, last)
    lines = []
    place = 0
    while place is not None:
        page, place = journal.page(place)
        lines += page
    assert sum(['"e":"roll"' in line for line in lines]) == 40
    n = journal.n
    journal = _journal(w)  # what is in the chip is old now
    assert journal.n == n and not journal._queue
    journal.append("roll", number=41)
    journal.save()
    assert _journal(w).n == journal.n > n


def test_journal_at_every_cut_of_its_way_to_the_flash(w):
    store = Store(64, 512)
    journal = _journal(w)
    for i in range(9):
        journal.append("roll", number=i)
        journal.save()
    n = journal.n

    def save():
        _journal(w).flush()

    def check(finished):
        again = _journal(w)
        assert again.n == n
        again.append("roll", number=99)
        again.save()
        assert _journal(w).n == again.n > n
        w.board.fram.data[:] = before

    before = bytes(w.board.fram.data)
    at_every_cut(save, check, store)


def test_journal_when_the_chip_falls_silent(w):
    Store(64, 512)
    chip = Chip(w.board.fram)
    journal = _journal(w, chip)
    for i in range(5):
        journal.append("roll", number=i)
        journal.save()
    chip.left = 0
    journal.append("roll", number=5)
    journal.save()  # all of it is in the flash now
    again = Journal(ROOT, size=1500, files=4)
    assert again.load() == [] and again.n == journal.n and again.hash == journal.hash


def test_torn_line_of_the_tail_is_not_there(w):
    Store(64, 512)
    journal = _journal(w)
    journal.append("roll", number=1)
    journal.save()
    n = journal.n
    chip = Chip(w.board.fram)
    journal = _journal(w, chip)
    journal.append("roll", number=2)
    chip.left = 50
    try:
        journal._tail.write(journal._queue[-1])
        raise AssertionError("not cut")
    except OSError:
        pass
    again = _journal(w)
    assert again.n == n
    again.append("roll", number=3)
    again.save()
    assert _journal(w).n == n + 1
