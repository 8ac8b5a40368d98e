"""Requests that a laptop makes seldom, loaded with the first of them: the others of link/requests.py are in api.py."""

from table.errors import Refusal
from table.fair.fair import HANDS
from table.later import Later

backup = Later("table.backup", "table.calibration")
colours = Later("table.fair.colours")
files = Later("table.fair.files")
breaking = Later("table.game.breaking")
presets = Later("table.game.presets")


class Seldom:
    """`api` is the Api, `table` the App."""

    def __init__(self, api, table):
        self._api = api
        self._t = table

    def do_commit(self, hands=None):
        t = self._t
        t.cycle.check("commit")
        if t.play.game:
            raise Refusal("refused", "a game is under way: its dice are committed", "end the game first")
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
            (t.play.moves if t.play.phase == "cut" else t.fair).cut(seat, count)
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

    def do_show(self, what):
        t = self._t
        t.cycle.check("show")
        if what == "off":
            t.console.show()
            return {"digits": None}
        digits = t.hash if what == "firmware" else t.fair.chain
        if digits is None:
            raise Refusal("refused", "there is no such hash: no chain", "")
        colours.show(t.parts.lights._strip, digits[:8])
        return {"digits": digits[:8]}

    def do_files(self, first=0):
        t = self._t
        t.cycle.check("files")
        count, rows, at = files.page(files.walk(t.root, __file__.rpartition("/")[0]), first)
        return {"count": count, "next": at, "files": rows}

    def do_game(self, do=None, seat=None, draw=None, winds=None):
        play = self._t.play
        if do is None:
            return play.status()
        needed = {"new": seat, "seat": seat, "seats": winds}.get(do, do)
        if needed is None or (do == "result" and (seat is None) is (draw is None)):
            wants = {"result": "seat (who won) or draw", "seats": "winds"}.get(do, "seat")
            raise Refusal("params", "game %s needs %s" % (do, wants), "", {"param": wants.split()[0]})
        answer = {}
        moves = play.moves
        if do == "result":
            answer["effect"] = moves.result(draw if seat is None else seat)
        elif do in ("replaced", "kong"):
            moves.replaced(do == "kong")
        elif do in ("undo", "next", "end", "draw"):
            getattr(moves, do)()
        elif do == "seats":
            moves.seat(winds)
        else:
            {"new": moves.new, "seat": moves.enter, "cut": moves.close}[do](seat)
        self._t.console.show()
        answer.update(play.status())
        return answer

    def do_wall(self, seat=None):
        return self._t.play.moves.wall(seat)

    def do_rules(self):
        return self._t.settings.rules()

    def do_preset(self, name=None):
        t = self._t
        settings = t.settings
        applies = None
        if name is not None:
            t.play.check_layout(presets.LAYOUTS[name])
            for rule, value in presets.preset(name).items():
                settings.set(rule, value)
            settings.set("layout", list(presets.LAYOUTS[name]))
            settings.set("dice", breaking.ruleset(settings.get("ruleset"))["dice"][0])
            self._api.keep("tiles", None)
            applies = t.play.rules_apply()
        rules = settings.rules()
        same = [one for one in presets.PRESETS if presets.preset(one) == rules]
        return {
            "preset": name or (same[0] if same else None),
            "presets": sorted(presets.PRESETS),
            "layout": settings.get("layout"),
            "applies": applies,
        }

    def do_export(self, part):
        return {"part": part, "value": backup.part(self._t, part)}

    def do_import(self, part, value, check=False):
        t = self._t
        t.cycle.check("import")
        wanted, unknown = backup.check(t, part, value)
        if part == "settings" and "layout" in wanted:
            t.play.check_layout(wanted["layout"])
        there = backup.part(t, part)
        changed = [name for name in wanted if wanted[name] != there.get(name)]
        if part in ("base", "photos", "bad"):  # these are put back as a whole
            changed += [name for name in there if name not in wanted]
        if changed and not check:
            backup.put(t, part, wanted)
            if part in ("settings", "rules"):
                self._api.keep("settings", None)
            else:
                t.cycle.save(flash=True)
        return {"part": part, "changed": changed, "unknown": [str(name)[:24] for name in unknown[:8]]}

    def do_wear(self):
        t = self._t
        t.wear.keep()
        row = {"boots": t.memory.get("boots")}
        row.update(t.wear.kept)
        return row

    def do_trend(self, first=0):
        t = self._t
        t.cycle.check("trend")
        every, count, rows, at = t.wear.page(first)
        m = t.signals.mechanics
        nominal = {"head": m["head"]["turn_ms"], "lift": m["lift"]["turn_ms"], "dome": m["dome"]["stroke_ms"]}
        base = {name: row[0] for name, row in t.parts.base.times.items()} if not first else None
        return {"every": every, "count": count, "next": at, "nominal": nominal, "base": base, "rows": rows}
