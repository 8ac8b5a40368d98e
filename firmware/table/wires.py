"""pins.csv: which signal is wired where.

A line is `signal,pin`; `#` starts a comment. A pin is `GP8` (the controller's own), `0x20.A3` (a port expander by its
I2C address), `MUX.7` (a channel of the analogue multiplexer) or `0x50` (a chip at this address of the I2C bus).
`queji board check` explains mistakes at length; here
a table that cannot be wired only refuses to start.
"""

from table.parts import OPTIONAL, signals


class BoardError(Exception):
    """The board's description cannot be used; the message says which line or signal."""


def parse_pin(text):
    """("gpio", number), ("expander", (address, port "A" or "B", bit)), ("mux", channel) or ("bus", address).

    ValueError for anything else.
    """
    if text.startswith("GP"):
        return "gpio", int(text[2:])
    head, _, tail = text.partition(".")
    if head == "MUX":
        channel = int(tail)
        if 0 <= channel <= 15:
            return "mux", channel
    elif head.startswith("0x") and len(tail) == 2 and tail[0] in "AB" and tail[1] in "01234567":
        return "expander", (int(head, 16), tail[0], int(tail[1]))
    elif head.startswith("0x") and head == text:
        return "bus", int(head, 16)
    raise ValueError("unknown pin " + text)


def load(lines):
    """Map each signal to its parsed pin, from an iterable of lines; parts.OPTIONAL may be missing.

    Raises BoardError for a bad or missing line.
    """
    wires = {}
    number = 0
    for row in lines:
        number += 1
        line = row.strip().lstrip("\ufeff")
        if not line or line[0] == "#" or line == "signal,pin":
            continue
        name, _, pin = line.partition(",")
        try:
            wires[name] = parse_pin(pin.strip())
        except ValueError as e:
            raise BoardError("pins.csv line %d: %s" % (number, e)) from None
    for name, _, _ in signals():
        if name not in wires and name not in OPTIONAL:
            raise BoardError("pins.csv: signal %s has no pin" % name)
    return wires
