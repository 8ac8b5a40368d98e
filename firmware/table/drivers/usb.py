"""How much can be sent over USB without waiting: more than the one byte that poll promises.

A write that does not fit waits up to half a second for the laptop, and with it every task. MicroPython tells nobody how
much room there is, but the controller's USB block knows whether its last packet is still waiting to be fetched
(datasheets of RP2040 and RP2350, USB, buffer control; MicroPython's serial line is endpoint 2 IN). When nothing waits
there, long enough after the last write, then everything was fetched and the whole buffer is free.
"""

from time import ticks_diff, ticks_ms

import machine
from micropython import const

_CONTROL = const(0x50100090)
_AVAILABLE = const(0x0400_0400)  # either half of the packet's buffer is the USB block's: not fetched yet
_BUFFER = const(256)  # CFG_TUD_CDC_TX_BUFSIZE of MicroPython's USB
_SENT_MS = const(12)  # a laptop that reads fetches a full buffer in less, each packet a frame (1 ms) late
_SILENT_MS = const(40)  # it does not read


class Packets:
    """`grant` is asked after poll has promised room."""

    def __init__(self):
        self._before = machine.mem32[_CONTROL]
        self._alive = False  # it was seen to change, as it does with each packet: it is the right register
        self._ahead = _BUFFER  # at most so many bytes wait in the buffer
        self._sent_ms = ticks_ms()

    def grant(self, n):
        """How many of `n` bytes may be written now; the caller writes them. 0: ask again some ms later."""
        now = ticks_ms()
        ms = ticks_diff(now, self._sent_ms)
        if ms < 0:
            ms = _SILENT_MS  # the counter went round
        control = machine.mem32[_CONTROL]
        if not self._alive:
            self._alive = control != self._before
        elif ms >= _SENT_MS and not control & _AVAILABLE:
            self._ahead = 0
        free = _BUFFER - self._ahead
        if free <= 0:
            return 1 if ms >= _SILENT_MS or not self._alive else 0  # byte by byte, as poll promises
        n = min(n, free)
        self._ahead += n
        self._sent_ms = now
        return n
