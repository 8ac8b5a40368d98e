"""Which signal of the plant is at which pin: a board's pins.csv and mechanics.json read."""

import json

from .parts import INDEX

# Wires between the controller and its own chips, which are not signals of the plant.
BUS = ("i2c_sda", "i2c_scl", "expander_reset", "expander_interrupt", "mux_out", "strip")


def read_pins(path):
    """{signal: place} from pins.csv. A place is ("gpio", n), ("expander", address, bit) with bits 0-7 of port A and
    8-15 of port B, ("mux", channel) or ("bus", address). Raises ValueError naming the line that cannot be read."""
    places = {}
    with open(path) as f:
        for line in f:
            line = line.strip()
            if not line or line.startswith("#") or line == "signal,pin":
                continue
            signal, _, pin = line.partition(",")
            places[signal.strip()] = place(pin.strip())
    return places


def place(pin):
    """The place that a pin's name (`GP8`, `0x20.A0`, `MUX.3`, `0x50`) means."""
    try:
        if pin.startswith("GP"):
            return ("gpio", int(pin[2:]))
        if pin.startswith("MUX."):
            return ("mux", int(pin[4:]))
        chip, _, port = pin.partition(".")
        if chip == pin:
            return ("bus", int(chip, 16))
        return ("expander", int(chip, 16), "AB".index(port[0]) * 8 + int(port[1:]))
    except (ValueError, IndexError):
        raise ValueError("not a pin: " + pin) from None


class Wiring:
    """Tables from pins to signals' indexes (-1: nothing there)."""

    def __init__(self, board_dir):
        self.board_dir = board_dir
        self.places = read_pins(board_dir + "/pins.csv")
        with open(board_dir + "/mechanics.json") as f:
            self.numbers = json.load(f)
        self.gpio = [-1] * 48
        self.mux = [-1] * 16
        self.select = [-1] * 48  # a multiplexer's select bit at this pin
        self.expanders = {}  # address: signals of bits 0..15
        self.fram = None  # address of the FRAM
        self.pins = {}  # name of BUS: pin number
        self.address = {}  # signal's index: (address, bit)
        for name, where in self.places.items():
            self._enter(name, where)
        self.active_high = [INDEX[name] for name in self.numbers.get("active_high", []) if name in INDEX]

    def _enter(self, name, where):
        if name == "fram":
            self.fram = where[1]
        elif name in BUS:
            self.pins[name] = where[1]
        elif name.startswith("mux_select_"):
            self.select[where[1]] = int(name[-1])
        elif name not in INDEX:
            raise ValueError("pins.csv names a signal that the plant does not have: " + name)
        elif where[0] == "gpio":
            self.gpio[where[1]] = INDEX[name]
        elif where[0] == "mux":
            self.mux[where[1]] = INDEX[name]
        else:
            signals = self.expanders.setdefault(where[1], [-1] * 16)
            signals[where[2]] = INDEX[name]
            self.address[INDEX[name]] = (where[1], where[2])
