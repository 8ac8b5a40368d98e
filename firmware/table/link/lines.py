"""Bytes in, lines out: a buffer of one line that never grows and allocates nothing a byte."""

LIMIT = 1024  # bytes of a line, without its end

# What feed() says of a byte
NOTHING = 0
LINE = 1  # a line is complete: take()
TOO_LONG = 2  # the end of a line over LIMIT: `count` bytes were discarded
STATUS = 3  # "?" as the first byte of a line
STOP = 4  # "!" as the first byte of a line
INTERRUPT = 5  # Ctrl-C anywhere; a half line before it is gone


class Lines:
    """`count` is the number of bytes of the line so far, also of those past LIMIT, which are not kept."""

    def __init__(self):
        self._buffer = bytearray(LIMIT)
        self._fresh = True
        self.count = 0

    def feed(self, byte):
        """Take one byte (0-255); one of the constants above."""
        if self._fresh:
            self._fresh = False
            self.count = 0
        count = self.count
        if byte == 10 or byte == 13:
            if count == 0:
                return NOTHING
            self._fresh = True
            return LINE if count <= LIMIT else TOO_LONG
        if byte == 3:
            self._fresh = True
            return INTERRUPT
        if count == 0:
            if byte == 63:
                return STATUS
            if byte == 33:
                return STOP
        elif (byte == 8 or byte == 127) and self._buffer[0] != 123 and count <= LIMIT:
            self._erase()  # a person corrects himself; a program does not
            return NOTHING
        if count < LIMIT:
            self._buffer[count] = byte
        self.count = count + 1
        return NOTHING

    def _erase(self):
        """One character back, which may be several bytes of UTF-8."""
        count = self.count - 1
        while count and self._buffer[count] & 0xC0 == 0x80:
            count -= 1
        self.count = count

    def take(self):
        """The line that feed() called complete, as bytes."""
        return bytes(memoryview(self._buffer)[: self.count])

    def first(self):
        """The first byte of the line under way or just ended, 0 if there is none."""
        return self._buffer[0] if self.count else 0

    def pending(self):
        """Whether a line has begun and not ended."""
        return self.count > 0 and not self._fresh

    def discard(self):
        """Forget the line under way; the number of bytes it had."""
        self._fresh = True
        return self.count
