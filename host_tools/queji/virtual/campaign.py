"""Hands of the campaign, many to a process: `micropython -m virtual.campaign BOARD_DIR FIRST COUNT OPTIONS`.

OPTIONS is JSON: {"small": true, "only": a fault's name, "next": how many faulty hands to a clean one after}. Prints one
line of JSON a hand: what was put in, what the table told, what the pins and the tiles say of it (queji/campaign.py
judges). Each hand has a plant and a start of the firmware of its own.
"""

import gc
import io
import json
import sys

from . import campaign_plan as plans
from . import flashfaults, harness
from . import world as worlds
from .campaign_people import People
from .campaign_watch import Watch, misplaced, walls_wrong
from .clock import Clock
from .flash import Flash
from .fram import Fram
from .parts import INDEX, SIDES
from .rng import Rng
from .world import World

_STEP_MS = 20
_HAND_MS = 400000  # a hand that takes longer hangs
_AFTER_MS = 6000  # what a resting table still notices
_FREED_MS = 25000
_SHORT_STIR = 27  # stacks of a set smaller than any that is sold
_STUCK_MS = 64000  # a key is called stuck after a minute


class Hand:
    """One plan carried out at one table. `row` is what is told of it."""

    def __init__(self, t, plan, options):
        self.t = t
        self.plan = plan
        self.options = options
        self.watch = Watch(t.plant)
        self.people = People(t, plan, self.repair)
        self.injected = []
        self.pending = [dict(fault) for fault in plan["faults"]]
        self.told = []  # [what, code, sub, name, side, part, stage, ms since the first fault]
        self.moments = {}  # moment: when it came, ms
        self.talk_ms = 0
        self.rng = Rng(plan["seed"] + 77)
        self.boots = t.world.boots
        self.starts = None
        self.row = {"seed": plan["seed"], "layout": list(plan["layout"]), "talk": plan["talk"], "start": plan["start"]}
        self.row["fram"] = plan["fram"]

    # -- the hand ------------------------------------------------------------------------------------------------

    async def run(self):
        t, row = self.t, self.row
        self.before = self.kept()
        began = t.now_ms()
        self.people.begin()
        await self.hand()
        row["finished"] = not self.people.helped
        await self.rest()
        row["helped"] = self.people.helped
        row["told"] = self.told
        row["injected"] = self.injected
        row["walls"] = walls_wrong(t.plant, self.plan["layout"])
        self.repair()
        if row["walls"] and any("stacks" in text for text in row["walls"]):
            self.people.gather_below()
        await self.tidy()
        row["ms"] = t.now_ms() - began
        row["next"] = None
        if self.options.get("next", 1) and self.plan["seed"] % self.options.get("next", 1) == 0:
            row["next"] = await self.next()
        row["misplaced"] = misplaced(t.plant)
        row["kept"] = self.differs(self.kept())
        row["state"] = t.app.cycle.state
        row["bounds"] = [list(v) for v in t.plant.motors.violations]
        row["moved"] = self.watch.moved

    async def hand(self):
        """Until its walls wait below."""
        limit = self.t.now_ms() + _HAND_MS
        while True:
            await self.t.sleep(_STEP_MS)
            self.look()
            if self.people.act() and not self.pending:
                return
            if self.t.now_ms() > limit:
                raise AssertionError("no end in %d s: %s" % (_HAND_MS // 1000, self.people.helped))

    async def rest(self):
        """What the table still notices at rest; a key is not called stuck at once."""
        wait = 1000
        for fault in self.injected:
            if (fault["name"] == "motor_runaway" or fault["target"] == "motor_amps") and fault["stands"]:
                wait = _AFTER_MS
            if fault["name"] == "key_stuck" and fault["stands"]:
                wait = _STUCK_MS
        until = self.t.now_ms() + wait
        while self.t.now_ms() < until:
            await self.t.sleep(50)
            self.look()

    async def tidy(self):
        """Warnings and faults that stand are cleared, as before a hand that should be clean."""
        t = self.t
        for _ in range(8):
            await t.sleep(1000)
            self.look()
            if t.app is None or not t.world.board.alive or t.app.cycle.state in ("starting", "moving"):
                continue
            state = t.app.cycle.state
            if state in ("fault", "stopped"):
                getattr(self.people, "_" + state)(t.app.cycle)
            else:
                t.app.latch.warnings = []
                return

    async def next(self):
        """The hand after the repair: what is wrong with it, [] if nothing is."""
        t = self.t
        self.told = []
        self.people.begin()
        self.plan["talk"] = ""
        try:
            await self.hand()
        except AssertionError as error:
            return [str(error)]
        wrong = walls_wrong(t.plant, self.plan["layout"])
        if any(fault["name"] == "tile_extra" for fault in self.injected):
            # Tiles too many were not seen, and may go round for some hands until somebody sees one in his wall.
            wrong = [text for text in wrong if "stacks" in text]
            self.told = [row for row in self.told if row[3] != "tiles_over"]
            self.people.helped = [text for text in self.people.helped if text != "tiles_over"]
        if self.people.helped:
            wrong.append("needed help: %s" % self.people.helped)
        wrong += ["told: %s" % row for row in self.told]
        return wrong

    # -- at each step --------------------------------------------------------------------------------------------

    def look(self):
        t = self.t
        app = t.app
        alive = t.world.board.alive and app is not None
        state = app.cycle.state if alive else None
        self.watch.look(state, self.injected)
        now = t.now_ms()
        if alive:
            if self.options.get("small"):
                app.signals.mechanics["stir"]["reversals"] = 0
            self._hear(app, now)
            self._moments(app, now)
        for fault in self.injected:
            if fault["stands"] and fault["for_ms"] is not None and now >= fault["ms"] + fault["for_ms"]:
                self.take_out(fault)
        for fault in list(self.pending):
            if self._due(fault, now):
                self.pending.remove(fault)
                self.put_in(fault, app.cycle if alive else None, now)
        if self.plan["talk"] and now >= self.talk_ms:
            self.talk_ms = now + 100 + self.rng.below(400)
            self._talk()

    def _hear(self, app, now):
        first = self.injected[0]["ms"] if self.injected else None
        for what, rows in (("fault", app.latch.faults), ("warning", app.latch.warnings)):
            for f in rows:
                if f.name == "fram_silent" and not self.plan["fram"]:
                    continue  # this table has none, though its board has a place for one
                row = [what, f.code, f.sub, f.name, f.side, f.part, f.stage]
                if not any(old[:6] == row[:6] for old in self.told):
                    self.told.append(row + [None if first is None else now - first])

    def _moments(self, app, now):
        cycle = app.cycle
        state, stage = cycle.state, cycle.stage
        moment = None
        if state in ("idle", "ready"):
            moment = "ready" if self.people.sorting else "rest"
        elif state == "dome_open":
            moment = state
        elif stage in ("dome up", "dome down", "walls up", "stirring", "stacking"):
            moment = stage.replace(" ", "_")
        if moment and moment not in self.moments:
            self.moments[moment] = now

    def _due(self, fault, now):
        moment, ms = fault["at"]
        at = self.moments.get(moment)
        if at is None and moment == "walls_up":
            at = self.moments.get("stirring")  # none waited
        late = self.moments.get("ready")  # the hand was over before
        if at is None:
            at = late
        return at is not None and (now >= at + ms or late is not None)

    # -- faults --------------------------------------------------------------------------------------------------

    def put_in(self, fault, cycle, now):
        name, target, args = fault["name"], fault["target"], dict(fault["args"])
        t = self.t
        fault["ms"] = now
        fault["state"] = cycle.state if cycle else None
        fault["stage"] = cycle.stage if cycle else None
        fault["contact_ms"] = 0
        fault["stands"] = True
        self.injected.append(fault)
        if name == "serial":
            fault["was"] = self.plan["talk"]
            self.plan["talk"] = "spoilt"
            self.spoil = args
        elif name == "file_torn":
            fault["stands"] = False
            try:
                flashfaults.inject(t.world.flash, "file_torn", "%s.%d" % (target, args["generation"]))
                fault["contact_ms"] = 1
            except (ValueError, OSError):
                pass
            t.plant.inject("power_cut")
        elif name == "emergency":
            t.plant.emergency(True)
        elif name == "stop":
            fault["stands"] = False
            t.send("\n!\n")
        elif name == "sensors_random":
            self._scramble(args["seed"])
        else:
            if name in ("controller_reset", "power_cut"):
                fault["stands"] = False
            tiles = t.plant.tiles.on_disc
            t.plant.inject(name, target, **args)
            if fault["state"] == "sorting":
                fault["tiles"] = abs(t.plant.tiles.on_disc - tiles)

    def _scramble(self, seed):
        rng = Rng(seed)
        for signal in plans.SENSORS:
            self.t.plant.stick(INDEX[signal], rng.below(3))

    def take_out(self, fault):
        plant = self.t.plant
        fault["stands"] = False
        name = fault["name"]
        if name == "serial":
            self.plan["talk"] = fault["was"]
        elif name == "emergency":
            plant.emergency(False)
        elif name == "sensors_random":
            for signal in plans.SENSORS:
                plant.stick(INDEX[signal], 0)
            for other in self.injected:
                if other["stands"] and other["name"] in ("sensor_stuck", "limit_never"):
                    plant.stick(INDEX[other["target"]], 2 if other["args"].get("value") == "on" else 1)
        else:
            plant.repair(name, target_of(fault))

    def repair(self):
        """What stands is repaired; but nobody gets a stuck key free within seconds, as if he had pressed it."""
        now = self.t.now_ms()
        for fault in self.injected:
            if fault["stands"] and (fault["name"] != "key_stuck" or now - fault["ms"] > _FREED_MS):
                self.take_out(fault)

    # -- the line ------------------------------------------------------------------------------------------------

    def _talk(self):
        rng, talk = self.rng, self.plan["talk"]
        if talk == "words":
            self.t.send(("status\n", "?", "faults\n", "help\n", "nonsense here\n")[rng.below(5)])
        elif talk == "at":
            self.t.send(("AT\r", "ATI\r\n", "AT+CGMI\r\n", "AT+GCAP\r", "+++")[rng.below(5)])
        elif talk == "bytes":
            data = bytearray([rng.below(256) for _ in range(1 + rng.below(60))])
            self.t.send(bytes([b if b not in (3, 33) else 34 for b in data]))
        else:
            line = ("status", "hello", "faults", "dome", "sort")[rng.below(3 if talk == "program" else 5)]
            text = '{"jsonrpc":"2.0","id":"c%d","method":"%s"}' % (rng.below(1000000), line)
            data = ("%s*%08x\n" % (text, _crc(text.encode()))).encode()
            self.t.send(data if talk == "program" else self._spoilt(data))
        if len(self.t.words) > 50:
            self.t.words.clear()
        if len(self.t.events) > 50:
            self.t.events.clear()
        self.t.answers.clear()

    def _spoilt(self, data):
        """One byte in so many lost, changed or doubled; in a line of `dome` or `sort` one for certain."""
        rng, kind, one_in = self.rng, self.spoil["kind"], self.spoil["one_in"]
        certain = rng.below(len(data) - 11) + 1 if b'"dome"' in data or b'"sort"' in data else -1
        out = bytearray()
        for at in range(len(data)):
            byte = data[at]
            if at != certain and rng.below(one_in):
                out.append(byte)
            elif kind == 0:
                continue
            elif kind == 1:
                byte ^= 1 << rng.below(8)
                out.append(byte if byte not in (3, 33) else 34)
            else:
                out.append(byte)
                out.append(byte)
        return bytes(out)

    # -- what must stay ------------------------------------------------------------------------------------------

    def kept(self):
        """What no fault may change: the settings, the game but for its clock, the dealer."""
        app = self.t.app
        game = json.loads(json.dumps(app.play.game))
        if game:
            game.pop("seconds")
        return {"settings": app.settings.values(), "game": game, "dealer": app.play.dealer}

    def differs(self, now):
        was = self.before
        return ["%s: %r, was %r" % (name, now[name], was[name]) for name in now if now[name] != was[name]]


def _crc(data):
    from binascii import crc32

    return crc32(data)


def target_of(fault):
    """The target as the plant keeps it."""
    if fault["name"] == "expander_dead":
        return 0x20 + SIDES.index(fault["target"])
    return fault["target"]


_clock = Clock()


def _same_clock(start_ms, speed):
    """The firmware's modules are loaded once and have their `ticks_ms` from the first world's clock."""
    _clock.__init__(start_ms, speed)
    return _clock


# -- the tables at which hands begin ---------------------------------------------------------------------------------


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


def play(tables, plan, options):
    """One hand of the campaign: its row."""
    world = tables.world(plan["seed"], plan["layout"], plan["fram"], plan["start_ms"], plan["start"] == "used")
    hands = []

    async def test(t):
        if plan["start"] == "new":
            choose(t.app, plan["layout"])
        t.plant.players.auto = False
        hands.append(Hand(t, plan, options))
        await hands[0].run()

    try:
        harness.run_table(world, tables.board_dir, test, None, 100000000, None, True)
        error = None
    except BaseException as e:
        if isinstance(e, KeyboardInterrupt):
            raise
        text = io.StringIO()
        sys.print_exception(e, text)
        error = text.getvalue()[-1500:]
    row = hands[0].row if hands else {"seed": plan["seed"]}
    row["plan"] = plan["faults"]
    row["error"] = error
    if error and hands:
        hand = hands[0]
        row["told"], row["injected"], row["helped"] = hand.told, hand.injected, hand.people.helped
        row["bounds"] = [list(v) for v in hand.t.plant.motors.violations]
        row["moved"] = hand.watch.moved
    for fault in row.get("injected", ()):
        fault.pop("was", None)
    return row


def main(board_dir, first, count, options="{}"):
    options = json.loads(options)
    worlds.Clock = _same_clock
    tables = Tables(board_dir)
    seeds = options.get("seeds") or range(int(first), int(first) + int(count))
    for seed in seeds:
        row = play(tables, plans.plan(seed, options.get("small"), options.get("only")), options)
        sys.stdout.write(json.dumps(row) + "\n")
        gc.collect()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
