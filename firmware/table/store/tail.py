"""Lines of the journal that wait in the FRAM until there are enough of them for the flash: one after the other.

There is no count and no mark: a line proves itself by its hash, so that a torn or an old one is simply not the next.
"""


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
        """Everything that may be a line, without its end; [] if the chip does not answer."""
        data = self._live.do(self._live.chip.read, self._from, self._size)
        return data.split(b"\n")[:-1] if data else []
