"""One hand of the campaign, from its beginning until the table is tidy again, and what was seen of it."""

import json

from .campaign_faults import Faults
from .campaign_people import People
from .campaign_talk import Talk
from .campaign_watch import Watch, misplaced, walls_wrong

_STEP_MS = 20
_HAND_MS = 400000  # a hand that takes longer hangs
_AFTER_MS = 6000  # what a resting table still notices
_STUCK_MS = 64000  # a key is called stuck after a minute


class Hand:
    """One plan carried out at one table. `row` is what is told of it."""

    def __init__(self, t, plan, options):
        self.t = t
        self.plan = plan
        self.options = options
        self.watch = Watch(t.plant)
        self.faults = Faults(t, plan)
        self.talk = Talk(t, plan, self.faults)
        self.people = People(t, plan, self.faults.repair)
        self.told = []  # [what, code, sub, name, side, part, stage, ms since the first fault]
        self.moments = {}  # moment: when it came, ms
        self.row = {"seed": plan["seed"], "layout": list(plan["layout"]), "talk": plan["talk"], "start": plan["start"]}
        self.row["fram"] = plan["fram"]

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
        row["injected"] = self.faults.in_
        row["walls"] = walls_wrong(t.plant, self.plan["layout"])
        self.faults.repair()
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
            if self.people.act() and not self.faults.pending:
                return
            if self.t.now_ms() > limit:
                raise AssertionError("no end in %d s: %s" % (_HAND_MS // 1000, self.people.helped))

    async def rest(self):
        """What the table still notices at rest; a key is not called stuck at once."""
        wait = 1000
        for fault in self.faults.in_:
            if (fault["name"] == "motor_runaway" or fault["target"] == "motor_amps") and fault["stands"]:
                wait = _AFTER_MS
            if fault["name"] == "key_stuck" and fault["stands"]:
                wait = _STUCK_MS
        until = self.t.now_ms() + wait
        while self.t.now_ms() < until:
            await self.t.sleep(50)
            self.look()

    async def tidy(self):
        """Faults and warnings are cleared, what is below is emptied, as before a hand that should be clean."""
        t = self.t
        for _ in range(8):
            await t.sleep(max(1000, self.people.busy_ms()))
            self.look()
            if t.app is None or not t.world.board.alive or t.app.cycle.state in ("starting", "moving"):
                continue
            state = t.app.cycle.state
            if state in ("fault", "stopped") or t.app.cycle.lost:
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
        if any(fault["name"] == "tile_extra" for fault in self.faults.in_):
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
        self.watch.look(state, self.faults.in_)
        now = t.now_ms()
        if alive:
            if self.options.get("small"):
                app.signals.mechanics["stir"]["reversals"] = 0
            self._hear(app, now)
            self._moments(app, now)
        self.faults.look(app.cycle if alive else None, self.moments, now)
        self.talk.look(now)

    def _hear(self, app, now):
        first = self.faults.first_ms
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
