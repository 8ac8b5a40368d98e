"""Outputs as the control tick drives them: bits of an expander's port A, or pins of the controller.

A change is kept in `want` and sent at the end of the tick, or at once by Signals.flush.
"""


class ExpanderPort:
    """Port A of one expander: eight outputs, sent in one write when one of them changed."""

    def __init__(self, expander):
        self.expander = expander
        self.want = 0
        self.sent = -1

    def set(self, bit, on):
        if on:
            self.want |= 1 << bit
        else:
            self.want &= ~(1 << bit)

    def flush(self):
        """Send what is wanted; Signals calls it when something changed. Raises OSError without an answer."""
        want = self.want
        self.expander.write(want)
        self.sent = want


class Bit:
    """One output of an expander."""

    def __init__(self, port, bit):
        self._port = port
        self._bit = bit

    def set(self, on):
        self._port.set(self._bit, on)


class PinOutput:
    """One output on a pin of the controller: changed at once."""

    def __init__(self, pin):
        self._pin = pin

    def set(self, on):
        self._pin.value(on)


class PwmOutput:
    """A PWM output; `set` takes the duty, 0-65535."""

    def __init__(self, pwm):
        self._pwm = pwm

    def set(self, duty):
        self._pwm.duty_u16(duty)
