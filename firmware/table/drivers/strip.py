"""The WS2812 light strip: dice, seats and walls as one row of pixels, written only when something changed."""

from neopixel import NeoPixel


class Strip:
    """`layout` is the "strip" object of mechanics.json, `longest_wall` the stacks per wall.

    Pixels: `dice` dice of seven pips, then four seats, then four walls of `longest_wall` stacks.
    """

    def __init__(self, pin, layout, longest_wall):
        self.dice = layout["dice"]
        self.first_seat = self.dice * 7
        self.first_wall = self.first_seat + 4
        self.longest_wall = longest_wall
        self._pixels = NeoPixel(pin, self.first_wall + 4 * longest_wall)
        self._count = self.first_wall + 4 * longest_wall
        self._changed = True
        self.brightness = layout["brightness"]

    def set(self, index, colour):
        """Colour pixel `index` with (red, green, blue), 0-255 each, dimmed by `brightness` percent."""
        b = self.brightness
        colour = (colour[0] * b // 100, colour[1] * b // 100, colour[2] * b // 100)
        if self._pixels[index] != colour:
            self._pixels[index] = colour
            self._changed = True

    def clear(self, first=0, count=None):
        """Darken `count` pixels from `first` (all by default)."""
        if count is None:
            count = self._count - first
        for i in range(first, first + count):
            self.set(i, (0, 0, 0))

    def wall(self, seat, stack):
        """Index of the pixel at `stack` (from 1, counted from the owner's right end) of `seat`'s wall."""
        return self.first_wall + seat * self.longest_wall + stack - 1

    def show(self):
        """Send the pixels if any changed. About 30 us a pixel with interrupts off on the RP2040."""
        if self._changed:
            self._changed = False
            self._pixels.write()
