"""The tables at which hands of the campaign begin: new ones, and ones in use with a game and walls below."""

import os

from . import harness
from .campaign_people import People
from .campaign_watch import walls_wrong
from .flash import Flash
from .fram import Fram
from .parts import SIDES
from .rng import Rng
from .world import World

_SHORT_STIR = 27  # stacks of a set smaller than any that is sold


async def _prepare(t, layout):
    """A table in use: a game under way, a set of walls below."""
    app = t.app
    await t.request("preset", name="chinese-household")
    await t.request("set", name="seating", value="entered")
    if 0 in layout:
        await t.request("tiles", layout=list(layout))
    await t.request("game", do="new", seat=0)
    await t.request("game", do="cut")
    winds = [0, 1, 2, 3]
    await t.request("game", do="seats", winds=winds)
    for _ in range(20):
        if app.play.phase == "play":
            break
        await t.request("dice")
    choose(app, layout)
    base = app.memory.get("base")
    for i, cam in enumerate(t.plant.cams):  # learned long ago
        base["%s_%s" % (SIDES[i % 4], ("head", "lift")[i // 4])] = [cam.nominal_us // 1000 + 5, 20]
    base["dome_up"] = base["dome_down"] = [t.plant.numbers["dome"]["stroke_ms"] - 10, 20]
    people = People(t, {"layout": layout, "rests": [1500] * 4}, lambda: 0)
    people.begin()
    while not people.act():
        await t.sleep(50)
    await t.sleep(500)
    assert not t.app.latch.faults and not walls_wrong(t.plant, layout)


class Tables:
    """Tables as hands find them, each made once: `new`, or in use with a game and walls below."""

    def __init__(self, board_dir):
        self.board_dir = board_dir
        self._made = {}
        self._flash = Flash(96)

    def world(self, seed, layout, fram, start_ms, used):
        """A World as the plan wants it, not yet started."""
        kept = self._used(layout, fram) if used else None
        flash = self._flash
        blank = b"\xff" * flash.block_size
        for block in range(flash.blocks):
            flash._store(block * flash.block_size, kept[1].get(block, blank) if kept else blank)
        flash.cut_at = 0
        chip = Fram() if fram else False
        if kept and fram:
            chip.data[:] = kept[2]
        world = World(self.board_dir, seed, layout, None, flash, start_ms, "none", 500, chip)
        world.on_boot = any_layout
        if kept:
            world.plant.load(kept[0])
            world.plant.rng.x = Rng(seed).x
            for cam, own in zip(world.plant.cams, kept[3]):
                cam.nominal_us = own
                cam._draw()
        world.unique_id = bytes([0xE6, 0x61, 0, 0, 0, 0, 0, 1])
        return world

    def _used(self, layout, fram):
        key = (layout, fram)
        if key not in self._made:
            world = self.world(1, layout, fram, 1000, False)
            os.noise(seed=1)

            async def prepare(t):
                await _prepare(t, layout)
                chip = bytes(world.board.fram.data) if fram else None
                own = [cam.nominal_us for cam in t.plant.cams]
                self._made[key] = (t.plant.dump(), _written(self._flash), chip, own)

            harness.run_table(world, self.board_dir, prepare, None, 10000000, None, True)
        return self._made[key]


def choose(app, layout):
    """The set of tiles that the table sorts; a small one is stirred for a short time."""
    app.settings._values["layout"] = list(layout)
    if sum(layout) < _SHORT_STIR:
        app.settings._values["stir_turns"] = 2
    app.settings.save()


def _written(flash):
    """The blocks of the flash that are not empty, by number."""
    found = {}
    buf = bytearray(flash.block_size)
    for block in range(flash.blocks):
        flash.read(block * flash.block_size, buf)
        if buf.count(b"\xff") != len(buf):
            found[block] = bytes(buf)
    return found


def any_layout():
    """Sets smaller than any that is sold are taken too."""
    from table.store import rows

    rows.layout_problem = lambda layout, longest: ""
