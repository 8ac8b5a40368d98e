"""A port expander MCP23017 at the level of its registers, BANK = 0, sequential addressing.

`write_pins(bit, level)` is called when a driven output changes, with level -1 when the pin is let go.
Register numbers are the data sheet's; 16-bit words hold port A in the low byte.
"""

IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(0, 22, 2)  # port A's
_MIRROR, _SEQOP, _ODR, _INTPOL = 0x40, 0x20, 0x04, 0x02


class MCP23017:
    def __init__(self, write_pins=None):
        self.write_pins = write_pins
        self.regs = bytearray(22)
        self.closed = 0xFFFF  # input pins not pulled to ground by what is wired to them
        self._driven = 0  # bits that were outputs, and high, when last looked at
        self._direction = 0xFFFF
        self.pointer = 0
        self.in_reset = False
        self.on_interrupt = None  # called when an interrupt flag rises or falls
        self.seen = 0  # what reading GPIO gives: the levels, inverted where IPOL says so
        self.reset()

    def reset(self):
        """The RESET line: all registers to their power-on values, all pins inputs."""
        for i in range(22):
            self.regs[i] = 0xFF if i < 2 else 0
        self.pointer = 0
        self._drive()
        self._look()
        self._flags()

    def _word(self, reg):
        return self.regs[reg] | self.regs[reg + 1] << 8

    # --- pins ---

    def _drive(self):
        direction = self._word(IODIR)
        latch = self._word(OLAT)
        high = latch & ~direction & 0xFFFF
        changed = (high ^ self._driven) | (direction ^ self._direction)
        self._driven = high
        self._direction = direction
        if not changed or self.write_pins is None:
            return
        for bit in range(16):
            if changed >> bit & 1:
                self.write_pins(bit, -1 if direction >> bit & 1 else high >> bit & 1)

    def levels(self):
        """The levels at the 16 pins. An input that nothing drives low is high only with its pull-up on; without one
        it reads low here, so that a forgotten pull-up is noticed."""
        direction = self._word(IODIR)
        return (self._driven & ~direction) | (self.closed & self._word(GPPU) & direction)

    def _look(self):
        self.seen = (self.levels() ^ self._word(IPOL)) & 0xFFFF

    def _flags(self):
        if self.on_interrupt is not None:
            self.on_interrupt()

    def input(self, bit, level):
        """What is wired to an input changes: 0 pulls it to ground, 1 lets go."""
        before = self.levels()
        if level:
            self.closed |= 1 << bit
        else:
            self.closed &= ~(1 << bit)
        self._look()
        self._watch(before)

    def _watch(self, before):
        now = self.levels()
        enabled = self._word(GPINTEN)
        if not enabled:
            return
        against = self._word(INTCON)
        fresh = ((now ^ before) & ~against | (now ^ self._word(DEFVAL)) & against) & enabled
        for port in (0, 1):
            hit = fresh >> 8 * port & 0xFF
            # A port that has a flag up keeps its first capture until it is read.
            if hit and not self.regs[INTF + port]:
                self.regs[INTF + port] = hit
                self.regs[INTCAP + port] = self.seen >> 8 * port & 0xFF
                self._flags()

    def interrupting(self):
        """Bit 0: INTA, bit 1: INTB are asserted."""
        a, b = self.regs[INTF], self.regs[INTF + 1]
        if self.regs[IOCON] & _MIRROR:
            return 3 if a or b else 0
        return (1 if a else 0) | (2 if b else 0)

    def _clear_interrupt(self, port):
        self.regs[INTF + port] = 0
        # A level that still differs from DEFVAL raises it again at once.
        now = self.levels()
        self.regs[INTF + port] = 0
        level = (now ^ self._word(DEFVAL)) & self._word(INTCON) & self._word(GPINTEN)
        if level >> 8 * port & 0xFF:
            self.regs[INTF + port] = level >> 8 * port & 0xFF
        self._flags()

    # --- the bus ---

    def read(self, reg):
        """One byte of a register; reading GPIO or INTCAP clears that port's interrupt."""
        if reg == GPIO or reg == GPIO + 1:
            port = reg - GPIO
            value = self.seen >> 8 * port & 0xFF
            if self.regs[INTF + port]:
                self._clear_interrupt(port)
            return value
        if reg >= 22:
            return 0
        value = self.regs[reg]
        port = reg & 1
        if reg - port == INTCAP and self.regs[INTF + port]:
            self._clear_interrupt(port)
        return value

    def read_pair(self, buf):
        """What a driver asks for at each tick, at once: both ports, in byte mode, without an interrupt to clear.
        False when it is anything else, and nothing was read."""
        regs = self.regs
        if self.pointer != GPIO or len(buf) != 2 or regs[INTF] or regs[INTF + 1] or not regs[IOCON] & _SEQOP:
            return False
        seen = self.seen
        buf[0] = seen & 0xFF
        buf[1] = seen >> 8
        return True

    def write(self, reg, value):
        base = reg & ~1
        if base == OLAT or base == GPIO:
            self.regs[OLAT + (reg & 1)] = value
            self._drive()
            self._look()
            return
        if reg >= 22 or base == INTF or base == INTCAP:
            return
        before = self.levels()
        if base == IOCON:
            self.regs[IOCON] = self.regs[IOCON + 1] = value
        else:
            self.regs[reg] = value
        if base == IODIR:
            self._drive()
        self._look()
        self._watch(before)

    def next(self, reg):
        """The register after `reg` in one transfer."""
        if self.regs[IOCON] & _SEQOP:
            return reg ^ 1
        return reg + 1 if reg < 21 else 0
