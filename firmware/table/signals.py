"""The table's signals by name, and the control tick: inputs in, motors' bounds and stops, outputs out.

The tick runs 200 times a second and allocates nothing unless something broke. Whatever a tick finds broken ends
with all motors off and a Fault in `trouble`, for the application to latch.

Its functions are small: MicroPython puts the locals and the stack of a function on the heap when they are more than 11
words (py/objfun.c), and finding room there takes longer than the function does.
"""

import json
from time import sleep_ms, ticks_diff, ticks_ms, ticks_us

from micropython import const

from table.faults import SIDES, Fault
from table.later import forget

_SUPPLY_LOOKS = const(3)  # a bad supply reading counts when it is bad so many times in one tick: no spark stops a table
_MEAN_MS = const(40)
_BLOCKED_MS = const(250)  # a tick so late means that cams ran on unwatched


class Signals:
    """All signals of one table, from `wires` (see wires.load) and `mechanics` (mechanics.json).

    `inputs`, `photos`, `motors` and `lamps` are dicts by name. Raises wires.BoardError when something is wired where it
    cannot be.
    """

    def __init__(self, wires, mechanics):
        self.mechanics = mechanics
        self.rough_ma = 0  # what excess_ma() is the mean of
        self._excess_32 = 0  # so many times that mean
        self.switched = 0  # how often a pick-up or the disc was switched on or off
        self.switched_ms = ticks_ms()  # when that was last
        self.amps_odd_ms = 0  # for so long yet what the current says is not to be believed (Guard)
        self.running = []  # motors that are on, or waiting to reverse
        self.driven = 0  # those of them whose output was sent, at the end of the tick before at the latest
        self.cut = ""  # why everything is cut; empty when it is not
        self.trouble = None
        self.ticks = 0  # up to 2**30, and from 0 again: a number that needs no memory
        self.up_s = 0
        self.up_ms = 0  # beyond up_s
        self.tick_us_most = 0
        self.gap_ms_most = 0
        self._expanders_on = False
        self._take(wire(wires, mechanics, self))
        self._now = ticks_ms()
        self._start_us = 0  # of the tick
        self._slow = 0
        supply = mechanics["supply"]
        self._volts_low = int(supply["volts_min"] / supply["volts_full_scale"] * 65535)
        self._volts_high = int(supply["volts_max"] / supply["volts_full_scale"] * 65535)
        self._amps_high = int(supply["amps_max"] / supply["amps_full_scale"] * 65535)
        self.running_ma = int(supply["amps_running"] * 1000)
        self._full_scale_ma = int(supply["amps_full_scale"] * 1000)
        self.amps_stalled_ma = int((supply["amps_stalled"] - supply["amps_running"]) * 1000)  # more than running
        self.volts_level = self._volts.read_u16()
        self.amps_level = self._amps.read_u16()

    def _take(self, wired):
        self.inputs = wired.inputs
        self.photos = wired.photos
        self.motors = wired.motors
        self.lamps = wired.lamps
        self.fram = wired.fram
        self.strip_pin = wired.strip_pin
        self.buzzer_pin = wired.buzzer_pin
        self._reset = wired.reset
        self._stop_pin = wired.stop_pin
        self._ports = wired.ports  # a list, because a dict's views would allocate in the tick
        self._pins = wired.pins
        self._pin_port = wired.pin_port
        self._mux = wired.mux
        self._volts = wired.volts
        self._amps = wired.amps
        self._fast = wired.fast
        self._others = wired.others

    # -- start, cut and recovery ---------------------------------------------------------------------------------

    def begin(self):
        """Bring up the expanders with all outputs low. Raises Fault 9.1 for the first that does not answer."""
        self._reset.value(0)
        sleep_ms(1)
        self._reset.value(1)
        sleep_ms(1)
        now = ticks_ms()
        for expander, port, inputs in self._ports:
            port.sent = 0
            expander.misses = 0
            try:
                expander.begin()
                answers = expander.read()
            except OSError:
                answers = False
            if not answers:
                self._drop_expanders()
                raise self._lost_fault(expander)
            inputs.begin(expander.both[1], now)
        self._pin_port.begin(self._read_pins(), now)
        self._expanders_on = True
        self._now = now

    def _side_of(self, expander):
        """Whose head it drives; None: an expander of the centre."""
        for seat in range(4):
            port = getattr(self.motors[SIDES[seat] + "_head"]._forward, "_port", None)
            if port is not None and port.expander is expander:
                return seat
        return None

    def _lost_fault(self, expander):
        return Fault(9, 1, self._side_of(expander), expander.name, "I2C", unit="")

    def cut_all(self, why):
        """Switch every motor off now and keep it off until `uncut`."""
        if not self.cut:
            self.cut = why
        while self.running:
            self.running[-1].cut()
        self.flush()

    def recover(self):
        """Bring the expanders back if they were cut off; nothing moves. Raises Fault 9.1."""
        if not self._expanders_on:
            self.begin()

    def uncut(self):
        """Allow motors again; nothing moves by itself. Returns False while the emergency stop is pressed."""
        if self._stop_pin.value():
            return False
        self.cut = ""
        return True

    @property
    def stop_pressed(self):
        return bool(self._stop_pin.value())

    def safe(self):
        """Every output off by every way there is; for the way out of the program. Never raises."""
        self.cut = self.cut or "off"
        try:
            self.cut_all(self.cut)
        finally:
            self._drop_expanders()

    def flush(self):
        """Send changed outputs now. An expander that does not answer is cut off by the reset line."""
        if self._expanders_on:
            for row in self._ports:
                port = row[1]
                if port.want != port.sent:
                    self._send(port)

    def _send(self, port):
        try:
            port.flush()
        except OSError:
            self._lose(port.expander)

    def _drop_expanders(self):
        self._reset.value(0)
        self._expanders_on = False

    def _lose(self, expander):
        """Cut off all expanders by their reset line: the only way to stop what does not answer."""
        self._drop_expanders()
        if self.trouble is None:
            self.trouble = self._lost_fault(expander)
        if not self.cut:
            self.cut_all("expander lost")

    # -- the tick ------------------------------------------------------------------------------------------------

    def _read_pins(self):
        raw = 0
        bit = 1
        for pin in self._pins:
            if pin.value():
                raw |= bit
            bit <<= 1
        return raw

    def rest(self):
        """Forget how long the start took: the worst tick and gap are counted from here."""
        self._now = ticks_ms()
        self.tick_us_most = self.gap_ms_most = 0

    def tick(self):
        """One control tick."""
        self._start_us = ticks_us()
        now = ticks_ms()
        dt = ticks_diff(now, self._now)
        self._now = now
        if dt > self.gap_ms_most:
            self.gap_ms_most = dt
        if dt > _BLOCKED_MS and self.running and not self.cut:
            self._blocked(dt)
        self.ticks = (self.ticks + 1) & 0x3FFFFFFF
        self.up_ms += dt
        while self.up_ms >= 1000:
            self.up_ms -= 1000
            self.up_s += 1
        if self._stop_pin.value() and not self.cut:
            self.cut_all("emergency stop")
        if self._expanders_on:
            self._tick_expanders(now)
        raw = self._read_pins()
        if raw != self._pin_port.quiet:
            self._pin_port.update(raw, now)
        self._tick_analog(now)
        self.rough_ma = self.amps_level * self._full_scale_ma // 65535 - self.driven * self.running_ma
        self._excess_32 += (self.rough_ma * 32 - self._excess_32) * (dt if dt < _MEAN_MS else _MEAN_MS) // _MEAN_MS
        i = len(self.running)
        while i:
            i -= 1
            motor = self.running[i]
            motor.elapsed_ms += dt
            if motor.elapsed_ms >= motor.look_ms:
                motor.tick(dt)
        self.flush()
        now = ticks_diff(ticks_us(), self._start_us)
        if now > self.tick_us_most:
            self.tick_us_most = now

    def _blocked(self, dt):
        self.trouble = Fault(9, 6, None, "controller", "tick", dt, _BLOCKED_MS)
        self.cut_all(self.trouble.name)

    def _tick_expanders(self, now):
        i = len(self._ports)
        while i:
            i -= 1
            expander, port, inputs = self._ports[i]
            if not expander.read():
                self._doubted(expander)
                if expander.misses > 1:  # one disturbed transfer is forgiven, the second is not
                    self._lose(expander)
                    return
                continue
            if expander.both[1] != inputs.quiet:
                inputs.update(expander.both[1], now)
            if expander.both[0] == port.sent:
                expander.misses = 0
                continue
            self._doubted(expander)
            if expander.misses > 1:
                self._contradicted(expander)
                return

    def _doubted(self, expander):
        expander.doubt()
        expander.misses += 1

    def _contradicted(self, expander):
        self._lose(expander)
        self.trouble = Fault(9, 2, self._side_of(expander), expander.name, "read back", unit="")

    def _tick_analog(self, now):
        i = len(self._fast)
        while i:
            i -= 1
            photo = self._fast[i]
            photo.level = level = self._mux.read(photo.channel)
            if photo.noise & 1 or (level > photo.high if photo.active else level < photo.low):  # else nothing new
                photo.sample(level, now)
        photo = self._others[self._slow]
        photo.sample(self._mux.read(photo.channel), now)
        self._slow += 1
        if self._slow == len(self._others):
            self._slow = 0
        self.amps_level = self._amps.read_u16()
        self.volts_level = level = self._volts.read_u16()
        if (self.amps_level > self._amps_high or level < self._volts_low or level > self._volts_high) and not self.cut:
            self._supply_in_doubt()

    def _supply_in_doubt(self):
        looks = 1
        while looks < _SUPPLY_LOOKS:
            self.amps_level = self._amps.read_u16()
            self.volts_level = self._volts.read_u16()
            if not self._supply_bad():
                return
            looks += 1
        self.trouble = self.supply_fault()
        self.cut_all(self.trouble.name)

    def _supply_bad(self):
        return self.amps_level > self._amps_high or not self._volts_low <= self.volts_level <= self._volts_high

    def excess_ma(self):
        """How much more (or less) current flows than the motors that run should take: a mean of some 40 ms.

        About minus one running motor: one of them is dead. About one stalled motor: one is blocked.
        """
        return self._excess_32 >> 5

    def supply_fault(self):
        """Fault 8.x as the supply is now, or None."""
        supply = self.mechanics["supply"]
        if self.amps_level > self._amps_high:
            return Fault(8, 1, None, "supply", "running", round(self.amps, 1), supply["amps_max"], "A")
        if self.volts_level < self._volts_low:
            return Fault(8, 2, None, "supply", "", round(self.volts, 1), supply["volts_min"], "V")
        if self.volts_level > self._volts_high:
            return Fault(8, 3, None, "supply", "", round(self.volts, 1), supply["volts_max"], "V")
        return None

    @property
    def volts(self):
        return self.volts_level / 65535 * self.mechanics["supply"]["volts_full_scale"]

    @property
    def amps(self):
        return self.amps_level / 65535 * self.mechanics["supply"]["amps_full_scale"]


def attach(board):
    """The Signals of the board whose folder this is. Raises wires.BoardError; OSError, ValueError for its files.

    A controller does this before it loads the rest: the modules for it take 8 kB, and leave no holes then.
    """
    with open(board + "/mechanics.json") as f:
        mechanics = json.load(f)
    with open(board + "/pins.csv") as f:
        from table.wires import load

        return Signals(load(f), mechanics)


def wire(wires, mechanics, bench):
    """The Wiring of a table. Raises wires.BoardError. What is only needed to make it is forgotten afterwards."""
    from table.wires import BoardError
    from table.wiring import Wiring

    try:
        return Wiring(wires, mechanics, bench)
    except ValueError as e:  # machine's word for a pin that cannot do this
        raise BoardError("pins.csv: the controller refuses a pin: %s" % e) from None
    finally:
        forget("table.wiring", "table.wires", "table.parts")
