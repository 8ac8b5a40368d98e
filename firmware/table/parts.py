"""Every signal a table has: its name, what kind of thing it is, and where a board may wire it.

Pure data. The firmware drives what pins.csv wires by it, the tool checks pins.csv against it.
Adding a part to the table starts here.
"""

SIDES = ("east", "south", "west", "north")

# Where a pin can be: a pin of the controller, one of its analogue inputs, a port expander, the analogue multiplexer,
# an address on the I2C bus.
GPIO = ("gpio",)
ADC = ("adc",)
DIGITAL = ("gpio", "expander")
MUX = ("mux",)
BUS = ("bus",)

# (signal, kind, places)
# kind: motor   output that moves something; low, or not driven, is "off"
#       pwm     output driven by a PWM slice
#       lamp    output that moves nothing
#       input   contact or Hall sensor, active low with a pull-up
#       key     as input, pressed by a person
#       analog  a voltage that is measured
#       memory  a chip on the bus
#       i2c, select, strip, reset: lines of the bus, of the multiplexer, of the light strip, of the expanders' RESET
CENTRE = (
    ("i2c_sda", "i2c", GPIO),
    ("i2c_scl", "i2c", GPIO),
    ("expander_reset", "reset", GPIO),
    ("expander_interrupt", "input", GPIO),
    ("mux_select_0", "select", GPIO),
    ("mux_select_1", "select", GPIO),
    ("mux_select_2", "select", GPIO),
    ("mux_select_3", "select", GPIO),
    ("mux_out", "analog", ADC),
    ("disc", "pwm", GPIO),
    ("disc_reverse", "motor", GPIO),
    ("disc_turn", "input", GPIO),
    ("dome_up", "motor", DIGITAL),
    ("dome_down", "motor", DIGITAL),
    ("dome_top", "input", DIGITAL),
    ("dome_bottom", "input", DIGITAL),
    ("ready_lamp", "lamp", DIGITAL),
    ("buzzer", "pwm", GPIO),
    ("emergency_stop", "input", GPIO),
    ("strip", "strip", GPIO),
    ("supply_volts", "analog", ADC),
    ("motor_amps", "analog", ADC),
    ("fram", "memory", BUS),
)

OPTIONAL = ("fram",)  # a table may lack these: it then does without

SIDE = (
    ("pickup", "motor", DIGITAL),
    ("pickup_reverse", "motor", DIGITAL),
    ("head", "motor", DIGITAL),
    ("lift", "motor", DIGITAL),
    ("dealer_lamp", "lamp", DIGITAL),
    ("turn_lamp", "lamp", DIGITAL),
    ("head_home", "input", DIGITAL),
    ("lift_home", "input", DIGITAL),
    ("dice_key", "key", DIGITAL),
    ("lift_key", "key", DIGITAL),
    ("hand_key", "key", DIGITAL),
    ("tile", "analog", MUX),
    ("belt_full", "analog", MUX),
    ("channel", "analog", MUX),
)


def signals():
    """All signals as rows (name, kind, places): the centre's first, then each side's with its side in front."""
    rows = list(CENTRE)
    for side in SIDES:
        rows += [(side + "_" + name, kind, places) for name, kind, places in SIDE]
    return rows
