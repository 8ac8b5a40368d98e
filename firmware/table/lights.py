"""Pictures on the light strip and the lamps: dice, dealer, the break."""

import asyncio
from time import ticks_ms

from micropython import const

from table.clock import since

# Pips of a die, pixels in columns: left top, middle, bottom; centre; right top, middle, bottom.
_PIPS = (0, 0b0001000, 0b0010100, 0b0011100, 0b1010101, 0b1011101, 0b1110111)
_WHITE = (255, 255, 255)
_RED = (255, 0, 0)
_GREEN = (0, 255, 0)
_AMBER = (255, 120, 0)
_BLUE = (0, 60, 255)
_TUMBLE_MS = const(1000)
_FRAME_MS = const(80)


class Lights:
    """Draws on `strip`; `lamps` are outputs by name (see Signals)."""

    def __init__(self, strip, lamps):
        self._strip = strip
        self._lamps = lamps
        self.lit = set()  # names of the lamps that are on
        self.tumbling = False

    def lamp(self, name, on):
        self._lamps[name].set(1 if on else 0)
        if on:
            self.lit.add(name)
        else:
            self.lit.discard(name)

    def brightness(self, percent):
        self._strip.brightness = percent

    def die(self, index, face, colour=_WHITE):
        """Show `face` (0 dark, 1-6) on die `index`."""
        for pip in range(7):
            on = _PIPS[face] >> (6 - pip) & 1
            self._strip.set(index * 7 + pip, colour if on else (0, 0, 0))

    async def tumble(self, faces):
        """The dice tumble for a second, one after the other, and settle on `faces`."""
        self.tumbling = True
        start = ticks_ms()
        try:
            dice = self._strip.dice
            frames = _TUMBLE_MS // _FRAME_MS
            for frame in range(frames):
                for i in range(dice):
                    # What is shown on the way means nothing: the faces are drawn before the first frame.
                    face = (frame * 5 + i * 2 + since(start) // _FRAME_MS) % 6 + 1
                    self.die(i, face if i < len(faces) else 0, _AMBER)
                self._strip.show()
                await asyncio.sleep_ms(_FRAME_MS)
        finally:
            self.dice(faces)
            self.tumbling = False

    def faces(self, faces):
        """A roll on the dice, not yet sent."""
        for i in range(self._strip.dice):
            face = faces[i] if i < len(faces) else 0
            self.die(i, face, _RED if face in (1, 4) else _WHITE)

    def dice(self, faces):
        self.faces(faces)
        self._strip.show()

    def numbers(self, *numbers):
        """Numbers (0-6, colour) on the dice from the first on, the rest dark; not yet sent."""
        for i in range(self._strip.dice):
            number, colour = numbers[i] if i < len(numbers) else (0, _WHITE)
            self.die(i, number, colour)

    def seat(self, seat, colour):
        """The pixel of a seat, not yet sent."""
        self._strip.set(self._strip.first_seat + seat, colour)

    def stack(self, seat, stack, colour):
        """The pixel of a stack, not yet sent."""
        self._strip.set(self._strip.wall(seat, stack), colour)

    def clear_walls(self):
        self._strip.clear(self._strip.first_wall, 4 * self._strip.longest_wall)

    def show(self):
        """Send what was drawn."""
        self._strip.show()

    def fault(self, code):
        """A fault's code as a digit on the first two dice: code 0 is all pips of both, else its pips counted out."""
        high = min(code, 6) if code else 6
        self.die(0, high, _RED)
        self.die(1, code - high if code > 6 else (6 if not code else 0), _RED)
        self._strip.show()

    def dealer(self, seat):
        for i in range(4):
            self._strip.set(self._strip.first_seat + i, _GREEN if i == seat else (0, 0, 0))
        self._strip.show()

    def walls(self, broken, layout):
        """Show where taking starts: the stacks left standing blue, the first one taken green; None: dark walls."""
        strip = self._strip
        strip.clear(strip.first_wall, 4 * strip.longest_wall)
        if broken is not None:
            seat, left = broken["owner"], broken["left"]
            for _ in range(4):  # the stacks left may run over into the clockwise next wall
                n = min(left, layout[seat])
                for stack in range(1, n + 1):
                    strip.set(strip.wall(seat, stack), _BLUE)
                left -= n
                seat = (seat - 1) % 4
            first = broken["first"]
            strip.set(strip.wall(first["seat"], first["stack"]), _GREEN)
        strip.show()

    async def parade(self):
        """Each pixel white in turn, then each lamp: for the self-test."""
        strip = self._strip
        for i in range(strip.first_wall + 4 * strip.longest_wall):
            strip.set(i, _WHITE)
            if i:
                strip.set(i - 1, (0, 0, 0))
            strip.show()
            await asyncio.sleep_ms(20)
        strip.clear()
        strip.show()
        for name in self._lamps:
            self.lamp(name, True)
            await asyncio.sleep_ms(150)
            self.lamp(name, False)
