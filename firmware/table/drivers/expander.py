"""MCP23017 port expander: port A drives eight outputs, port B reads eight inputs.

Register addresses are those of IOCON.BANK = 0 (datasheet DS20001952, table 3-1). Nothing here allocates after
construction, except when the bus fails and an OSError is raised.
"""

from micropython import const

_IODIRA = const(0x00)
_GPINTENB = const(0x05)
_IOCON = const(0x0A)
_GPPUB = const(0x0D)
_GPIOA = const(0x12)
_OLATA = const(0x14)

# INT pins of all expanders share one wire: open drain (ODR), and A and B report together (MIRROR). In byte mode (SEQOP)
# the address pointer goes to and fro between the two ports (section 3.2.1), so that a read need not name the register.
_IOCON_MIRROR_SEQOP_ODR = const(0x64)


class Expander:
    """One expander at `address`."""

    def __init__(self, i2c, address):
        self.address = address
        self.name = "expander 0x%02x" % address
        self.misses = 0  # readings in a row that failed or contradicted what was written
        self.both = bytearray(2)  # as last read: the levels of port A's pins, and of port B's
        self._i2c = i2c
        self._points = False  # its address pointer is at port A
        self._byte = bytearray(1)

    def begin(self):
        """Set the registers after a reset: outputs low first, then driven. Raises OSError when it does not answer."""
        self.write(0)
        self._register(_IOCON, _IOCON_MIRROR_SEQOP_ODR)
        self._register(_GPPUB, 0xFF)
        self._register(_GPINTENB, 0xFF)
        self._register(_IODIRA, 0x00)

    def _register(self, register, value):
        self._points = False
        self._byte[0] = value
        self._i2c.writeto_mem(self.address, register, self._byte)

    def write(self, value):
        """Set the eight outputs. Raises OSError when it does not answer."""
        self._register(_OLATA, value)

    def read(self):
        """Read both ports in one transfer: what the inputs say, and whether the outputs are what they were set to.

        False when it does not answer.
        """
        try:
            if self._points:
                self._i2c.readfrom_into(self.address, self.both)
            else:
                self._i2c.readfrom_mem_into(self.address, _GPIOA, self.both)
                self._points = True
        except OSError:
            return False
        return True

    def doubt(self):
        """The next read names the register again: an expander that was reset by a disturbance has forgotten it."""
        self._points = False
