"""The last lines of the log in a FRAM: a ring of places, each with a number and a checksum, that survives a reset."""

import binascii
import struct

from micropython import const

_PLACE = const(80)
_HEAD = "<HBI"  # number, length, checksum
_HEAD_SIZE = const(7)
_ROUNDS = const(4096)  # times round the ring, then numbers begin again
WIDTH = _PLACE - _HEAD_SIZE


class BlackBox:
    """`places` lines in `chip` from address `at`. Methods raise OSError when the chip does not answer."""

    def __init__(self, chip, at, places, seed):
        self._chip = chip
        self._at = at
        self._places = places
        self._seed = seed
        self._wrap = places * _ROUNDS
        self._number = None  # of the next line; None: not read yet

    def add(self, text):
        """Keep `text`, cut to WIDTH bytes, in the place of the oldest line."""
        if self._number is None:
            self.read()
        data = text.encode()[:WIDTH]
        number = self._number
        self._number = (number + 1) % self._wrap
        head = struct.pack(_HEAD, number, len(data), binascii.crc32(data, self._seed ^ number))
        self._chip.write(self._at + number % self._places * _PLACE, head + data)

    def read(self):
        """The lines that are whole, oldest first."""
        found = []
        for place in range(self._places):
            at = self._at + place * _PLACE
            number, length, crc = struct.unpack(_HEAD, self._chip.read(at, _HEAD_SIZE))
            if length > WIDTH or number >= self._wrap or number % self._places != place:
                continue
            data = self._chip.read(at + _HEAD_SIZE, length)
            if crc == binascii.crc32(data, self._seed ^ number):
                found.append((number, data))
        if not found:
            self._number = 0
            return []
        last = found[0][0]
        for n, _ in found:
            if 0 < (n - last) % self._wrap < self._wrap // 2:
                last = n
        self._number = (last + 1) % self._wrap
        found = sorted([((last - n) % self._wrap, data) for n, data in found])
        return [_text(data) for behind, data in reversed(found) if behind < self._places]


def _text(data):
    try:
        return data.decode()
    except UnicodeError:  # a character was cut in two
        return "".join([chr(b) if b < 128 else "?" for b in data])
