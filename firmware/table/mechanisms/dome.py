"""The dome: two stop positions, a limit switch at each."""

import asyncio

from micropython import const

from table.faults import Fault
from table.mechanisms.base import blame
from table.motor import AT_STOP, BOUND, Cut

_REST_MS = const(400)


class Dome:
    def __init__(self, signals, base_times):
        self._signals = signals
        self._motor = signals.motors["dome"]
        self._top = signals.inputs["dome_top"]
        self._bottom = signals.inputs["dome_bottom"]
        self._nominal_ms = signals.mechanics["dome"]["stroke_ms"]
        self._base = base_times
        self._known = None  # "up" or "down": where it was when last only one limit was reached, and the motor off
        self.retries = 0

    @property
    def position(self):
        """"up", "down", "moving" or "unknown"."""
        if self._motor.running:
            return "moving"
        if self._top.active is self._bottom.active:
            return "unknown"
        self._known = "up" if self._top.active else "down"
        return self._known

    def _both(self, stage):
        """The Fault of both limits reached at once: of the one that came while the dome stood, if that is known."""
        if self._known is None:
            return Fault(2, 3, None, "dome", stage, unit="")
        return Fault(6, 4, None, (self._top if self._known == "down" else self._bottom).name, stage, unit="")

    async def _watch(self):
        """While the motor runs, look for a stall; the ms after which it began, 0 if there was none."""
        stalled_ms = 0
        while self._motor.running:
            await asyncio.sleep_ms(20)
            if self._signals.excess_ma() < self._signals.amps_stalled_ma // 2:
                stalled_ms = 0
            elif not stalled_ms:
                stalled_ms = self._motor.elapsed_ms
        return stalled_ms

    async def move(self, up):
        """Move up or down; nothing happens when it is there. Returns the ms it took.

        Raises Fault 6.4 for a limit that says what cannot be, 2.3 when it is not known which; after a second try 2.5
        when its motor draws no current, 6.4 when it draws its usual current but a limit does not change, else 2.1, 2.2
        or 2.4; Cut.
        """
        if self._top.active and self._bottom.active:
            raise self._both("before moving")
        there, other = (self._top, self._bottom) if up else (self._bottom, self._top)
        if there.active:
            return 0
        name = "dome_up" if up else "dome_down"
        bound = self._base.bound(name, self._nominal_ms)
        far = False  # in the first try it came as far as it can
        for attempt in (0, 1):
            whole = other.active
            self._motor.run(bound, reverse=not up, stop=there)
            stalled_ms = await self._watch()
            result = await self._motor.done()
            ms = self._motor.elapsed_ms
            if result == AT_STOP:
                if whole and ms < self._base.base(name, self._nominal_ms) * 3 // 4:
                    raise Fault(6, 4, None, there.name, "came too early", ms, bound)
                if other.active:
                    raise Fault(6, 4, None, other.name, "after moving", ms, bound)
                self._known = "up" if up else "down"
                if whole and not attempt:
                    self._base.note(name, ms, None, "dome", "going " + ("up" if up else "down"), self._nominal_ms)
                return ms
            if result != BOUND:
                raise Cut("switched off")
            if not attempt:
                far = not whole or stalled_ms > self._base.base(name, self._nominal_ms) * 15 // 16
                self.retries += 1
                await asyncio.sleep_ms(_REST_MS)
        why = await blame(self._motor, self._signals)
        if why == "stalled" and not other.active and far:
            why = "sensor"  # it is there, but its limit does not say so
        if why == "dead":
            raise Fault(2, 5, None, "dome", "going " + ("up" if up else "down"), ms, bound)
        if why == "sensor":
            raise Fault(6, 4, None, other.name if other.active else there.name, "moving the dome", ms, bound)
        if other.active:
            raise Fault(2, 4, None, "dome", "leaving its limit", ms, bound)
        raise Fault(2, 1 if up else 2, None, "dome", "going " + ("up" if up else "down"), ms, bound)
