"""What a laptop can ask of the table: each request of link/requests.py is one method here or in seldom.py.

The link has checked names, types and ranges; here is what they mean. A method returns the answer's object or raises
Refusal.
"""

import gc
import sys
from time import ticks_ms

from table import PROTOCOL, VERSION, faults
from table.errors import Refusal
from table.later import Later
from table.store import rows

seldom = Later("table.seldom")
sets = Later("table.game.sets")


class Api:
    """`table` is the App."""

    def __init__(self, table):
        self._t = table

    @property
    def state(self):
        return self._t.cycle.state

    def call(self, name, params):
        """The answer to request `name`. Raises Refusal."""
        name = "do_" + name.replace(".", "_")
        work = getattr(self, name, None) or getattr(seldom.Seldom(self, self._t), name)
        return work(**params)

    def do_hello(self, protocol=None):
        if protocol is not None and protocol.split(".")[0] != PROTOCOL.split(".")[0]:
            raise Refusal(
                "refused",
                "this table speaks protocol %s, not %s" % (PROTOCOL, protocol),
                "update the tool or the table's firmware so that both have the same major version",
                {"protocol": PROTOCOL, "firmware": VERSION},
            )
        t = self._t
        return {
            "product": "queji",
            "protocol": PROTOCOL,
            "firmware": VERSION,
            "hash": t.hash,
            "image": t.image,
            "board": t.board_name,
            "id": t.unique_id,
            "boots": t.memory.get("boots"),
            "reset": t.reset_cause,
            "state": self.state,
            "settings": t.settings.crc(),
            "line": 1024,
            "micropython": ".".join([str(n) for n in sys.implementation.version[:3]]),
        }

    def do_status(self):
        t = self._t
        cycle = t.cycle
        disc = t.parts.disc
        play = t.play
        faces = play.rolls[-1] if play.rolls else None
        fault = t.latch.first
        job = cycle.job
        layout = cycle.layout
        chosen = list(t.settings.get("layout"))
        lit = t.parts.lights.lit
        return {
            "state": cycle.state,
            "stage": cycle.stage,
            "layout": layout,
            "next": None if layout == chosen else chosen,
            "counts": cycle.counts,
            "waiting": cycle.waiting,
            "raised": cycle.raised,
            "dome": t.parts.dome.position,
            "disc": {"rpm": disc.rpm, "reverse": disc.reverse},
            "dealer": play.dealer,
            "dice": faces,
            "sum": sum(faces) if faces else None,
            "break": play.shown(),
            "game": play.phase,
            "lamps": {
                "dealer": play.dealer,
                "turn": [s for s in range(4) if faults.SIDES[s] + "_turn_lamp" in lit],
                "ready": "ready_lamp" in lit,
            },
            "fault": None if fault is None else fault.fields(),
            "warnings": len(t.latch.warnings),
            "job": None if job is None else job.fields(),
            "volts": round(t.signals.volts, 1),
            "amps": round(t.signals.amps, 1),
            "up_ms": t.up_ms(),
        }

    # -- settings ------------------------------------------------------------------------------------------------

    def do_settings(self, name=None):
        settings = self._t.settings
        if name is not None:
            return {name: settings.get(name)}
        return settings.values()

    def do_set(self, name, value):
        settings = self._t.settings
        was = settings.get(name)
        if name == "layout" and isinstance(value, list) and len(value) == 4:
            self._t.play.check_layout(value)
        settings.set(name, value)
        applies = self.keep("settings", name)
        return {"name": name, "value": settings.get(name), "was": was, "applies": applies}

    def do_defaults(self, name=None):
        settings = self._t.settings
        if name in (None, "layout"):
            self._t.play.check_layout(rows.find("layout")[2])
        settings.defaults(name)
        self.keep("settings", name)
        return self.do_settings(name)

    def do_tiles(self, set=None, layout=None):
        t = self._t
        if set is not None and layout is not None:
            raise Refusal("params", "give set or layout, not both", "", {"param": "layout"})
        applies = None
        if set is not None:
            try:
                layout = sets.standard(set)
            except ValueError as e:
                raise Refusal("params", str(e), "or give a layout", {"param": "set"}) from None
        if layout is not None:
            t.play.check_layout(layout)
            t.settings.set("layout", list(layout))
            applies = self.keep("tiles", "layout")
        chosen = list(t.settings.get("layout"))
        if applies:
            t.events.emit("tiles", layout=chosen, applies=applies)
        return {
            "layout": chosen,
            "tiles": sets.total(chosen),
            "applies": applies or ("now" if t.cycle.sort is None else "next sort"),
            "current": t.cycle.layout,
        }

    def keep(self, what, name):
        """Save settings now if nothing moves, else when it rests. Returns when a change of `name` applies."""
        t = self._t
        if t.cycle.job is None:
            t.settings.save()
        t.console.show()
        self._note(name)
        t.settings_changed(what)
        sorting = t.cycle.sort is not None
        if name in rows.rules():
            return t.play.rules_apply()
        return "next sort" if sorting and name in ("layout", "stir_turns", None) else "now"

    def _note(self, name):
        """Into the journal: what was set to what."""
        fair, settings = self._t.fair, self._t.settings
        value = None if name is None else settings.get(name)
        fair.journal.append("set", spare=True, name=name or "all", value=value, settings=settings.crc())
        fair.save()

    # -- the hand ------------------------------------------------------------------------------------------------

    def _job(self, command, **params):
        return {"job": self._t.cycle.command(command, **params).id}

    def do_dome(self, to):
        return self._job("dome", to=to)

    def do_sort(self):
        return self._job("sort")

    def do_raise(self):
        return self._job("raise")

    def do_pause(self):
        return self._job("pause")

    def do_resume(self):
        return self._job("resume")

    def do_stop(self):
        self._t.cycle.stop()
        return {"state": self.state}

    def do_acknowledge(self):
        self._t.cycle.acknowledge()
        return {"state": self.state}

    def do_dice(self, count=None):
        t = self._t
        t.cycle.check("dice")
        if t.play.game:
            faces, one = self._roll_in_game(count)
        else:
            faces, one = t.hand.roll(count or t.settings.get("dice"), "link"), t.hand.dealer
        total = sum(faces)
        return {"dice": faces, "sum": total, "seat": (one + total - 1) % 4}

    def _roll_in_game(self, count):
        """The roll that is due: its faces, and the seat that counts as one."""
        play = self._t.play
        due = play.due()
        if due["do"] != "roll":
            raise Refusal("refused", "no roll is due in this game", "game tells what is", {"do": due["do"]})
        if count not in (None, due["dice"]):
            message = "%d dice are due, not %d" % (due["dice"], count)
            raise Refusal("refused", message, "leave count out", {"param": "count"})
        one = due["who"][0] if play.dealer is None else play.dealer
        return play.moves.dice_key(due["who"][0], "link"), one

    def do_dealer(self, seat=None, next=None):
        hand = self._t.hand
        if seat is not None and next:
            raise Refusal("params", "give seat or next, not both", "", {"param": "next"})
        if seat is not None or next:
            self._t.cycle.check("dealer")
            if self._t.play.game:
                self._dealer_in_game(seat)
            elif next:
                hand.pass_deal()
            else:
                hand.deal(seat)
            self._t.console.show()
            self._t.keep()
        return {"dealer": self._t.play.dealer}

    def _dealer_in_game(self, seat):
        play = self._t.play
        if seat is None or play.phase != "dealer":
            raise Refusal("refused", "the game says who deals", "game.result moves the deal on; end the game first")
        play.moves.enter(seat)

    def do_break(self, rolls=None):
        self._t.cycle.check("break")
        if rolls is None and self._t.play.game:
            broken = self._t.play.moves.wall()
            return {name: broken[name] for name in ("owner", "left", "first")}
        broken = self._t.hand.broken(rolls)
        self._t.parts.lights.walls(broken, self._t.settings.get("layout"))
        return broken

    # -- faults and tests ----------------------------------------------------------------------------------------

    def do_faults(self):
        latch = self._t.latch
        faults_, warnings = latch.faults[:3], latch.warnings[:2]  # an answer has 1024 bytes
        return {"faults": [f.fields() for f in faults_], "warnings": [f.fields() for f in warnings]}

    def do_clear(self):
        return {"cleared": self._t.cycle.clear()}

    def do_job(self, id):
        for job in self._t.cycle.jobs:
            if job.id == id:
                return job.fields()
        raise Refusal("params", "no job %d is remembered" % id, "the last four jobs are", {"param": "id"})

    def do_inputs(self):
        s = self._t.signals
        keys, active = [], []
        for name, signal in s.inputs.items():
            if signal.active:
                (keys if name.endswith("_key") else active).append(name)
        return {
            "keys": keys,
            "sensors": active,
            "levels": {name: photo.level for name, photo in s.photos.items()},
            "volts": round(s.volts, 1),
            "amps": round(s.amps, 1),
        }

    def do_tests(self, first=0):
        self._t.cycle.check("tests")
        rows = self._t.selftest.rows()
        last = first + 12
        return {"tests": rows[first:last], "next": last if last < len(rows) else None}

    def do_test(self, name, seconds=None, side=None):
        self._t.cycle.check("test")  # before the tests are loaded
        return {"job": self._t.selftest.start(name, seconds, side).id}

    def do_answer(self, yes):
        self._t.cycle.check("answer")
        self._t.selftest.answer(yes)
        return {"yes": yes}

    def do_counters(self):
        t = self._t
        gc.collect()
        motors = t.signals.motors
        return {
            "ticks": t.signals.ticks,
            "tick_us_most": t.signals.tick_us_most,
            "gap_ms_most": t.signals.gap_ms_most,
            "heap_free": gc.mem_free(),
            "accepted": t.link.accepted,
            "broken": t.link.broken,
            "retries": [h.retries for h in t.parts.heads],
            "head_turns": [motors[s + "_head"].runs for s in faults.SIDES],
            "pickup_s": [motors[s + "_pickup"].ran_ms // 1000 for s in faults.SIDES],
            "disc_s": motors["disc"].ran_ms // 1000,
        }

    def do_log(self, before=None):
        return self._t.before() if before else {"lines": self._t.log.last()}

    def do_restart(self, mode="normal"):
        self._t.cycle.check("restart")
        self._t.restart(mode)
        return {"mode": mode}

    def now_ms(self):
        return ticks_ms()
