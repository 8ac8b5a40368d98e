"""Secrets from the controller's own noise: watched for failure, stirred with the times of key presses, conditioned.

The noise is never trusted as it comes: the RP2040's oscillator is biased when sampled fast, the RP2350's generator is
not watched by anyone. Tests and numbers follow NIST SP 800-90B: docs/fair-dice.md, "Where the secret comes from".
"""

from hashlib import sha256
from os import urandom

from micropython import const

# A byte of noise is taken to hold one bit of entropy, no more. Cut-offs for a false alarm in 2^30 bytes:
_REPEATS = const(31)  # 1 + 30 / 1: so many equal bytes in a row
_WINDOW = const(512)
_COMMON = const(325)  # so many bytes of a window equal to its first: binomial (512, 1/2)
_START = const(1024)  # bytes tested before the first use
_DRAWN = const(512)  # bytes behind one secret: 512 bits by that reckoning, where 256 + 64 are asked for
_POLY = const(0xD5)


class EntropyError(Exception):
    """The noise failed a test: `test` is "repetition" or "proportion", `count` what was found, `limit` the cut-off."""

    def __init__(self, test, count, limit):
        super().__init__("%s test: %d, limit %d" % (test, count, limit))
        self.test = test
        self.count = count
        self.limit = limit


class Health:
    """The two running tests over a stream of bytes: repetition count (4.4.1) and adaptive proportion (4.4.2)."""

    def __init__(self):
        self._last = -1
        self._run = 0
        self._first = -1
        self._seen = 0
        self._same = 0

    def check(self, byte):
        """Take one byte; EntropyError if the stream has failed."""
        if byte == self._last:
            self._run += 1
            if self._run >= _REPEATS:
                raise EntropyError("repetition", self._run, _REPEATS)
        else:
            self._last = byte
            self._run = 1
        if self._seen == 0:
            self._first = byte
            self._same = 0
        if byte == self._first:
            self._same += 1
            if self._same >= _COMMON:
                raise EntropyError("proportion", self._same, _COMMON)
        self._seen += 1
        if self._seen == _WINDOW:
            self._seen = 0


class Entropy:
    """`source(n)` gives n bytes of noise."""

    def __init__(self, source=urandom):
        self._source = source
        self._pool = bytes(32)
        self._as_given = Health()
        self._unmixed = Health()
        self._started = False

    def start(self):
        """The start-up test; after a failure, the way to try again. Raises EntropyError."""
        self._started = False
        self._as_given = Health()
        self._unmixed = Health()
        for _ in range(_START // 64):
            self._noise(64)
        self._started = True

    def stir(self, number):
        """Mix in something that an outsider cannot know, as the microsecond of a key press; it counts for nothing."""
        self._pool = sha256(self._pool + b"key %d" % number).digest()

    def secret(self):
        """32 bytes for a chain. Raises EntropyError, and goes on raising it until `start` has passed."""
        if not self._started:
            self.start()
        self._started = False  # unless the noise behind this one passes
        total = sha256(b"queji secret 1")
        total.update(self._pool)
        for _ in range(_DRAWN // 64):
            total.update(self._noise(64))
        self._started = True
        secret = total.digest()
        self._pool = sha256(self._pool + b"used" + secret).digest()  # what was drawn cannot be found from what is kept
        return secret

    def _noise(self, n):
        """`n` tested bytes.

        MicroPython's RP2040 port runs the oscillator's bits through a shift register before it hands them out, behind
        which a dead oscillator would look alive: so the bits are tested as they went in, too.
        """
        data = self._source(n)
        if len(data) != n:
            raise EntropyError("repetition", 0, n)
        before = -1
        for byte in data:
            self._as_given.check(byte)
            if before >= 0:
                for _ in range(8):
                    before = before << 1 ^ _POLY if before & 0x80 else before << 1
                self._unmixed.check((byte ^ before) & 0xFF)
            before = byte
        return data
