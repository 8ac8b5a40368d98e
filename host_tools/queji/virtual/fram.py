"""A FRAM chip on the I2C bus: 32 kB that stay over resets and power cuts, in RAM or in a file.

A byte is kept as soon as it has been sent; a cut in the middle of a transfer leaves the first ones written.
"""

SIZE = 32768


class Fram:
    def __init__(self, path=None):
        """`path`: a file that keeps the contents from one run to the next, as of the last `keep`; None: RAM."""
        self.data = bytearray(SIZE)
        self.dead = False  # it does not answer
        self.written = 0  # bytes since the start
        self.changed = False  # since the last keep
        self._file = None
        if path is not None:
            self._open(path)

    def _open(self, path):
        try:
            self._file = open(path, "r+b")  # noqa: SIM115  (kept open)
            self._file.readinto(self.data)
        except OSError:
            self._file = open(path, "w+b")  # noqa: SIM115
            self._file.write(self.data)

    def read(self, at, buf):
        """Fill `buf` from address `at`; past the end it goes on at the beginning."""
        at %= SIZE
        if at + len(buf) <= SIZE:
            buf[:] = memoryview(self.data)[at : at + len(buf)]
            return
        for i in range(len(buf)):
            buf[i] = self.data[(at + i) % SIZE]

    def write(self, at, buf):
        for i in range(len(buf)):
            self.data[(at + i) % SIZE] = buf[i]
        self.written += len(buf)
        self.changed = True

    def keep(self):
        """Into the file, if there is one."""
        self.changed = False
        if self._file:
            self._file.seek(0)
            self._file.write(self.data)
            self._file.flush()
