"""Every fault the virtual table can have of a sensor, motor, expander or the supply is found by the matching self-test,
with its side and part; afterwards nothing is on, and a repaired table passes again."""

SIDES = ("east", "south", "west", "north")
TILE_PARTS = ("tile", "belt_full", "channel")


async def run(t, name, answers=True):
    """Run one self-test, saying something all the time; its last report, or None when it was refused."""
    try:
        job = (await t.request("test", name=name))["job"]
    except Exception as refused:
        return {"state": "refused", "why": refused.error["message"]}
    for _ in range(400):
        report = await t.request("job", id=job)
        if report["state"] != "running":
            return report
        if "asks" in report and answers:
            for _ in range(4):
                await t.sleep(1000)  # the players push tiles in
                await t.request("hello")
            await t.request("answer", yes=True)
        await t.sleep(200)
    raise AssertionError(report)


async def found(t, test, side, part, fault, target=None, **args):
    """Inject, test, and see who is named; then repair, clear, and test again."""
    t.plant.players.auto = False
    t.plant.inject(fault, target, **args)
    await t.sleep(100)
    await t.until(lambda: t.app.cycle.job is None, 10_000)  # a key that is stuck down was pressed
    report = await run(t, test)
    what = (test, fault, target, report)
    assert report["state"] in ("done", "failed"), what
    if report["state"] == "failed":
        named = report["fault"]
        assert named["code"] != 9 or named["sub"] != 3, what
    else:
        named = report["result"]
        assert named["passed"] is False, what
    assert named["side"] == side, what
    assert named["part"] == part or (part == "expander" and named["part"].startswith("expander")), what
    runs_by_itself = fault == "motor_runaway"
    assert runs_by_itself or not t.plant.motors.on(), what
    t.plant.repair()
    await settled(t)


async def settled(t):
    await t.sleep(100)
    if t.app.cycle.state == "stopped":
        await t.request("acknowledge")
    await t.request("clear")
    t.app.parts.base.bad.clear()
    # A motor that ran by itself, or a cut move, may have left a part away from its stop.
    if t.app.parts.dome.position != "down":
        await t.request("dome", to="down")
        await t.until(lambda: t.app.cycle.job is None, 8000)
    for cam in t.app.parts.heads + t.app.parts.lifts:
        if not cam.at_home:
            t.app.cycle.test("home", cam.turn())
            await t.until(lambda: t.app.cycle.job is None, 8000)
    t.app.latch.clear()
    t.app.cycle.find_state("settled")


async def passes(t, *names):
    for name in names:
        report = await run(t, name)
        assert report["state"] == "done" and report["result"]["passed"], report


async def test_keys_held_and_cams_away(t):
    for side in SIDES:
        for key in ("dice_key", "lift_key", "hand_key"):
            await found(t, "inputs", side, key, "key_stuck", side + "_" + key)
        for part in ("head_home", "lift_home"):
            await found(t, "inputs", side, part, "limit_never", side + "_" + part)
    await found(t, "inputs", "north", "dice_key", "sensor_stuck", "north_dice_key", value="on")
    await passes(t, "inputs")


async def test_dome_limits_at_rest(t):
    await found(t, "inputs", None, "dome_bottom", "limit_never", "dome_bottom")
    await found(t, "inputs", None, "dome_top", "sensor_stuck", "dome_top", value="on")


async def test_emergency_stop_wire_broken(t):
    await found(t, "inputs", None, "emergency_stop", "sensor_stuck", "emergency_stop", value="on")
    await passes(t, "inputs")


async def test_expanders(t):
    for side in SIDES:
        await found(t, "inputs", side, "expander", "expander_dead", side)
    await passes(t, "inputs", "east_head")


async def test_keys_that_do_nothing(t):
    """Pressed but not seen: named when all the others were."""
    for dead in ("south_hand_key", "emergency_stop"):
        t.plant.inject("sensor_stuck", dead, value="off")
        job = (await t.request("test", name="keys", seconds=12))["job"]
        for side in SIDES:
            for key in ("dice_key", "lift_key", "hand_key"):
                t.press(side + "_" + key)
                await t.sleep(250)
        t.plant.emergency(True)
        await t.sleep(200)
        t.plant.emergency(False)
        await t.until(lambda: t.app.cycle.job is None, 20_000)
        result = (await t.request("job", id=job))["result"]
        side, part = ("south", "hand_key") if "key" in dead else (None, dead)
        assert (result["passed"], result["side"], result["part"]) == (False, side, part), result
        t.plant.repair()
        await settled(t)


async def test_photos(t):
    for side in SIDES:
        for part in TILE_PARTS:
            name = side + "_" + part
            await found(t, "photos", side, part, "sensor_stuck", name, value="on")
            await found(t, "photos", side, part, "sensor_drift", name, counts=-15000)
    for part in TILE_PARTS:
        name = "west_" + part
        await found(t, "photos", "west", part, "sensor_drift", name, counts=15000)
        await found(t, "photos", "west", part, "sensor_drift", name, counts=-40000)
        await found(t, "photos", "west", part, "sensor_noise", name)
    await passes(t, "photos")


async def test_supply(t):
    for volts in (18.0, 30.0):
        t.plant.inject("supply_sag", volts=volts)
        await t.sleep(200)
        report = await run(t, "supply")
        result = report["result"]
        assert not result["passed"] and result["part"] == "supply", report
        assert abs(result["measured"] - volts) < 0.3, report
        t.plant.repair()
        await settled(t)
    await found(t, "supply", None, "supply", "sensor_drift", "supply_volts", counts=-15000)
    await found(t, "supply", None, "supply_volts", "sensor_noise", "supply_volts", counts=6000)
    await found(t, "supply", None, "motor_amps", "sensor_noise", "motor_amps")
    await found(t, "supply", None, "motor_amps", "sensor_drift", "motor_amps", counts=15000)
    await passes(t, "supply")


async def test_a_current_sensor_that_sees_nothing(t):
    for test in ("east_pickup", "south_head", "west_lift", "disc", "dome"):
        await found(t, test, None, "motor_amps", "sensor_drift", "motor_amps", counts=-15000)
    await passes(t, "east_pickup", "disc")


async def test_motors_of_the_heads(t):
    await motors(t, "head")


async def test_motors_of_the_lifts(t):
    await motors(t, "lift")


async def motors(t, part):
    for side in SIDES:
        name = side + "_" + part
        await found(t, name, side, part, "motor_dead", name)
        await found(t, name, side, part, "motor_stalled", name)
        await found(t, name, side, part, "motor_slow", name)
        await found(t, name, side, part, "motor_slow", name, factor=0.3)
        await found(t, name, side, part + "_home", "limit_never", name + "_home")
        await found(t, name, side, part + "_home", "sensor_stuck", name + "_home", value="on")
        await found(t, name, side, part, "motor_runaway", name)
        await found(t, "supply", side, part, "motor_runaway", name)
        await passes(t, name)


async def test_pickups(t):
    for side in SIDES:
        name = side + "_pickup"
        await found(t, name, side, "pickup", "motor_dead", name)
        await found(t, name, side, "pickup", "motor_stalled", name)
        await found(t, name, side, "pickup", "motor_runaway", name)
        await found(t, name, side, "pickup", "tile_stuck", side, where="belt", clears="repair")
        await passes(t, name)
    await found(t, "supply", None, "pickup", "motor_runaway", "west_pickup")


async def test_disc(t):
    await found(t, "disc", None, "disc", "motor_dead", "disc")
    await found(t, "disc", None, "disc", "motor_stalled", "disc")
    await found(t, "disc", None, "disc", "motor_slow", "disc")
    await found(t, "disc", None, "disc_turn", "sensor_stuck", "disc_turn", value="on")
    await found(t, "disc", None, "disc_turn", "sensor_stuck", "disc_turn", value="off")
    await found(t, "supply", None, "disc", "motor_runaway", "disc")
    await t.sleep(3000)
    await found(t, "disc", None, "disc", "motor_runaway", "disc")
    await t.sleep(3000)
    await passes(t, "disc")


async def test_dome(t):
    await found(t, "dome", None, "dome", "motor_dead", "dome")
    await found(t, "dome", None, "dome", "motor_stalled", "dome")
    await found(t, "dome", None, "dome", "motor_slow", "dome")
    await found(t, "dome", None, "dome", "motor_slow", "dome", factor=0.3)
    for limit in ("dome_top", "dome_bottom"):
        await found(t, "dome", None, limit, "limit_never", limit)
        await found(t, "dome", None, limit, "sensor_stuck", limit, value="on")
    await found(t, "dome", None, "dome", "motor_runaway", "dome")
    await found(t, "supply", None, "dome", "motor_runaway", "dome")
    await passes(t, "dome")


async def test_tiles_stuck_in_head_and_lift(t):
    await found(t, "north_head", "north", "head", "tile_stuck", "north", where="head", clears="repair")
    await found(t, "north_head", "north", "head", "tile_stuck", "north", where="head", clears="jog")
    await found(t, "east_lift", "east", "lift", "tile_stuck", "east", where="channel", clears="repair")
    await passes(t, "north_head", "east_lift")


async def tile_fault(t, side, part, fault, target, **args):
    """The faults that only a tile shows."""
    t.plant.inject(fault, target, **args)
    report = await run(t, side + "_tile")
    named = report.get("fault") or report.get("result")
    assert report["state"] == "failed" or named["passed"] is False, report
    assert (named["side"], named["part"]) == (side, part), report
    assert not t.plant.motors.on()


async def test_tile_sensor_blind(t):
    await tile_fault(t, "south", "tile", "sensor_stuck", "south_tile", value="off")


async def test_belt_sensor_blind(t):
    await tile_fault(t, "west", "belt_full", "sensor_stuck", "west_belt_full", value="off")


async def test_channel_sensor_blind(t):
    await tile_fault(t, "north", "channel", "sensor_stuck", "north_channel", value="off")


async def test_belt_sensor_always_on(t):
    await tile_fault(t, "east", "belt_full", "sensor_stuck", "east_belt_full", value="on")


async def test_channel_sensor_always_on(t):
    await tile_fault(t, "east", "channel", "sensor_stuck", "east_channel", value="on")


async def test_tile_sensor_always_on(t):
    await tile_fault(t, "east", "tile", "sensor_stuck", "east_tile", value="on")


async def test_slow_pickup(t):
    await tile_fault(t, "south", "pickup", "motor_slow", "south_pickup", factor=0.5)


async def test_wheel_that_catches_nothing(t):
    await tile_fault(t, "south", "pickup", "tile_stuck", "south", where="wheel", clears="repair")


def kinds():
    """The faults of the virtual table, and the tests above that find each."""
    return {
        "sensor_stuck": "keys, photos, homes, limits, disc",
        "sensor_drift": "photos, supply, current",
        "sensor_noise": "photos, supply, current",
        "motor_dead": "every motor",
        "motor_slow": "every motor",
        "motor_stalled": "every motor",
        "motor_runaway": "every motor",
        "limit_never": "homes, limits",
        "key_stuck": "keys",
        "expander_dead": "expanders",
        "supply_sag": "supply",
        "tile_stuck": "head, lift, belt, wheel",
    }


# Of tiles, not of parts; resets, which the tests of safety have; a chip that a table may be without.
OTHERS = ("tile_missing", "tile_extra", "tiles_glued", "controller_reset", "power_cut", "fram_dead", "fram_missing")


def test_no_kind_of_fault_is_forgotten(w):
    from virtual.faults import FAULTS

    left = [name for name in FAULTS if name not in kinds() and name not in OTHERS]
    assert not left, left


OPTIONS = {"*": {"limit_ms": 3_000_000}}
