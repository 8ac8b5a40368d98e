"""A hash as colours on the light strip: two pixels a hex digit, each of four colours that nobody mixes up."""

COLOURS = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))  # 0 red, 1 green, 2 blue, 3 white


def pair(digit):
    """The two colours of a hex digit (a character): its upper and its lower two bits."""
    value = int(digit, 16)
    return COLOURS[value >> 2], COLOURS[value & 3]


def show(strip, digits):
    """Along every wall from its owner's right end, as many digits as it has room for."""
    strip.clear(strip.first_wall, 4 * strip.longest_wall)
    for seat in range(4):
        for at in range(min(len(digits), strip.longest_wall // 2)):
            for i in range(2):
                strip.set(strip.wall(seat, 2 * at + i + 1), pair(digits[at])[i])
    strip.show()
