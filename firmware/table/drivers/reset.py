"""Why the controller started: power, its watchdog, or somebody who asked for it.

MicroPython's RP2 port resets through the watchdog when it is asked to, and calls both by one name. The watchdog's
register REASON has bit 0 for its timer and bit 1 for a reset that was asked for (RP2040 datasheet, 4.7.6; RP2350
datasheet, 12.9.7).
"""

import machine
from micropython import const

_REASON = {"rp2040": 0x40058008, "rp2350": 0x400D8008}
_TIMER = const(1)


def cause(mcu):
    """ "power_on" (also: the RUN pin), "watchdog", "restart" or "other". `mcu`: "rp2040", "rp2350"; else a restart is
    taken for the watchdog's."""
    if machine.reset_cause() == machine.PWRON_RESET:
        return "power_on"
    if machine.reset_cause() != machine.WDT_RESET:
        return "other"
    if mcu in _REASON and not machine.mem32[_REASON[mcu]] & _TIMER:
        return "restart"
    return "watchdog"
