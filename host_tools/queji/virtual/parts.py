"""Names and numbers of the plant's parts: signals, motors, electrical levels. Pure tables."""

SIDES = ("east", "south", "west", "north")
SIDE_OUTPUTS = ("pickup", "pickup_reverse", "head", "lift", "dealer_lamp", "turn_lamp")
SIDE_INPUTS = ("head_home", "lift_home", "dice_key", "lift_key", "hand_key", "tile", "belt_full", "channel")
CENTRE = (
    "disc",
    "disc_reverse",
    "dome_up",
    "dome_down",
    "ready_lamp",
    "buzzer",
    "disc_turn",
    "dome_top",
    "dome_bottom",
    "emergency_stop",
    "supply_volts",
    "motor_amps",
)

SIGNALS = tuple(side + "_" + name for side in SIDES for name in SIDE_OUTPUTS + SIDE_INPUTS) + CENTRE
INDEX = {name: i for i, name in enumerate(SIGNALS)}

KEYS = tuple(side + "_" + key for side in SIDES for key in ("dice_key", "lift_key", "hand_key"))
PHOTO = tuple(side + "_" + name for side in SIDES for name in ("tile", "belt_full", "channel"))
OUTPUTS = tuple(side + "_" + name for side in SIDES for name in SIDE_OUTPUTS) + CENTRE[:6]
INPUTS = tuple(name for name in SIGNALS if name not in OUTPUTS)

# Motors by number: 0-3 pick-up, 4-7 head, 8-11 lift (each in the order of the sides), 12 disc, 13 dome.
PICKUP, HEAD, LIFT, DISC, DOME = 0, 4, 8, 12, 13
MOTORS = tuple(side + "_" + name for name in ("pickup", "head", "lift") for side in SIDES) + ("disc", "dome")
MOTOR_INDEX = {name: i for i, name in enumerate(MOTORS)}

# Longest time a motor may stay energised without a break, by class, in ms. The firmware's own limits must lie below.
BOUNDS_MS = {"pickup": 120000, "head": 1500, "lift": 6000, "disc": 120000, "dome": 5000}

# One converter count is 1/65535 of full scale.
CLEAR, BLOCKED, NOISE = 52000, 9000, 800
SUPPLY_MV = 24000

NEVER = 1 << 60  # a time that does not come: us
HOME_MDEG = 15000  # a Hall sensor sees its magnet within this angle of the stop position
DISC_PULSE_MDEG = 20000
LIMIT_US = 15000  # a limit switch closes this much travel before the mechanical end
