"""The words of a board's wiring page in English; wiring_zh has the same names in Chinese."""

KINDS = {
    "motor": "motor, output, high = on",
    "pwm": "PWM output",
    "lamp": "lamp, output, high = on",
    "input": "input, low = active",
    "key": "key, low = pressed",
    "analog": "analogue input",
    "i2c": "bus line",
    "memory": "FRAM chip on the bus",
    "select": "output",
    "strip": "WS2812 data",
    "reset": "output, low = all outputs of the expanders off",
}
SPECIAL = {
    "emergency_stop": "input, normally closed: low = fine, high = pressed or wire broken",
    "expander_interrupt": "input, low = an input of an expander changed",
    "disc_reverse": "direction, output, high = reverse",
}
ACTIVE_HIGH = ("low =", "high =")

HEAD = """\
# Wiring of {name}

[中文](wiring.zh-CN.md)

Made from `pins.csv` by `queji board wiring`; change the table, not this page.

Controller: Raspberry Pi {product} ({chip}). {expanders} expanders MCP23017, one analogue multiplexer CD74HC4067. \
All logic is 3.3 V.

![Wiring](wiring.svg)
"""
PINS = "The controller's pins"
PINS_COLUMNS = ("pad", "GPIO", "signal", "what")
EXPANDERS = "Expanders"
EXPANDERS_TEXT = (
    "Port A drives, port B reads. Address pins A2 A1 A0 are tied as the last row says. B7 stays unconnected: it "
    "cannot be an input (datasheet revision D)."
)
PIN = "pin"
HIGH = "High when active, all other inputs low (`active_high` of `mechanics.json`): {signals}."
BETWEEN = ", "
RECORD = "Record chip"
MUX = "Multiplexer"
MUX_COLUMNS = ("channel", "signal")

MEMORY = """\
`fram` is a FRAM of 32 kB at {address}: MB85RC256V, FM24W256 or CY15B256J, 8 pins, 3.3 V, 100 nF at VDD (pin 8). SDA (5)
and SCL (6) on the bus, WP (7) and VSS (4) to GND, A2 A1 A0 (3, 2, 1) tied to {bits}. It keeps where each stack is
while tiles are sorted, so that a sort goes on after a power cut, and spares the flash; not an EEPROM, which is too slow
and wears. A table without it leaves the line out of `pins.csv`: it then has to be emptied after a power cut in the
middle of a sort."""

NOTES = """\
## Must not be left out

1. **A pull-down on every motor input**: 10 k to GND at each input of a motor driver on an expander, 4.7 k at those on
   the controller's own pins (`disc`, `disc_reverse`, `dome_up`, `dome_down`). While the controller starts, hangs or is
   being updated nothing drives these wires, and the pull-downs are what keeps the motors off.
2. **A pull-down on `expander_reset`**: 4.7 k to GND, one wire to RESET (pin 18) of all expanders. Low, or not driven,
   the expanders let go of all their outputs. No pull-up anywhere on this wire.
3. **The emergency stop has two normally closed contacts.** One feeds the coil of the relay that carries the motors'
   24 V: pressing the button takes the power from the motors without any program. The other pulls `emergency_stop` to
   GND; pressed, or with a broken wire, it reads high, and the firmware latches the stop. Releasing the button moves
   nothing: the stop must be acknowledged. A relay with forced contacts of 15 A at 24 V DC, a diode across its coil.
4. **A fuse of 15 A, slow**, behind the supply. The firmware stops at `amps_max` (12 A) before it.
5. One ground, starlike: motor currents must not return through the controller's ground. AGND (pad 33) serves the
   multiplexer, the dividers and the photo transistors.

## Circuits

- **Bus**: 2.2 k from `i2c_sda` and from `i2c_scl` to 3.3 V, once; at most about 1 m of wire in all. 100 nF at each
  expander. INTA of all expanders (open drain) on `expander_interrupt` with 10 k to 3.3 V; INTB stays open.
- **Dome, heads, lifts**: DRV8871 or alike, one each, current limit about 2.5 A (ILIM 26 k). `dome_up` and `dome_down`
  are its two inputs; both high brake. Head and lift use one input, the other is tied to GND. The
  flyback diodes are in the driver; with a plain MOSFET put one across each motor (60 V, 3 A).
- **Disc and pick-ups**: DRV8876, one each, with PMODE to GND and nSLEEP to 3.3 V. EN lets the motor run: `disc` (20 kHz
  PWM), `pickup`. PH turns it round: `disc_reverse`, `pickup_reverse`. Backward, both are high: a driver with two
  forward/backward inputs, such as the DRV8871, would brake there.
- **Keys, limits, Hall sensors**: contact or open drain to GND, 10 k to 3.3 V and 10 nF to GND at the controller's end.
  The expanders' own pull-ups (100 k) are too weak for long wires beside motors. `head_home`, `lift_home`, `dome_top`,
  `dome_bottom` and `disc_turn` are low at the stop. A sensor that is high when active is named in `active_high` of
  `mechanics.json`.
- **Photo sensors**: infrared LED (150 ohm to 3.3 V) and photo transistor across the tile's way; collector to 3.3 V,
  emitter to the multiplexer with 10 k to GND. Clear reads about 52000 of 65535, blocked about 9000.
- **Supply voltage**: 100 k and 10 k, 1 %, behind the fuse and before the relay, 100 nF at the 10 k: 36.3 V at 3.3 V.
- **Motor current**: shunt of 3 milliohms, 3 W, in the 24 V of the drivers, INA240A2 (gain 50) at 3.3 V: 22 A at 3.3 V.
- **Light strip**: data through a 74AHCT125 at 5 V (3.3 V is too low for a WS2812) and 330 ohm; 1000 uF and 5 V at both
  ends of the strip, fuse of 5 A. Order of the pixels: dice 0 to 20 (three of 7), seats 21 to 24, walls from 25.
- **Lamps**: 24 V LED lamps, each switched to GND by a BSS138 or 2N7002, 1 k in the gate wire, 100 k from gate to GND.
  `buzzer`: the same with a passive buzzer at 5 V, a diode across it.
- **The controller's supply**: 5 V to VSYS (pad 39) through a Schottky diode, so that a laptop on USB feeds no table.

## Parts

| number | part |
|---|---|
| 1 | the controller |
| 4 | MCP23017 |
| 1 | CD74HC4067 |
| 1 | FRAM MB85RC256V, or one named above (may be left out) |
| 9 | DRV8871: four heads, four lifts, the dome |
| 5 | DRV8876: the disc, four pick-ups |
| 1 | INA240A2 and a shunt of 3 milliohms, 3 W |
| 1 | 74AHCT125 |
| 101 | WS2812 pixels |
| 9 | Hall sensors DRV5023 (heads, lifts, disc), with magnets |
| 12 | pairs of infrared LED and photo transistor |
| 2 | limit switches of the dome |
| 12 | keys |
| 9 | LED lamps 24 V: two a side, and the ready lamp |
| 10 | BSS138 or 2N7002 |
| 1 | passive buzzer 5 V |
| 1 | emergency stop with two normally closed contacts |
| 1 | relay 24 V, 15 A, forced contacts |
| 1 | supply 24 V, 15 A, and a converter to 5 V, 5 A |

## Before the first run

1. `queji board check` on this folder finds nothing.
2. Motors unplugged, controller without a program: 0 V at every driver input and at `expander_reset`.
3. Motors plugged, 24 V on: nothing turns. Press the emergency stop: the 24 V at the drivers is gone.
4. Only then load the firmware; run the self-tests one by one, a hand on the emergency stop.
"""

RP2350 = """
## RP2350 only

Input pins of the A2 stepping (erratum E9) leak enough current to hold a wire at 2.2 V against a weak pull-down. The
pull-downs on the controller's own pins, `expander_reset` first of all, must be 8.2 k or less: the 4.7 k above will do.
"""
