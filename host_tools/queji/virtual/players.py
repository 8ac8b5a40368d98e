"""The players' hands: they push the used set into the hole, put the other set in, press keys.

They put in exactly the set they were told of: `layout` (stacks a side), so 2 * sum(layout) tiles, the faces from 0 on.
"""

from array import array

from .parts import NEVER
from .tiles import BELT, BOX, CHANNEL, COUNT, DISC, LOST, RAISED, SET, TOP

_BATCHES = 10


class Players:
    def __init__(self, plant, layout, auto):
        self.plant = plant
        self.layout = layout
        self.auto = auto  # they act by themselves when the dome is up
        self.due = NEVER
        self._queue = array("h", [0] * COUNT)
        self._n = 0
        self._pushed = 0

    def tiles_told(self):
        return 2 * sum(self.layout)

    def dome_moved(self, now):
        """The dome reached or left its top."""
        if not self.plant.dome.up():
            self.due = NEVER  # what was not pushed in stays on the top
        elif self.auto and self.due == NEVER:
            self._n = 0
            self.due = now + 1000000

    def event(self, now):
        if not self._n:
            self._gather()
        end = min(self._n, self._pushed + (self._n + _BATCHES - 1) // _BATCHES)
        self._push(end, now)
        self.due = now + 100000 if self._pushed < self._n else NEVER

    def _gather(self):
        """The used set in the order it lies; with an empty table top the boxed set, as its walls would lie."""
        plant = self.plant
        n = self._pushed = 0
        for side in plant.sides:
            for stack in side.raised:
                for tile in stack:
                    self._queue[n] = tile
                    n += 1
        for tile in range(COUNT):
            if plant.tiles.place[tile] == TOP:
                self._queue[n] = tile
                n += 1
        told = self.tiles_told()
        below = self._below()
        if n and below >= 0:  # a pause: forgotten ones of that set, as they are; the walls in play stay
            base = told = kept = 0
            for i in range(n):
                if self._queue[i] // SET == below:
                    self._queue[kept] = self._queue[i]
                    kept += 1
            n = kept
        elif n:
            base = self._queue[0] // SET * SET
            kept = 0
            for i in range(n):
                tile = self._queue[i]
                if tile % SET < told:
                    self._queue[kept] = tile
                    kept += 1
                else:
                    self._forget(tile, BOX)
            n = kept
        elif below >= 0:
            told = 0  # nothing was forgotten on the table top, and the other set stays out
            base = 0
        else:
            base = SET if plant.tiles.place[SET] == BOX else 0
        for tile in range(base, base + told):
            if plant.tiles.place[tile] == BOX:
                self._queue[n] = tile
                n += 1
        self._n = n

    def _below(self):
        """Which set (0, 1) a sort is under way with: its walls are not whole, and tiles of it are in none; else -1."""
        plant = self.plant
        place = plant.tiles.place
        if sum([len(stack) for side in plant.sides for stack in side.channel]) >= self.tiles_told():
            return -1
        for tile in range(COUNT):
            if place[tile] == DISC or BELT <= place[tile] < CHANNEL:
                return tile // SET
        return -1

    def _forget(self, tile, place):
        self.plant.tiles.place[tile] = place
        for side in self.plant.sides:
            for stack in side.raised:
                if tile in stack:
                    side.raised.clear()
                    break

    def _push(self, end, now):
        plant = self.plant
        for i in range(self._pushed, end):
            tile = self._queue[i]
            place = plant.tiles.place[tile]
            if place == TOP or place == BOX or place >= RAISED:
                # From the side where it lay, neighbours next to each other.
                angle = i * 360000 // self._n - 45000
                plant.tile_to_disc(tile, angle, 3000, 600, now)
        self._pushed = end
        for side in plant.sides:
            if side.raised and plant.tiles.place[side.raised[-1][-1]] < RAISED:
                side.raised.clear()

    def push_in(self, now, n=None):
        """Push the used set (or its first `n` tiles) in at once, wherever the dome is; the number pushed."""
        self._gather()
        self._push(self._n if n is None else min(n, self._n), now)
        count, self._n = self._pushed, 0
        self.due = NEVER
        for side in self.plant.sides:
            left = [stack for stack in side.raised if self.plant.tiles.place[stack[0]] >= RAISED]
            side.raised = left
        return count

    def put_in(self, tiles, now):
        """Put these tiles (a list, or how many of the boxed ones) on the disc at once; the number put in."""
        place = self.plant.tiles.place
        if isinstance(tiles, int):
            tiles = [t for t in range(COUNT) if place[t] == BOX][:tiles]
        n = 0
        for tile in tiles:
            if place[tile] in (BOX, TOP, LOST):
                self.plant.tile_to_disc(tile, self.plant.rng.below(360000), 0, 600, now)
                n += 1
        return n
