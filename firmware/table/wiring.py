"""From pins.csv to objects: inputs, light barriers, outputs and motors by name. Forgotten once a table is wired: this
module, wires.py and parts.py are 8 kB that a running table has no more use for.
"""

from machine import ADC, I2C, PWM, Pin
from micropython import const

from table.drivers.expander import Expander
from table.drivers.fram import Fram
from table.drivers.mux import Mux
from table.inputs import Input, InputPort, Photo, TilePhoto
from table.motor import DirectedMotor, Motor
from table.outputs import Bit, ExpanderPort, PinOutput, PwmOutput
from table.parts import SIDES, signals
from table.wires import BoardError

_I2C_HZ = const(400_000)
_I2C_TIMEOUT_US = const(3000)
_PICKUP_LIMIT_MS = const(120_000)
_DISC_LIMIT_MS = const(300_000)


class Wiring:
    """What Signals drives, from `wires` (see wires.load) and `mechanics` (mechanics.json); motors belong to `bench`.

    Raises BoardError for a signal at a pin where it cannot be, ValueError from machine for a pin that cannot do this.
    """

    def __init__(self, wires, mechanics, bench):
        self._wires = wires
        self._active_high = mechanics["active_high"]
        # The reset line first: until it rises no expander drives anything.
        self.reset = Pin(self._gpio("expander_reset"), Pin.OUT, value=0)
        scl = Pin(self._gpio("i2c_scl"))
        sda = self._gpio("i2c_sda")
        # On the RP2040 and RP2350 pins 0,1 4,5 8,9 … belong to I2C0, the pairs between them to I2C1.
        self._i2c = I2C(sda // 2 % 2, sda=Pin(sda), scl=scl, freq=_I2C_HZ, timeout=_I2C_TIMEOUT_US)
        self.inputs = {}
        self.photos = {}
        self.motors = {}
        self.lamps = {}
        self.ports = []  # (expander, its outputs, its inputs)
        self.pins = []
        self.pin_port = InputPort(16)
        chip = wires.get("fram")
        self.fram = None if chip is None else Fram(self._i2c, chip[1])
        for name, kind, _ in signals():
            if kind == "memory":
                continue
            if kind in ("input", "key") and name not in ("emergency_stop", "expander_interrupt"):
                self._input(name)
            elif kind == "lamp":
                self.lamps[name] = self._output(name)
        self._motors(mechanics, bench)
        self._analog(mechanics["photo"])
        self.stop_pin = Pin(self._gpio("emergency_stop"), Pin.IN, Pin.PULL_UP)
        self.strip_pin = Pin(self._gpio("strip"), Pin.OUT, value=0)
        self.buzzer_pin = Pin(self._gpio("buzzer"), Pin.OUT, value=0)

    def _gpio(self, name):
        kind, number = self._wires[name]
        if kind != "gpio":
            raise BoardError("pins.csv: %s must be a pin of the controller" % name)
        return number

    def _port(self, address):
        """(expander, outputs, inputs) of an address, the same ones each time."""
        for port in self.ports:
            if port[0].address == address:
                return port
        expander = Expander(self._i2c, address)
        self.ports.append((expander, ExpanderPort(expander), InputPort(8)))
        return self.ports[-1]

    def _output(self, name):
        where, at = self._wires[name]
        if where == "gpio":
            return PinOutput(Pin(at, Pin.OUT, value=0))
        if where == "expander" and at[1] == "A":
            return Bit(self._port(at[0])[1], at[2])
        raise BoardError("pins.csv: output %s must be on GP.. or port A of an expander" % name)

    def _input(self, name):
        signal = Input(name)
        self.inputs[name] = signal
        high = name in self._active_high
        where, at = self._wires[name]
        if where == "gpio":
            self.pin_port.add(len(self.pins), signal, high)
            self.pins.append(Pin(at, Pin.IN, Pin.PULL_UP))
        elif where == "expander" and at[1] == "B":
            self._port(at[0])[2].add(at[2], signal, high)
        else:
            raise BoardError("pins.csv: input %s must be on GP.. or port B of an expander" % name)

    def _motors(self, m, bench):
        made = []
        for side in SIDES:
            name = side + "_pickup"
            out, back = self._output(name), self._output(name + "_reverse")
            made.append(DirectedMotor(bench, name, out, back, m["pickup"]["reverse_dead_ms"], _PICKUP_LIMIT_MS))
            for part in ("head", "lift"):
                name = side + "_" + part
                made.append(Motor(bench, name, self._output(name), None, 0, 4 * m[part]["turn_ms"]))
        dome, disc = m["dome"], m["disc"]
        out, back = self._output("dome_up"), self._output("dome_down")
        made.append(Motor(bench, "dome", out, back, dome["reverse_dead_ms"], 4 * dome["stroke_ms"]))
        out = PwmOutput(PWM(Pin(self._gpio("disc")), freq=disc["pwm_hz"], duty_u16=0))
        back = self._output("disc_reverse")
        made.append(DirectedMotor(bench, "disc", out, back, disc["reverse_dead_ms"], _DISC_LIMIT_MS))
        for motor in made:
            self.motors[motor.name] = motor

    def _analog(self, photo):
        selects = [Pin(self._gpio("mux_select_%d" % i), Pin.OUT, value=0) for i in range(4)]
        self.mux = Mux(selects, ADC(self._wires["mux_out"][1]))
        self.volts = ADC(self._wires["supply_volts"][1])
        self.amps = ADC(self._wires["motor_amps"][1])
        self.fast, self.others = [], []  # the light barriers read in each tick; those that take turns
        for part in ("tile", "belt_full", "channel"):
            for side in SIDES:
                name = side + "_" + part
                where, channel = self._wires[name]
                if where != "mux":
                    raise BoardError("pins.csv: %s must be a channel of the multiplexer" % name)
                kind, row = (TilePhoto, self.fast) if part == "tile" else (Photo, self.others)
                self.photos[name] = kind(name, channel, photo["blocked_below"], photo["clear_above"])
                row.append(self.photos[name])
        # In Gray order, so that the next channel costs one select line.
        self.fast.sort(key=lambda p: p.channel ^ (p.channel >> 1))
