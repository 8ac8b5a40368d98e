"""A whole hand on the virtual table, by keys alone and by requests."""


def state(t):
    return t.app.cycle.state


def is_state(t, name):
    return lambda: t.app.cycle.state == name


async def up(t):
    """The firmware runs, and its link tells events."""
    await t.request("hello")


async def test_whole_hand_by_keys(t):
    """Lift key, set in, lift key, sorted, ready; then the walls rise while the second set is sorted."""
    await up(t)
    assert state(t) == "idle"
    t.press("south_lift_key")
    await t.until(is_state(t, "dome_open"), 4000)
    await t.sleep(4000)  # the players push the set in
    t.press("east_lift_key")
    await t.until(is_state(t, "sorting"), 4000)
    await t.until(is_state(t, "ready"), 60_000)
    assert t.app.cycle.counts == [36, 36, 36, 36]
    assert t.app.cycle.waiting == [18, 18, 18, 18]
    view = t.plant.view()
    assert [len(c) if isinstance(c, list) else c for c in view["channel"]] == [18, 18, 18, 18], view["channel"]
    t.press("west_lift_key")
    await t.until(is_state(t, "dome_open"), 4000)
    await t.sleep(4000)  # the second set goes in
    t.press("west_lift_key")
    await t.until(is_state(t, "ready"), 60_000)
    assert t.app.cycle.raised == [18, 18, 18, 18]
    assert t.app.cycle.waiting == [18, 18, 18, 18]
    assert not t.app.latch.faults


async def test_minimum_stir_is_logged(t):
    await up(t)
    t.press("south_lift_key")
    await t.until(is_state(t, "dome_open"), 4000)
    await t.sleep(4000)
    t.press("south_lift_key")
    await t.until(lambda: t.app.cycle.stage == "stacking", 25_000)
    assert sum(t.app.cycle.counts) == 0
    assert t.app.cycle.sort.stirred >= t.app.settings.get("stir_turns")
    assert any(["stirred" in line for line in t.app.log.last()])


async def sort_by_link(t):
    """Dome up, set in, `sort`; returns the job's number."""
    job = (await t.request("dome", to="up"))["job"]
    await t.until(is_state(t, "dome_open"), 4000)
    await t.sleep(4000)
    job = (await t.request("sort"))["job"]
    await t.until(lambda: t.app.cycle.stage == "stacking", 25_000)
    return job


async def test_one_lift_key_while_sorting_is_refused(t):
    await sort_by_link(t)
    await t.sleep(2000)
    t.press("north_lift_key")
    await t.sleep(1000)
    assert state(t) == "sorting"
    refused = [e for e in t.events if e["event"] == "refused"]
    assert refused and "sorted" in refused[-1]["why"], t.events[-3:]


async def test_two_lift_keys_pause_and_one_goes_on(t):
    await sort_by_link(t)
    await t.until(lambda: sum(t.app.cycle.counts) > 40, 20_000)
    t.press("north_lift_key", 300)
    await t.sleep(100)
    t.press("east_lift_key", 300)
    t.plant.players.auto = False  # the second set stays in its box
    await t.until(is_state(t, "paused"), 8000)
    assert t.app.parts.dome.position == "up"
    assert not t.app.signals.running
    counts = t.app.cycle.counts
    assert sum(counts) > 40
    await t.sleep(5000)
    assert t.app.cycle.counts == counts
    t.press("south_lift_key")
    await t.until(is_state(t, "ready"), 60_000)
    assert t.app.cycle.counts == [36, 36, 36, 36]
    assert t.app.cycle.waiting == [18, 18, 18, 18]
    assert t.plant.count_tiles()


async def test_change_of_set_while_sorting_is_for_the_next(t):
    await sort_by_link(t)
    answer = await t.request("tiles", set=136)
    assert answer["applies"] == "next sort" and answer["layout"] == [17, 17, 17, 17], answer
    assert answer["current"] == [18, 18, 18, 18]
    status = await t.request("status")
    assert status["next"] == [17, 17, 17, 17] and status["layout"] == [18, 18, 18, 18]
    await t.until(is_state(t, "ready"), 60_000)
    assert t.app.cycle.waiting == [18, 18, 18, 18]
    assert t.app.cycle.layout == [17, 17, 17, 17]


OPTIONS = {
    "test_three_players": {"layout": (18, 18, 18, 0)},
    "test_uneven_walls": {"layout": (14, 13, 14, 13)},
    "test_136": {"layout": (17, 17, 17, 17)},
    "test_too_few_tiles": {"layout": (17, 17, 17, 17)},
}


async def sort_layout(t, layout):
    await t.request("tiles", layout=layout)
    await sort_by_link(t)
    await t.until(is_state(t, "ready"), 60_000)
    assert t.app.cycle.waiting == layout
    assert t.app.cycle.counts == [2 * n for n in layout]


async def test_three_players(t):
    await sort_layout(t, [18, 18, 18, 0])


async def test_uneven_walls(t):
    await sort_layout(t, [14, 13, 14, 13])


async def test_136(t):
    await sort_layout(t, [17, 17, 17, 17])


async def test_too_few_tiles(t):
    """136 tiles where 144 are needed: fault 0 with each side's count; adding the tiles completes the sort."""
    await sort_by_link(t)
    await t.until(is_state(t, "fault"), 200_000)
    fault = t.app.latch.first
    assert (fault.code, fault.sub) == (0, 1), fault.fields()
    assert sum(fault.counts) == 136, fault.counts
    assert not t.app.signals.running
    await t.request("clear")
    assert state(t) == "paused"


async def test_a_sort_of_nothing_is_no_fault(t):
    """The dome closes over an empty disc: a warning, and the table is idle."""
    t.plant.players.auto = False
    await t.request("dome", to="up")
    await t.until(is_state(t, "dome_open"), 4000)
    await t.request("sort")
    await t.until(is_state(t, "idle"), 90_000)
    assert t.app.latch.warnings[0].name == "no_tiles"
    assert not t.app.latch.faults


async def test_dice_key_rolls_and_the_dice_tumble(t):
    await up(t)
    t.press("west_dice_key")
    await t.sleep(200)
    rolls = [e for e in t.events if e["event"] == "roll"]
    assert len(rolls) == 1 and rolls[0]["by"] == "key" and rolls[0]["seat"] == 2
    assert t.app.parts.lights.tumbling
    await t.sleep(1500)
    assert not t.app.parts.lights.tumbling
    assert len(rolls[0]["dice"]) == 2


async def test_break_is_shown_after_two_rolls(t):
    await t.request("dealer", seat=0)
    t.app.hand._memory.put("rolls", [[3, 4], [2, 3]])
    t.app.console.show()
    await t.sleep(50)
    status = await t.request("status")
    assert status["break"] == {"owner": 2, "left": 12, "first": {"seat": 2, "stack": 13}}
    strip = t.app.parts.lights._strip
    lit = [i for i in range(strip.first_wall, strip.first_wall + 76) if t.world.pixel(i) != (0, 0, 0)]
    assert lit == [strip.wall(2, n) for n in range(1, 14)], lit


async def test_dealer_is_named_and_passes_on(t):
    assert (await t.request("dealer", seat=3))["dealer"] == 3
    await t.sleep(50)
    assert "north_dealer_lamp" in t.app.parts.lights.lit
    assert (await t.request("dealer", next=True))["dealer"] == 0
    await t.sleep(50)
    assert "north_dealer_lamp" not in t.app.parts.lights.lit and "east_dealer_lamp" in t.app.parts.lights.lit
