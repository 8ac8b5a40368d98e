"""The people at the table in the campaign: they press keys, push tiles in, repair what the table names, and go on.

They act on what they see: the state that lamps and sounds tell, the dome, the tiles. One step of `act` is one deed.
"""

from .parts import INDEX, SIDES
from .tiles import BOX, COUNT, LOST, SET, TOP

_PATIENCE_MS = 20000  # so long in one state where something is to be done, and they call the technician
_BEEP_MS = 600  # until they have seen a fault


class People:
    def __init__(self, t, plan, repair):
        """`t`: harness.Table; `repair()` takes out every fault that stands."""
        self.t = t
        self.plant = t.plant
        self.layout = plan["layout"]
        self.rests = plan["rests"]
        self.repair = repair
        self.sorting = False  # a sort was begun in this hand
        self.helped = []  # what they had to do that is not part of a hand
        self.set_in = None  # the set being sorted
        self._until = 0
        self._state = None
        self._since = 0
        self._deeds = 0
        self._topping = False  # a pause for tiles that were forgotten

    def begin(self):
        """A new hand."""
        self.sorting = self._topping = False
        self.helped = []
        self._deeds = 0

    def wait(self, ms):
        self._until = self.t.now_ms() + ms

    def busy_ms(self):
        """So long are they still at what they do: holding a key, say."""
        return max(0, self._until - self.t.now_ms())

    # -- keys ----------------------------------------------------------------------------------------------------

    def _keys(self):
        """Seats whose lift key works, as far as anybody can tell."""
        return [s for s in range(4) if not self.plant.stuck[INDEX[SIDES[s] + "_lift_key"]]]

    def press(self, ms=120, n=1):
        seats = self._keys()
        if len(seats) < n:
            self.technician("keys")
            return
        first = self._deeds % len(seats)
        for i in range(n):
            self.plant.press(SIDES[seats[(first + i) % len(seats)]] + "_lift_key", ms)
        self._deeds += 1
        self.wait(ms + 400)

    def technician(self, why):
        """Somebody repairs what is broken, told or not."""
        self.helped.append(why)
        self.repair()

    # -- one step ------------------------------------------------------------------------------------------------

    def act(self):
        """Do what is to be done now. True when the hand is over: its walls wait below."""
        t = self.t
        now = t.now_ms()
        cycle = t.app.cycle if t.app is not None else None
        state = cycle.state if cycle and t.world.board.alive else None
        if state != self._state:
            self._state, self._since = state, now
            if state in ("fault", "stopped"):
                self.wait(_BEEP_MS)
            elif state == "dome_open" or state == "paused":
                self.wait(self.rests[self._deeds % 4])
        if now < self._until:
            return False
        if state is None or state in ("starting", "moving", "sorting", "self_test"):
            if state == "sorting":
                self.sorting = True
                if self._topping and cycle.stage == "stacking":
                    self.press(300, 2)
            if now - self._since > 400000:
                raise AssertionError("hangs in %s, %s" % (state, cycle and cycle.stage))
            return False
        if self._deeds > 40:
            raise AssertionError("40 deeds and no end: %s %s" % (state, self.helped))
        return getattr(self, "_" + state)(cycle)

    def _idle(self, cycle):
        self.sorting = False
        self.press()

    def _ready(self, cycle):
        if self.sorting:
            return True
        self.press()

    def _dome_open(self, cycle):
        if not self.plant.dome.up():
            # The table says so, but anybody sees that it is not: nothing can go in.
            self.technician("dome not up")
            self.press()
            return
        self._push_in()
        self.press()

    def _paused(self, cycle):
        if cycle.lost:
            self._clear_top()
            self.helped.append("emptied")
            self.press(1800)
            return
        if self._topping and self.plant.dome.up():
            self._topping = False
            self._put_back()
        self.press()

    def _fault(self, cycle):
        fault = cycle._latch.first
        self.helped.append(fault.name if fault else "?")
        if self.helped.count(self.helped[-1]) > 4:
            raise AssertionError("told again and again: %s" % self.helped)
        self.repair()
        for one in cycle._latch.faults:
            if one.name == "sort_timeout":
                self._topping = True
            if one.name == "tiles_glued":
                self._empty_head(one.side)
            if one.name == "tiles_over":
                self.gather_below()
        self._clear(cycle)

    def _clear(self, cycle):
        """A lift key held clears; where keys are dead the power is switched off and on."""
        if self.helped.count("restart") < 4 and not cycle._signals._expanders_on:
            self.helped.append("restart")
            self.plant.inject("power_cut")
            self.wait(3000)
            return
        self.press(1800)

    def _stopped(self, cycle):
        self.plant.emergency(False)
        self.press(1800)

    # -- tiles ---------------------------------------------------------------------------------------------------

    def _push_in(self):
        """The used set goes in: what lies on the table top, else the set in the box; the right tiles of it."""
        plant = self.plant
        before = plant.tiles.on_disc
        told = plant.players.tiles_told()
        place = plant.tiles.place
        plant.push_in()
        if plant.tiles.on_disc == before and before < told // 2:
            # Tiles too many lie below, so the plant's players take it for a pause; but nothing went in yet.
            plant.put_in([SET if place[SET] == BOX else 0])
        if plant.tiles.on_disc != before:
            disc = plant.tiles.disc
            self.set_in = disc[plant.tiles.on_disc - 1] // SET
            first = self.set_in * SET
            plant.put_in([t for t in range(first, first + told) if place[t] in (BOX, TOP)])

    def _put_back(self):
        """Tiles of the set being sorted that lie on the table top go in."""
        place = self.plant.tiles.place
        mine = self.set_in
        self.plant.put_in([t for t in range(COUNT) if place[t] == TOP and (mine is None or t // SET == mine)])

    def _empty_head(self, seat):
        """The tiles in a side's head go into the hole."""
        side = self.plant.sides[seat]
        while side.nest:
            self.plant.tile_to_disc(side.nest.pop(), self.plant.rng.below(360000), 0, 600, self.plant.now)
        side.schedule(self.plant.now)

    def gather_below(self):
        """What lies on the disc, the belts and in the heads is taken out by hand: walls are short, or tiles over."""
        plant = self.plant
        tiles = plant.tiles
        while tiles.on_disc:
            tiles.take_from_disc(tiles.disc[0], BOX)
        for side in plant.sides:
            for tile in [side.belt[i] for i in range(side.on_belt)] + side.nest:
                tiles.place[tile] = BOX
            side.on_belt = 0
            side.nest.clear()
            side.restore()
            side.schedule(plant.now)

    def _clear_top(self):
        """All tiles off the table top, into the box."""
        plant = self.plant
        for side in plant.sides:
            for stack in side.raised:
                for tile in stack:
                    plant.tiles.place[tile] = BOX
            side.raised.clear()
        for tile in range(COUNT):
            if plant.tiles.place[tile] in (TOP, LOST):
                plant.tiles.place[tile] = BOX
