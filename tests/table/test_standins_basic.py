"""The stand-ins as a firmware sees them, and the controller's resets."""

import asyncio
import time

import machine

OPTIONS = {}


def test_ticks_creep_and_wrap(w):
    start = time.ticks_ms()
    n = 0
    while time.ticks_diff(time.ticks_ms(), start) < 5:
        n += 1
    assert 100 < n < 5000, n


def test_pins_and_expander(w):
    sda, scl = machine.Pin(0), machine.Pin(1)
    i2c = machine.I2C(0, sda=sda, scl=scl, freq=400000)
    try:
        i2c.readfrom_mem(0x20, 0, 1)
        raise AssertionError("an expander in reset answered")
    except OSError as error:
        assert error.errno == 5
    machine.Pin("GP2", machine.Pin.OUT, value=1)
    assert i2c.scan() == [0x20, 0x21, 0x22, 0x23]
    i2c.writeto_mem(0x20, 0x00, b"\x00\xff")
    i2c.writeto_mem(0x20, 0x0D, b"\xff")
    assert i2c.readfrom_mem(0x20, 0x13, 1)[0] == 0b11111100
    i2c.writeto_mem(0x20, 0x14, b"\x04")
    assert w.plant.motors.on() == ["east_head"]
    machine.Pin(2).off()
    assert w.plant.motors.on() == []


def test_bad_pins_are_refused(w):
    for scl, sda in ((3, 0), (1, 2), (2, 0)):
        try:
            machine.I2C(0, scl=machine.Pin(scl), sda=machine.Pin(sda))
            raise AssertionError("taken")
        except ValueError:
            pass


async def _blink(world, port):
    wdt = machine.WDT(timeout=1000)
    machine.Pin(11, machine.Pin.OUT, value=1)
    if world.boots == 1:
        for _ in range(10):
            wdt.feed()
            await asyncio.sleep_ms(100)
    while world.boots == 1:
        await asyncio.sleep_ms(100)
    while True:
        wdt.feed()
        await asyncio.sleep_ms(100)


OPTIONS["test_watchdog_stops_the_motors"] = {"firmware": _blink}


async def test_watchdog_stops_the_motors(t):
    await t.sleep(500)
    assert t.plant.motors.on() == ["dome"]
    await t.until(lambda: t.world.boots == 2, 2500)
    assert t.world.last == "watchdog" and machine.reset_cause() == machine.WDT_RESET
    assert 1890 < t.now_ms() < 2010, t.now_ms()
    t.plant.inject("power_cut")
    await t.sleep(100)
    assert t.plant.motors.on() == []
    await t.until(lambda: t.world.boots == 3, 2500)
    assert machine.reset_cause() == machine.PWRON_RESET


async def _echo(world, port):
    reader = asyncio.StreamReader(port[0])
    while True:
        line = await reader.readline()
        port[1].write(b"ok " + line)


OPTIONS["test_serial_line"] = {"firmware": _echo}


async def test_serial_line(t):
    assert await t.say("hello there") == "ok hello there"
    assert t.now_ms() < 20
