"""A littlefs in RAM for the tests of the store, whose power can be cut at any program or erase."""

import vfs
from virtual.flash import Flash

from table.errors import Refusal

ROOT = "/store"


class PowerCut(Exception):
    pass


class Store:
    """A small flash, mounted at ROOT."""

    def __init__(self, blocks=16, block_size=512):
        self.flash = Flash(blocks, block_size)
        self.flash.on_cut = self._cut
        try:
            vfs.umount(ROOT)  # of the test before
        except OSError:
            pass
        self.flash.mount(ROOT)

    def _cut(self):
        self.flash.port.dead = True  # nothing that was open may write any more
        raise PowerCut

    def boot(self):
        """Power comes back: the file system is mounted afresh."""
        self.flash.mount(ROOT)

    def names(self):
        return [name[len(ROOT) + 1 :] for name in self.flash.files(ROOT)]


def at_every_cut(save, check, store=None):
    """Cut the power at each operation of `save()`, clean and torn; `check(finished)` after each new boot.

    `save` must write the same each time from the contents as they were. The number of operations that it has.
    """
    store = store or Store()
    before = store.flash.snapshot()
    operations = 0
    for torn in (False, True):
        at = 0
        while True:
            at += 1
            store.flash.restore(before)
            store.boot()
            store.flash.cut(at, torn)
            try:
                save()
                finished = True
            except (PowerCut, OSError, Refusal):  # closing the file after the cut fails in a way of its own
                assert store.flash.port.dead
                finished = False
            store.flash.cut_at = 0
            store.boot()
            check(finished)
            if finished:
                break
        operations = at - 1
        assert operations > 2, operations
    return operations


def damage(path, how="flip"):
    """Spoil a file in place: a bit, its second half, everything."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    if how == "flip":
        data[len(data) // 2] ^= 4
    elif how == "half":
        data = data[: len(data) // 2]
    elif how == "empty":
        data = b""
    else:
        data = b"\xff" * len(data)
    with open(path, "wb") as file:
        file.write(data)
