"""The controller's flash for littlefs: in RAM, or in a file; counts operations, loses power, has bad blocks.

An operation is one program or one erase of a block, counted from 1 in `ops`.
"""

import os

_COUNT, _SIZE, _ERASE = 4, 5, 6
_EIO, _ENOSPC = -5, -28
_PAGE = 256  # what the RP2 port programs at once


class Flash:
    def __init__(self, blocks=64, block_size=4096, path=None):
        """`path`: a file that keeps the contents from one run to the next; None: RAM."""
        self.block_size = block_size
        self.blocks = blocks
        self.ops = 0
        self.programs = 0
        self.erased = b"\xff" * block_size  # a block of it; made once, for a real chip needs no memory to erase
        self.erases = 0
        self.written = 0  # bytes programmed
        self.cut_at = 0  # power goes at this operation; 0: never
        self.torn = False  # ... half-way through it, not before it
        self.on_cut = None  # called when it does; must raise
        self.bad = set()  # blocks that cannot be written
        self.full = False  # no write succeeds
        self._file = None
        self._data = None
        if path is None:
            self._data = bytearray(b"\xff" * (blocks * block_size))
        else:
            self._open(path)
        self.port = None

    def _open(self, path):
        size = self.blocks * self.block_size
        try:
            self._file = open(path, "r+b")  # noqa: SIM115  (kept open)
            if self._file.seek(0, 2) == size:
                return
            self._file.close()
        except OSError:
            pass
        self._file = open(path, "w+b")  # noqa: SIM115
        for _ in range(self.blocks):
            self._file.write(b"\xff" * self.block_size)

    def read(self, at, buf):
        if self._file:
            self._file.seek(at)
            self._file.readinto(buf)
        else:
            buf[:] = memoryview(self._data)[at : at + len(buf)]

    def _store(self, at, buf):
        if self._file:
            self._file.seek(at)
            self._file.write(buf)
            self._file.flush()
        else:
            self._data[at : at + len(buf)] = buf

    def change(self, block, at, buf):
        """Program `buf` at byte `at`; for an erase `buf` is all 0xFF. Returns 0 or a negative error number."""
        self.ops += 1
        if self.ops == self.cut_at:
            if self.torn:
                self._store(at, buf[: len(buf) // 2])
            self.cut_at = 0
            self.on_cut()
        if self.full:
            return _ENOSPC
        if block in self.bad:
            return _EIO
        self._store(at, buf)
        return 0

    def cut(self, op, torn=False):
        """Lose power at the `op`-th operation from now (1: the next one), before it or, `torn`, half-way through."""
        self.cut_at = self.ops + op
        self.torn = torn

    def snapshot(self):
        """The contents as bytes."""
        buf = bytearray(self.blocks * self.block_size)
        self.read(0, buf)
        return bytes(buf)

    def restore(self, data):
        self._store(0, data)

    def mount(self, root="/flash"):
        """Mount it afresh at `root`, formatting it when it holds no file system; what was open before is dead."""
        import vfs

        if self.port is not None:
            self.port.dead = True
            try:
                vfs.umount(root)
            except OSError:
                pass
        self.port = _Port(self)
        try:
            system = vfs.VfsLfs2(self.port, progsize=_PAGE)
        except OSError:
            vfs.VfsLfs2.mkfs(self.port, progsize=_PAGE)
            system = vfs.VfsLfs2(self.port, progsize=_PAGE)
        vfs.mount(system, root)

    def files(self, root="/flash"):
        """Names of all files, with their folders."""
        found = []
        for entry in os.ilistdir(root):
            name = root + "/" + entry[0]
            if entry[1] == 0x4000:
                found.extend(self.files(name))
            else:
                found.append(name)
        return sorted(found)


class _Port:
    """One boot's door to the flash: files that outlive their boot must not write any more."""

    def __init__(self, flash):
        self.flash = flash
        self.dead = False

    def readblocks(self, block, buf, offset=0):
        self.flash.read(block * self.flash.block_size + offset, buf)
        return 0

    def writeblocks(self, block, buf, offset=None):
        flash = self.flash
        if self.dead:
            return _EIO
        flash.programs += 1
        flash.written += len(buf)
        return flash.change(block, block * flash.block_size + (offset or 0), buf)

    def ioctl(self, op, arg):
        flash = self.flash
        if op == _COUNT:
            return flash.blocks
        if op == _SIZE:
            return flash.block_size
        if op == _ERASE:
            if self.dead:
                return _EIO
            flash.erases += 1
            return flash.change(arg, arg * flash.block_size, flash.erased)
        return 0
