"""What is soldered between the controller's pins and the plant: GPIO, port expanders, multiplexer, converter, strip.

Levels are electrical: 0 or 1 at a pin. After the controller is gone (`alive` false) every pin is an input, the
expanders' RESET line falls to its pull-down, and whatever the firmware still does has no effect.
"""

from .fram import Fram
from .mcp23017 import MCP23017
from .parts import INDEX

IN, OUT, OPEN_DRAIN = 0, 1, 2
NO_PULL, PULL_UP, PULL_DOWN = 0, 1, 2
_BYTE_US = 23  # nine clocks at 400 kHz
_EMERGENCY = INDEX["emergency_stop"]


class Electronics:
    def __init__(self, plant, clock, wiring, fram=None):
        self.plant = plant
        self.clock = clock
        self.wiring = wiring
        self.alive = True
        self.mode = bytearray(48)
        self.latch = bytearray(48)
        self.levels = bytearray(48)  # what each pin reads
        self.pull = bytearray(48)
        self.pwm = [-1] * 48  # duty 0..65535 of a pin in PWM mode
        self.pwm_hz = [0] * 8  # a slice's frequency
        self.irq = {}  # pin: (handler, trigger, Pin)
        self.channel = 0  # of the multiplexer
        self.pixels = bytearray(0)  # the strip's colours as last sent, in its own order (green, red, blue)
        self.reset_pin = wiring.pins.get("expander_reset", -1)
        self.interrupt_pin = wiring.pins.get("expander_interrupt", -1)
        self.mux_pin = wiring.pins.get("mux_out", -1)
        self.chips = {}
        self.dead = {}  # expanders that do not answer
        self.fram = fram or Fram()
        for address, signals in wiring.expanders.items():
            self.chips[address] = MCP23017(self._writer(address, signals))
        self.high = bytearray(len(plant.raw))  # signals wired active high
        for signal in wiring.active_high:
            self.high[signal] = 1
        self._pin_of = [-1] * len(plant.raw)
        for pin in range(len(wiring.gpio)):
            if wiring.gpio[pin] >= 0:
                self._pin_of[wiring.gpio[pin]] = pin
        self._in_reset = False
        self._reset_line()
        self._all_chips = list(self.chips.values())
        for chip in self._all_chips:
            chip.on_interrupt = self._expanders_interrupt
        for signal in range(len(plant.raw)):
            self._changed(signal)
        plant.listener = self._changed
        plant.board = self

    def _writer(self, address, signals):
        def write(bit, level):
            signal = signals[bit]
            if signal >= 0 and not (level == 1 and address in self.dead):
                self.plant.set_output(signal, 1 if level == 1 else 0)

        return write

    # --- the controller's life ---

    def die(self):
        """The controller is in reset: all pins inputs at this instant."""
        self.alive = False
        for pin in range(len(self.mode)):
            self.mode[pin] = self.latch[pin] = self.pull[pin] = 0
            self.pwm[pin] = -1
            self._find_level(pin)
        self.irq.clear()
        self.channel = 0
        self._reset_line()
        self.plant.all_off()

    def dark(self):
        """The supply is gone: the strip forgets."""
        for i in range(len(self.pixels)):
            self.pixels[i] = 0

    def revive(self):
        self.alive = True

    def _reset_line(self):
        pin = self.reset_pin
        low = pin >= 0 and not (self.mode[pin] == OUT and self.latch[pin])
        if low == self._in_reset and low:
            return
        self._in_reset = low
        for chip in self.chips.values():
            chip.in_reset = low
            if low:
                chip.reset()

    def set_dead(self, address, dead):
        """A fault: the expander at `address` does not answer and drives nothing."""
        chip = self.chips[address]
        if dead:
            chip.reset()
            self.dead[address] = True
        else:
            self.dead.pop(address, None)

    # --- GPIO ---

    def _level(self, signal):
        """What the plant wires to a pin: 0 to ground, 1 to the supply or open."""
        active = self.plant.active[signal]
        if signal == _EMERGENCY or self.high[signal]:
            return active
        return 1 - active

    def _find_level(self, pin):
        """Work out what a pin reads. Open contacts and open-drain sensors are high only by a pull-up."""
        signal = self.wiring.gpio[pin]
        level = 1 if self.pull[pin] == PULL_UP else 0
        if self.mode[pin] == OUT:
            level = self.latch[pin]
        elif signal >= 0 and self.high[signal]:
            level = self.plant.active[signal]
        elif signal >= 0:
            level &= self._level(signal)
        elif pin == self.interrupt_pin:
            for chip in self._all_chips:
                if chip.interrupting():
                    level = 0
        self.levels[pin] = level

    def _expanders_interrupt(self):
        pin = self.interrupt_pin
        if pin >= 0:
            before = self.levels[pin]
            self._find_level(pin)
            if before and not self.levels[pin] and self.irq:
                self._interrupt(pin, 4)

    def configure(self, pin, mode, pull, level):
        """`mode`, `pull`, `level`: None leaves it as it is."""
        if not self.alive:
            return
        self.clock.creep(2)
        self.plant.advance_to(self.clock.us)
        if mode is not None:
            self.mode[pin] = mode
            self.pwm[pin] = -1
        if pull is not None:
            self.pull[pin] = pull
        if level is not None:
            self.latch[pin] = level
        self._apply(pin)

    def write(self, pin, level):
        clock = self.clock
        clock.us += 2
        if not self.alive or self.latch[pin] == level:
            self.latch[pin] = level if self.alive else 0
            return
        if clock.us >= clock.limit:
            clock.creep(0)
        self.latch[pin] = level
        bit = self.wiring.select[pin]
        if bit >= 0:
            if self.mode[pin] == OUT:
                self.levels[pin] = level
                self.channel = self.channel & ~(1 << bit) | level << bit
            return
        self.plant.advance_to(clock.us)
        self._apply(pin)

    def _apply(self, pin):
        """Let the pin's new state reach what is wired to it."""
        self._find_level(pin)
        level = self.latch[pin] if self.mode[pin] == OUT else 0
        if self.pwm[pin] >= 0:
            level = self.pwm[pin]
        bit = self.wiring.select[pin]
        if bit >= 0:
            self.channel = self.channel & ~(1 << bit) | level << bit
        elif pin == self.reset_pin:
            self._reset_line()
        else:
            signal = self.wiring.gpio[pin]
            if signal >= 0:
                if self.pwm[pin] < 0 and level and (signal == INDEX["disc"] or signal == INDEX["buzzer"]):
                    level = 65535  # a steady high is full duty
                self.plant.set_output(signal, level)

    def set_pwm(self, pin, duty):
        """Duty 0..65535, or -1: no longer PWM."""
        if not self.alive:
            return
        self.clock.creep(3)
        if self.pwm[pin] == duty:
            return
        self.plant.advance_to(self.clock.us)
        self.pwm[pin] = duty
        if duty < 0:
            self.mode[pin] = IN
        self._apply(pin)

    def _changed(self, signal):
        """A signal of the plant changed its level."""
        where = self.wiring.address.get(signal)
        if where is not None:
            chip = self.chips[where[0]]
            chip.input(where[1], self._level(signal))
            return
        pin = self._pin_of[signal]
        if pin >= 0:
            before = self.levels[pin]
            self._find_level(pin)
            if self.irq and self.levels[pin] != before:
                self._interrupt(pin, 8 if self.levels[pin] else 4)

    def _interrupt(self, pin, edge):
        entry = self.irq.get(pin)
        if self.alive and entry and entry[1] & edge:
            entry[0](entry[2])

    # --- converter ---

    def convert(self, pin):
        """A reading 0..65535 of the converter at `pin`."""
        clock = self.clock
        plant = self.plant
        us = clock.us = clock.us + 4
        if us >= clock.limit:
            clock.creep(0)
        if us >= plant.due:
            plant.advance_to(us)
        signal = self.wiring.mux[self.channel] if pin == self.mux_pin else self.wiring.gpio[pin]
        return plant.analogue(signal) if signal >= 0 else 0

    # --- I2C ---

    def chip(self, address, nbytes):
        """The expander that answers at `address`, or None; a transfer of `nbytes` takes its time."""
        clock = self.clock
        us = clock.us + nbytes * _BYTE_US
        clock.us = us
        if us >= clock.limit:
            clock.creep(0)
        if us >= self.plant.due:
            self.plant.advance_to(us)
        else:
            self.plant.now = us
        chip = self.chips.get(address)
        if chip is None or chip.in_reset or not self.alive or (self.dead and address in self.dead):
            return None
        return chip

    def memory(self, address, at, buf, write):
        """A transfer with the FRAM, whose address has two bytes; False when nothing answers. What was sent before the
        controller is gone in the middle of it is written."""
        if address != self.wiring.fram or self.fram.dead or not self.alive:
            self.clock.creep(_BYTE_US)
            return False
        clock = self.clock
        until = clock.us + (len(buf) + 3) * _BYTE_US
        if until >= clock.limit:
            sent = max(0, (clock.limit - clock.us) // _BYTE_US - 3)
            if write:
                self.fram.write(at, buf[:sent])
            clock.creep(until - clock.us)
        clock.us = until
        self.plant.advance_to(until)
        if write:
            self.fram.write(at, buf)
        else:
            self.fram.read(at, buf)
        return True

    # --- strip ---

    def show(self, buf):
        if not self.alive:
            return
        if len(self.pixels) != len(buf):
            self.pixels = bytearray(len(buf))
        self.pixels[:] = buf
        self.clock.creep(10 * len(buf))

    def pixel(self, i):
        """(red, green, blue) of pixel `i` as last sent; black when nothing was."""
        if 3 * i + 3 > len(self.pixels):
            return (0, 0, 0)
        green, red, blue = self.pixels[3 * i : 3 * i + 3]
        return (red, green, blue)
