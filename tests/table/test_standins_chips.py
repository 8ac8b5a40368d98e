"""The stand-ins at register level, what they allocate, and the flash under power cuts."""

import asyncio
import gc
import os
import time

import machine

OPTIONS = {}

GPINTENB, IOCON, GPPUB, INTFB, INTCAPB, GPIOA, GPIOB = 0x05, 0x0A, 0x0D, 0x0F, 0x11, 0x12, 0x13


def bus():
    machine.Pin(2, machine.Pin.OUT, value=1)
    i2c = machine.I2C(0, sda=machine.Pin(0), scl=machine.Pin(1), freq=400000)
    for address in range(0x20, 0x24):
        i2c.writeto_mem(address, 0x00, b"\x00\xff")
        i2c.writeto_mem(address, GPPUB, b"\xff")
    return i2c


def test_an_interrupt_keeps_a_short_pulse(w):
    i2c = bus()
    line = machine.Pin(3, machine.Pin.IN, machine.Pin.PULL_UP)
    i2c.writeto_mem(0x21, GPINTENB, b"\xff")
    i2c.writeto_mem(0x21, IOCON, b"\x44")
    assert line.value() == 1
    w.plant.press("south_dice_key", 2)
    assert line.value() == 0
    time.sleep_ms(20)
    assert line.value() == 0
    assert i2c.readfrom_mem(0x21, INTFB, 1) == b"\x04"
    assert i2c.readfrom_mem(0x21, INTCAPB, 1)[0] & 4 == 0
    assert i2c.readfrom_mem(0x21, GPIOB, 1)[0] & 4 == 4
    assert line.value() == 1


def test_sequential_addressing_and_pointer(w):
    i2c = bus()
    assert i2c.readfrom_mem(0x20, 0x0C, 3) == b"\x00\xff\x00"
    i2c.writeto(0x20, b"\x12")
    both = i2c.readfrom(0x20, 2)
    assert both == b"\x00\xfc", both


def test_a_forgotten_pull_up_is_noticed(w):
    i2c = bus()
    i2c.writeto_mem(0x20, GPPUB, b"\x00")
    assert i2c.readfrom_mem(0x20, GPIOB, 1) == b"\x00"
    assert machine.Pin(13, machine.Pin.IN).value() == 0
    assert machine.Pin(13, machine.Pin.IN, machine.Pin.PULL_UP).value() == 1
    stop = machine.Pin(17, machine.Pin.IN, machine.Pin.PULL_UP)
    assert stop.value() == 0
    w.plant.emergency()
    assert stop.value() == 1


def test_an_expander_that_does_not_answer(w):
    i2c = bus()
    i2c.writeto_mem(0x22, 0x14, b"\x04")
    assert w.plant.motors.on() == ["west_head"]
    w.plant.inject("expander_dead", "0x22")
    assert w.plant.motors.on() == []
    try:
        i2c.readfrom_mem(0x22, GPIOB, 1)
        raise AssertionError("it answered")
    except OSError:
        pass
    w.plant.repair("expander_dead")
    assert i2c.readfrom_mem(0x22, 0x00, 1) == b"\xff"  # with its registers as after power-on


def test_mux_reads_the_photo_sensors(w):
    selects = [machine.Pin(pin, machine.Pin.OUT) for pin in range(4, 8)]
    adc = machine.ADC(26)
    w.plant.inject("sensor_stuck", "west_belt_full", value="on")
    for channel in range(12):
        for bit in range(4):
            selects[bit].value(channel >> bit & 1)
        level = adc.read_u16()
        if channel == 6:
            assert 8000 < level < 10000
        else:
            assert 51000 < level < 53000, (channel, level)


def test_pwm_drives_the_disc_and_a_slice_has_one_frequency(w):
    pwm = machine.PWM(machine.Pin(8), freq=20000, duty_u16=32768)
    other = machine.PWM(machine.Pin(9))
    assert other.freq() == 20000
    time.sleep_ms(1500)
    assert 39 <= w.plant.disc.rpm() <= 40
    pwm.deinit()
    assert w.plant.motors.on() == []


def test_a_pin_interrupt(w):
    pin = machine.Pin(13, machine.Pin.IN, machine.Pin.PULL_UP)
    seen = []
    pin.irq(lambda p: seen.append(p.value()), machine.Pin.IRQ_FALLING)
    machine.Pin(11, machine.Pin.OUT, value=1)
    time.sleep_ms(1600)
    assert seen == [0]


def test_a_control_tick_allocates_nothing(w):
    """1000 ticks of 5 ms with inputs that change and nothing that is sorted."""
    i2c = bus()
    pins = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in (3, 10, 13, 14, 17)]
    lamp = machine.Pin(15, machine.Pin.OUT)
    select = machine.Pin(4, machine.Pin.OUT)
    adc = machine.ADC(26)
    pwm = machine.PWM(machine.Pin(8), freq=20000)
    buf = bytearray(2)
    one = bytearray(1)
    clock = w.clock
    dog = machine.WDT(timeout=4000)

    def ticks(n):
        for k in range(n):
            for pin in pins:
                pin.value()
            i2c.readfrom_mem_into(0x20, GPIOA, buf)
            one[0] = 4 if k & 64 else 0
            i2c.writeto_mem(0x20, 0x14, one)
            lamp.value(k & 1)
            select.value(k & 1)
            adc.read_u16()
            pwm.duty_u16(30000 + k)
            dog.feed()
            time.ticks_ms()
            clock.advance_to(clock.us + 5000)

    ticks(200)
    gc.collect()
    before = gc.mem_alloc()
    ticks(1000)
    used = gc.mem_alloc() - before
    assert used <= 64, used  # the loop's own range objects


OPTIONS["test_ticks_wrap"] = {"start_ms": (1 << 30) - 3000}


def test_ticks_wrap(w):
    w.clock.boot()
    start = time.ticks_ms()

    async def long():
        await asyncio.sleep_ms(5000)

    async def main():
        for _ in range(10):
            await asyncio.sleep_ms(500)
        try:
            await asyncio.wait_for_ms(long(), 100)
        except asyncio.TimeoutError:
            return "late"

    assert start > 1 << 29
    assert asyncio.run(main()) == "late"
    assert time.ticks_ms() < 1 << 20
    assert 5100 <= time.ticks_diff(time.ticks_ms(), start) < 5110


def write(text):
    with open("/flash/new", "w") as f:
        f.write(text)
    os.rename("/flash/new", "/flash/file")


async def _writer(world, port):
    with open("/flash/file") as f:
        world.seen.append(f.read())
    write("new" * 100)
    world.seen.append("written")
    while True:
        await asyncio.sleep_ms(100)


def prepare(t):
    t.world.seen = []
    write("old" * 100)
    t.kept = t.world.flash.snapshot()


OPTIONS["test_power_cut_at_each_flash_operation"] = {"firmware": _writer, "before": prepare}


async def test_power_cut_at_each_flash_operation(t):
    outcomes = set()
    await t.until(lambda: "written" in t.world.seen, 100)
    for torn in (False, True):
        for op in range(1, 40):
            t.plant.inject("power_cut")
            t.world.seen.clear()
            t.world.on_boot = lambda op=op, torn=torn: (
                t.world.flash.restore(t.kept),
                t.world.flash.cut(op, torn),
                setattr(t.world, "on_boot", None),
            )
            await t.restart()
            await t.sleep(700)
            if "written" in t.world.seen and len(t.world.seen) == 2:
                break
            text = t.world.seen[-2] if t.world.seen[-1] == "written" else t.world.seen[-1]
            assert text in ("old" * 100, "new" * 100), (op, text)
            outcomes.add(text)
        t.world.flash.cut_at = 0
    assert op > 2
    assert outcomes == {"old" * 100} or len(outcomes) == 2, outcomes


def test_a_full_and_a_bad_flash(w):
    w.flash.full = True
    try:
        write("x" * 9000)
        raise AssertionError("written")
    except OSError:
        pass
    w.flash.full = False
    w.flash.mount()
    write("y")
    assert "/flash/file" in w.flash.files()


async def _busy(world, port):
    machine.WDT(timeout=500)
    machine.Pin(12, machine.Pin.OUT, value=1)
    world.inside += 1
    try:
        while world.boots == 1:
            time.ticks_ms()
    finally:
        machine.Pin(12, machine.Pin.OUT, value=1)  # too late: the controller is gone
    await asyncio.sleep_ms(100)
    machine.reset()


def count_from_0(t):
    t.world.inside = 0


OPTIONS["test_a_busy_loop_ends_in_the_watchdog"] = {"firmware": _busy, "before": count_from_0}


async def test_a_busy_loop_ends_in_the_watchdog(t):
    await t.until(lambda: t.world.boots == 2, 2000)
    assert t.world.last == "watchdog"
    assert t.plant.motors.longest_ms("dome") in range(495, 506)
    await t.until(lambda: t.world.boots == 3, 2000)
    assert t.world.last == "machine_reset" and t.world.inside >= 2
    assert machine.reset_cause() == machine.WDT_RESET
