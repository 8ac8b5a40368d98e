"""The virtual clock, and asyncio on it.

`Clock.us` is the time since the world began, in us; it never wraps and never goes back. A controller's own ticks start
anew at each boot. Whoever moves the clock past `limit` (a watchdog, a reset somebody asked for) gets the exception
that ends the firmware.
"""

import asyncio
import asyncio.core as core

import utime

from .parts import NEVER
from .tasks import Task, TaskQueue

_WRAP = (1 << 30) - 1  # ticks wrap here on a 32-bit controller
_IDLE_US = 10000  # nothing is scheduled: only a stream can wake a task
SWITCH_US = 20  # each turn of the event loop takes a little time, so that a loop of sleep_ms(0) gets somewhere


class Clock:
    def __init__(self, start_ms=1000, speed=None):
        """`start_ms`: the controller's ticks when it boots (choose 2**30 - n to test the wrap); `speed`: None for
        virtual time, which never waits, or how many times faster than real time it runs."""
        self.us = 0
        self.limit = NEVER
        self.on_limit = None
        self.plant = None
        self.speed = speed
        self.start_us = start_ms * 1000
        self._boot_us = 0
        self._real = utime.ticks_us()
        self._at = 0

    def boot(self):
        self._boot_us = self.us - self.start_us

    def ticks_ms(self):
        us = self.us = self.us + 3
        if us >= self.limit:
            self.on_limit()
        return (us - self._boot_us) // 1000 & _WRAP

    def ticks_us(self):
        us = self.us = self.us + 2
        if us >= self.limit:
            self.on_limit()
        return (us - self._boot_us) & _WRAP

    def ms(self):
        """Time since the world began, in ms: the clock of asyncio."""
        return self.us // 1000

    def creep(self, us):
        """The controller was busy for `us`."""
        self.us += us
        if self.us >= self.limit:
            self.on_limit()

    def advance_to(self, us):
        """Go to the time `us`, with everything that happens on the way."""
        plant = self.plant
        if us >= self.limit:
            us = max(self.us, self.limit)
            plant.advance_to(us)
            self.us = us
            self.on_limit()
            return
        if us <= self.us:
            return
        if us >= plant.due:
            plant.advance_to(us)
        else:
            plant.now = us
        self.us = us
        if us >= self.limit:  # something that happened on the way moved it
            self.on_limit()

    def wait_us(self, us):
        """A blocking wait of the firmware (time.sleep_us)."""
        if self.speed:
            utime.sleep_us(int(us / self.speed))
        self.advance_to(self.us + us)

    def set_speed(self, speed):
        self.speed = speed
        self._real = utime.ticks_us()
        self._at = self.us

    def real_target(self):
        """Where the clock should be by now at its speed."""
        return self._at + int(utime.ticks_diff(utime.ticks_us(), self._real) * self.speed)


_clock = None


def _wait_with_streams(queue, clock, dt, target):
    """In real time, or while a task waits for a stream: how far time goes, `target` at most."""
    if clock.speed:
        real_ms = 0
        behind = clock.real_target()
        if dt and target > behind:
            real_ms = max(1, min(20, int((target - behind) / clock.speed / 1000)))
        queue.wait(real_ms)
        return max(clock.us, min(target, clock.real_target()))
    queue.wait(0)
    head = core._task_queue.peek()
    return clock.us if head and head.ph_key * 1000 <= clock.us else target


_Builtin = core.IOQueue


class _IOQueue(_Builtin):
    def wait(self, ms):
        _Builtin.wait_io_event(self, ms)

    def wait_io_event(self, dt):
        """Stands for asyncio's wait for streams and time: time passes here, and only here."""
        clock = _clock
        target = clock.us
        if dt:
            target = (target // 1000 + dt) * 1000 if dt > 0 else target + _IDLE_US
        if clock.speed or self.map:
            target = _wait_with_streams(self, clock, dt, target)
        least = clock.us + SWITCH_US
        clock.advance_to(target if dt and target > least else least)


def new_loop():
    """A fresh event loop on the virtual clock."""
    core.new_event_loop()
    core.cur_task = None
    core._exc_context["exception"] = None
    core._exc_context["future"] = None
    core.Loop._exc_handler = None


def install(clock):
    """Make asyncio run on `clock`. Its queue of tasks is replaced too: the built-in one reads the real clock."""
    global _clock
    _clock = clock
    core.ticks = clock.ms
    core.ticks_add = utime.ticks_add
    core.ticks_diff = utime.ticks_diff
    core.Task = asyncio.Task = Task
    core.TaskQueue = TaskQueue
    core.IOQueue = _IOQueue
    new_loop()
