"""What a laptop can ask of the table: each request of link/requests.py is one method here, found by its name.

The link has checked names, types and ranges; here is what they mean. A method returns the answer's object or raises
Refusal.
"""

import gc
import sys
from time import ticks_ms

from table import PROTOCOL, VERSION, faults
from table.errors import Refusal
from table.fair import files
from table.fair.fair import HANDS
from table.game import sets


class Api:
    """`table` is the App."""

    def __init__(self, table):
        self._t = table

    @property
    def state(self):
        return self._t.cycle.state

    def call(self, name, params):
        """The answer to request `name`. Raises Refusal."""
        return getattr(self, "do_" + name.replace(".", "_"))(**params)

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
        hand = t.hand
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
            "dealer": hand.dealer,
            "dice": hand.faces,
            "sum": sum(hand.faces) if hand.faces else None,
            "break": hand.shown(),
            "lamps": {
                "dealer": hand.dealer,
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
        settings.set(name, value)
        applies = self._keep("settings", name)
        return {"name": name, "value": settings.get(name), "was": was, "applies": applies}

    def do_defaults(self, name=None):
        settings = self._t.settings
        settings.defaults(name)
        self._keep("settings", name)
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
            t.settings.set("layout", list(layout))
            applies = self._keep("tiles", "layout")
        chosen = list(t.settings.get("layout"))
        if applies:
            t.events.emit("tiles", layout=chosen, applies=applies)
        return {
            "layout": chosen,
            "tiles": sets.total(chosen),
            "applies": applies or ("now" if t.cycle.sort is None else "next sort"),
            "current": t.cycle.layout,
        }

    def _keep(self, what, name):
        """Save settings now if nothing moves, else when it rests. Returns when a change of `name` applies."""
        t = self._t
        if t.cycle.job is None:
            t.settings.save()
        t.console.show()
        self._note(name)
        t.settings_changed(what)
        sorting = t.cycle.sort is not None
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
        faces = t.hand.roll(count or t.settings.get("dice"), "link")
        total = sum(faces)
        return {"dice": faces, "sum": total, "seat": (t.hand.dealer + total - 1) % 4}

    def do_commit(self, hands=None):
        t = self._t
        t.cycle.check("commit")
        t.fair.commit(hands or HANDS)
        t.fair.open_cut()
        at = t.fair.status()
        return {"chain": at["chain"], "hands": at["hands"], "anchor": at["anchor"]}

    def do_cut(self, seat=None, count=None, open=None):
        t = self._t
        if seat is None and count is not None:
            raise Refusal("params", "count needs a seat", "", {"param": "seat"})
        if seat is not None or open is not None:
            t.cycle.check("cut")
        if open:
            t.fair.open_cut()
        elif open is False:
            t.fair.close_cut()
        if seat is not None:
            t.fair.cut(seat, count)
        at = t.fair.status()
        return {"cuts": at.get("cuts"), "cutting": at.get("cutting", False)}

    def do_fair(self):
        return self._t.fair.status()

    def do_journal(self, **given):
        t = self._t
        t.cycle.check("journal")
        t.fair.save()
        journal = t.fair.journal
        lines, at = journal.page(given.get("from", 0))
        return {"n": journal.n, "hash": journal.hash, "next": at, "lines": lines}

    def do_files(self, first=0):
        t = self._t
        t.cycle.check("files")
        found = files.listing(t.root, __file__.rpartition("/")[0])
        rows, at = files.page(found, first)
        return {"count": len(found), "next": at, "files": rows}

    def do_dealer(self, seat=None, next=None):
        hand = self._t.hand
        if seat is not None and next:
            raise Refusal("params", "give seat or next, not both", "", {"param": "next"})
        if seat is not None or next:
            self._t.cycle.check("dealer")
            if next:
                hand.pass_deal()
            else:
                hand.deal(seat)
            self._t.console.show()
            self._t.keep()
        return {"dealer": hand.dealer}

    def do_break(self, rolls=None):
        self._t.cycle.check("break")
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
        rows = self._t.selftest.rows()
        found = [row for row in rows if row["number"] >= first]
        page = found[:12]
        return {"tests": page, "next": found[12]["number"] if len(found) > 12 else None}

    def do_test(self, name, seconds=None):
        return {"job": self._t.selftest.start(name).id}

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

    def do_log(self):
        return {"lines": self._t.log.last()}

    def do_restart(self, mode="normal"):
        self._t.cycle.check("restart")
        self._t.restart(mode)
        return {"mode": mode}

    def now_ms(self):
        return ticks_ms()
