"""FRAM of 32 kB on the I2C bus (MB85RC256V, FM24W256, CY15B256J): bytes that stay without power, written at bus speed.

No erase and no waiting: what was sent is kept, byte by byte. A power cut in the middle of a write leaves its first
bytes new and the others old.
"""

from micropython import const

_PIECE = const(96)  # bytes of one transfer: 2.3 ms at 400 kHz, less than the bus's time limit for a whole transfer


class Fram:
    """The chip at `address`, 0x50 to 0x57. Each method raises OSError when it does not answer."""

    def __init__(self, i2c, address):
        self.name = "fram 0x%02x" % address
        self._i2c = i2c
        self._address = address

    def read(self, at, n):
        """`n` bytes from address `at`."""
        if n <= _PIECE:
            return self._i2c.readfrom_mem(self._address, at, n, addrsize=16)
        data = bytearray(n)
        view = memoryview(data)
        for i in range(0, n, _PIECE):
            self._i2c.readfrom_mem_into(self._address, at + i, view[i : i + _PIECE], addrsize=16)
        return bytes(data)

    def write(self, at, data):
        """Put `data` at address `at`; takes some 25 us a byte."""
        if len(data) <= _PIECE:
            self._i2c.writeto_mem(self._address, at, data, addrsize=16)
            return
        view = memoryview(data)
        for i in range(0, len(data), _PIECE):
            self._i2c.writeto_mem(self._address, at + i, view[i : i + _PIECE], addrsize=16)
