"""No other way to a roll: everything that can be asked of a table is tried between commitment and reveal.

The firmware is imported inside the tests, so that they and the running table share it.
"""

import json
from binascii import unhexlify

# Every request: what it may do to dice that are committed and rolled with, but not revealed yet.
# A new request fails a test until somebody has thought about it.
_NOTHING = """
    hello status settings set defaults tiles raise pause resume stop acknowledge dealer break wall rules preset faults
    clear job inputs tests test answer wear trend counters events log restart help fair journal files show export import
    rpc.discover
"""
NOTHING = tuple(_NOTHING.split())
REFUSED = ("commit", "cut")
ENDS_THE_HAND = ("dome", "sort", "game")  # whose link is then told, and never rolled with again
ROLLS = ("dice",)

MOVES = ("raise", "pause", "resume", "sort", "dome", "test", "stop", "restart", "acknowledge", "clear", "rpc.discover")
SETTINGS = {"layout": [17, 17, 17, 17], "language": "en", "name": "x"}


def test_every_request_was_thought_about(w):
    from table.commands import COMMANDS
    from table.link import requests

    known = NOTHING + REFUSED + ENDS_THE_HAND + ROLLS
    for name in [row[0] for row in requests.REQUESTS] + list(COMMANDS):
        assert name.split(".")[0] in known or name in known, "may %s touch dice? say so above" % name


class Foretold:
    """Knows the table's secret, and so every roll before it is made."""

    def __init__(self, t):
        self.t = t
        self.events = 0
        self.seen()

    def seen(self):
        """Take note of the hand under way; the link of each that was left since must have been told first."""
        from table.fair import proof

        state = self.t.app.fair._state
        key = proof.link(unhexlify(state["secret"]), state["hands"], state["hand"])
        if self.events and key != self.key and self.number:
            told = [e["link"] for e in self.t.events if e["event"] == "reveal"]
            assert unhexlify(told[-1]) == self.key, "another link, and the one before not told"
        if not self.events or key != self.key:
            self.key, self.number = key, state["used"]
        self.hand, self.cuts = state["hand"], list(state["cuts"])
        self.events = 1

    async def roll(self):
        from table.fair import proof

        answer = await self.t.request("dice", count=3)
        self.number += 1
        foretold = proof.faces(self.key, self.hand, self.number, self.cuts, 3)
        assert answer["dice"] == foretold, (self.number, answer, foretold)

    async def tried(self, name, params):
        """Ask; the kind of the refusal, or None. Then a roll, as foretold if the hand is still the same."""
        kind = None
        try:
            await self.t.request(name, **params)
        except Exception as error:
            kind = error.kind
        key = self.key
        self.seen()
        if self.key != key:
            assert name in ENDS_THE_HAND, (name, params)
        if not self.t.app.play.game:
            await self.roll()
        return kind


def values(row):
    """Parameters to try a request with: each choice, each number at its ends, each flag both ways; and none."""
    found = [{}]
    for name, kind, _, limits, _ in row[1]:
        if kind == "choice":
            found += [{name: value} for value in limits]
        elif kind in ("int", "number"):
            found += [{name: limits[0]}, {name: limits[1]}]
        elif kind == "bool":
            found += [{name: True}, {name: False}]
        elif kind == "string":
            found.append({name: "x"})
    if len(row[1]) > 1:
        together = {}
        for one in found:
            together.update(one)
        found.append(together)
    return found


async def test_no_setting_changes_a_roll(t):
    from table import checks
    from table.store import rows

    await t.request("cut", seat=1, count=4)
    foretold = Foretold(t)
    await foretold.roll()
    for row in rows.ROWS:
        name, kind, default, limits = row[:4]
        if name in SETTINGS:
            wanted = [SETTINGS[name]]
        elif kind == "bool":
            wanted = [not default]
        elif kind == "choice":
            wanted = [value for value in limits if value != default]
        else:
            wanted = [limits[0], limits[1]]
        for value in wanted:
            assert checks.fits(kind, limits, value), name
            await foretold.tried("set", {"name": name, "value": value})
    assert foretold.number > len(rows.ROWS)


async def test_no_request_changes_a_roll(t):
    from table.link import requests

    await t.request("cut", seat=2, count=9)
    foretold = Foretold(t)
    await foretold.roll()
    for row in requests.REQUESTS:
        name = row[0]
        if name in MOVES or name in ROLLS:
            continue
        for params in values(row):
            kind = await foretold.tried(name, params)
            if name in REFUSED and params and "open" not in params:
                assert kind in ("refused", "params"), (name, params, kind)


async def test_the_end_of_a_hand(t):
    """Rolls while the dome goes up are still of the old hand; then its link is told, and nobody cuts again."""
    await t.request("cut", seat=1, count=4)
    foretold = Foretold(t)
    await foretold.roll()
    t.press("east_lift_key")
    await t.sleep(300)
    assert t.app.cycle.state == "moving"
    await foretold.roll()
    await t.until(lambda: t.app.cycle.state == "dome_open", 5000)
    await t.sleep(100)
    assert len([e for e in t.events if e["event"] == "reveal"]) == 1
    foretold.seen()
    assert (foretold.hand, foretold.number, foretold.cuts) == (2, 0, [0, 4, 0, 0])
    assert await foretold.tried("cut", {"seat": 1, "count": 5}) == "refused"
    assert await foretold.tried("commit", {}) == "refused"


async def test_dice_keys_cut_and_then_roll(t):
    answer = await t.request("commit", hands=8)
    assert answer["hands"] == 8 and len(answer["anchor"]) == 64
    for _ in range(3):
        t.press("north_dice_key")
        await t.sleep(300)
    assert (await t.request("cut")) == {"cuts": [0, 0, 0, 3], "cutting": True}
    assert not [e for e in t.events if e["event"] == "roll"]
    await t.sleep(11_000)
    t.press("north_dice_key")
    await t.sleep(300)
    rolls = [e for e in t.events if e["event"] == "roll"]
    assert [(e["hand"], e["number"]) for e in rolls] == [(1, 1)], t.events[-6:]


async def test_rolls_while_sorting_write_nothing(t):
    await t.request("dome", to="up")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)
    await t.sleep(4000)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.stage == "stacking", 25_000)
    ops = t.world.flash.ops
    for _ in range(5):
        await t.request("dice")
    await t.request("set", name="brightness", value=20)
    assert t.world.flash.ops == ops
    try:
        await t.request("journal")
        raise AssertionError("read while sorting")
    except Exception as error:
        assert error.kind == "state", error
    await t.until(lambda: t.app.cycle.state == "ready", 60_000)
    assert t.world.flash.ops > ops
    lines = (await t.request("journal"))["lines"]
    assert lines


async def test_journal_and_files_over_the_link(t):
    for _ in range(12):
        await t.request("dice")
    place, lines = 0, []
    while place is not None:
        answer = await t.request("journal", **{"from": place})
        lines += answer["lines"]
        place = answer["next"]
    assert lines[-1][:32] == answer["hash"]
    boot = json.loads(lines[1][33:])
    assert boot["e"] == "boot" and boot["hash"] == t.app.hash and boot["boots"] == 1
    place, files = 0, []
    while place is not None:
        answer = await t.request("files", first=place)
        files += answer["files"]
        place = answer["next"]
    assert len(files) == answer["count"]
    names = [row[0] for row in files]
    assert "main.py" in names and "table/fair/fair.py" in names, names
    with open("/flash/os.py", "w") as f:
        f.write("x")
    found = (await t.request("files", first=0))["count"]
    assert found == len(files) + 1, "a file that takes the place of a module is seen"
