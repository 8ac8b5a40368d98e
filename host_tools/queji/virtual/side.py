"""One side: the magnetic wheel and belt, the nest of the stacking head, the channel, the wall on the table top.

Times in us. The belt is measured by its odometer: us of running at full speed, less what it ran backwards.

The pick-up's rate is read so: a wheel becomes ready to catch at Poisson times whose rate is linear in the tiles left on
the disc, and then catches a back-up tile within its window, or the next one that comes by. With it the plant's own best
sort of 144 (ideal.py) has a median of 20.1 s. Counting only the back-up tiles in the rate gives 21.5 s.
"""

from array import array

from .parts import INDEX, NEVER, SIDES
from .tiles import BELT, CHANNEL, DISC, HEAD, RAISED

_BELT_MAX = 14  # six glued pairs fit
RATE_ONE, RATE_FULL, FULL = 1000, 6000, 144  # tiles per 1000 s with one tile left on the disc, and with 144
_LOOK_US = 10000
_RATE_TOP = 6500  # no wheel is ever faster: candidates come at this rate and are thinned


class Side:
    def __init__(self, plant, side, numbers):
        self.plant = plant
        self.side = side
        self.wheel = side * 90000  # its angle at the disc
        name = SIDES[side]
        self._tile = INDEX[name + "_tile"]
        self._full = INDEX[name + "_belt_full"]
        self._channel = INDEX[name + "_channel"]
        self.belt_us = numbers["pickup"]["belt_ms"] * 1000
        self.belt_most = numbers["pickup"]["belt_tiles"]
        self.tile_us = numbers["head"]["tile_ms"] * 1000
        self.gap_us = numbers["head"]["gap_ms"] * 1000
        self.belt = array("h", [0] * _BELT_MAX)
        self.entered = [0] * _BELT_MAX  # the odometer when each came onto the belt
        self.on_belt = 0
        self.odometer = 0
        self.since = 0
        self.direction = 0
        self.percent = 100
        self.passing = -1  # the tile at the sensor
        self.free_from = 0  # the next tile may come to the head
        self.nest = []
        self.channel = []  # stacks, the first pushed first; a stack is a tuple (lower, upper)
        self.raised = []
        self.picked = 0  # tiles caught since the start
        self.passed = 0  # tiles past the sensor since the start
        self.hungry = False
        self.wheel_stuck = False
        self.belt_stuck = False  # or what clears it: "jog" or "repair"
        self.catch_due = NEVER
        self.move_due = NEVER
        self.pass_due = NEVER
        self.due = NEVER

    def drive(self, direction, percent, now):
        """The belt's motor: `direction` -1, 0, 1; `percent` of nominal speed (0: cannot turn)."""
        self._settle(now)
        if direction < 0:
            if self.wheel_stuck == "jog":
                self.wheel_stuck = False
            if self.belt_stuck == "jog":
                self.belt_stuck = False
            # Tiles that waited at the head have slipped: they are at the belt's end, no farther.
            for i in range(self.on_belt):
                self.entered[i] = max(self.entered[i], self.odometer - self.belt_us)
        self.direction = direction
        self.percent = percent
        self._next_catch(now)
        self.schedule(now)

    def jam_belt(self, clears, now):
        """The belt is stuck until a reverse jog (clears "jog") or a repair; False: free."""
        self._settle(now)
        self.belt_stuck = clears
        self.schedule(now)

    def stalled(self):
        return bool(self.belt_stuck)

    def _settle(self, now):
        if self.direction and not self.belt_stuck:
            self.odometer += self.direction * (now - self.since) * self.percent // 100
        self.since = now

    def _next_catch(self, now):
        if self.direction > 0 and self.percent:
            self.catch_due = now + self.plant.rng.exponential(1000000000 // _RATE_TOP)
        else:
            self.catch_due = NEVER

    def schedule(self, now):
        """Work out when the next tile reaches the belt's end; called too when the head becomes free."""
        self._settle(now)
        self.move_due = NEVER
        if self.on_belt and self.percent and not self.belt_stuck:
            if self.direction > 0 and self.passing < 0:
                need = self.belt_us - (self.odometer - self.entered[0])
                if need > 0:
                    self.move_due = now + need * 100 // self.percent + 1
                elif self.plant.head_open(self.side) and len(self.nest) < 2:
                    self.move_due = max(now, self.free_from)
            elif self.direction < 0:
                need = max(0, self.odometer - self.entered[self.on_belt - 1])
                self.move_due = now + need * 100 // self.percent + 1
        self._due()

    def _due(self):
        self.due = min(self.catch_due, self.move_due, self.pass_due)

    def event(self, now):
        if self.pass_due <= now:
            self._passed(now)
        elif self.move_due <= now:
            if self.direction < 0:
                self._back_to_disc(now)
            elif len(self.nest) < 2 and now >= self.free_from and self.plant.head_open(self.side):
                self._enter_head(now)
        else:
            self._catch(now)
        self.schedule(now)

    def _catch(self, now):
        self._next_catch(now)
        plant = self.plant
        if self.on_belt >= self.belt_most or self.wheel_stuck or self.belt_stuck:
            return
        tiles = plant.tiles
        if not tiles.backs:
            self.hungry = False
            return
        if not self.hungry:
            rate = RATE_ONE + (RATE_FULL - RATE_ONE) * (tiles.on_disc - 1) // (FULL - 1)
            slow = abs(plant.disc.rpm() - 40)  # best at 40 turns/min, half at 20 and at 60, nothing at rest
            rate = rate * max(0, 40 - slow) // 40
            if plant.rng.below(_RATE_TOP) >= rate:
                return
        tile = tiles.pick(self.wheel, plant.disc.angle_at(now))
        self.hungry = tile < 0
        if tile < 0:
            self.catch_due = now + _LOOK_US  # the wheel is ready: the next back-up tile that comes by is caught
            return
        self._settle(now)
        self._load(tile)
        other = tiles.glued[tile]
        if other >= 0 and tiles.place[other] == DISC:
            self._load(other)

    def _load(self, tile):
        self.plant.tiles.take_from_disc(tile, BELT + self.side)
        self.belt[self.on_belt] = tile
        self.entered[self.on_belt] = self.odometer
        self.on_belt += 1
        self.picked += 1
        self._belt_sensor()

    def _unload(self):
        tile = self.belt[0]
        self.on_belt -= 1
        for i in range(self.on_belt):
            self.belt[i] = self.belt[i + 1]
            self.entered[i] = self.entered[i + 1]
        self._belt_sensor()
        return tile

    def _belt_sensor(self):
        self.plant.sense(self._full, 1 if self.on_belt >= self.belt_most else 0)

    def _enter_head(self, now):
        tile = self._unload()
        tiles = self.plant.tiles
        tiles.place[tile] = HEAD + self.side
        self.passing = tile
        passes_us = self.tile_us * 100 // max(1, self.percent)  # the belt pushes it in
        self.pass_due = now + passes_us
        other = tiles.glued[tile]
        if self.on_belt and self.belt[0] == other:
            self.pass_due += passes_us  # two stuck together pass as one long tile
        self.plant.sense(self._tile, 1)

    def _passed(self, now):
        tile = self.passing
        tiles = self.plant.tiles
        self.nest.append(tile)
        other = tiles.glued[tile]
        if self.on_belt and self.belt[0] == other:
            self._unload()
            tiles.place[other] = HEAD + self.side
            self.nest.append(other)
        self.passing = -1
        self.passed += 1
        self.pass_due = NEVER
        self.free_from = now + self.gap_us
        self.plant.sense(self._tile, 0)

    def _back_to_disc(self, now):
        i = self.on_belt - 1
        self.on_belt = i
        self.picked -= 1
        self.plant.tile_to_disc(self.belt[i], self.wheel, 30000, 900, now)
        self._belt_sensor()

    def push(self):
        """The cam pushes the nest into the channel; a single tile stays where it is."""
        if len(self.nest) >= 2:
            for tile in self.nest:
                self.plant.tiles.place[tile] = CHANNEL + self.side
            self.channel.append(tuple(self.nest))
            self.nest.clear()
            self.plant.sense(self._channel, 1)

    def lift(self):
        """The lift brings what is in the channel to the table top."""
        for stack in self.channel:
            for tile in stack:
                self.plant.tiles.place[tile] = RAISED + self.side
            self.raised.append(stack)
        self.channel.clear()
        self.plant.sense(self._channel, 0)

    def restore(self):
        """The sensors as the loaded contents make them."""
        self._belt_sensor()
        self.plant.sense(self._channel, 1 if self.channel else 0)
