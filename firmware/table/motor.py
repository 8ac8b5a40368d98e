"""Motors: none can be switched on without a bound, and each stops by itself in the control tick.

A move ends at its stop sensor, at its bound, when it is switched off, or when everything is cut.
"""

import asyncio
from time import ticks_diff, ticks_ms

from micropython import const

RUNNING = const(0)
AT_STOP = const(1)  # the stop sensor ended the move
BOUND = const(2)  # the bound ended it: something is wrong, or it was meant to run for this long
OFF = const(3)  # switched off by whoever started it
CUT = const(4)  # emergency stop, "!" or a controller fault

SETTLE_MS = const(80)  # until the mean of the current is that of what runs now


class Cut(Exception):
    """Everything was stopped: the move that waited for a motor does not go on."""


class Motor:
    """One motor with an output forward and perhaps one backward.

    `bench` (Signals) has the list of `running` motors, the number of those `driven` since before this tick, the reason
    of a `cut`, and sends outputs by `flush`.

    `dead_ms` is the pause before it is driven the other way. `limit_ms` bounds any single run of it, whatever
    bound is asked for.

    Signals adds each tick's time to `elapsed_ms` of a motor that runs, and calls `tick` when that has come to
    `look_ms`: at the start, at the bound, and after its sensor has changed (Input.motor). Eight motors run at once, and
    a call takes the controller as long as all the rest that has to be done for one.
    """

    def __init__(self, bench, name, forward, backward, dead_ms, limit_ms):
        self.name = name
        self.result = OFF
        self.elapsed_ms = 0  # driven for so long in this run, or in the last one; below 0 in the pause before it
        self.look_ms = 0
        self.excess_ma = 0  # when a bound ended the run: current beyond what the motors should take (Signals.excess_ma)
        self.switched = 0  # and Signals.switched, -1 if the current was not that of this motor for long enough
        self.left = False  # the stop sensor was seen inactive in this run
        self.ran_ms = 0  # driven for so long since start: wear
        self.runs = 0
        self._forward = forward
        self._backward = backward
        self._dead_ms = dead_ms
        self._limit_ms = limit_ms
        self._reverse = False
        self._pausing = False
        self._counted = False  # in `driven` of the bench
        self._bound_ms = 0
        self._due_ms = 0  # the bound ends the run when it was driven for so long
        self._stop = None
        self._renew = None
        self._renewed = 0
        self._done = asyncio.Event()
        self.wake = None  # an Event that is also set when a run ends
        self._bench = bench

    @property
    def running(self):
        return self.result == RUNNING

    @property
    def driven(self):
        """Whether the output is on: running, and not in the pause before reversing."""
        return self.result == RUNNING and not self._pausing

    @property
    def reverse(self):
        return self._reverse

    def run(self, bound_ms, reverse=False, stop=None, must_leave=False, renew=None):
        """Start, for `bound_ms` at most.

        `stop` is the Input that ends the run; with `must_leave` only after it was inactive (a cam that starts at
        home). Each rise of the Input `renew` grants `bound_ms` anew, up to the motor's own limit.
        Raises Cut while everything is cut.
        """
        bench = self._bench
        if bench.cut:
            raise Cut(bench.cut)
        if self.result == RUNNING:
            self._end(OFF)
        self._pausing = reverse is not self._reverse and self._dead_ms > 0
        self._reverse = reverse
        self._bound_ms = bound_ms
        self._due_ms = min(bound_ms, self._limit_ms)
        self._stop = stop
        if stop is not None:
            stop.motor = self
        self.left = not must_leave
        self._renew = renew
        if renew is not None:
            renew.motor = self
            self._renewed = renew.rises
        self.elapsed_ms = -self._dead_ms if self._pausing else 0
        self.look_ms = 0
        self.runs += 1
        self.result = RUNNING
        self._done.clear()
        bench.running.append(self)
        if not self._pausing:
            self._drive()

    def off(self):
        """Stop now. The output falls before this returns."""
        if self.result == RUNNING:
            self._end(OFF)
            self._bench.flush()

    async def done(self):
        """Wait for the end of the run; its bound bounds this wait. Returns the result, raises Cut if it was cut."""
        await self._done.wait()
        if self.result == CUT:
            raise Cut(self._bench.cut)
        return self.result

    def tick(self, dt):
        """Called in the control tick, `dt` ms after the one before, when `elapsed_ms` has come to `look_ms`."""
        if self._pausing:
            self._pausing = False
            self.elapsed_ms = 0
            self._drive()
            return
        elapsed = self.elapsed_ms
        if not self._counted:
            if not dt:
                return
            self._counted = True
            self._bench.driven += 1
        stop = self._stop
        if stop is not None:
            if not stop.active:
                self.left = True
            elif self.left:
                self._end(AT_STOP)
                return
        renew = self._renew
        if renew is not None and renew.rises != self._renewed:
            self._renewed = renew.rises
            self._due_ms = min(elapsed - dt + self._bound_ms, self._limit_ms)
        self.look_ms = self._due_ms
        if elapsed >= self._due_ms:
            self._bounded()

    def _bounded(self):
        bench = self._bench
        self.excess_ma = bench.excess_ma()
        steady = ticks_diff(ticks_ms(), bench.switched_ms) >= SETTLE_MS
        self._end(BOUND)
        self.switched = bench.switched if steady else -1

    def cut(self):
        """Everything stops; called by Signals."""
        if self.result == RUNNING:
            self._end(CUT)

    def _drive(self):
        out = self._backward if self._reverse else self._forward
        out.set(1)

    def _end(self, result):
        self._forward.set(0)
        if self._backward is not None:
            self._backward.set(0)
        if self._pausing:
            self._pausing = False
            self.elapsed_ms = 0
        self.ran_ms += self.elapsed_ms
        self.result = result
        self._bench.running.remove(self)
        if self._counted:
            self._counted = False
            self._bench.driven -= 1
        self._done.set()
        if self.wake is not None:
            self.wake.set()


class DirectedMotor(Motor):
    """A motor whose driver has a run input (`forward`) and a direction input (`backward`): pick-ups and the disc.

    `speed` is what the run input is driven with: 1, or the disc's duty, 0-65535.
    """

    speed = 1

    def _drive(self):
        self._backward.set(1 if self._reverse else 0)  # the direction stands before the motor runs
        self._forward.set(self.speed)
        self._switched()

    def _end(self, result):
        super()._end(result)
        self._switched()

    def _switched(self):
        """For whoever compares currents: these motors run for long, and change what flows for as long."""
        self._bench.switched += 1
        self._bench.switched_ms = ticks_ms()
