"""The plant on an emulated controller's pins: expanders on I2C, contacts, converter, PWM, the light strip.

Everything that takes time on the wire takes it here too: nine clocks of the bus for each byte of I2C, two microseconds
for a conversion.
"""

from __future__ import annotations

import math
from typing import Any

from rp2040py.peripherals.i2c import I2CMode

from queji.emulate.chip import Chip
from queji.virtual.fram import Fram
from queji.virtual.mcp23017 import MCP23017
from queji.virtual.parts import INDEX, NEVER
from queji.virtual.plant import Plant
from queji.virtual.wiring import Wiring

BYTE_NS = 22_500  # nine clocks at 400 kHz
PWM_FUNCTION = 4
STRIP_LATCH_NS = 50_000


class Expander:
    """An MCP23017 on the bus: the first byte written is a register's number."""

    def __init__(self, chip: MCP23017) -> None:
        self.chip = chip
        self.first = True

    def answers(self) -> bool:
        return not self.chip.in_reset

    def begin(self) -> None:
        self.first = True

    def write(self, value: int) -> None:
        if self.first:
            self.chip.pointer = value
            self.first = False
        else:
            self.chip.write(self.chip.pointer, value)
            self.chip.pointer = self.chip.next(self.chip.pointer)

    def read(self) -> int:
        value = self.chip.read(self.chip.pointer)
        self.chip.pointer = self.chip.next(self.chip.pointer)
        return value


class Memory:
    """A FRAM on the bus: the first two bytes written are an address."""

    def __init__(self, fram: Fram) -> None:
        self.fram = fram
        self.at = self.count = 0

    def answers(self) -> bool:
        return not self.fram.dead

    def begin(self) -> None:
        self.count = 0

    def write(self, value: int) -> None:
        self.count += 1
        if self.count <= 2:
            self.at = (self.at << 8 | value) & 0xFFFF
        else:
            self.fram.write(self.at, bytes((value,)))
            self.at += 1

    def read(self) -> int:
        byte = bytearray(1)
        self.fram.read(self.at, byte)
        self.at += 1
        return byte[0]


class Wires:
    """Connects a plant to a chip as the board's pins.csv says. `bus_bytes` and `conversions` count what went by."""

    def __init__(self, chip: Chip, plant: Plant, wiring: Wiring) -> None:
        self.chip, self.plant, self.wiring = chip, plant, wiring
        self.mcu: Any = chip.mcu
        self.clock = self.mcu.clock
        self.bus_bytes = self.conversions = self.frames = 0
        self.channel = 0
        self.pixels: bytes = b""
        self.reset_pin = wiring.pins["expander_reset"]
        self.high = set(wiring.active_high)
        self.pin_of = {signal: pin for pin, signal in enumerate(wiring.gpio) if signal >= 0}
        self.chips = {address: MCP23017(self._driver(signals)) for address, signals in wiring.expanders.items()}
        self.devices: dict[int, Expander | Memory] = {at: Expander(one) for at, one in self.chips.items()}
        self.fram = Fram()
        if wiring.fram is not None:
            self.devices[wiring.fram] = Memory(self.fram)
        self._alarm = self.clock.create_alarm(self._due)
        self._due_at = NEVER
        self._pwm()
        self._bus(wiring.pins["i2c_sda"] // 2 % 2)
        self.mcu.adc.on_adc_read = self._convert
        for pin in range(len(self.mcu.gpio)):
            self.mcu.gpio[pin].add_listener(self._listener(pin))
        heard: Any = plant
        heard.listener, heard.board = self._sensed, self
        expanders: Any = self.chips.values()
        for expander in expanders:
            expander.on_interrupt = self._interrupt
        self.released()
        for signal in range(len(plant.raw)):
            self._sensed(signal)
        chip.on_reset = lambda why: self.released()

    # Time

    def advance(self) -> None:
        """Brings the plant to the chip's time."""
        self.plant.advance_to(int(self.clock.nanos) // 1000)
        self._schedule()

    def _schedule(self) -> None:
        """What the plant does by itself reaches the pins at its time."""
        due = self.plant.due
        if due != self._due_at:
            self._due_at = due
            if due == NEVER:
                self._alarm.cancel()
            else:
                self._alarm.schedule(max(1000.0, due * 1000 - self.clock.nanos + 1000))

    def _due(self) -> None:
        self._due_at = NEVER
        self.advance()

    # Levels

    def _level(self, signal: int) -> int:
        """0 to ground, 1 to the supply or open."""
        active = self.plant.active[signal]
        return active if signal in self.high or signal == INDEX["emergency_stop"] else 1 - active

    def _sensed(self, signal: int) -> None:
        where = self.wiring.address.get(signal)
        if where is not None:
            self.chips[where[0]].input(where[1], self._level(signal))
        elif signal in self.pin_of:
            self._contact(self.mcu.gpio[self.pin_of[signal]], self._level(signal), signal in self.high)

    @staticmethod
    def _contact(pin: Any, level: int, driven: bool) -> None:
        """An open contact leaves its pin to the pull-up."""
        if level and not driven:
            pin.release_input()
        else:
            pin.set_input_value(bool(level))

    def _interrupt(self) -> None:
        pin = self.wiring.pins.get("expander_interrupt", -1)
        if pin >= 0:
            asserted = any(chip.interrupting() for chip in self.chips.values())
            self._contact(self.mcu.gpio[pin], 0 if asserted else 1, False)

    # What the controller drives

    def released(self) -> None:
        """The controller is in reset: no pin drives anything, pull-downs switch all off."""
        self.channel = 0
        for chip in self.chips.values():
            chip.in_reset = True
            chip.reset()
        self.advance()
        self.plant.all_off()
        self._schedule()

    def _listener(self, number: int) -> Any:
        pin = self.mcu.gpio[number]
        bit = self.wiring.select[number]
        signal = self.wiring.gpio[number]
        if bit >= 0:

            def select(value: int, _: int) -> None:
                self.channel = self.channel & ~(1 << bit) | (1 << bit if value == 1 else 0)

            return select
        if number == self.reset_pin:
            return lambda value, _: self._reset_line(value == 1)
        if number == self.wiring.pins.get("strip"):
            return self._strip

        def drive(value: int, _: int) -> None:
            if signal >= 0 and pin.function_select != PWM_FUNCTION:
                full = 65535 if signal in (INDEX["disc"], INDEX["buzzer"]) else 1
                self._drive(signal, full if value == 1 else 0)

        return drive

    def _drive(self, signal: int, value: int) -> None:
        if self.plant.out[signal] != value:
            self.advance()
            self.plant.set_output(signal, value)
            self._schedule()

    def _reset_line(self, high: bool) -> None:
        for chip in self.chips.values():
            chip.in_reset = not high
            if not high:
                self.advance()
                chip.reset()
        self._schedule()

    def _driver(self, signals: list[int]) -> Any:
        def write(bit: int, level: int) -> None:
            if signals[bit] >= 0:
                self._drive(signals[bit], 1 if level == 1 else 0)

        return write

    # Converter

    def _convert(self, channel: int) -> None:
        self.advance()
        self.conversions += 1
        pin = 26 + channel
        signal = self.wiring.mux[self.channel] if pin == self.wiring.pins["mux_out"] else self.wiring.gpio[pin]
        adc = self.mcu.adc
        adc.channel_values[channel] = self.plant.analogue(signal) >> 4 if signal >= 0 else 0
        adc._default_on_adc_read(channel)

    # PWM: a duty, not a waveform; 20,000 edges a second would keep the emulator busy with nothing

    def _pwm(self) -> None:
        for channel in self.mcu.pwm.channels:
            channel.update_enable = lambda: None
            write = channel.write_register

            def written(offset: int, value: int, channel: Any = channel, write: Any = write) -> None:
                write(offset, value)
                self._duty(channel)

            channel.write_register = written

    def _duty(self, channel: Any) -> None:
        for pins, shift in (((channel.pin_a1, channel.pin_a2), 0), ((channel.pin_b1, channel.pin_b2), 16)):
            for pin in pins:
                signal = self.wiring.gpio[pin] if pin >= 0 else -1
                if signal >= 0 and self.mcu.gpio[pin].function_select == PWM_FUNCTION:
                    compare = channel.cc >> shift & 0xFFFF
                    on = channel.csr & 1 and compare
                    self._drive(signal, min(65535, compare * 65536 // (channel.top + 1)) if on else 0)

    # I2C

    def _bus(self, number: int) -> None:
        self._i2c = self.mcu.i2c[number]
        self._target: Expander | Memory | None = None
        self._answer: Any = None
        self._bus_alarm = self.clock.create_alarm(self._byte_done)
        self._i2c.on_connect = self._connect
        self._i2c.on_write_byte = self._write_byte
        self._i2c.on_read_byte = self._read_byte

    def _byte_done(self) -> None:
        self._answer()

    def _after_byte(self, answer: Any) -> None:
        self.bus_bytes += 1
        self._answer = answer
        self._bus_alarm.schedule(BYTE_NS)

    def _connect(self, address: int, mode: I2CMode) -> None:
        target = self.devices.get(address)
        self._target = target if target is not None and target.answers() else None
        if self._target is not None and mode == I2CMode.WRITE:
            self._target.begin()
        self._after_byte(lambda: self._i2c.complete_connect(self._target is not None))

    def _write_byte(self, value: int) -> None:
        assert self._target is not None
        self.advance()
        self._target.write(value)
        self._schedule()
        self._after_byte(lambda: self._i2c.complete_write(True))

    def _read_byte(self, ack: bool) -> None:
        def answer() -> None:
            assert self._target is not None
            self.advance()
            self._i2c.complete_read(self._target.read())

        self._after_byte(answer)

    # Light strip

    _rise = 0.0
    _bits = 0
    _count = 0
    _fall = 0.0
    _colours = bytearray()

    def _strip(self, value: int, _: int) -> None:
        now = self.clock.nanos
        if value == 1:
            if now - self._fall > STRIP_LATCH_NS:
                self._colours = bytearray()
                self._bits = self._count = 0
                self.frames += 1
            self._rise = now
        elif value == 0 and not math.isnan(self._rise):
            self._fall = now
            self._bits = self._bits << 1 | (now - self._rise > 550)
            self._count += 1
            if self._count & 7 == 0:
                self._colours.append(self._bits & 255)
                self._bits = 0
                self.pixels = bytes(self._colours)
