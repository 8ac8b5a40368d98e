"""The MicroPython side of the bench of dice: `dice.py rolls N` or `dice.py start`.

Only the firmware's own code rolls here. Output is raw: one byte a face, or the bytes of a secret.
"""

import gc
import sys
import time

from table.entropy import Entropy
from table.fair import proof

HANDS = 64
ROLLS = 20  # a hand; more than any hand of mahjong has
DICE = 3


def rolls(count):
    """Rolls of three dice, as hands of chains, until there are `count` faces; then speed and memory on stderr."""
    entropy = Entropy()
    out = sys.stdout.buffer
    buffer = bytearray()
    left = count
    began = time.ticks_ms()
    while left > 0:
        secret = entropy.secret()
        for hand in range(1, HANDS + 1):
            key = proof.link(secret, HANDS, hand)
            for roll in range(1, ROLLS + 1):
                buffer.extend(bytes(proof.faces(key, hand, roll, (5, 0, 15, 7), DICE)))
            left -= ROLLS * DICE
            if left <= 0:
                break
        out.write(buffer)
        buffer = bytearray()
    ms = time.ticks_diff(time.ticks_ms(), began)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    proof.faces(key, 1, 1, (0, 0, 0, 0), DICE)
    bytes_used = gc.mem_alloc() - before
    sys.stderr.write(" ".join([str(n) for n in (count - left, ms, bytes_used)]))


def start():
    """What a table that has just been switched on draws first."""
    entropy = Entropy()
    entropy.start()
    sys.stdout.buffer.write(entropy.secret() + entropy.secret())


if sys.argv[1] == "rolls":
    rolls(int(sys.argv[2]))
else:
    start()
