"""A serial line in memory: the firmware's end works with `asyncio.StreamReader`, the other end is a test's."""

import io

_POLL, _READ, _WRITE = 3, 1, 4
_FIFO = 4096


class Line(io.IOBase):
    """The firmware's end: `read`, `readinto`, `write` of bytes, never blocking. `sent` gathers what it wrote."""

    def __init__(self):
        self.waiting = bytearray()
        self.sent = bytearray()
        self.connected = True  # False: what is written is lost, as on USB with nobody there

    def ioctl(self, op, arg):
        if op != _POLL:
            return 0
        return ((_READ if self.waiting else 0) | _WRITE) & arg

    def readinto(self, buf):
        n = min(len(buf), len(self.waiting))
        if not n:
            return None
        buf[:n] = self.waiting[:n]
        self.waiting = self.waiting[n:]
        return n

    def read(self, n=-1):
        n = len(self.waiting) if n < 0 else min(n, len(self.waiting))
        if not n:
            return None
        data = bytes(self.waiting[:n])
        self.waiting = self.waiting[n:]
        return data

    def readline(self):
        """Up to a line's end, or all there is when none has come."""
        return self.read(self.waiting.find(b"\n") + 1 or -1)

    def any(self):
        return len(self.waiting)

    def write(self, data, *where):
        if where:
            data = data[where[0] : where[0] + where[1]] if len(where) > 1 else data[: where[0]]
        if self.connected:
            self.sent.extend(data)
        return len(data)

    # --- the other end ---

    def feed(self, data):
        """Bytes arrive at the firmware; more than its buffer holds is lost."""
        self.waiting.extend(data[: _FIFO - len(self.waiting)])

    def take_lines(self):
        """Whole lines sent so far, without their ends."""
        lines = []
        while True:
            at = self.sent.find(b"\n")
            if at < 0:
                return lines
            lines.append(bytes(self.sent[:at]).rstrip(b"\r"))
            self.sent = self.sent[at + 1 :]
