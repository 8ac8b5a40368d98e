"""Some bytes that are kept whole over power-off: in the FRAM where there is one, else as two files of the flash.

Both places number what they hold, and the file says whether newer bytes may be in the chip: old bytes are never taken
for the newest ones.
"""

import hashlib

from table.store import atomic


class Kept:
    """`path` as for atomic.py; `live` is the FRAM (live.py) and `twin` the place in it, None if there is none."""

    def __init__(self, path, live=None, twin=None):
        self._path = path
        self._live = live
        self._twin = twin
        self._last = None  # the hash of what was written last
        self._told = False  # the file tells that the chip has what is newer
        self.chip = False  # the last write is in the chip
        self.number = 0  # of the last write
        self.lost = False  # the newest bytes were in a chip that has them no longer

    def read(self):
        """`(data, problems)` as atomic.read. With `lost`, what the file has is older than the last write."""
        data, problems = atomic.read(self._path)
        self.number, self._told, data = _parted(data)
        self._last, self.lost = None, False
        found = self._live.do(self._twin.read) if self._twin else None
        if found is not None:
            number, _, newer = _parted(found)
            if number >= self.number:
                self.number, self.chip = number, True
                return newer, problems
        if self._told:
            self.lost = True
            problems.append(self._path.split("/")[-1] + ": the newest was in the FRAM, which does not have it any more")
        return data, problems

    def write(self, data, flash=False):
        """Keep `data` (bytes, or a list of them), in the chip if it answers; in the file too with `flash`, or where the
        chip does not keep it.

        True if written, False if it was there already. Raises StorageError as atomic.write.
        """
        chip = self._twin is not None and self._live.again()
        parts = data if isinstance(data, list) else [data]
        mark = hashlib.sha256()
        for part in parts:
            mark.update(part)
        mark = mark.digest()
        if mark == self._last and chip is self.chip and not flash:
            return False
        number = self.number + 1
        kept = chip and self._live.keep(self._twin, _head(number, True), *parts)
        if flash or not kept or not self._told:
            atomic.write(self._path, [_head(number, kept)] + parts if self._twin else parts)
            self._told = kept
        self.number, self.chip, self._last = number, kept, mark
        return True


def _head(number, chip):
    return b"%d %s\n" % (number, b"chip" if chip else b"file")


def _parted(data):
    """`(number, whether the chip has newer, bytes)`; bytes without a head are those of a table that had no chip."""
    if data is not None and data[:1].isdigit():
        head, _, rest = data.partition(b"\n")
        number, _, where = head.partition(b" ")
        if number.isdigit():
            return int(str(number, "utf-8")), where == b"chip", rest
    return 0, False, data
