"""The driver of the port expander, at the registers of a chip: short reads, and chips that forget."""

from virtual.mcp23017 import MCP23017, OLAT


class Bus:
    """An I2C bus with one expander; counts what is on the wire, in bytes."""

    def __init__(self):
        self.chip = MCP23017()
        self.at = 0
        self.bytes = 0

    def writeto_mem(self, address, register, data):
        self.bytes += 2 + len(data)
        for value in data:
            self.chip.write(register, value)
            register = self.chip.next(register)
        self.at = register

    def readfrom_mem_into(self, address, register, buffer):
        self.bytes += 2
        self.at = register
        self.readfrom_into(address, buffer)

    def readfrom_into(self, address, buffer):
        self.bytes += 1 + len(buffer)
        for i in range(len(buffer)):
            buffer[i] = self.chip.read(self.at)
            self.at = self.chip.next(self.at)


def made():
    from table.drivers.expander import Expander

    bus = Bus()
    expander = Expander(bus, 0x20)
    expander.begin()
    return bus, expander


def test_reads_after_the_first_name_no_register(w):
    bus, expander = made()
    for value in (0, 0x81, 0x81, 0x10):
        if value != expander.both[0]:
            expander.write(value)
        taken = []
        for _ in range(3):
            before = bus.bytes
            expander.read()
            assert expander.both[0] == value, "port A as it was set, each time"
            assert expander.both[1] == bus.chip.levels() >> 8, "port B"
            taken.append(bus.bytes - before)
        assert taken[1:] == [3, 3], taken


def test_doubt_names_the_register_again(w):
    bus, expander = made()
    expander.write(0x55)
    expander.read()
    bus.at = OLAT + 1  # as after a disturbance
    expander.doubt()
    expander.read()
    assert expander.both[0] == 0x55


def test_a_chip_that_was_reset_is_noticed_though_its_pointer_is_elsewhere(w):
    """By a spark, or its supply. Two readings in a row contradict what was written: that is what cuts it off."""
    bus, expander = made()
    expander.write(0x55)
    expander.read()
    bus.chip.reset()
    bus.at = 0
    for _ in range(2):
        expander.read()
        assert expander.both[0] != 0x55
        expander.doubt()
