"""Stand-in for MicroPython's `machine` on the RP2040, wired to the virtual table.

Only what a table uses, with the real port's names, limits and errors.
"""

PWRON_RESET = 1
WDT_RESET = 3

_world = None  # virtual.world sets it


def _attach(world):
    global _world
    _world = world


class Pin:
    IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, id, mode=None, pull=-1, *, value=None, alt=-1):
        if isinstance(id, Pin):
            id = id.n
        if isinstance(id, str):
            id = 25 if id == "LED" else int(id[2:]) if id.startswith("GP") else -1
        if not 0 <= id <= 29:
            raise ValueError("invalid pin")
        self.n = id
        self._b = _world.board
        if mode is not None or pull != -1 or value is not None:
            self.init(mode, pull, value=value)

    def init(self, mode=None, pull=-1, *, value=None, alt=-1):
        self._b.configure(self.n, mode, 0 if pull is None else None if pull == -1 else pull, _bit(value))

    def value(self, v=None):
        board = self._b
        if v is not None:
            board.write(self.n, 1 if v else 0)
            return None
        # Nothing else is called as often, so no further call is made.
        clock = board.clock
        us = clock.us = clock.us + 2
        if us >= clock.limit:
            clock.creep(0)
        if us >= board.plant.due:
            board.plant.advance_to(us)
        return board.levels[self.n]

    __call__ = value

    def on(self):
        self._b.write(self.n, 1)

    def off(self):
        self._b.write(self.n, 0)

    high = on
    low = off

    def toggle(self):
        self._b.write(self.n, 1 - self._b.latch[self.n])

    def irq(self, handler=None, trigger=12, *, priority=1, wake=None, hard=False):
        if handler is None:
            self._b.irq.pop(self.n, None)
        else:
            self._b.irq[self.n] = (handler, trigger, self)

    def __repr__(self):
        return "Pin(GPIO{}, mode={})".format(self.n, self._b.mode[self.n])


def _bit(value):
    return None if value is None else 1 if value else 0


def _number(pin):
    return pin.n if isinstance(pin, Pin) else Pin(pin).n


class PWM:
    """Two pins of a slice share its frequency."""

    def __init__(self, dest, *, freq=None, duty_u16=None, duty_ns=None, invert=None):
        self.n = _number(dest)
        self._b = _world.board
        self._b.set_pwm(self.n, 0)
        self.init(freq=freq, duty_u16=duty_u16, duty_ns=duty_ns)

    def init(self, *, freq=None, duty_u16=None, duty_ns=None, invert=None):
        if freq is not None:
            self.freq(freq)
        if duty_u16 is not None:
            self.duty_u16(duty_u16)
        if duty_ns is not None:
            self.duty_u16(duty_ns * self.freq() * 65535 // 1000000000)

    def freq(self, hz=None):
        index = self.n >> 1 & 7
        if hz is None:
            return self._b.pwm_hz[index]
        if hz < 8:
            raise ValueError("freq too small")
        if hz > 62500000:
            raise ValueError("freq too large")
        if self._b.alive:
            self._b.pwm_hz[index] = hz

    def duty_u16(self, duty=None):
        if duty is None:
            return max(0, self._b.pwm[self.n])
        self._b.set_pwm(self.n, 0 if duty < 0 else 65535 if duty > 65535 else duty)

    def deinit(self):
        self._b.set_pwm(self.n, -1)


class ADC:
    CORE_TEMP = 4

    def __init__(self, id):
        n = id if isinstance(id, int) else _number(id)
        if 0 <= n <= 3:
            n += 26
        if n != self.CORE_TEMP and not 26 <= n <= 29:
            raise ValueError("Pin doesn't have ADC capabilities")
        self.n = n
        self._b = _world.board

    def read_u16(self):
        if self.n == 4:
            return 14000  # about 27 degrees
        return self._b.convert(self.n)


class I2C:
    def __init__(self, id, *, freq=400000, scl=None, sda=None, timeout=50000):
        if id not in (0, 1):
            raise ValueError("I2C({}) doesn't exist".format(id))
        scl = 5 + 2 * id if scl is None else _number(scl)
        sda = 4 + 2 * id if sda is None else _number(sda)
        if not scl & 1 or (scl & 2) >> 1 != id:
            raise ValueError("bad SCL pin")
        if sda & 1 or (sda & 2) >> 1 != id:
            raise ValueError("bad SDA pin")
        self._b = _world.board
        pins = self._b.wiring.pins
        # Nothing answers on pins where nothing is wired.
        self._wired = pins.get("i2c_scl") == scl and pins.get("i2c_sda") == sda

    def _chip(self, addr, nbytes):
        chip = self._b.chip(addr, nbytes) if self._wired else None
        if chip is None:
            raise OSError(5)
        return chip

    def scan(self):
        return [a for a in range(8, 120) if self._wired and self._b.chip(a, 1)]

    def _memory(self, addr, memaddr, buf, write):
        if not self._wired or not self._b.memory(addr, memaddr, buf, write):
            raise OSError(5)

    def readfrom_mem_into(self, addr, memaddr, buf, *, addrsize=8):
        if addrsize == 16:
            self._memory(addr, memaddr, buf, False)
            return
        self._read_bytes(self._chip(addr, 3 + len(buf)), memaddr, buf)

    def _read_bytes(self, chip, reg, buf):
        i = 0
        while i < len(buf):
            buf[i] = chip.read(reg)
            reg = chip.next(reg)
            i += 1
        chip.pointer = reg

    def readfrom_mem(self, addr, memaddr, nbytes, *, addrsize=8):
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf, addrsize=addrsize)
        return bytes(buf)

    def writeto_mem(self, addr, memaddr, buf, *, addrsize=8):
        if addrsize == 16:
            self._memory(addr, memaddr, buf, True)
            return
        chip = self._chip(addr, 2 + len(buf))
        reg = memaddr
        for i in range(len(buf)):
            chip.write(reg, buf[i])
            reg = chip.next(reg)
        chip.pointer = reg

    def writeto(self, addr, buf, stop=True):
        chip = self._chip(addr, 1 + len(buf))
        if len(buf):
            self.writeto_mem(addr, buf[0], buf[1:])
            chip.pointer = chip.pointer if len(buf) > 1 else buf[0]
        return len(buf)

    def writevto(self, addr, vector, stop=True):
        return self.writeto(addr, b"".join(vector), stop)

    def readfrom_into(self, addr, buf, stop=True):
        chip = self._b.chip(addr, 3 + len(buf)) if self._wired else None
        if chip is None:
            raise OSError(5)
        if not chip.read_pair(buf):  # a function of more than 11 words would allocate: see the control tick's bench
            self._read_bytes(chip, chip.pointer, buf)

    def readfrom(self, addr, nbytes, stop=True):
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf)
        return bytes(buf)


class WDT:
    """Cannot be stopped, only fed."""

    def __init__(self, id=0, timeout=5000):
        if id != 0:
            raise ValueError("WDT({}) doesn't exist".format(id))
        if timeout > 8388:
            raise ValueError("timeout exceeds 8388")
        self._us = timeout * 1000
        _world.watchdog(self._us)

    def feed(self):
        _world.watchdog(self._us)


def unique_id():
    return _world.unique_id


def freq(hz=None):
    return 125000000


def reset():
    _world.reset("machine_reset")


def soft_reset():
    _world.soft_reset()


def bootloader(timeout=0):
    _world.reset("bootloader")


def reset_cause():
    return _world.reset_cause


class _Mem32:
    """Of the chip's memory the watchdog's REASON alone, where the RP2040 and the RP2350 have it."""

    def __getitem__(self, at):
        if at not in (0x40058008, 0x400D8008):
            raise NotImplementedError("mem32[%#x]" % at)
        return 0 if _world.reset_cause != WDT_RESET else 1 if _world.last == "watchdog" else 2


mem32 = _Mem32()


def idle():
    _world.clock.creep(100)


def disable_irq():
    return 0


def enable_irq(state=0):
    pass


def lightsleep(ms=0):
    _world.clock.wait_us(ms * 1000)


def time_pulse_us(pin, level, timeout_us=1000000):
    """The length of a pulse, -1 when it is too long, -2 when it does not come."""
    clock = _world.clock
    until = clock.us + timeout_us
    while pin.value() != level:
        if clock.us > until:
            return -2
    start = clock.us
    while pin.value() == level:
        if clock.us - start > timeout_us:
            return -1
    return clock.us - start
