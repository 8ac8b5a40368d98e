"""The self-tests on a healthy table: all pass, all is at home and off afterwards; the person, the silent laptop."""


async def run(t, name, ms=60_000, alive=True, **params):
    """Run a self-test, saying something every second as the tool does; the job's last report."""
    job = (await t.request("test", name=name, **params))["job"]
    return await ended(t, job, ms, alive)


async def ended(t, job, ms=60_000, alive=True):
    end = t.now_ms() + ms
    while True:
        report = await t.request("job", id=job) if alive else [j for j in t.app.cycle.jobs if j.id == job][0].fields()
        if report["state"] != "running":
            return report
        assert t.now_ms() < end, report
        await t.sleep(500)


async def rebooted(t, old):
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 8000)


def at_rest(t):
    assert not t.plant.motors.on(), t.plant.motors.on()
    for cam in t.plant.cams:
        assert cam.at_home(), t.plant.view()
    assert t.app.console.taken is None and t.app.selftest.asked is None


SIDES = ("east", "south", "west", "north")
QUIET = ("inputs", "photos", "supply", "dice", "memory", "store", "link", "disc", "dome")
OF_A_SIDE = ("pickup", "head", "lift")


async def test_a_healthy_table_passes(t):
    for name in QUIET + tuple([side + "_" + part for part in OF_A_SIDE for side in SIDES]):
        report = await run(t, name)
        assert report["state"] == "done", report
        result = report["result"]
        assert result["passed"], result
        assert result["test"] == name and "side" not in result, result
        low, high = result["limits"]
        assert low <= result["measured"] <= high, result
        at_rest(t)
        assert t.app.cycle.state == "idle"
    assert not t.app.latch.faults and not t.app.latch.warnings


async def test_pickup_right_after_another_motor_measures_its_own_current(t):
    """What the motor before took is still in the reading when the next test begins: it must not count as rest."""
    for name in ("north_lift", "east_pickup", "south_pickup", "west_head", "north_pickup"):
        job = (await t.request("test", name=name))["job"]
        await t.until(lambda: t.app.cycle.job is None, 10_000, step_ms=1)
        report = await t.request("job", id=job)
        if "pickup" in name:
            assert 0.3 < report["result"]["measured"] < 0.5, report


async def test_by_number_and_side(t):
    assert (await run(t, "11"))["result"]["test"] == "disc"
    assert (await run(t, "14", side=2))["result"]["test"] == "west_head"
    assert (await run(t, "head", side=3))["result"]["test"] == "north_head"
    for wrong in ({"name": "head"}, {"name": "nonsense"}, {"name": "99"}):
        try:
            await t.request("test", **wrong)
        except Exception as refused:
            assert refused.kind == "params", refused.error
        else:
            raise AssertionError(wrong)


async def test_the_list_comes_in_pages_and_numbers_fit_the_lamps(t):
    rows, at = [], 0
    while at is not None:
        page = await t.request("tests", first=at)
        rows += page["tests"]
        at = page["next"]
    names = [row["name"] for row in rows]
    assert len(set(names)) == len(names) == 31
    assert sorted({row["number"] for row in rows}) == list(range(1, 20))


async def test_speed_against_duty(t):
    """The plant's disc begins at a quarter of full duty (20 of 80 turns/min)."""
    found = (await run(t, "speeds", ms=200_000))["result"]
    assert found["passed"] and 79 < found["measured"] < 81, found
    (start, slow), there, back = found["speeds"]
    assert 250 <= start <= 262 and 19.5 < slow < 21.5, found
    for duty, rpm in (there, back):
        assert 470 <= duty <= 510 and abs(rpm * 1000 / duty - 80) < 1, found
    assert 0.3 < found["amps"] < 0.5, found
    assert 1150 < found["spin_up_ms"] < 1350, found  # the plant's ramp is one of 24 steps
    at_rest(t)
    t.plant.inject("motor_slow", "disc", factor=0.75)
    found = (await run(t, "speeds", ms=200_000))["result"]
    assert not found["passed"] and 59 < found["measured"] < 61, found
    t.plant.repair()
    for fault, target, code, part in (
        ("motor_dead", "disc", (4, 3), "disc"),
        ("motor_stalled", "disc", (4, 1), "disc"),
        ("limit_never", "disc_turn", (6, 4), "disc_turn"),
    ):
        t.plant.inject(fault, target)
        report = await run(t, "speeds", ms=200_000)
        told = report["fault"]
        assert (told["code"], told["sub"]) == code and told["part"] == part, report
        assert t.plant.disc.rpm() <= 60, t.plant.view()
        t.plant.repair()
        await t.request("clear")
        at_rest(t)


def test_a_current_of_nothing_has_no_sign(w):
    from table.selftest.measure import hundredths

    for amps in (-0.004, -0.0, 0.0, 0.004):
        assert str(hundredths(amps)) == "0.0" and "%.2f" % hundredths(amps) == "0.00", amps
    assert "%.2f" % hundredths(-0.3) == "-0.30"


async def test_keys_each_pressed_and_the_emergency_stop(t):
    job = (await t.request("test", name="keys"))["job"]
    await t.until(lambda: t.app.selftest.asked, 1000)
    asked = await t.request("job", id=job)
    assert asked["asks"]["what"] == "press" and len(asked["asks"]["left"]) == 13, asked
    for side in SIDES:
        for key in ("dice_key", "lift_key", "hand_key"):
            t.press(side + "_" + key)
            await t.sleep(300)
    await t.sleep(1200)
    left = (await t.request("job", id=job))["asks"]["left"]
    assert left == ["emergency_stop"], left
    t.plant.emergency(True)
    await t.sleep(200)
    t.plant.emergency(False)
    report = await ended(t, job)
    assert report["result"]["passed"], report
    assert t.app.cycle.state == "stopped"  # pressed is pressed: it is acknowledged
    await t.request("acknowledge")
    assert t.app.cycle.state == "idle"
    assert not [e for e in t.events if e["event"] in ("refused", "roll")], t.events
    at_rest(t)


async def test_lights_and_buzzer_are_answered_by_laptop_and_by_key(t):
    for name, yes in (("lights", True), ("buzzer", False)):
        job = (await t.request("test", name=name))["job"]
        await t.until(lambda: t.app.selftest.asked, 20_000)
        await t.sleep(100)
        assert [e for e in t.events if e["event"] == "ask"][-1]["test"] == "test " + name
        await t.request("answer", yes=yes)
        report = await ended(t, job)
        assert report["result"]["passed"] is yes, report
    for key, yes in (("west_lift_key", True), ("west_dice_key", False)):
        job = (await t.request("test", name="buzzer"))["job"]
        await t.until(lambda: t.app.selftest.asked, 20_000)
        t.press(key)
        report = await ended(t, job)
        assert report["result"]["passed"] is yes, report
    report = await run(t, "buzzer", seconds=2)
    assert not report["result"]["passed"] and "nobody" in report["result"]["text"]
    try:
        await t.request("answer", yes=True)
    except Exception as refused:
        assert refused.kind == "state"
    else:
        raise AssertionError("answered though nothing was asked")
    at_rest(t)


async def test_lights_lights_every_pixel_and_lamp(t):
    job = (await t.request("test", name="lights"))["job"]
    pixels, lamps = set(), set()
    names = list(t.app.signals.lamps)
    while t.app.selftest.asked is None:
        for i in range(101):
            if t.world.pixel(i) != (0, 0, 0):
                pixels.add(i)
        lamps |= {n for n in names if n in t.app.parts.lights.lit}
        await t.sleep(20)
    await t.request("answer", yes=True)
    await ended(t, job)
    assert len(pixels) == 101 and lamps == set(names), (len(pixels), lamps)


async def test_a_tile_through_a_head(t):
    job = (await t.request("test", name="south_tile"))["job"]
    while t.app.selftest.asked is None:
        await t.sleep(500)
        await t.request("job", id=job)
    for _ in range(4):  # the players push the set in
        await t.sleep(1000)
        await t.request("job", id=job)
    await t.request("answer", yes=True)
    report = await ended(t, job)
    result = report.get("result")
    assert result and result["passed"] and 60 <= result["measured"] <= 130, report
    assert [len(s.raised) for s in t.plant.sides] == [0, 1, 0, 0]
    assert t.app.cycle.raised == [0, 1, 0, 0] and t.app.cycle.waiting == [0, 0, 0, 0]
    at_rest(t)
    assert t.app.cycle.state == "idle"


async def test_calibration_is_learned_kept_and_drift_is_shown(t):
    from virtual.parts import INDEX

    job = (await t.request("test", name="calibrate"))["job"]
    while True:
        report = await t.request("job", id=job)
        if report["state"] != "running":
            break
        signal = (report.get("asks") or {}).get("signal")
        if signal:
            t.plant.sense(INDEX[signal], 1)
            await t.sleep(1500)
            t.plant.sense(INDEX[signal], 0)
        await t.sleep(300)
    assert report["result"]["passed"], report
    photo = t.app.signals.photos["west_tile"]
    assert 20_000 < photo.low < photo.high < 35_000
    t.plant.inject("sensor_drift", "west_belt_full", counts=-6000)
    result = (await run(t, "photos"))["result"]
    assert result["passed"] and "drift -1" in result["text"], result
    t.plant.repair()
    t.plant.inject("sensor_drift", "west_belt_full", counts=-12000)
    result = (await run(t, "photos"))["result"]
    assert not result["passed"] and (result["side"], result["part"]) == ("west", "belt_full"), result
    learned = dict(t.app.calibrated)
    t.plant.repair()
    old = t.app
    t.plant.inject("power_cut")
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 8000)
    assert t.app.calibrated == learned and len(learned) == 12


async def test_a_silent_laptop_cuts_a_test_that_moves(t):
    for name in ("disc", "dome"):
        t.app.signals.mechanics["disc"]["spin_up_ms"] = 1200
        t.plant.inject("motor_slow", name, factor=0.5)
        job = (await t.request("test", name=name))["job"]
        began = t.now_ms()
        await t.until(lambda: t.app.cycle.state == "stopped", 6000)
        assert 2900 <= t.now_ms() - began <= 3400, t.now_ms() - began
        assert not t.plant.motors.on()
        report = await t.request("job", id=job)
        assert report["state"] == "stopped", report
        await t.sleep(3000)
        assert not t.plant.motors.on() and t.app.cycle.state == "stopped"
        assert any(["silent" in line for line in t.app.log.last()]), t.app.log.last()
        t.plant.repair()
        await t.request("acknowledge")
        await t.sleep(2000)
        assert not t.plant.motors.on()
    assert not t.app.latch.faults


async def test_one_that_does_not_move_may_take_its_time(t):
    job = (await t.request("test", name="buzzer", seconds=10))["job"]
    report = await ended(t, job, 20_000, alive=False)
    assert report["state"] == "done" and t.app.cycle.state == "idle"


async def test_a_stop_ends_one_that_waits_for_a_person(t):
    for name in ("keys", "calibrate", "buzzer", "east_tile"):
        job = (await t.request("test", name=name))["job"]
        await t.until(lambda: t.app.selftest.asked is not None, 60_000)
        t.send("!")
        report = await ended(t, job, 500)
        assert report["state"] == "stopped" and not report.get("asks"), (name, report)
        assert t.app.cycle.state == "stopped" and not t.plant.motors.on()
        await t.request("acknowledge")
        await t.until(lambda: t.app.cycle.state in ("idle", "dome_open"), 100)


async def test_stopped_in_the_middle_is_safe_and_said(t):
    for how in ("!", "emergency", "expander"):
        job = (await t.request("test", name="east_lift"))["job"]
        await t.until(lambda: "east_lift" in t.plant.motors.on(), 2000)
        await t.sleep(600)
        if how == "!":
            t.send("!")
        elif how == "emergency":
            t.plant.emergency(True)
        else:
            t.plant.inject("expander_dead", "west")
        await t.until(lambda: not t.plant.motors.on(), 40)
        report = await ended(t, job)
        assert report["state"] == "stopped", report
        assert t.app.cycle.state in ("stopped", "fault")
        assert [w.name for w in t.app.latch.warnings] == ["home_lost"], t.app.latch.warnings
        t.plant.emergency(False)
        t.plant.repair()
        await t.sleep(1000)
        assert not t.plant.motors.on()
        if t.app.cycle.state == "stopped":
            await t.request("acknowledge")
        await t.request("clear")
        result = (await run(t, "east_lift"))["result"]
        assert result["passed"] and "not at home" in result["text"], result
        at_rest(t)


async def test_reset_in_the_middle_moves_nothing_afterwards(t):
    for fault in ("controller_reset", "power_cut"):
        await t.request("test", name="south_lift")
        await t.until(lambda: "south_lift" in t.plant.motors.on(), 2000)
        await t.sleep(600)
        old = t.app
        t.plant.inject(fault)
        await t.sleep(1)
        assert not t.plant.motors.on()
        await rebooted(t, old)
        await t.sleep(3000)
        assert not t.plant.motors.on() and t.app.cycle.state == "idle"
        await t.request("hello")
        assert (await run(t, "south_lift"))["result"]["passed"]


async def test_a_lift_with_a_wall_in_its_channel_is_refused(t):
    t.app.memory.put("waiting", [18, 18, 18, 18])
    for name in ("east_lift", "east_tile"):
        try:
            await t.request("test", name=name)
        except Exception as refused:
            assert refused.kind == "state", refused.error
        else:
            raise AssertionError(name)


async def test_the_modules_are_gone_afterwards(t):
    import sys

    await run(t, "inputs")
    await run(t, "west_head")
    loaded = [name for name in sys.modules if name.startswith("table.selftest.")]
    assert not loaded, loaded
