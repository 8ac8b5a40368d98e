"""How a hand gets to where a test begins."""


async def dome_open(t):
    """The dome is up and the used set is in; the players put in no more."""
    await t.request("dome", to="up")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)
    await t.sleep(4000)
    t.plant.players.auto = False


async def stacking(t, tiles=0, ms=40_000):
    """A sort under way, with at least `tiles` counted within `ms`."""
    await dome_open(t)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.stage == "stacking" and sum(t.app.cycle.counts) >= tiles, ms)
