"""Whole or not at all: power cuts at every operation, a full and a damaged flash."""

from store_flash import ROOT, PowerCut, Store, at_every_cut, damage

from table.store import atomic

PATH = ROOT + "/thing"


def test_what_was_written_is_read(w):
    Store()
    assert atomic.read(PATH) == (None, [])
    for data in (b"one", b"", b"queji 1 2 3\nx\n", bytes(range(256)) * 3, "\u9ebb\u5c06".encode()):
        assert atomic.write(PATH, data)
        assert atomic.read(PATH) == (data, [])


def test_the_same_is_not_written_again(w):
    store = Store()
    atomic.write(PATH, b"a")
    before = store.flash.ops
    assert not atomic.write(PATH, b"a")
    assert store.flash.ops == before


def test_two_generations(w):
    store = Store()
    for at in range(5):
        atomic.write(PATH, b"generation %d" % at)
    assert store.names() == ["thing.0", "thing.1"]
    damage(PATH + ".0")  # the fifth went to the first file
    data, problems = atomic.read(PATH)
    assert data == b"generation 3" and problems == ["thing.0 is damaged"]


def test_every_kind_of_damage_is_seen(w):
    for how in ("flip", "half", "empty", "ff"):
        store = Store()
        atomic.write(PATH, b"old content")
        atomic.write(PATH, b"new content")
        damage(PATH + ".1", how)
        assert atomic.read(PATH) == (b"old content", ["thing.1 is damaged"]), how
        atomic.write(PATH, b"newer")
        assert atomic.read(PATH) == (b"newer", [])
        assert "thing.bad" in store.names()
        damage(PATH + ".0", how)
        damage(PATH + ".1", how)
        assert atomic.read(PATH)[0] is None and len(atomic.read(PATH)[1]) == 2


def test_every_single_bit_counts(w):
    Store()
    atomic.write(PATH, b"content")
    with open(PATH + ".0", "rb") as file:
        whole = file.read()
    for byte in range(len(whole)):
        for bit in (0, 3, 7):
            spoilt = bytearray(whole)
            spoilt[byte] ^= 1 << bit
            with open(PATH + ".0", "wb") as file:
                file.write(spoilt)
            assert atomic.read(PATH) == (None, ["thing.0 is damaged"]), (byte, bit)


def test_numbers_wrap(w):
    Store()
    with open(PATH + ".0", "wb") as file:
        file.write(atomic._head(0x3FFFFFFF, [b"before"]) + b"before")
    assert atomic.write(PATH, b"after")
    assert atomic.read(PATH) == (b"after", [])
    assert atomic.write(PATH, b"later")
    assert atomic.read(PATH) == (b"later", [])


def test_power_cut_at_every_operation(w):
    """Old or new, never neither, whether the first, the second or a later generation is written."""
    for generations in range(4):
        store = Store()
        old = None
        for at in range(generations):
            old = b"generation %d " % at * 20
            atomic.write(PATH, old)
        new = b"the new one " * 30

        def check(finished, old=old, new=new):
            data, problems = atomic.read(PATH)
            assert problems == [], problems
            assert data in (old, new), data
            assert data == new or not finished
            assert atomic.write(PATH, b"afterwards")  # and it can be written
            assert atomic.read(PATH) == (b"afterwards", [])

        at_every_cut(lambda new=new: atomic.write(PATH, new), check, store)


def test_power_cut_while_a_damaged_file_is_set_aside(w):
    store = Store()
    atomic.write(PATH, b"old")
    atomic.write(PATH, b"new")
    damage(PATH + ".1")

    def check(finished):
        data, _ = atomic.read(PATH)
        assert data == b"newest" if finished else data in (b"old", b"newest")

    at_every_cut(lambda: atomic.write(PATH, b"newest"), check, store)


def test_a_full_flash(w):
    store = Store()
    atomic.write(PATH, b"kept")
    try:
        for at in range(100):  # whole files: one that fails leaves nothing behind
            with open(ROOT + "/filler%d" % at, "wb") as file:
                file.write(b"x" * 500)
    except OSError:
        pass
    try:
        for at in range(20):
            atomic.write(PATH, b"y" * 400 + b"%d" % at)
        raise AssertionError("a full flash took everything")
    except atomic.StorageError as error:
        assert error.kind == "storage" and "no room left to save thing" in error.message and error.hint
    store.boot()
    data, problems = atomic.read(PATH)
    assert data is not None and problems == []
    assert "thing.new" not in store.names()


def test_a_flash_that_takes_nothing(w):
    store = Store()
    atomic.write(PATH, b"kept")
    store.flash.full = True
    try:
        atomic.write(PATH, b"new")
        raise AssertionError("written")
    except atomic.StorageError as error:
        assert "no room left to save thing" in error.message  # though littlefs says that a name is too long
    store.flash.full = False
    store.boot()
    assert atomic.read(PATH) == (b"kept", [])


def test_a_folder_that_is_not_there(w):
    Store()
    assert atomic.read(ROOT + "/no/thing") == (None, [])
    try:
        atomic.write(ROOT + "/no/thing", b"x")
        raise AssertionError("written")
    except atomic.StorageError as error:
        assert "could not be saved" in error.message


def test_the_cut_itself_is_a_cut(w):
    """The means of these tests: a cut raises, and nothing is written after it."""
    store = Store()
    store.flash.cut(1)
    try:
        atomic.write(PATH, b"x")
        raise AssertionError("no cut")
    except (PowerCut, atomic.StorageError):
        assert store.flash.port.dead
    store.boot()
    assert atomic.read(PATH) == (None, [])
