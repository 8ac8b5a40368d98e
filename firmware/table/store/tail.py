"""Lines of the journal that wait in the FRAM until there are enough of them for the flash: one after the other.

There is no count and no mark: a line proves itself by its hash, so that a torn or an old one is simply not the next.
"""

from micropython import const

_PIECE = const(256)
_LONGEST = const(1024)  # longer than any line


class Tail:
    """`size` bytes from address `at` of the chip of `live` (live.py); `filled` of them are in use."""

    def __init__(self, live, at, size):
        self._live = live
        self._from = at
        self._size = size
        self.filled = 0

    def add(self, lines):
        """Keep `lines` (bytes with their ends) after those that are there; False if they are not kept."""
        data = b"".join(lines)
        if self.filled + len(data) > self._size or not self._live.again():
            return False
        if not self._live.keep(self, data):
            return False
        self.filled += len(data)
        return True

    def write(self, data):
        self._live.chip.write(self._from + self.filled, data)

    def lines(self):
        """Everything that may be a line, without its end, one after the other; nothing if the chip does not answer.

        Read in pieces: at a start there is no room for all of it.
        """
        rest = b""
        for at in range(0, self._size, _PIECE):
            data = self._live.do(self._live.chip.read, self._from + at, _PIECE)
            if not data:
                return
            rest += data
            end = rest.find(b"\n")
            while end >= 0:
                yield rest[:end]
                rest = rest[end + 1 :]
                end = rest.find(b"\n")
            if len(rest) > _LONGEST:
                return
