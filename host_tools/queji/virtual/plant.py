"""The mechanics of the table, driven by events: what motors do to tiles and what sensors see of it.

Knows the firmware only by the wires: `set_output(signal, value)` comes from the pins, `active` and `analogue` go to
them. Time is an int of microseconds and moves only by `advance_to`. Runs on MicroPython and on CPython; nothing that
runs at each step allocates.
"""

from array import array

from .cam import Cam
from .disc import Disc
from .dome import Dome
from .faults import inject, repair
from .keep import dump, load
from .keys import Keys
from .motors import Motors
from .parts import (
    BLOCKED,
    CLEAR,
    DISC,
    DOME,
    HEAD,
    INDEX,
    LIFT,
    MOTORS,
    NEVER,
    NOISE,
    SIDES,
    SIGNALS,
    SUPPLY_MV,
)
from .players import Players
from .rng import Rng
from .side import Side
from .tiles import BOX, COUNT, LOST, TOP, Tiles

_N = len(SIGNALS)
_SIDE = 14  # signals a side
_DISC_OUT, _REVERSE, _UP, _DOWN = INDEX["disc"], INDEX["disc_reverse"], INDEX["dome_up"], INDEX["dome_down"]
_VOLTS, _AMPS = INDEX["supply_volts"], INDEX["motor_amps"]


class Plant:
    def __init__(self, numbers, seed=1, layout=(18, 18, 18, 18), players="auto"):
        """`numbers`: the board's mechanics.json; `layout`: stacks a side of the sets at the table; `players`: "auto"
        or "none"."""
        self.numbers = numbers
        self.rng = Rng(seed)
        # Noise is of its own: how often a sensor is read must not change the mechanics.
        noise = Rng(seed + 1000003)
        self._noise = array("h", [noise.below(257) - 128 for _ in range(256)])
        self._noise_at = 0
        self.now = 0
        self.frozen = False  # nothing happens: for measuring the firmware alone
        self.raw = bytearray(_N)  # what each sensor or key would say
        self.active = bytearray(_N)  # what it says, faults included
        self.stuck = bytearray(_N)  # 0 as it is, 1 stuck off, 2 stuck on
        self.drift = array("l", [0] * _N)  # converter counts added
        self.noisy = array("l", [NOISE] * _N)  # converter counts of noise, each way
        self.noisy[_VOLTS] = self.noisy[_AMPS] = NOISE >> 3
        self.counts = array("l", [CLEAR] * _N)
        self.out = array("l", [0] * _N)
        self.listener = None  # called with a signal's index when its level changes
        self.percent = bytearray([100] * len(MOTORS))  # a motor's speed, of nominal
        self.draw = bytearray([1] * len(MOTORS))  # 0: takes no current (dead); 2: stalled by a fault
        self.runaway = bytearray(len(MOTORS))  # the driver is shorted
        self.supply_mv = SUPPLY_MV
        supply = numbers["supply"]
        self._volts_mv, self._amps_ma = int(supply["volts_full_scale"] * 1000), int(supply["amps_full_scale"] * 1000)
        self._running_ma, self._stalled_ma = int(supply["amps_running"] * 1000), int(supply["amps_stalled"] * 1000)
        self.powered = True
        self.motors = Motors()
        self.tiles = Tiles(self.rng)
        self.disc = Disc(self, numbers["disc"])
        self.sides = [Side(self, i, numbers) for i in range(4)]
        self.cams = []  # heads 0-3, lifts 4-7
        for part, turn_ms, at, act, spread in (
            ("head", numbers["head"]["turn_ms"], 216000, self._push, 5),
            ("lift", numbers["lift"]["turn_ms"], 180000, self._lift, 3),
        ):
            for i in range(4):
                home = INDEX[SIDES[i] + "_" + part + "_home"]
                self.cams.append(Cam(self, i, home, turn_ms * 1000, at, act, spread))
        self.dome = Dome(self, numbers["dome"]["stroke_ms"] * 1000)
        self.players = Players(self, tuple(layout), players == "auto")
        self.keys = Keys(self)
        self.faults = []  # (name, target, args) injected and not repaired
        self.reset_asked = None  # "controller_reset" or "power_cut": the world looks here
        self.on_reset = None  # called with the delay in ms when a reset or a power cut is asked for
        self.board = None  # the electronics, when there are any
        self._amps = 0
        self.set_counts(_VOLTS)
        self.set_counts(_AMPS)
        self._things = self.sides + self.cams + [self.disc, self.dome, self.players, self.keys, self.motors]
        self.due = NEVER
        for tile in range(COUNT):
            self.tiles.place[tile] = TOP if tile < self.players.tiles_told() else BOX

    # --- time ---

    def advance_to(self, us):
        """Let everything up to the time `us` happen; earlier times are ignored."""
        if self.frozen:
            self.now = us
            return
        while self.due <= us:
            self._step()
        if us > self.now:
            self.now = us

    def _step(self):
        first = None
        due = NEVER
        for thing in self._things:
            if thing.due < due:
                due = thing.due
                first = thing
        if first is None:
            self.due = NEVER
            return
        if due > self.now:
            self.now = due
        first.event(self.now)
        self.changed()

    def changed(self):
        """Find the time of the next event again: something was scheduled from outside."""
        due = NEVER
        for thing in self._things:
            if thing.due < due:
                due = thing.due
        self.due = due

    # --- sensors ---

    def sense(self, signal, on):
        """A sensor, switch or key changes to `on` (0 or 1): blocked, magnet there, pressed."""
        self.raw[signal] = on
        if self.stuck[signal]:
            on = self.stuck[signal] - 1
        if self.active[signal] != on:
            self.active[signal] = on
            self.set_counts(signal)
            if self.listener:
                self.listener(signal)

    def set_counts(self, signal):
        """Work out what the converter reads at a signal, but for its noise."""
        if signal == _VOLTS:
            value = self.supply_mv * 65535 // self._volts_mv
        elif signal == _AMPS:
            value = self._amps * 65535 // self._amps_ma
        else:
            value = BLOCKED if self.active[signal] else CLEAR
        self.counts[signal] = value + self.drift[signal]

    def analogue(self, signal):
        """A reading of 0..65535 of a photo sensor, the supply or the motor current."""
        i = self._noise_at = (self._noise_at + 1) & 255
        value = self.counts[signal] + (self.noisy[signal] * self._noise[i] >> 7)
        if value < 0:
            return 0
        return value if value < 65536 else 65535

    def set_supply(self, mv):
        """The supply's voltage in mV."""
        self.supply_mv = mv
        self.set_counts(_VOLTS)

    # --- motors ---

    def set_output(self, signal, value):
        """The level at an output's pin: 0 or 1, or for `disc` and `buzzer` the duty 0..65535."""
        if self.out[signal] == value:
            return
        self.out[signal] = value
        if signal < 4 * _SIDE:
            side = signal // _SIDE
            part = signal % _SIDE
            if part < 2:
                self._motor(side)
            elif part == 2:
                self._motor(HEAD + side)
            elif part == 3:
                self._motor(LIFT + side)
        elif signal == _DISC_OUT or signal == _REVERSE:
            self._motor(DISC)
        elif signal == _UP or signal == _DOWN:
            self._motor(DOME)

    def all_off(self):
        """Every output loses its driver: the controller is in reset or without power; pull-downs switch all off."""
        for signal in range(_N):
            if self.out[signal]:
                self.set_output(signal, 0)

    def _command(self, motor):
        """What the pins ask of a motor: -1, 0, 1 (for the disc 0 or 1)."""
        out = self.out
        if motor < HEAD:
            base = motor * _SIDE
            if not out[base]:
                return 0
            return -1 if out[base + 1] else 1
        if motor < LIFT:
            return out[(motor - HEAD) * _SIDE + 2]
        if motor < DISC:
            return out[(motor - LIFT) * _SIDE + 3]
        if motor == DISC:
            return 1 if out[_DISC_OUT] else 0
        return out[_UP] - out[_DOWN]

    def _motor(self, motor):
        """Bring a motor in line with its pins and its faults."""
        now = self.now
        command = self._command(motor)
        self.motors.energise(motor, command != 0, now)
        percent = self.percent[motor]
        if self.runaway[motor] and self.powered:
            command = command or 1
        if motor < HEAD:
            self.sides[motor].drive(command, percent, now)
        elif motor < DISC:
            self.cams[motor - HEAD].drive(command != 0, percent, now)
            if motor < LIFT:
                self.sides[motor - HEAD].schedule(now)  # a tile that waited comes in as soon as the head is open
        elif motor == DISC:
            duty = self.out[_DISC_OUT]
            if self.runaway[motor]:
                duty = max(duty, 32768)
            self.disc.drive(duty, self.out[_REVERSE], percent, now)
        else:
            self.dome.drive(command, percent, now)
        self.load_changed()
        self.changed()

    def load_changed(self):
        """Add up the motors' current, in mA."""
        total = 0
        for motor in range(len(MOTORS)):
            if self._command(motor) or (self.runaway[motor] and self.powered):
                if self.draw[motor] == 2 or (self.draw[motor] and self._is_stalled(motor)):
                    total += self._stalled_ma
                elif self.draw[motor]:
                    total += self._running_ma
        self._amps = total
        self.set_counts(_AMPS)

    def _is_stalled(self, motor):
        if motor < HEAD:
            return self.sides[motor].stalled()
        if motor < DISC:
            return self.cams[motor - HEAD].stalled
        return motor == DOME and self.dome.stalled

    def amps(self):
        """The motors' current in mA."""
        return self._amps

    # --- between the parts ---

    def _push(self, side):
        self.sides[side].push()

    def _lift(self, side):
        self.sides[side].lift()

    def head_open(self, side):
        return self.cams[side].is_open() and not self.cams[side].on

    def tile_to_disc(self, tile, angle, spread, radius, now):
        """A tile falls onto the disc at `angle` of the table (mdeg), give or take `spread` (one sigma)."""
        at = angle + (self.rng.gauss(spread) if spread else 0) - self.disc.angle_at(now)
        self.tiles.put_on_disc(tile, at, radius, self.rng.bits() >> 31)

    # --- faults ---

    def inject(self, name, target=None, **args):
        """Put in a fault of faults.FAULTS. Raises faults.FaultError."""
        inject(self, name, target, **args)

    def repair(self, name=None, target=None):
        """Take faults out again; returns how many."""
        return repair(self, name, target)

    def stick(self, signal, stuck):
        """A sensor or key is stuck: 0 no longer, 1 off, 2 on."""
        self.stuck[signal] = stuck
        self.sense(signal, self.raw[signal])

    def motor_changed(self, motor):
        """A motor's faults changed."""
        self._motor(motor)

    # --- people ---

    def press(self, key, ms=120):
        """Press a key (`east_lift_key`) for `ms`."""
        self.keys.press(INDEX[key], ms)
        self.changed()

    def hold(self, keys, on=True):
        """Hold down, or let go of, a key or several at once."""
        for key in [keys] if isinstance(keys, str) else keys:
            self.sense(INDEX[key], 1 if on else 0)

    def emergency(self, on=True):
        """Press or release the emergency stop (a switch that opens)."""
        self.sense(INDEX["emergency_stop"], 1 if on else 0)

    def push_in(self, n=None):
        """Push the used set, or its first `n` tiles, in at once; how many went in."""
        return self.players.push_in(self.now, n)

    def put_in(self, tiles):
        """Put tiles (a list of numbers, or how many of the boxed ones) onto the disc; how many went in."""
        return self.players.put_in(tiles, self.now)

    # --- looking at it ---

    def count_tiles(self):
        """Tiles not in the box, wherever they are; nothing but a fault or a hand changes it."""
        return COUNT - len(self.tiles.at(BOX)) - len(self.tiles.at(LOST))

    def dump(self):
        """Where everything lies, as data for JSON (keep.py)."""
        return dump(self)

    def load(self, kept):
        """The reverse of dump, into a fresh plant."""
        load(self, kept)

    def view(self):
        """A snapshot as plain data."""
        return {
            "ms": self.now // 1000,
            "tiles": self.tiles.counts(),
            "backs": self.tiles.backs,
            "picked": [s.picked for s in self.sides],
            "passed": [s.passed for s in self.sides],
            "nest": [len(s.nest) for s in self.sides],
            "channel": [len(s.channel) for s in self.sides],
            "raised": [len(s.raised) for s in self.sides],
            "dome": self.dome.pos_at(self.now) * 100 // self.dome.stroke,
            "heads": [c.angle_at(self.now) // 1000 for c in self.cams[:4]],
            "lifts": [c.angle_at(self.now) // 1000 for c in self.cams[4:]],
            "rpm": self.disc.rpm(),
            "motors": self.motors.on(),
            "amps": self._amps / 1000,
            "volts": self.supply_mv / 1000,
            "layout": list(self.players.layout),
            "faults": [list(f[:2]) for f in self.faults],
        }
