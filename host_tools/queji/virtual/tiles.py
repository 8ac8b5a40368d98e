"""Where every tile is, and how the tiles on the disc mix.

Two sets of 152 tiles: tile t is face t % 152 of set t // 152, and "a set of n" is the faces 0..n-1. A tile's angle is
kept against the disc, in millidegrees, its radius in 1/1000 of the disc's. On a table with both sets in use, each
tile is at exactly one place.
"""

from array import array

SET = 152
COUNT = 2 * SET
# Places; those of a side are the base plus the side's number.
BOX, TOP, DISC, LOST, BELT, HEAD, CHANNEL, RAISED = 0, 1, 2, 3, 4, 8, 12, 16
PLACES = ("box", "top", "disc", "lost", "belt", "head", "channel", "raised")

_TURN = 360000
_WINDOW = 45000
_WANDER = 25000 // 2  # a quarter turn's share of 25 degrees a turn: a random walk grows with the root of time
_REVERSAL = 40000
_FLIP = 41  # of 256: 1 - 0.5 ** (1/4), a quarter turn's share of 0.5 a turn
_RADIUS = 120


class Tiles:
    def __init__(self, rng):
        self.rng = rng
        self.place = bytearray(COUNT)
        self.angle = array("l", [0] * COUNT)
        self.radius = array("h", [0] * COUNT)
        self.back_up = bytearray(COUNT)
        self.dull = bytearray(COUNT)  # a fault: no wheel catches it
        self.glued = array("h", [-1] * COUNT)  # a fault: the tile that it is stuck to
        self.disc = array("h", [0] * COUNT)
        self.on_disc = 0
        self.backs = 0  # of those on the disc, the ones lying back-up

    def put_on_disc(self, tile, angle, radius, back_up):
        self.place[tile] = DISC
        self.angle[tile] = angle % _TURN
        self.radius[tile] = radius
        self.back_up[tile] = back_up
        self.backs += back_up
        self.disc[self.on_disc] = tile
        self.on_disc += 1

    def take_from_disc(self, tile, place):
        disc = self.disc
        for i in range(self.on_disc):
            if disc[i] == tile:
                self.on_disc -= 1
                disc[i] = disc[self.on_disc]
                self.backs -= self.back_up[tile]
                break
        self.place[tile] = place

    def wander(self):
        """A quarter turn of the disc: tiles wander, change radius, and face-up ones may flip."""
        rng = self.rng
        disc = self.disc
        angle = self.angle
        radius = self.radius
        back_up = self.back_up
        for i in range(self.on_disc):
            tile = disc[i]
            x = rng.bits()
            step = ((x & 255) + ((x >> 8) & 255) + ((x >> 16) & 255) + (x >> 24) - 510) * _WANDER // 148
            angle[tile] = (angle[tile] + step) % _TURN
            x = rng.bits()
            r = radius[tile] + (x & 1023) * (2 * _RADIUS) // 1023 - _RADIUS
            if r < 0:
                r = -r
            if r > 1000:
                r = 2000 - r
            radius[tile] = r
            if not back_up[tile] and ((x >> 16) & 255) < _FLIP:
                back_up[tile] = 1
                self.backs += 1

    def reversal(self):
        for i in range(self.on_disc):
            tile = self.disc[i]
            self.angle[tile] = (self.angle[tile] + self.rng.gauss(_REVERSAL)) % _TURN

    def pick(self, wheel, disc_angle):
        """A back-up tile within 45 degrees of the wheel at angle `wheel`, each as likely, or -1."""
        shift = _TURN + _WINDOW + disc_angle % _TURN - wheel
        disc = self.disc
        angle = self.angle
        back_up = self.back_up
        dull = self.dull
        found = -1
        n = 0
        for i in range(self.on_disc):
            tile = disc[i]
            if back_up[tile] and (angle[tile] + shift) % _TURN < 2 * _WINDOW and not dull[tile]:
                n += 1
                if n == 1 or self.rng.below(n) == 0:
                    found = tile
        return found

    def counts(self):
        """Tiles at each place: a dict of ints, and of lists of four for the places of a side."""
        n = [0] * 20
        for tile in range(COUNT):
            n[self.place[tile]] += 1
        found = {}
        for i in range(4):
            found[PLACES[i]] = n[i]
            found[PLACES[4 + i]] = n[4 + 4 * i : 8 + 4 * i]
        return found

    def at(self, place):
        return [tile for tile in range(COUNT) if self.place[tile] == place]
