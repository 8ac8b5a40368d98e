"""What the pins of a controller can do, as far as a table needs it; numbers are GPIO numbers.

From the GPIO function tables of the RP2040 datasheet (2.19.2) and the RP2350 datasheet (9.4). Both put I2C, SPI and
PWM on their pins with the same regularity, so the tables are a few formulas:

- I2C: pairs (0,1), (2,3), ... are SDA, SCL of instance 0, 1, 0, 1, ...
- SPI: fours (0-3), (4-7), ... are RX, CS, SCK, TX; two fours of instance 0, two of instance 1, ...
- PWM: pairs share a slice, and eight slices repeat after 16 pins (RP2350: slices 8 to 11 are beyond pin 31)
"""

from __future__ import annotations

from typing import NamedTuple


class Chip(NamedTuple):
    """One controller: its GPIO numbers and which of them reach the analogue converter."""

    name: str
    gpios: range
    adc: range


CHIPS = {
    "rp2040": Chip("RP2040", range(30), range(26, 30)),
    "rp2350": Chip("RP2350A", range(30), range(26, 30)),  # the 60-pin package, that of the Pico 2
    "rp2350b": Chip("RP2350B", range(48), range(40, 48)),
}

# What a Pico uses itself, by the "product" of board.json: GPIO number -> what for. The Pico W's radio sits on the same.
_PICO = {23: "SMPS mode", 24: "VBUS sense", 25: "LED", 29: "VSYS / 3"}
_PICO_W = {23: "CYW43 on", 24: "CYW43 data", 25: "CYW43 select", 29: "CYW43 clock, VSYS / 3"}
RESERVED = {"Pico": _PICO, "Pico W": _PICO_W, "Pico 2": _PICO, "Pico 2 W": _PICO_W}
# The chip on each of them.
ON = {"Pico": "rp2040", "Pico W": "rp2040", "Pico 2": "rp2350", "Pico 2 W": "rp2350"}


def i2c(gpio: int) -> tuple[int, str]:
    """(instance, "sda" or "scl") of a pin."""
    return (gpio // 2) % 2, "scl" if gpio % 2 else "sda"


def spi(gpio: int) -> tuple[int, str]:
    """(instance, "rx", "cs", "sck" or "tx") of a pin."""
    return (gpio // 8) % 2, ("rx", "cs", "sck", "tx")[gpio % 4]


def pwm(gpio: int) -> tuple[int, str]:
    """(slice, channel "A" or "B") of a pin: one slice has one frequency, one channel one duty."""
    number = (gpio // 2) % 8 if gpio < 32 else 8 + (gpio // 2) % 4
    return number, "AB"[gpio % 2]


def functions(gpio: int, chip: Chip) -> tuple[str, ...]:
    """What a pin can be besides an input or an output, as the datasheets name it: ADC0, I2C1 SDA, PWM4 A, SPI0 RX."""
    (bus, line), (number, channel), (other, role) = i2c(gpio), pwm(gpio), spi(gpio)
    found = (f"I2C{bus} {line.upper()}", f"PWM{number} {channel}", f"SPI{other} {role.upper()}")
    return (f"ADC{gpio - chip.adc[0]}", *found) if gpio in chip.adc else found


# The 40 pads of a Pico or Pico 2, in order: a GPIO number, or the name of a supply or control pad.
PADS = (
    *(0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15),
    *(16, 17, "GND", 18, 19, 20, 21, "GND", 22, "RUN", 26, 27, "AGND", 28),
    *("ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
)
