"""Base times, early warnings, bad sensors named and lived with, motors told from sensors by the current."""

from hands import dome_open
from virtual.parts import INDEX


async def turn(t, name):
    """One turn of a cam, or the dome up and down, as in play; the job when it ended."""
    parts = t.app.parts

    async def dome():
        await parts.dome.move(True)
        await parts.dome.move(False)

    works = {cam.name: cam.turn for cam in parts.heads + parts.lifts}
    works["dome"] = dome
    job = t.app.cycle.test(name, works[name]())
    await t.until(lambda: t.app.cycle.job is None, 30_000)
    return await t.request("job", id=job.id)


async def test_base_time_is_learned_and_survives(t):
    for _ in range(4):
        await turn(t, "south_head")
    base = t.app.parts.base.base("south_head", 0)
    assert 390 <= base <= 450, base
    old = t.app
    t.plant.inject("power_cut")
    await t.sleep(1)
    await t.until(lambda: t.app is not None and t.app is not old and t.app.cycle.state != "starting", 8000)
    assert t.app.parts.base.base("south_head", 0) == base


async def test_slower_than_usual_warns_before_it_breaks(t):
    for _ in range(4):
        await turn(t, "south_head")
    assert not t.app.latch.warnings
    t.plant.inject("motor_slow", "south_head", factor=0.8)
    await turn(t, "south_head")
    warning = t.app.latch.warnings[0]
    assert (warning.code, warning.side, warning.part) == (1, 1, "head"), warning.fields()
    assert warning.measured > warning.limit * 9 // 8
    assert not t.app.latch.faults
    await turn(t, "south_head")
    await turn(t, "south_head")
    assert t.app.latch.warnings[0].times == 3
    told = [e for e in t.events if e["event"] == "warning"]
    assert len(told) == 2 and told[1]["times"] == 3, told  # the first and the third time


async def test_very_slow_motor_still_completes_its_turn(t):
    t.plant.inject("motor_slow", "east_head", factor=0.4)
    await turn(t, "east_head")
    assert not t.app.latch.faults, t.app.latch.first.fields()
    assert t.app.parts.heads[0].at_home and t.app.parts.heads[0].retries == 1


async def dead_or_stalled(t, fault, motor, code, sub, side, part):
    t.plant.inject(fault, motor)
    job = await turn(t, motor)
    assert job["state"] == "failed"
    first = t.app.latch.first
    assert (first.code, first.sub, first.side, first.part) == (code, sub, side, part), first.fields()
    t.plant.repair()
    await t.request("clear")


async def test_dead_motor_is_told_from_a_stalled_one(t):
    await dead_or_stalled(t, "motor_dead", "west_head", 1, 3, 2, "head")
    await dead_or_stalled(t, "motor_stalled", "west_head", 1, 2, 2, "head")
    await dead_or_stalled(t, "motor_dead", "north_lift", 3, 3, 3, "lift")
    await dead_or_stalled(t, "motor_dead", "dome", 2, 5, None, "dome")
    await dead_or_stalled(t, "motor_stalled", "dome", 2, 4, None, "dome")


async def test_dome_limit_that_never_comes_is_named(t):
    t.plant.inject("limit_never", "dome_top")
    await turn(t, "dome")
    first = t.app.latch.first
    assert (first.code, first.sub, first.part) == (6, 4, "dome_top"), first.fields()


async def whole_sort(t):
    await dome_open(t)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.state in ("ready", "fault"), 240_000)


async def disc_fails(t, fault, sub):
    t.plant.inject(fault, "disc")
    await whole_sort(t)
    first = t.app.latch.first
    assert (first.code, first.sub, first.part) == (4, sub, "disc"), first.fields()


async def test_dead_disc_in_a_sort(t):
    await disc_fails(t, "motor_dead", 3)


async def test_stalled_disc_in_a_sort(t):
    await disc_fails(t, "motor_stalled", 1)


async def sort_without(t, sensor, value, side, part):
    """A whole sort with a home sensor stuck: it ends with full walls, and the sensor is named as a warning."""
    if part == "head_home":
        for _ in range(4):  # this head's own time is learned
            await turn(t, sensor[:-5])
    t.plant.inject("sensor_stuck", sensor, value=value)
    await whole_sort(t)
    assert t.app.cycle.state == "ready", t.app.latch.first.fields()
    assert [len(s.channel) for s in t.plant.sides] == [18, 18, 18, 18]
    warning = [w for w in t.app.latch.warnings if w.code == 6][0]
    assert (warning.sub, warning.side, warning.part) == (4, side, part), warning.fields()


async def test_a_sort_goes_on_with_a_head_sensor_stuck_off(t):
    await sort_without(t, "east_head_home", "off", 0, "head_home")


async def test_a_sort_goes_on_with_a_head_sensor_stuck_on(t):
    await sort_without(t, "west_head_home", "on", 2, "head_home")


async def test_a_sort_goes_on_without_the_disc_sensor(t):
    await sort_without(t, "disc_turn", "off", None, "disc_turn")


async def test_a_repaired_sensor_is_trusted_again(t):
    for _ in range(4):
        await turn(t, "north_head")
    t.plant.inject("sensor_stuck", "north_head_home", value="off")
    await turn(t, "north_head")
    assert t.app.parts.heads[3].blind
    await turn(t, "north_head")
    assert t.app.parts.heads[3].blind
    t.plant.repair()
    for _ in range(3):
        await turn(t, "north_head")
    assert not t.app.parts.heads[3].blind and t.app.parts.heads[3].at_home


async def test_over_current_acts_within_one_tick(t):
    await t.request("dome", to="up")
    await t.sleep(100)
    t.plant.drift[INDEX["motor_amps"]] = 60_000
    t.plant.set_counts(INDEX["motor_amps"])
    start = t.now_ms()
    await t.until(lambda: not t.plant.motors.on(), 100, step_ms=1)
    assert t.now_ms() - start <= 6
    assert t.app.latch.first.name == "over_current", t.app.latch.first.fields()


async def test_blocked_loop_cuts_the_motors_and_says_so(t):
    await t.request("dome", to="up")
    await t.sleep(100)
    from time import sleep_ms

    sleep_ms(400)
    await t.sleep(20)
    assert not t.plant.motors.on()
    assert t.app.latch.first.name == "loop_blocked" and t.app.latch.first.measured >= 400
