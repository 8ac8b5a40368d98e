"""The table's signals by name, and the control tick: inputs in, motors' bounds and stops, outputs out.

The tick runs 200 times a second and allocates nothing unless something broke. Whatever a tick finds broken ends
with all motors off and a Fault in `trouble`, for the application to latch.
"""

from time import sleep_ms, ticks_diff, ticks_ms, ticks_us

from machine import ADC, I2C, PWM, Pin
from micropython import const

from table.drivers.expander import Expander
from table.drivers.fram import Fram
from table.drivers.mux import Mux
from table.faults import Fault
from table.inputs import Input, Photo
from table.motor import DirectedMotor, Motor
from table.outputs import Bit, ExpanderPort, PinOutput, PwmOutput
from table.parts import SIDES, signals
from table.wires import BoardError

_I2C_HZ = const(400_000)
_I2C_TIMEOUT_US = const(3000)
_PICKUP_LIMIT_MS = const(120_000)
_DISC_LIMIT_MS = const(300_000)
_SUPPLY_LOOKS = const(3)  # a bad supply reading counts when it is bad so many times in one tick: no spark stops a table
_SETTLED_MS = const(10)
_BLOCKED_MS = const(250)  # a tick so late means that cams ran on unwatched


class _InputPort:
    """Up to eight digital inputs read together. A change counts when two readings in a row agree on it."""

    def __init__(self, size):
        self.inputs = [None] * size
        self._low_is_active = 0
        self._previous = 0
        self._stable = 0

    def add(self, bit, signal, active_high):
        self.inputs[bit] = signal
        if not active_high:
            self._low_is_active |= 1 << bit

    def begin(self, raw, now):
        """Take the levels at start as they are."""
        raw ^= self._low_is_active
        self._previous = self._stable = raw
        for bit, signal in enumerate(self.inputs):
            if signal is not None:
                signal.update(bool(raw >> bit & 1), now)
                signal.rises = signal.falls = 0
                signal.changed.clear()

    def update(self, raw, now):
        raw ^= self._low_is_active
        agree = ~(raw ^ self._previous)
        stable = (raw & agree) | (self._stable & ~agree)
        self._previous = raw
        changed = stable ^ self._stable
        if changed:
            self._stable = stable
            bit = 0
            while changed:
                if changed & 1:
                    signal = self.inputs[bit]
                    if signal is not None:
                        signal.update(bool(stable >> bit & 1), now)
                changed >>= 1
                bit += 1


class Signals:
    """All signals of one table, from `wires` (see wires.load) and `mechanics` (mechanics.json).

    `inputs`, `photos`, `motors` and `lamps` are dicts by name. Raises BoardError when the controller refuses a pin.
    """

    def __init__(self, wires, mechanics):
        self.mechanics = mechanics
        self.inputs = {}
        self.photos = {}
        self.motors = {}
        self.lamps = {}
        self.running = []  # motors that are on, or waiting to reverse
        self.cut = ""  # why everything is cut; empty when it is not
        self.trouble = None
        self.ticks = 0
        self.tick_us_most = 0
        self.gap_ms_most = 0
        self._wires = wires
        self._active_high = mechanics["active_high"]
        try:
            self._wire_centre()
        except ValueError as e:  # machine's word for a pin that cannot do this
            raise BoardError("pins.csv: the controller refuses a pin: %s" % e) from None
        self._wires = None  # 6 kB that are of no more use
        self._now = ticks_ms()
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

    # -- construction --------------------------------------------------------------------------------------------

    def _gpio(self, name):
        kind, number = self._wires[name]
        if kind != "gpio":
            raise BoardError("pins.csv: %s must be a pin of the controller" % name)
        return number

    def _wire_centre(self):
        # The reset line first: until it rises no expander drives anything.
        self._reset = Pin(self._gpio("expander_reset"), Pin.OUT, value=0)
        scl = Pin(self._gpio("i2c_scl"))
        sda = self._gpio("i2c_sda")
        # On the RP2040 and RP2350 pins 0,1 4,5 8,9 … belong to I2C0, the pairs between them to I2C1.
        self._i2c = I2C(sda // 2 % 2, sda=Pin(sda), scl=scl, freq=_I2C_HZ, timeout=_I2C_TIMEOUT_US)
        self._expanders_on = False
        self._expanders = []
        self._out_ports = {}
        self._ports = []  # (expander, its outputs, its inputs), for the tick: a dict's views would allocate
        self._in_ports = {}
        self._pins = []
        self._pin_port = _InputPort(16)
        chip = self._wires.get("fram")
        self.fram = None if chip is None else Fram(self._i2c, chip[1])
        for name, kind, _ in signals():
            if kind == "memory":
                continue
            where, at = self._wires[name]
            if kind in ("input", "key") and name not in ("emergency_stop", "expander_interrupt"):
                self._wire_input(name, where, at)
            elif kind == "lamp":
                self.lamps[name] = self._output(name)
        self._wire_motors()
        self._wire_analog()
        self._stop_pin = Pin(self._gpio("emergency_stop"), Pin.IN, Pin.PULL_UP)
        self.strip_pin = Pin(self._gpio("strip"), Pin.OUT, value=0)
        self.buzzer_pin = Pin(self._gpio("buzzer"), Pin.OUT, value=0)

    def _port(self, address):
        if address not in self._out_ports:
            expander = Expander(self._i2c, address)
            self._expanders.append(expander)
            self._out_ports[address] = ExpanderPort(expander)
            self._in_ports[address] = _InputPort(8)
            self._ports.append((expander, self._out_ports[address], self._in_ports[address]))
        return self._out_ports[address]

    def _output(self, name):
        where, at = self._wires[name]
        if where == "gpio":
            return PinOutput(Pin(at, Pin.OUT, value=0))
        if where == "expander" and at[1] == "A":
            return Bit(self._port(at[0]), at[2])
        raise BoardError("pins.csv: output %s must be on GP.. or port A of an expander" % name)

    def _wire_input(self, name, where, at):
        signal = Input(name)
        self.inputs[name] = signal
        high = name in self._active_high
        if where == "gpio":
            self._pin_port.add(len(self._pins), signal, high)
            self._pins.append(Pin(at, Pin.IN, Pin.PULL_UP))
        elif where == "expander" and at[1] == "B":
            self._port(at[0])
            self._in_ports[at[0]].add(at[2], signal, high)
        else:
            raise BoardError("pins.csv: input %s must be on GP.. or port B of an expander" % name)

    def _wire_motors(self):
        m = self.mechanics
        for side in SIDES:
            name = side + "_pickup"
            out, back = self._output(name), self._output(name + "_reverse")
            self._add(DirectedMotor(self, name, out, back, m["pickup"]["reverse_dead_ms"], _PICKUP_LIMIT_MS))
            for part in ("head", "lift"):
                name = side + "_" + part
                self._add(Motor(self, name, self._output(name), None, 0, 4 * m[part]["turn_ms"]))
        dome = m["dome"]
        out, back = self._output("dome_up"), self._output("dome_down")
        self._add(Motor(self, "dome", out, back, dome["reverse_dead_ms"], 4 * dome["stroke_ms"]))
        pwm = PWM(Pin(self._gpio("disc")), freq=m["disc"]["pwm_hz"], duty_u16=0)
        back = self._output("disc_reverse")
        self._add(DirectedMotor(self, "disc", PwmOutput(pwm), back, m["disc"]["reverse_dead_ms"], _DISC_LIMIT_MS))

    def _add(self, motor):
        self.motors[motor.name] = motor

    def _wire_analog(self):
        selects = [Pin(self._gpio("mux_select_%d" % i), Pin.OUT, value=0) for i in range(4)]
        self._mux = Mux(selects, ADC(self._wires["mux_out"][1]))
        self._volts = ADC(self._wires["supply_volts"][1])
        self._amps = ADC(self._wires["motor_amps"][1])
        photo = self.mechanics["photo"]
        self._fast, self._others = [], []
        for part in ("tile", "belt_full", "channel"):
            for side in SIDES:
                name = side + "_" + part
                where, channel = self._wires[name]
                if where != "mux":
                    raise BoardError("pins.csv: %s must be a channel of the multiplexer" % name)
                self.photos[name] = Photo(name, channel, photo["blocked_below"], photo["clear_above"])
                (self._fast if part == "tile" else self._others).append(self.photos[name])
        # In Gray order, so that the next channel costs one select line.
        self._fast.sort(key=lambda p: p.channel ^ (p.channel >> 1))

    # -- start, cut and recovery ---------------------------------------------------------------------------------

    def begin(self):
        """Bring up the expanders with all outputs low. Raises Fault 9.1 for the first that does not answer."""
        self._reset.value(0)
        sleep_ms(1)
        self._reset.value(1)
        sleep_ms(1)
        now = ticks_ms()
        for expander in self._expanders:
            port = self._out_ports[expander.address]
            port.sent = 0
            expander.misses = 0
            try:
                expander.begin()
                expander.read()
            except OSError:
                self._drop_expanders()
                raise self._lost_fault(expander) from None
            self._in_ports[expander.address].begin(expander.inputs, now)
        self._pin_port.begin(self._read_pins(), now)
        self._expanders_on = True
        self._now = now

    def _side_of(self, expander):
        """Whose head it drives; None: an expander of the centre."""
        port = self._out_ports[expander.address]
        for seat in range(4):
            if getattr(self.motors[SIDES[seat] + "_head"]._forward, "_port", None) is port:
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
        if not self._expanders_on:
            return
        for expander, port, _ in self._ports:
            if port.want != port.sent:
                try:
                    port.flush()
                except OSError:
                    self._lose(expander)

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

    def tick(self):
        """One control tick."""
        start_us = ticks_us()
        now = ticks_ms()
        dt = ticks_diff(now, self._now)
        self._now = now
        if dt > self.gap_ms_most:
            self.gap_ms_most = dt
        if dt > _BLOCKED_MS and self.running and not self.cut:
            self.trouble = Fault(9, 6, None, "controller", "tick", dt, _BLOCKED_MS)
            self.cut_all(self.trouble.name)
        self.ticks += 1
        if self._stop_pin.value() and not self.cut:
            self.cut_all("emergency stop")
        if self._expanders_on:
            self._tick_expanders(now)
        self._pin_port.update(self._read_pins(), now)
        self._tick_analog(now)
        running = self.running
        i = len(running) - 1
        while i >= 0:
            running[i].tick(dt)
            i -= 1
        self.flush()
        us = ticks_diff(ticks_us(), start_us)
        if us > self.tick_us_most:
            self.tick_us_most = us

    def _tick_expanders(self, now):
        for expander, port, inputs in self._ports:
            try:
                expander.read()
            except OSError:
                expander.misses += 1
                if expander.misses > 1:  # one disturbed transfer is forgiven, the second is not
                    self._lose(expander)
                    return
                continue
            inputs.update(expander.inputs, now)
            if expander.outputs_seen == port.sent:
                expander.misses = 0
                continue
            expander.misses += 1
            if expander.misses > 1:
                self._lose(expander)
                self.trouble = Fault(9, 2, self._side_of(expander), expander.name, "read back", unit="")
                return

    def _tick_analog(self, now):
        mux = self._mux
        for photo in self._fast:
            photo.sample(mux.read(photo.channel), now)
        slow = self._slow
        photo = self._others[slow]
        photo.sample(mux.read(photo.channel), now)
        slow += 1
        self._slow = 0 if slow == len(self._others) else slow
        self.amps_level = self._amps.read_u16()
        self.volts_level = self._volts.read_u16()
        if self._supply_bad() and not self.cut:
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
        """How much more (or less) current flows than the motors that run should take.

        About minus one running motor: one of them is dead. About one stalled motor: one is blocked.
        """
        driven = 0
        for motor in self.running:
            if motor.driven and motor.elapsed_ms > _SETTLED_MS:  # one just switched on is not in the reading yet
                driven += 1
        return self.amps_level * self._full_scale_ma // 65535 - driven * self.running_ma

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
