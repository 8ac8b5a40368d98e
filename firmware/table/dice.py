"""From bytes to faces and orders, without bias: a byte that does not fit is thrown away, never folded."""

from micropython import const

_FAIR = const(252)  # 42 x 6: bytes from here on would favour some faces


def faces(source, count):
    """`count` faces 1-6 as a list, from an iterator of bytes that does not end."""
    found = []
    while len(found) < count:
        byte = next(source)
        if byte < _FAIR:
            found.append(byte % 6 + 1)
    return found


def order(source, count):
    """The numbers 0 to count - 1 (256 at most) in a random order, from an iterator of bytes that does not end."""
    found = list(range(count))
    for last in range(count - 1, 0, -1):
        fair = 256 - 256 % (last + 1)
        byte = next(source)
        while byte >= fair:
            byte = next(source)
        at = byte % (last + 1)
        found[last], found[at] = found[at], found[last]
    return found


def roll(count, noise):
    """`count` faces straight from `noise(n)`, which gives n bytes: for testing it, never for play."""
    return faces(_bytes(noise), count)


def _bytes(noise):
    while True:
        for byte in noise(8):
            yield byte
