"""A small seeded generator for the plant: the same numbers on MicroPython and CPython, no floats, no allocation.

The plant must be repeatable, so this is xorshift32 and not an entropy source. The firmware never sees it.
"""

import math
from array import array

# -ln(u) in 1/1024 for u at the middle of 512 equal slices of (0, 1): an exponential draw is one look-up.
_EXP = array("H", [min(65535, int(-math.log((i + 0.5) / 512) * 1024)) for i in range(512)])


class Rng:
    def __init__(self, seed):
        # Small seeds differ in few bits, which xorshift spreads slowly: mix them first. The state is never 0.
        x = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF
        self.x = x or 1
        for _ in range(8):
            self.bits()

    def bits(self):
        """32 random bits as a non-negative int."""
        x = self.x
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.x = x
        return x

    def below(self, n):
        """An int in 0..n-1; the bias (n / 2^24) does not matter to a plant."""
        return ((self.bits() >> 8) * n) >> 24

    def gauss(self, sigma):
        """A nearly normal int of mean 0 and standard deviation `sigma` (the sum of the four bytes of one draw)."""
        x = self.bits()
        s = (x & 255) + ((x >> 8) & 255) + ((x >> 16) & 255) + (x >> 24) - 510
        return s * sigma // 148

    def exponential(self, mean):
        """An exponentially distributed int of mean `mean` (at most 7 times it)."""
        return (_EXP[self.bits() >> 23] * mean) >> 10
