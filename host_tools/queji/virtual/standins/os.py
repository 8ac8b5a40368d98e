"""Stand-in for MicroPython's `os`: the same, but for the noise, which a test can choose.

import os
os.noise(seed=3)        # always the same bytes: a table whose dice are known, from outside its firmware
os.noise(stuck=0)       # the generator is broken
os.noise()              # the laptop's own noise again (the default)
"""

import uos
from uos import *  # noqa: F403

_next = None


def noise(seed=None, stuck=None, lost=False):
    """Choose where `urandom` gets its bytes. `lost`: the oscillator stands still behind the RP2040's shift register."""
    global _next
    _next = None
    if seed is not None:
        from virtual.rng import Rng

        rng = Rng(seed)
        _next = lambda: rng.bits() >> 11 & 255  # noqa: E731
    elif stuck is not None:
        _next = lambda: stuck  # noqa: E731
    elif lost:
        state = [0x5A]

        def shifted():
            for _ in range(8):
                state[0] = (state[0] << 1 ^ (0xD5 if state[0] & 0x80 else 0)) & 255
            return state[0]

        _next = shifted


def urandom(n):
    if _next is None:
        return uos.urandom(n)
    return bytes([_next() for _ in range(n)])
