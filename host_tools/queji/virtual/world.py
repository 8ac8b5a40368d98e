"""The whole virtual table in one MicroPython process: clock, plant, wiring, flash, and the controller's life.

world = World("boards/rpi_pico", seed=3)
outcome = world.boot(make_main)      # once, or:
outcome = world.run(make_main)       # again after each reset, until the firmware ends by itself
"""

import asyncio.core as core
import gc
import sys
import time

import machine

from . import clock as clocks
from .clock import Clock
from .electronics import Electronics
from .flash import Flash
from .parts import NEVER
from .plant import Plant
from .wiring import Wiring

RESETS = ("machine_reset", "watchdog", "controller_reset", "power_cut", "soft_reset", "bootloader")


class Gone(BaseException):
    """The controller was reset or lost power; no firmware should catch this. `args[0]` is one of RESETS."""


class World:
    def __init__(
        self,
        board_dir,
        seed=1,
        layout=(18, 18, 18, 18),
        speed=None,
        flash=None,
        start_ms=1000,
        players="auto",
        off_ms=500,
        fram=None,
        mechanics=None,
    ):
        """`speed`: None for virtual time, else how many times faster than real time. `flash`: a Flash, or None for an
        empty one in RAM. `start_ms`: the controller's ticks at its start. `off_ms`: after a power cut the supply comes
        back in this time; None: when power_on() is called. `fram`: a Fram, None for an empty one, False: there is
        none. `mechanics`: what the table is really like, when it differs from the board's mechanics.json."""
        self.wiring = Wiring(board_dir)
        self.clock = Clock(start_ms, speed)
        self.plant = Plant(mechanics or self.wiring.numbers, seed, layout, players)
        self.clock.plant = self.plant
        self.clock.on_limit = self._limit
        if fram is False:
            self.wiring.fram = None
        self.board = Electronics(self.plant, self.clock, self.wiring, fram)
        self.plant.on_reset = self._asked
        self.flash = flash or Flash()
        self.flash.on_cut = self._flash_cut
        self.off_ms = off_ms
        self.boots = 0
        self.reset_cause = machine.PWRON_RESET
        self.unique_id = bytes([0xE6, 0x61, 0, 0, 0, 0, seed >> 8 & 255, seed & 255])
        self.powered = True
        self.on_boot = None  # called before each boot
        self.last = None  # why the controller was last reset: one of RESETS
        self._tasks = []
        self._dog = NEVER
        self._reset_at = NEVER
        machine._attach(self)
        time._attach(self.clock)
        clocks.install(self.clock)
        self.flash.mount()

    # --- resets ---

    def watchdog(self, us):
        """Start or feed the watchdog: a reset when it is not fed within `us`."""
        if self.board.alive:
            self._dog = self.clock.us + us
            self.clock.limit = min(self._dog, self._reset_at)

    def _asked(self, in_ms):
        """The plant was told to reset the controller or to cut the power, in `in_ms`."""
        if not self.board.alive:
            self.plant.reset_asked = None
            return
        self._reset_at = self.clock.us + in_ms * 1000
        self.clock.limit = min(self._dog, self._reset_at)

    def _limit(self):
        if not self.board.alive:
            raise Gone(self.last)
        if self._reset_at <= self.clock.us:
            self.reset(self.plant.reset_asked)
        self.reset("watchdog")

    def _flash_cut(self):
        self.reset("power_cut")

    def reset(self, why):
        """The controller is gone at this instant: raises Gone."""
        if self.board.alive:
            self.plant.advance_to(self.clock.us)
            self.board.die()
            self._dog = self._reset_at = NEVER
            self.clock.limit = 0  # what still runs of the firmware ends at its next look at the clock
            self.plant.reset_asked = None
            self.flash.port.dead = True
            self.last = why
            if why == "power_cut":
                self.powered = self.plant.powered = False
                self.board.dark()
                self.reset_cause = machine.PWRON_RESET
            elif why == "controller_reset":
                self.reset_cause = machine.PWRON_RESET  # the RUN pin: the RP2040 cannot tell it from power-on
            else:
                self.reset_cause = machine.WDT_RESET
        raise Gone(why)

    def soft_reset(self):
        """The interpreter starts anew; pins and the watchdog stay as they are."""
        self.last = "soft_reset"
        raise Gone("soft_reset")

    def power_on(self):
        """Give power back after a cut."""
        self.powered = self.plant.powered = True

    def pixel(self, i):
        """(red, green, blue) of pixel `i` of the strip as last sent."""
        return self.board.pixel(i)

    # --- running ---

    def background(self, coro):
        """A coroutine of the test or simulator that lives beside the firmware and goes on after a reset. It may await
        nothing but sleeps: a reset wakes it early."""
        self._tasks.append(coro)

    def boot(self, make_main):
        """Start the controller and run `make_main()`'s coroutine to its end. Returns "ended", or one of RESETS."""
        self.boots += 1
        if self.boots > 1:  # a test may have imported parts of the firmware that the first boot then shares
            for name in list(sys.modules):
                if name == "main" or name == "table" or name.startswith("table."):
                    del sys.modules[name]
        self.board.revive()
        self.clock.limit = min(self._dog, self._reset_at)
        self.clock.boot()
        if self.on_boot:
            self.on_boot()
        try:
            self.flash.mount()
            gc.collect()
            return self._loop(make_main)
        except Gone as gone:
            return gone.args[0]
        except Exception:
            if self.board.alive:
                raise
            return self.last  # raised by a finally block that met a dead controller
        finally:
            core.cur_task = None
            if not self.board.alive:
                self.clock.limit = NEVER

    def _loop(self, make_main):
        clocks.new_loop()
        for coro in self._tasks:
            core.create_task(self._guard(coro))
        main = make_main()
        if hasattr(main, "send"):
            core.run_until_complete(core.create_task(main))
        return "ended"

    async def _guard(self, coro):
        await _Steps(coro)
        self._tasks.remove(coro)

    def run(self, make_main):
        """Boot, and boot again after each reset; returns when the firmware ends by itself."""
        while True:
            outcome = self.boot(make_main)
            if outcome == "ended":
                return outcome
            self.wait_for_power()

    def wait_for_power(self):
        """Let time pass without a controller until there is power."""
        if not self.powered and self.off_ms is not None:
            self.idle(lambda: False, self.off_ms)
            self.power_on()
        while not self.powered:
            self.idle(lambda: self.powered, 1000)

    def idle(self, done, ms):
        """Run only the background tasks for `ms`, or until `done()`."""
        until = self.clock.us + ms * 1000

        async def wait():
            while self.clock.us < until and not done():
                await core.sleep_ms(1)

        clocks.new_loop()
        for coro in self._tasks:
            core.create_task(self._guard(coro))
        core.run_until_complete(core.create_task(wait()))


class _Steps:
    """Drives a coroutine step by step, so that it can be carried on by another task after a reset."""

    def __init__(self, coro):
        self.coro = coro

    def __iter__(self):
        return self

    __await__ = __iter__

    def __next__(self):
        return self.coro.send(None)
