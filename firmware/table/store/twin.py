"""Bytes in a FRAM that are kept whole or not at all: two copies that take turns, each with a number and a checksum.

A power cut in the middle of a write tears the older copy; the newer one is not touched.
"""

import binascii
import struct

from micropython import const

_HEAD = "<IHI"  # number, length, checksum
_HEAD_SIZE = const(10)
_WRAP = const(0x3FFFFFFF)


class Twin:
    """In `chip` from address `at`: twice `size` bytes. `seed` goes into the checksum: what another controller wrote is
    not taken for one's own. Methods raise OSError when the chip does not answer, ValueError for more than fits."""

    def __init__(self, chip, at, size, seed):
        self._chip = chip
        self._at = at
        self._size = size
        self._seed = seed
        self._newest = 1  # the copy that is not overwritten next
        self.number = 0  # of the newest copy

    def read(self):
        """The newest intact bytes, or None."""
        found = None
        for copy in (0, 1):
            at = self._at + copy * self._size
            number, length, crc = struct.unpack(_HEAD, self._chip.read(at, _HEAD_SIZE))
            if length > self._size - _HEAD_SIZE:
                continue
            data = self._chip.read(at + _HEAD_SIZE, length)
            if crc != binascii.crc32(data, self._seed ^ number):
                continue
            if found is None or 0 < (number - self.number & _WRAP) < _WRAP >> 1:
                self._newest, self.number, found = copy, number, data
        return found

    def write(self, *parts):
        """Keep `parts` (bytes, one after the other: put together they would need memory in one piece) in the place of
        the older copy."""
        number = self.number + 1 & _WRAP
        length, crc = 0, self._seed ^ number
        for part in parts:
            length += len(part)
            crc = binascii.crc32(part, crc)
        if length > self._size - _HEAD_SIZE:
            raise ValueError("%d bytes are too many" % length)
        at = self._at + (1 - self._newest) * self._size
        self._chip.write(at, struct.pack(_HEAD, number, length, crc))
        at += _HEAD_SIZE
        for part in parts:
            self._chip.write(at, part)
            at += len(part)
        self._newest, self.number = 1 - self._newest, number
