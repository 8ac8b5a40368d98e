"""What a checker computes again: the chain of hashes and a roll. The exact bytes: docs/fair-dice.md."""

from hashlib import sha256

from micropython import const

from table import dice

_BLOCK = const(64)


def link(secret, hands, hand):
    """Link number `hand` of the chain of `hands` links that ends in `secret`; 0 is the anchor."""
    for _ in range(hands - hand):
        secret = sha256(secret).digest()
    return secret


def hmac(key, message):
    """HMAC-SHA-256 (RFC 2104) as 32 bytes."""
    if len(key) > _BLOCK:
        key = sha256(key).digest()
    key = key + bytes(_BLOCK - len(key))
    inner = sha256(bytes([byte ^ 0x36 for byte in key]))
    inner.update(message)
    outer = sha256(bytes([byte ^ 0x5C for byte in key]))
    outer.update(inner.digest())
    return outer.digest()


def stream(key, kind, hand, roll, cuts):
    """The bytes of a roll, one after the other, without end. `kind` is "dice" or "lot", `cuts` four numbers 0-15."""
    text = "queji %s 1 hand %d roll %d cuts %d,%d,%d,%d block " % ((kind, hand, roll) + tuple(cuts))
    block = 0
    while True:
        for byte in hmac(key, (text + str(block)).encode()):
            yield byte
        block += 1


def faces(key, hand, roll, cuts, count):
    """The faces of a roll of `count` dice (1-3). Fewer dice are the first ones of more."""
    return dice.faces(stream(key, "dice", hand, roll, cuts), count)


def lot(key, hand, roll, cuts, count):
    """A random order of 0 to count - 1: winds drawn, a seat by lot."""
    return dice.order(stream(key, "lot", hand, roll, cuts), count)
