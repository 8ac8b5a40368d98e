"""The test of the four belts, for fitting: what it measures of a table whose belts are not what its numbers say, what
it leaves behind, and what it says of one that brings no tiles."""

import asyncio

from test_selftest import at_rest, ended


def belt_ms(starts):
    """As queji.fit has it: what the wheel took to catch a tile is taken off the soonest."""
    return min(starts) - (sum(starts) / len(starts) - min(starts)) / (len(starts) - 1)


async def run(t):
    """The test's last report; the players push a set in while it asks for one."""
    job = (await t.request("test", name="belts"))["job"]
    return await answered(t, job)


async def answered(t, job):
    while t.app.selftest.asked is None and t.app.cycle.job is not None:
        await t.request("hello")
        await t.sleep(200)
    for _ in range(3):
        await t.request("hello")
        await t.sleep(1000)
    if t.app.selftest.asked is not None:
        await t.request("answer", yes=True)
    return await ended(t, job, 300_000)


async def test_belts_as_the_numbers_say(t):
    result = (await run(t))["result"]
    assert result["passed"], result
    assert len(result["belts"]) == 4, result
    for starts, tile_ms, gap_ms in result["belts"]:
        assert len(starts) == 8 and 600 < belt_ms(starts) < 800, result
        assert 85 <= tile_ms <= 95 and 55 <= gap_ms <= 70, result
    at_rest(t)
    # Seven stacks a side stand on the table top, as the table knows; nothing is left in heads and on belts.
    assert t.app.memory.get("raised") == [7, 7, 7, 7]
    for side in t.plant.sides:
        assert len(side.raised) == 7 and not side.channel and not side.nest and not side.on_belt, t.plant.view()
    assert not t.app.latch.faults and not t.app.latch.warnings


async def test_belts_that_are_slower_and_longer(t):
    for side in t.plant.sides:
        side.belt_us, side.tile_us, side.gap_us = 1_500_000, 140_000, 100_000
    result = (await run(t))["result"]
    assert not result["passed"] and result["part"] == "pickup", result
    for starts, tile_ms, gap_ms in result["belts"]:
        assert 1400 < belt_ms(starts) < 1600, result
        assert 135 <= tile_ms <= 145 and 95 <= gap_ms <= 110, result
    at_rest(t)


async def test_belts_where_nobody_puts_tiles_in(t):
    t.plant.players.auto = False
    job = (await t.request("test", name="belts"))["job"]
    await t.until(lambda: t.app.selftest.asked is not None, 10_000)
    await t.request("answer", yes=False)
    await t.until(lambda: t.app.cycle.job is None, 10_000)
    result = (await t.request("job", id=job))["result"]
    assert not result["passed"] and "nobody" in result["text"], result
    assert t.app.cycle.state == "idle"
    at_rest(t)


async def told(t, code, side, part):
    report = await run(t)
    fault = report["fault"]
    assert report["state"] == "failed" and (fault["code"], fault["sub"]) == code, report
    assert (fault["side"], fault["part"]) == (side, part), report
    assert not t.plant.motors.on()


async def test_a_wheel_that_catches_nothing_is_named(t):
    t.plant.inject("tile_stuck", "south", where="wheel", clears="repair")
    await told(t, (5, 3), "south", "pickup")


async def test_a_blind_tile_sensor_is_named(t):
    t.plant.inject("sensor_stuck", "west_tile", value="off")
    await told(t, (6, 4), "west", "tile")


async def test_a_tile_in_a_channel_is_told_before_anything_moves(t):
    t.plant.inject("sensor_stuck", "north_channel", value="on")
    await told(t, (6, 4), "north", "channel")
    assert t.app.parts.dome.position == "down"


async def test_a_disc_that_stops_ends_it(t):
    async def stall():
        await t.until(lambda: t.plant.disc.rpm() > 30, 30_000)
        t.plant.inject("motor_stalled", "disc")

    asyncio.create_task(stall())
    report = await run(t)
    assert report["fault"]["code"] == 4 and report["fault"]["part"] == "disc", report
    assert not t.plant.motors.on()


async def test_stopped_in_the_middle_it_is_no_fault(t):
    for how in ("stop", "emergency"):

        async def end(how=how):
            await t.until(lambda: "east_pickup" in t.plant.motors.on(), 30_000)
            await t.sleep(7000)
            if how == "stop":
                t.send("!\n")
            else:
                t.plant.emergency(True)

        asyncio.create_task(end())
        report = await run(t)
        assert report["state"] == "stopped" and t.app.cycle.state == "stopped", report
        assert not t.app.latch.faults and not t.plant.motors.on()
        t.plant.emergency(False)
        await t.request("acknowledge")
        await t.request("clear")
        for side in t.plant.sides:  # a person takes out what stands there
            side.channel.clear()
            side.nest.clear()
            t.plant.sense(side._channel, 0)


async def test_with_a_wall_in_any_channel_it_is_refused(t):
    t.app.memory.put("waiting", [0, 0, 0, 18])
    try:
        await t.request("test", name="belts")
    except Exception as refused:
        assert refused.kind == "state" and "wall waits" in refused.error["message"], refused.error
    else:
        raise AssertionError("not refused")
