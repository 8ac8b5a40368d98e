"""Dice from the controller's hardware entropy, without bias: a byte that does not fit is thrown away, never folded."""

from os import urandom

from micropython import const

_FAIR = const(252)  # 42 x 6: bytes from here on would favour some faces


def roll(count, source=urandom):
    """`count` dice (1-3) as a list of faces 1-6. `source(n)` gives n random bytes."""
    if not 1 <= count <= 3:
        raise ValueError("1 to 3 dice, not %s" % count)
    faces = []
    while len(faces) < count:
        for byte in source(count):
            if byte < _FAIR and len(faces) < count:
                faces.append(byte % 6 + 1)
    return faces
