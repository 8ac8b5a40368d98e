"""Stand-in for MicroPython's `time`: on the virtual clock once a world is there, with ticks that wrap at 2**30."""

import utime
from utime import gmtime, mktime, ticks_cpu  # noqa: F401  (part of the module)

_EPOCH = 1609459200  # an RP2040 without a clock set starts on 1 January 2021
_PERIOD = 1 << 30
_HALF = 1 << 29

_clock = None  # virtual.world sets it


def _attach(clock):
    """Let all of this run on `clock`."""
    global _clock, ticks_ms, ticks_us, sleep_us
    _clock = clock
    ticks_ms = clock.ticks_ms
    ticks_us = clock.ticks_us
    sleep_us = clock.wait_us


ticks_ms = utime.ticks_ms
ticks_us = utime.ticks_us
sleep_us = utime.sleep_us


def ticks_diff(a, b):
    return ((a - b + _HALF) & (_PERIOD - 1)) - _HALF


def ticks_add(ticks, delta):
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & (_PERIOD - 1)


def sleep_ms(ms):
    sleep_us(ms * 1000)


def sleep(seconds):
    sleep_us(int(seconds * 1000000))


def time():
    return _EPOCH + (_clock.us // 1000000 if _clock else 0)


def time_ns():
    return _EPOCH * 1000000000 + (_clock.us * 1000 if _clock else 0)


def localtime(seconds=None):
    return utime.gmtime(time() if seconds is None else seconds)
