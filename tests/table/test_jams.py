"""A side that brings no tile, and sensors that lie: the right part and side named, and the walls exact afterwards."""

from hands import dome_open, stacking

LAYOUT = [18, 18, 18, 18]
OPTIONS = {
    "test_a_blind_side_that_fills_its_belt_is_not_called_idle": {"seed": 3},
    "test_a_light_barrier_that_is_barely_clear_is_not_taken_for_a_slow_belt": {"seed": 3},
}


def is_state(t, *names):
    return lambda: t.app.cycle.state in names


def told(t, rows):
    return [(f.code, f.sub, f.side, f.part) for f in rows]


async def ends(t, ms=250_000):
    await t.until(is_state(t, "ready", "fault"), ms)
    return told(t, t.app.latch.faults)


async def repaired(t):
    """Everything is repaired and cleared; the sort goes on and ends with exact walls."""
    t.plant.repair()
    await t.request("clear")
    await t.request("resume")
    assert await ends(t) == [], t.plant.view()
    exact(t)


def exact(t):
    assert [[len(stack) for stack in side.channel] for side in t.plant.sides] == [[2] * 18] * 4, t.plant.view()
    assert t.plant.tiles.on_disc == 0


async def test_each_side_names_what_ails_it(t):
    """Four sides, four causes, one sort: a dead motor, a blocked belt, a blind sensor, one that is always dark."""
    await stacking(t, 30)
    t.plant.inject("motor_dead", "east_pickup")
    t.plant.inject("tile_stuck", "south", where="belt", clears="repair")
    t.plant.inject("sensor_stuck", "west_tile", value="off")
    t.plant.inject("sensor_stuck", "north_tile", value="on")
    faults = await ends(t)
    assert sorted(faults) == [(5, 1, 3, "tile"), (5, 2, 1, "pickup"), (5, 4, 0, "pickup"), (6, 4, 2, "tile")], faults
    await repaired(t)


async def test_a_side_that_is_passed_by_is_named(t):
    """A wheel that catches nothing, its motor well: the others went on to get tiles."""
    await stacking(t, 30)
    t.plant.inject("tile_stuck", "west", where="wheel", clears="repair")
    assert await ends(t) == [(5, 3, 2, "pickup")]
    await repaired(t)


async def test_a_full_belt_that_has_to_be_given_back_is(t):
    """A side is done while its belt is stuck: a jog frees it, and the tiles on it are not missing."""
    await stacking(t, 30)
    t.app.cycle.sort.sides[0].need = 2 * t.app.cycle.sort.sides[0].stacks + 4  # soon done
    side = t.plant.sides[0]
    await t.until(lambda: side.on_belt > 2, 20_000)
    t.plant.inject("tile_stuck", "east", where="belt", clears="jog")
    await t.until(lambda: side.on_belt == 0, 30_000)


async def test_the_sensor_of_a_full_belt_that_lies_is_told_and_harms_nothing(t):
    t.plant.inject("sensor_stuck", "south_belt_full", value="on")
    await stacking(t, 30)
    assert await ends(t) == []
    assert (6, 4, 1, "belt_full") in told(t, t.app.latch.warnings)
    exact(t)


async def test_a_blind_channel_sensor_is_told(t):
    t.plant.inject("sensor_stuck", "west_channel", value="off")
    await stacking(t, 30)
    assert (6, 4, 2, "channel") in told(t, t.app.latch.warnings)
    t.plant.repair()
    await t.sleep(5000)
    assert "west_channel" not in t.app.parts.base.bad


async def test_noise_miscounts_nothing(t):
    """Noise that the thresholds keep out counts no tile; more of it is told, and the walls are exact all the same."""
    t.plant.inject("sensor_noise", "east_tile", counts=20_000)
    t.plant.inject("sensor_noise", "north_channel", counts=30_000)
    await stacking(t, 30)
    assert await ends(t) == []
    assert told(t, t.app.latch.warnings) == [(6, 2, 3, "channel")], told(t, t.app.latch.warnings)
    exact(t)


async def test_too_much_noise_stops_that_side(t):
    t.plant.inject("sensor_noise", "east_tile", counts=40_000)
    await stacking(t, 30)
    faults = await ends(t)
    assert faults == [(6, 2, 0, "tile")], faults
    await repaired(t)


async def test_a_slow_disc_is_told(t):
    t.plant.inject("motor_slow", "disc", factor=0.8)
    await stacking(t, 70)
    assert told(t, t.app.latch.warnings) == [(4, 2, None, "disc")], told(t, t.app.latch.warnings)


async def test_a_slow_belt_is_told(t):
    await stacking(t, 30)
    t.plant.inject("motor_slow", "north_pickup", factor=0.75)
    faults = await ends(t)
    assert faults == [], (faults, t.plant.view())
    assert told(t, t.app.latch.warnings) == [(5, 6, 3, "pickup")], told(t, t.app.latch.warnings)


async def test_counts_that_cannot_be_right_lead_a_way_on(t):
    """A tile passed unseen, and none is left to come: the second time the walls come up and are sorted anew."""
    await stacking(t, 138)
    side = [side for side in t.app.cycle.sort.sides if side.counted < side.need][0]
    side._kept -= 1
    first = await ends(t)
    assert first and first[0][:2] == (0, 1), (first, t.plant.view())
    await t.request("clear")
    await t.request("resume")
    assert (await ends(t))[0][:2] == (0, 4)
    await t.request("clear")
    assert t.app.cycle.state == "paused" and t.app.cycle.counts is None
    assert (0, 4, None, "sort") in told(t, t.app.latch.warnings)
    await t.request("raise")
    await t.until(is_state(t, "idle", "fault"), 20_000)
    t.plant.players.auto = True
    await stacking(t, 30)
    assert await ends(t) == []
    exact(t)


async def test_a_home_sensor_that_sticks_in_the_middle_of_a_turn(t):
    """The cam goes on by time: the stack is in the channel, and the sensor is told."""
    await stacking(t, 30)
    cam = t.plant.cams[1]
    await t.until(lambda: cam.on and 60_000 < cam.angle_at(t.plant.now) < 180_000, 20_000, step_ms=1)
    t.plant.inject("sensor_stuck", "south_head_home", value="on")
    assert await ends(t) == []
    assert told(t, t.app.latch.warnings) == [(6, 4, 1, "head_home")], told(t, t.app.latch.warnings)
    exact(t)


async def test_a_dome_limit_that_comes_of_itself_is_named(t):
    await t.sleep(100)
    t.plant.inject("sensor_stuck", "dome_top", value="on")
    await t.request("dome", to="up")
    await t.until(is_state(t, "fault"), 5000)
    assert told(t, t.app.latch.faults) == [(6, 4, None, "dome_top")], told(t, t.app.latch.faults)
    t.plant.repair()
    await t.request("clear")
    await t.request("dome", to="up")
    await t.sleep(500)
    t.plant.inject("sensor_stuck", "dome_top", value="on")
    await t.until(is_state(t, "fault"), 5000)
    assert told(t, t.app.latch.faults) == [(6, 4, None, "dome_top")]


async def test_a_dome_that_is_blocked_on_its_way_is_not_taken_for_one_that_arrived(t):
    """Its second try starts where it stands: only the first tells how far it came."""
    await t.request("dome", to="up")
    await t.sleep(600)
    t.plant.inject("motor_stalled", "dome")
    await t.until(is_state(t, "fault"), 10_000)
    assert told(t, t.app.latch.faults) == [(2, 1, None, "dome")], told(t, t.app.latch.faults)
    t.plant.repair()
    await t.request("clear")
    t.plant.inject("limit_never", "dome_bottom")
    await t.request("dome", to="down")
    await t.until(is_state(t, "fault"), 10_000)
    assert told(t, t.app.latch.faults) == [(6, 4, None, "dome_bottom")], told(t, t.app.latch.faults)


async def test_a_wheel_that_does_not_stop_is_not_called_dead(t):
    await stacking(t, 30)
    t.plant.inject("motor_runaway", "south_pickup")
    t.plant.inject("tile_stuck", "south", where="belt", clears="repair")  # so that it is looked at
    await t.until(is_state(t, "fault"), 60_000)
    assert told(t, t.app.latch.faults)[0] == (5, 5, 1, "pickup"), told(t, t.app.latch.faults)


async def test_a_channel_sensor_that_is_dark_before_the_first_stack_is_told(t):
    await dome_open(t)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.stage == "stacking", 40_000)
    t.plant.inject("sensor_drift", "west_channel", counts=-43000)
    await t.until(lambda: sum(t.app.cycle.counts) >= 40, 40_000)
    assert (6, 4, 2, "channel") in told(t, t.app.latch.warnings), told(t, t.app.latch.warnings)


async def test_a_light_barrier_that_is_barely_clear_is_not_taken_for_a_slow_belt(t):
    t.plant.inject("sensor_drift", "east_tile", counts=-21806)
    await stacking(t, 30)
    assert await ends(t) == []
    assert told(t, t.app.latch.warnings) == [(6, 2, 0, "tile")], told(t, t.app.latch.warnings)
    exact(t)


async def test_a_full_belt_that_tiles_leave_is_not_full(t):
    """Its sensor sticks in a sort in which nothing else goes wrong: told, and believed again later."""
    await stacking(t, 20)
    t.plant.inject("sensor_stuck", "south_belt_full", value="on")
    assert await ends(t) == []
    assert told(t, t.app.latch.warnings) == [(6, 4, 1, "belt_full")], told(t, t.app.latch.warnings)
    exact(t)
    t.plant.repair()
    t.plant.players.auto = True
    await stacking(t, 30)
    assert "south_belt_full" not in t.app.parts.base.bad


async def test_the_sensor_of_a_full_belt_that_is_noisy_is_told(t):
    await stacking(t, 30)
    t.plant.inject("sensor_noise", "east_belt_full", counts=39_903)
    assert await ends(t) == []
    assert told(t, t.app.latch.warnings) == [(6, 2, 0, "belt_full")], told(t, t.app.latch.warnings)
    exact(t)


async def test_a_slow_belt_is_carried_back_to_its_end(t):
    """It needs more time for that: a tile left on it would be missing on another side."""
    await stacking(t, 60)
    t.plant.inject("motor_slow", "north_pickup", factor=0.3)
    sort = t.app.cycle.sort
    sort.sides[3].need = sort.sides[3].counted // 2 * 2 + 4  # soon done, with tiles on its belt
    await t.until(lambda: sort.sides[3].done, 20_000)
    await t.until(lambda: not sort.sides[3].pickup.running, 10_000)
    assert t.plant.sides[3].on_belt == 0, t.plant.view()


async def test_a_very_slow_cam_is_not_taken_for_one_whose_sensor_is_silent(t):
    """A fifth of its speed, or what lets it come home as its motor is switched off: a third try brings it home."""
    await stacking(t, 30)
    t.plant.inject("motor_slow", "west_head", factor=0.21)
    t.plant.inject("motor_slow", "east_head", factor=0.24)
    await t.until(lambda: len(t.app.latch.warnings) > 1, 20_000)
    found = sorted(told(t, t.app.latch.warnings))
    assert found == [(1, 1, 0, "head"), (1, 1, 2, "head")], found
    assert await ends(t) == []
    exact(t)


async def test_a_very_slow_disc_is_not_taken_for_one_whose_sensor_is_silent(t):
    await dome_open(t)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.stage == "stirring", 10_000)
    t.plant.inject("motor_slow", "disc", factor=0.3)
    await t.until(lambda: t.app.latch.warnings or t.app.latch.faults, 30_000)
    await t.sleep(20_000)
    assert told(t, t.app.latch.faults + t.app.latch.warnings) == [(4, 2, None, "disc")]


async def test_a_silent_disc_sensor_is_told_and_believed_again(t):
    await stacking(t, 10)
    t.plant.inject("sensor_stuck", "disc_turn", value="on")
    await t.until(lambda: t.app.latch.warnings, 20_000)
    assert told(t, t.app.latch.warnings) == [(6, 4, None, "disc_turn")], told(t, t.app.latch.warnings)
    t.plant.repair()
    assert await ends(t) == []
    t.plant.players.auto = True
    await stacking(t, 70)
    assert not t.app.parts.base.bad


async def test_a_tile_too_many_that_comes_after_the_last_is_told(t):
    """The walls are whole; it stands in the head of the side that was last, and is taken out by hand."""
    await stacking(t, 130)
    sort = t.app.cycle.sort
    await t.until(lambda: sum(sort.counts) == 143, 40_000)
    last = [side for side in range(4) if sort.sides[side].counted < 36][0]
    belt = t.plant.sides[last]
    await t.until(lambda: belt.on_belt, 40_000)
    t.plant.put_in([150])
    belt._load(150)  # its wheel catches one more
    assert await ends(t) == [(0, 5, last, "sort")], told(t, t.app.latch.faults)
    exact(t)
    while belt.nest:
        t.plant.tiles.place[belt.nest.pop()] = 0
    await t.request("clear")
    assert t.app.cycle.state == "ready"


async def test_a_blind_side_that_fills_its_belt_is_not_called_idle(t):
    """Its belt is full at some looks only, for there are few tiles: and yet it is the sensor, not the wheel."""
    await dome_open(t)
    t.plant.inject("sensor_stuck", "north_tile", value="off")
    await t.request("sort")
    assert await ends(t) == [(6, 4, 3, "tile")]


async def test_a_tile_on_a_slow_belt_is_not_taken_for_two(t):
    await stacking(t, 30)
    for side in ("east", "south", "west"):
        t.plant.inject("motor_slow", side + "_pickup", factor=0.6)
    await t.until(lambda: len(t.app.latch.warnings) > 2, 20_000)
    found = sorted(told(t, t.app.latch.faults + t.app.latch.warnings))
    assert found == [(5, 6, seat, "pickup") for seat in range(3)], found
