"""The noise behind the dice: what its tests let pass and what they catch; faces without bias."""

import os

from table import dice
from table.entropy import Entropy, EntropyError, Health


class Source:
    """Noise that a test chooses: `give(i)` is byte number i."""

    def __init__(self, give):
        self.give = give
        self.i = 0

    def __call__(self, n):
        self.i += n
        return bytes([self.give(i) for i in range(self.i - n, self.i)])


def caught(source):
    """The test that fails at start or in the first 20 secrets, or None."""
    entropy = Entropy(source)
    try:
        entropy.start()
        for _ in range(20):
            entropy.secret()
    except EntropyError as error:
        return error.test
    return None


def test_good_noise_passes(w):
    assert caught(os.urandom) is None
    os.noise(seed=7)
    assert caught(os.urandom) is None


def test_a_stuck_generator_is_caught(w):
    for value in (0, 255, 0x5A):
        os.noise(stuck=value)
        assert caught(os.urandom) == "repetition"


def test_a_dead_oscillator_behind_the_shift_register_is_caught(w):
    """Its bytes have a long period and look alive; the bits before the register do not."""
    os.noise(lost=True)
    data = os.urandom(256)
    assert len(set(data)) > 30, len(set(data))
    health = Health()
    for byte in data:
        health.check(byte)
    assert caught(os.urandom) == "repetition"


def test_noise_that_hardly_varies_is_caught(w):
    """Two bytes of three the same: never 31 in a row."""
    assert caught(Source(lambda i: i % 251 if i % 3 == 0 else 9)) == "proportion"


def test_the_cut_offs(w):
    health = Health()
    for _ in range(30):
        health.check(1)
    try:
        health.check(1)
        raise AssertionError("31 equal bytes pass")
    except EntropyError as error:
        assert (error.test, error.count, error.limit) == ("repetition", 31, 31)
    for same, fails in ((324, False), (325, True)):
        health = Health()
        found = False
        try:
            for i in range(512):  # the first byte counts too
                health.check(7 if i * same // 512 != (i - 1) * same // 512 or i == 0 else 100 + i % 2)
        except EntropyError as error:
            found = error.test == "proportion"
        assert found is fails, (same, found)


def test_after_a_failure_nothing_is_drawn_until_the_start_test_passes(w):
    bad = [True]
    noise = os.urandom
    entropy = Entropy(lambda n: bytes(n) if bad[0] else noise(n))
    for _ in range(3):
        try:
            entropy.secret()
            raise AssertionError("a secret from nothing")
        except EntropyError:
            pass
    bad[0] = False
    assert len(entropy.secret()) == 32


def test_secrets_differ_though_the_noise_repeats(w):
    """What was drawn and the keys' times go on in the pool."""

    def again():
        os.noise(seed=1)
        return Entropy()

    assert again().secret() == again().secret()
    one, other = again(), again()
    other.stir(123456)
    assert one.secret() != other.secret()
    entropy = again()
    first = entropy.secret()
    os.noise(seed=1)
    assert entropy.secret() != first


def test_faces_come_without_bias(w):
    """Over all 256 bytes each face comes 42 times; four bytes are thrown away."""
    found = []
    source = iter(range(256))
    try:
        while True:
            found += dice.faces(source, 1)
    except StopIteration:
        pass
    assert len(found) == 252
    assert [found.count(face) for face in range(1, 7)] == [42] * 6


def test_orders_come_without_bias(w):
    """Three of them from every pair of bytes: each order as often as any other."""
    counts = {}
    for high in range(256):
        for low in range(256):
            source = iter((high, low))
            try:
                order = tuple(dice.order(source, 3))
            except StopIteration:
                continue
            counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert set(counts.values()) == {255 * 256 // 6}, counts
