"""The FRAM chip as the firmware's driver sees it: what was sent stays, a cut leaves the first bytes."""

from table.drivers.fram import Fram
from table.store.twin import Twin


class Chip:
    """The virtual chip, without the bus; power goes after so many bytes."""

    def __init__(self, fram):
        self.fram = fram
        self.left = None

    def read(self, at, n):
        buf = bytearray(n)
        self.fram.read(at, buf)
        return bytes(buf)

    def write(self, at, data):
        if self.left is not None and self.left < len(data):
            self.fram.write(at, data[: self.left])
            raise OSError(5)
        if self.left is not None:
            self.left -= len(data)
        self.fram.write(at, data)


def _bus(w, address=0x50):
    from machine import I2C, Pin

    pins = w.wiring.pins
    return Fram(I2C(0, sda=Pin(pins["i2c_sda"]), scl=Pin(pins["i2c_scl"]), freq=400_000), address)


def test_what_is_written_stays_and_takes_the_bus_time(w):
    chip = _bus(w)
    before = w.clock.us
    chip.write(0x1234, b"a stack")
    assert 150 < w.clock.us - before < 400, w.clock.us - before
    assert chip.read(0x1234, 7) == b"a stack"
    assert chip.read(0x1233, 2) == b"\x00a"


def test_no_answer_is_an_error(w):
    for chip, dead in ((_bus(w, 0x51), False), (_bus(w), True)):
        w.board.fram.dead = dead
        for call in (lambda c: c.read(0, 1), lambda c: c.write(0, b"x")):
            try:
                call(chip)
            except OSError:
                continue
            raise AssertionError("answered")


def test_a_cut_in_a_transfer_leaves_its_first_bytes(w):
    from virtual.world import Gone

    chip = _bus(w)
    chip.write(0, b"old old old ")
    w.clock.limit = w.clock.us + 3 * 23 + 5 * 23 + 1
    w.plant.reset_asked = "power_cut"
    w._reset_at = w.clock.limit
    try:
        chip.write(0, b"new new new ")
        raise AssertionError("not cut")
    except Gone as gone:
        assert gone.args[0] == "power_cut"
    assert bytes(w.board.fram.data[:12]) == b"new nld old "


def test_twin_keeps_the_former_copy_at_every_cut(w):
    chip = Chip(w.board.fram)
    twin = Twin(chip, 0x40, 64, 7)
    assert twin.read() is None
    twin.write(b"one")
    twin.write(b"two two")
    assert Twin(chip, 0x40, 64, 7).read() == b"two two"
    before = bytes(w.board.fram.data[:256])
    for cut in range(64):
        w.board.fram.data[:256] = before
        twin = Twin(chip, 0x40, 64, 7)
        twin.read()
        chip.left = cut
        try:
            twin.write(b"three three three")
            chip.left = None
            assert cut >= 17
            assert Twin(chip, 0x40, 64, 7).read() == b"three three three"
            break
        except OSError:
            chip.left = None
            again = Twin(chip, 0x40, 64, 7)
            assert again.read() == b"two two", cut
            again.write(b"four")
            assert Twin(chip, 0x40, 64, 7).read() == b"four"
    else:
        raise AssertionError("never finished")


def test_twin_of_another_controller_or_damaged_is_none(w):
    chip = Chip(w.board.fram)
    Twin(chip, 0, 64, 7).write(b"mine")
    assert Twin(chip, 0, 64, 8).read() is None
    w.board.fram.data[12] ^= 1
    assert Twin(chip, 0, 64, 7).read() is None


def test_twin_number_wraps(w):
    chip = Chip(w.board.fram)
    twin = Twin(chip, 0, 64, 7)
    twin.number = 0x3FFFFFFE
    for word in (b"a", b"b", b"c", b"d"):
        twin.write(word)
        assert Twin(chip, 0, 64, 7).read() == word
