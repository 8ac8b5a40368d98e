"""How much of the flash a hand costs, on a table with a FRAM: the goal is less than 1 kB."""

OPTIONS = {"*": {"limit_ms": 10_000_000}}
HANDS = 6


def _is(t, name):
    return lambda: t.app.cycle.state == name


async def test_flash_bytes_per_hand(t):
    flash = t.world.flash
    written, erases = flash.written, flash.erases
    for _ in range(HANDS):
        t.press("south_lift_key")
        await t.until(_is(t, "dome_open"), 5000)
        await t.sleep(4000)
        t.press("east_lift_key")
        await t.until(_is(t, "ready"), 100_000)
        for _ in range(2):
            t.press("west_dice_key")
            await t.sleep(2500)
    t.app.fair.journal.flush()  # what waits in the chip counts too
    bytes_per_hand = (flash.written - written) // HANDS
    print("flash_bytes_per_hand %d, erases %d in %d hands" % (bytes_per_hand, flash.erases - erases, HANDS))
    assert bytes_per_hand < 1024
    assert t.app.fair.journal.n > 3 * HANDS
    lines = t.app.fair.journal.n
    old = t.app
    t.app.fair.journal.append("note", text="in the chip alone")
    t.app.fair.journal.save()
    t.plant.inject("power_cut")
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 20_000)
    await t.request("hello")
    assert t.app.fair.journal.n == lines + 2  # nothing of what was in the FRAM alone is lost, and the start is noted
    found, place = [], 0
    while place is not None:
        page = await t.request("journal", **{"from": place})
        found += page["lines"]
        place = page["next"]
    from table.store.journal import digest

    for i in range(1, len(found)):
        assert found[i][:32].encode() == digest(found[i - 1][:32].encode(), found[i][33:].encode()), found[i]
