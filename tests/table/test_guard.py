"""Motors that run though they are switched off: noticed, named, everything else stopped."""

from hands import dome_open, stacking
from virtual.parts import INDEX


def named(t):
    first = t.app.latch.first
    return first and (first.code, first.sub, first.side, first.part)


async def runs_on(t, motor, want, ms=4000):
    t.plant.inject("motor_runaway", motor)
    await t.until(lambda: t.app.cycle.state == "fault", ms)
    assert named(t) == want, named(t)
    assert not t.plant.motors.on()
    t.plant.repair()
    await t.sleep(300)
    await t.request("clear")
    await t.sleep(1500)
    assert not t.app.latch.faults, named(t)


async def test_at_rest_each_motor_that_runs_on_is_named(t):
    await runs_on(t, "south_head", (1, 4, 1, "head"))
    await runs_on(t, "dome", (2, 6, None, "dome"))
    await runs_on(t, "west_lift", (3, 4, 2, "lift"))
    await runs_on(t, "disc", (4, 4, None, "disc"), 6000)
    await runs_on(t, "north_pickup", (5, 5, None, "pickup"), 6000)


async def test_in_a_sort(t):
    """A head that runs on by itself: all else stops within a second; repaired, the sort goes on to exact walls."""
    await stacking(t, 40)
    t.plant.inject("motor_runaway", "east_head")
    await t.until(lambda: t.app.cycle.state == "fault", 3000)
    assert named(t) == (1, 4, 0, "head"), named(t)
    assert not t.plant.motors.on()
    t.plant.repair()
    await t.request("clear")
    await t.request("resume")
    await t.until(lambda: t.app.cycle.state in ("ready", "fault"), 90_000)
    assert [len(side.channel) for side in t.plant.sides] == [18, 18, 18, 18], (named(t), t.plant.view())


async def test_a_lift_that_runs_on_leaves_the_walls_unknown(t):
    await stacking(t, 40)
    await runs_on(t, "west_lift", (3, 4, 2, "lift"))
    assert t.app.cycle.state == "paused" and t.app.cycle.lost


async def test_a_current_that_no_motor_takes_is_its_sensors(t):
    t.plant.drift[INDEX["motor_amps"]] = 3000  # an ampere
    t.plant.set_counts(INDEX["motor_amps"])
    await t.until(lambda: t.app.latch.warnings, 5000)
    warning = t.app.latch.warnings[0]
    assert (warning.code, warning.sub, warning.part) == (6, 2, "motor_amps"), warning.fields()
    assert t.app.cycle.state == "idle"


async def test_a_pick_up_that_runs_on_from_when_it_was_switched_off_is_named_with_its_side(t):
    pickup = t.app.parts.pickups[1]
    pickup.forward()
    await t.sleep(500)
    t.plant.inject("motor_runaway", "south_pickup")
    await t.sleep(500)
    pickup.off()
    await t.until(lambda: t.app.cycle.state == "fault", 8000)
    assert named(t) == (5, 5, 1, "pickup"), named(t)


async def test_a_noisy_current_is_told_and_blames_no_motor(t):
    t.plant.inject("sensor_noise", "motor_amps", counts=4000)
    await t.request("dome", to="up")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)
    await t.sleep(4000)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.state in ("ready", "fault"), 90_000)
    assert not t.app.latch.faults, named(t)
    assert [(w.code, w.sub, w.part, w.stage) for w in t.app.latch.warnings] == [(6, 2, "motor_amps", "noisy")]


async def test_a_current_that_reads_too_little_blames_no_motor(t):
    """More is missing than one motor takes: a wheel that caught nothing is not called dead for it."""
    t.plant.inject("sensor_drift", "motor_amps", counts=-9000)
    await stacking(t, 30)
    t.plant.inject("tile_stuck", "west", where="wheel")
    await t.until(lambda: t.app.cycle.state in ("ready", "fault"), 90_000)
    assert not t.app.latch.faults, named(t)
    assert [(w.code, w.sub, w.part) for w in t.app.latch.warnings] == [(6, 2, "motor_amps")]


async def test_a_noisy_current_blames_no_wheel_that_is_looked_at(t):
    """A wheel that caught nothing is jogged; what the current seems to say of it then is not believed."""
    t.plant.inject("sensor_noise", "motor_amps", counts=6200)
    await stacking(t, 30)
    for _ in range(12):
        assert await t.app.parts.pickups[2].blame() == "sensor"


async def test_a_lift_key_held_to_clear_raises_nothing(t):
    """Two players hold a lift key each: the first clears the fault, the second was not held for what lies below."""
    await stacking(t, 40)
    t.plant.inject("motor_runaway", "west_lift")
    await t.until(lambda: t.app.cycle.state == "fault", 4000)
    t.plant.repair()
    await t.sleep(300)
    t.press("east_lift_key", 1800)
    await t.sleep(1000)
    t.press("north_lift_key", 1800)
    await t.until(lambda: t.app.cycle.state == "paused", 3000)
    await t.sleep(3000)
    assert t.app.cycle.state == "paused" and t.app.cycle.lost
    assert sum(len(side.channel) for side in t.plant.sides)
    t.press("north_lift_key", 1800)  # now it is
    await t.until(lambda: t.app.cycle.state == "idle", 20_000)
    assert not any(side.channel for side in t.plant.sides)


async def test_a_lift_that_raises_nothing_is_not_taken_for_one_with_a_bad_sensor(t):
    """Two motors are dead, so the current is not believed; but the lift's sensor and the channel's say the same."""
    await stacking(t)
    await t.until(lambda: t.app.cycle.state == "ready", 90_000)
    t.plant.players.auto = True
    await dome_open(t)
    t.plant.inject("motor_dead", "south_lift")
    t.plant.inject("motor_dead", "disc")
    await t.request("sort")
    await t.until(lambda: t.app.cycle.state == "fault", 30_000)
    assert named(t) == (3, 3, 1, "lift"), named(t)
    assert t.app.cycle.waiting == [0, 18, 0, 0] and len(t.plant.sides[1].channel) == 18
    t.plant.repair()
    await t.request("clear")
    await t.request("resume")
    await t.until(lambda: t.app.cycle.state in ("ready", "fault"), 90_000)
    assert [len(side.channel) for side in t.plant.sides] == [18, 18, 18, 18], (named(t), t.plant.view())
    assert [len(side.raised) for side in t.plant.sides] == [18, 18, 18, 18]
    assert not t.app.parts.lifts[1].blind
