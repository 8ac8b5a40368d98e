"""The stir of each sort is guaranteed, and told in the journal."""

import json


async def test_each_sort_tells_its_stir(t):
    t.press("south_lift_key")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)
    await t.sleep(4000)
    before = t.plant.disc.reversals
    t.press("south_lift_key")
    await t.until(lambda: t.app.cycle.stage == "stacking", 40_000)
    turns, reversals = t.app.settings.get("stir_turns"), t.app.signals.mechanics["stir"]["reversals"]
    assert t.plant.disc.reversals - before == reversals
    await t.until(lambda: t.app.cycle.state == "ready", 60_000)
    rows = [json.loads(line[33:]) for line in (await t.request("journal"))["lines"]]
    told = [row for row in rows if row["e"] == "sort"]
    assert len(told) == 1, rows
    assert told[0]["turns"] >= turns and told[0]["reversals"] == reversals and told[0]["paused"] is False


async def test_few_turns_have_fewer_reversals(t):
    """A disc does not reverse before it has turned."""
    await t.request("set", name="stir_turns", value=2)
    t.press("south_lift_key")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)
    await t.sleep(4000)
    t.press("south_lift_key")
    await t.until(lambda: t.app.cycle.stage == "stacking", 40_000)
    assert t.app.cycle.sort.stirred >= 2 and t.app.cycle.sort.reversed == 1
