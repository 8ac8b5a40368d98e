"""The self-test at the table alone: entered with two lift keys at power-on, stepped, run, left; lamps and verdicts."""

SIDES = ("east", "south", "west", "north")
HELD = ("east_lift_key", "north_lift_key")


def hold_two(t):
    t.hold(HELD)


def hold_one(t):
    t.hold("south_lift_key")


async def step_to(t, number):
    t.hold(HELD, False)
    for _ in range(number - t.app.selftest.desk.number):
        t.press("west_dice_key", 80)
        await t.sleep(250)
    assert t.app.selftest.desk.number == number


def lit(t, name):
    return name in t.app.parts.lights.lit


async def ready_lamp(t, ms=1500):
    """How the ready lamp looks for a while: "on", "off" or "blinks"."""
    seen = set()
    for _ in range(ms // 50):
        await t.sleep(50)
        seen.add(bool(lit(t, "ready_lamp")))
    return "blinks" if len(seen) == 2 else "on" if True in seen else "off"


async def ran(t, ms=60_000):
    await t.sleep(200)
    await t.until(lambda: t.app.cycle.job is None, ms)
    await t.sleep(250)


async def test_two_lift_keys_at_power_on_enter_it_and_nothing_moves(t):
    await t.sleep(500)
    assert t.app.cycle.state == "self_test"
    assert not t.plant.motors.on()
    await step_to(t, 1)
    for number in range(2, 17):
        t.press("south_dice_key", 80)
        await t.sleep(300)
        lamps = [lit(t, side + "_dealer_lamp") for side in SIDES]
        assert lamps == [bool(number >> bit & 1) for bit in range(4)], (number, lamps)
    t.press("south_dice_key", 80)
    await t.sleep(300)
    assert t.app.selftest.desk.number == 1
    assert not [e for e in t.events if e["event"] == "roll"]
    assert not t.plant.motors.on()


async def test_one_lift_key_does_not(t):
    assert t.app.cycle.state == "idle" and t.app.selftest.desk is None


async def test_run_passed_and_the_sensor_shown(t):
    await step_to(t, 14)
    await t.sleep(200)
    assert await ready_lamp(t, 300) == "on"  # west's head is at home
    t.press("south_lift_key", 80)
    await t.until(lambda: "south_head" in t.plant.motors.on(), 2000)
    await ran(t)
    assert t.app.cycle.state == "self_test"
    assert await ready_lamp(t) == "on" and not lit(t, "south_turn_lamp")
    assert t.plant.motors.starts[5] == 1


async def test_run_failed_names_the_side_and_another_run_clears(t):
    await step_to(t, 15)
    t.plant.inject("motor_dead", "north_lift")
    t.press("north_lift_key", 80)
    await ran(t)
    assert await ready_lamp(t) == "blinks" and lit(t, "north_turn_lamp")
    t.plant.repair()
    t.press("north_lift_key", 80)
    await ran(t)
    assert await ready_lamp(t) == "on" and not lit(t, "north_turn_lamp")
    assert t.app.cycle.state == "self_test" and not t.app.latch.faults


async def test_any_key_stops_a_test_that_moves(t):
    await step_to(t, 12)
    t.press("east_lift_key", 80)
    await t.until(lambda: "dome" in t.plant.motors.on(), 2000)
    t.press("west_hand_key", 80)
    await t.until(lambda: not t.plant.motors.on(), 60)
    await t.sleep(1000)
    assert t.app.cycle.state == "stopped" and not t.plant.motors.on()
    t.press("east_lift_key", 80)  # acknowledges and runs
    await ran(t)
    assert t.app.cycle.state == "self_test" and await ready_lamp(t) == "on"


async def test_questions_are_answered_by_keys(t):
    await step_to(t, 6)
    for key, looks in (("south_lift_key", "on"), ("south_dice_key", "blinks")):
        t.press("east_lift_key", 80)
        await t.until(lambda: t.app.selftest.asked, 5000)
        t.press(key, 80)
        await ran(t)
        assert await ready_lamp(t) == looks


async def test_left_by_a_long_press_and_the_table_plays_on(t):
    await step_to(t, 3)
    t.press("east_hand_key", 2000)
    await t.sleep(2500)
    assert t.app.cycle.state == "idle" and t.app.selftest.desk is None and t.app.console.taken is None
    t.press("west_dice_key")
    await t.sleep(200)
    assert [e for e in t.events if e["event"] == "roll"]
    t.press("south_lift_key")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)


OPTIONS = {
    "*": {"before": hold_two},
    "test_one_lift_key_does_not": {"before": hold_one},
}
