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

# INT pins of all expanders share one wire: open drain (ODR), and A and B report together (MIRROR).
_IOCON_MIRROR_ODR = const(0x44)


class Expander:
    """One expander at `address`. `inputs` holds port B as last read, `outputs_seen` the levels of port A's pins."""

    def __init__(self, i2c, address):
        self.address = address
        self.name = "expander 0x%02x" % address
        self.misses = 0  # readings in a row that failed or contradicted what was written
        self.inputs = 0xFF
        self.outputs_seen = 0
        self._i2c = i2c
        self._both = bytearray(2)
        self._byte = bytearray(1)

    def begin(self):
        """Set the registers after a reset: outputs low first, then driven. Raises OSError when it does not answer."""
        self.write(0)
        self._register(_IOCON, _IOCON_MIRROR_ODR)
        self._register(_GPPUB, 0xFF)
        self._register(_GPINTENB, 0xFF)
        self._register(_IODIRA, 0x00)

    def _register(self, register, value):
        self._byte[0] = value
        self._i2c.writeto_mem(self.address, register, self._byte)

    def write(self, value):
        """Set the eight outputs. Raises OSError when it does not answer."""
        self._byte[0] = value
        self._i2c.writeto_mem(self.address, _OLATA, self._byte)

    def read(self):
        """Read both ports in one transfer: what the inputs say, and whether the outputs are what they were set to."""
        self._i2c.readfrom_mem_into(self.address, _GPIOA, self._both)
        self.outputs_seen = self._both[0]
        self.inputs = self._both[1]
