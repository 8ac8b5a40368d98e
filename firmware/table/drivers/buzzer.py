"""The buzzer: short tunes on a PWM pin."""

import asyncio

from machine import PWM

# Each tune is (hertz, ms) pairs; 0 hertz is silence.
TUNES = {
    "ready": ((1500, 120), (0, 60), (2000, 180)),
    "refused": ((400, 250),),
    "fault": ((800, 200), (0, 100), (800, 200), (0, 100), (800, 200)),
    "key": ((2500, 25),),
    "warning": ((1000, 120), (0, 80), (1000, 120)),
}


class Buzzer:
    def __init__(self, pin):
        self._pwm = PWM(pin, freq=1000, duty_u16=0)
        self._task = None
        self.on = True

    def play(self, tune):
        """Start a tune of TUNES; one that is still playing is cut short."""
        self.silence()
        if self.on:
            self._task = asyncio.create_task(self._play(TUNES[tune]))

    def silence(self):
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._pwm.duty_u16(0)

    async def _play(self, tune):
        try:
            for hertz, ms in tune:
                if hertz:
                    self._pwm.freq(hertz)
                    self._pwm.duty_u16(32768)
                else:
                    self._pwm.duty_u16(0)
                await asyncio.sleep_ms(ms)
        finally:
            self._pwm.duty_u16(0)
