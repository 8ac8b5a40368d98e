"""A 16-way analogue multiplexer (CD74HC4067 or alike) in front of one ADC pin."""


class Mux:
    """`selects` are the four select pins, lowest bit first; `adc` reads the common pin."""

    def __init__(self, selects, adc):
        self._selects = selects
        self._adc = adc
        self._channel = 0
        for pin in selects:
            pin(0)
        self._alone = [None] * (1 << len(selects))  # by the lines that change: the only one, if it is one
        for bit in range(len(selects)):
            self._alone[1 << bit] = selects[bit]

    def read(self, channel):
        """Level of `channel` (0-15), 0-65535. Only select lines that change are written: one for Gray neighbours."""
        changed = channel ^ self._channel
        if changed:
            pin = self._alone[changed]
            if pin is not None:
                pin(channel & changed)
            else:
                self._select(channel, changed)
            self._channel = channel
        return self._adc.read_u16()

    def _select(self, channel, changed):
        bit = 0
        while changed:
            if changed & 1:
                self._selects[bit]((channel >> bit) & 1)
            changed >>= 1
            bit += 1
