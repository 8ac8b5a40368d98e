"""A power cut in the middle of a sort, the FRAM missing or silent: it is told, and no channel is ever overfilled."""

from hands import dome_open
from virtual.fram import Fram

LAYOUT = [18, 18, 18, 18]
OPTIONS = {
    "test_without_a_chip_the_counts_are_lost_and_the_way_on_is_safe": {"fram": False},
    "test_without_a_chip_it_is_done_with_the_lift_key_alone": {"fram": False},
    "test_without_a_chip_a_paused_sort_goes_on": {"fram": False},
    "test_without_a_chip_nothing_was_pushed_yet": {"fram": False},
    "test_a_lift_that_was_caught_half_way_comes_home_first": {"fram": False},
}


def _is(t, *names):
    return lambda: t.app is not None and t.app.cycle.state in names


async def _stacking(t, tiles=60):
    await dome_open(t)
    await t.request("sort")
    await t.until(lambda: sum(t.app.cycle.counts) > tiles, 40_000)


async def _cut(t, kind="power_cut"):
    old = t.app
    t.plant.inject(kind)
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 20_000)
    await t.request("hello")
    assert not t.plant.motors.on()


async def _refused(t, command, **params):
    try:
        await t.request(command, **params)
    except Exception as refused:
        return refused.error
    raise AssertionError(command + " was accepted")


def _stacks(t):
    return [len(side.channel) for side in t.plant.sides]


async def _sorted_anew(t):
    """All in again, sorted, and each wall exact."""
    t.plant.players.auto = True
    await t.request("dome", to="up")
    await t.until(_is(t, "dome_open"), 5000)
    await t.sleep(4000)
    await t.request("sort")
    await t.until(_is(t, "ready", "fault"), 200_000)
    assert _stacks(t) == LAYOUT, t.plant.view()
    assert not t.app.latch.faults


async def test_without_a_chip_the_counts_are_lost_and_the_way_on_is_safe(t):
    await _stacking(t)
    await _cut(t)
    below = _stacks(t)
    assert sum(below) > 20
    status = await t.request("status")
    assert status["state"] == "paused" and status["counts"] is None and status["waiting"] is None
    assert [w["name"] for w in (await t.request("faults"))["warnings"]].count("counts_lost") == 1
    for command in ("resume", "sort"):
        error = await _refused(t, command)
        assert error["code"] == -32010, error
    assert "not known" in (await _refused(t, "resume"))["message"]
    assert "raise" in (await _refused(t, "resume"))["data"]["hint"]
    await _refused(t, "dome", to="up")
    await _cut(t)  # it stays so
    assert t.app.cycle.lost and t.app.cycle.state == "paused"
    # The table top is clear here: the players had only this set. What is below comes up, heads first.
    await t.request("raise")
    await t.until(_is(t, "idle", "fault"), 20_000)
    assert t.app.cycle.state == "idle", t.app.latch.first and t.app.latch.first.fields()
    assert _stacks(t) == [0, 0, 0, 0] and all(cam.at_home() for cam in t.plant.cams)
    assert not [w for w in t.app.latch.warnings if w.name == "counts_lost"]
    assert t.app.cycle.waiting == [0, 0, 0, 0] and t.app.cycle.raised is None
    await _sorted_anew(t)


async def test_without_a_chip_it_is_done_with_the_lift_key_alone(t):
    await _stacking(t)
    await _cut(t)
    t.press("south_lift_key")
    await t.sleep(500)
    refused = [e for e in t.events if e["event"] == "refused"]
    assert refused and "not known" in refused[-1]["why"], t.events[-3:]
    assert t.app.cycle.state == "paused" and not t.plant.motors.on()
    t.press("south_lift_key", 2000)
    await t.until(_is(t, "idle"), 20_000)
    assert _stacks(t) == [0, 0, 0, 0]


async def test_without_a_chip_a_paused_sort_goes_on(t):
    await _stacking(t)
    await t.request("pause")
    await t.until(_is(t, "paused"), 10_000)
    counts = t.app.cycle.counts
    await _cut(t)
    assert t.app.cycle.state == "paused" and t.app.cycle.counts == counts
    await t.request("resume")
    await t.until(_is(t, "ready", "fault"), 200_000)
    assert _stacks(t) == LAYOUT, t.plant.view()


async def test_without_a_chip_nothing_was_pushed_yet(t):
    """Cut while the disc stirs: no channel sees a tile, so nothing is lost."""
    await t.request("dome", to="up")
    await t.until(_is(t, "dome_open"), 5000)
    await t.sleep(4000)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.stage == "stirring", 10_000)
    await t.sleep(1000)
    await _cut(t)
    assert t.app.cycle.state == "paused" and not t.app.cycle.lost
    await t.request("resume")
    await t.until(_is(t, "ready", "fault"), 200_000)
    assert _stacks(t) == LAYOUT


async def test_a_chip_that_falls_silent_in_a_sort_is_told_and_its_old_record_never_believed(t):
    await _stacking(t)
    t.plant.inject("fram_dead")
    await t.until(lambda: any(w.name == "fram_silent" for w in t.app.latch.warnings), 3000)
    await t.until(lambda: sum(t.app.cycle.counts) > 110, 40_000)
    assert t.app.cycle.state == "sorting"
    t.plant.repair()  # it answers again after the cut, with a record of long ago
    await _cut(t)
    assert t.app.cycle.lost and t.app.cycle.state == "paused"


async def test_a_chip_that_falls_silent_does_not_keep_a_sort_from_its_end(t):
    await _stacking(t)
    t.plant.inject("fram_dead")
    await t.until(_is(t, "ready", "fault"), 100_000)
    assert _stacks(t) == LAYOUT and not t.app.latch.faults
    await _cut(t)
    assert t.app.cycle.waiting == LAYOUT and t.app.cycle.state == "ready"
    t.plant.repair()
    await _cut(t)
    assert t.app.cycle.waiting == LAYOUT and t.app.memory.live.ok


async def test_a_chip_that_is_gone_at_the_start(t):
    """The state of before was in the chip: what is below is not known, and the flash's old one is not believed."""
    await _stacking(t)
    t.plant.inject("fram_dead")
    await _cut(t)
    assert t.app.cycle.lost and t.app.cycle.waiting is None
    assert (await t.request("status"))["state"] == "paused"
    assert [w.name for w in t.app.latch.warnings].count("fram_silent") == 1


async def test_a_new_chip_in_the_middle_of_a_sort(t):
    await _stacking(t)
    t.world.board.fram = Fram()
    await _cut(t)
    assert t.app.cycle.lost


async def test_a_record_that_contradicts_the_channels_is_not_believed(t):
    """The record says that nothing was pushed, but a channel sees tiles."""
    await _stacking(t)
    t.app.memory.live.note = lambda *args: None  # the record stays as it is …
    t.app.cycle.below._snapshot = lambda: None
    live = type(t.app.memory.live).note
    zeros = {"layout": LAYOUT, "tiles": [0] * 4, "stacks": [0] * 4, "pushing": 0, "unsure": [0] * 4}
    live(t.app.memory.live, t.app.memory.number, zeros, [0] * 4, None)
    await _cut(t)
    assert t.app.cycle.lost


async def test_the_flash_emptied_and_the_chip_intact(t):
    """MicroPython formats a flash that it cannot mount: the chip still knows where the stacks are."""
    await _stacking(t)
    before = sum(t.app.cycle.counts)
    old = t.app
    t.plant.inject("power_cut")
    await t.until(lambda: not t.board.alive, 1000)
    t.world.flash.restore(b"\xff" * len(t.world.flash.snapshot()))
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 20_000)
    await t.request("hello")
    assert t.app.cycle.state == "paused" and not t.app.cycle.lost and sum(t.app.cycle.counts) >= before
    await t.request("resume")
    await t.until(_is(t, "ready", "fault"), 200_000)
    assert _stacks(t) == LAYOUT


async def test_a_lift_that_was_caught_half_way_comes_home_first(t):
    """Else its next turn would be the rest of that one, raise nothing, and the next walls come on top of these."""
    await _sorted_anew(t)
    await t.request("dome", to="up")
    await t.until(_is(t, "dome_open"), 5000)
    await t.sleep(4000)
    await t.request("sort")
    lifts = t.plant.cams[4:]
    await t.until(lambda: all(lift.angle_at(t.plant.now) > lift.act_mdeg + 9000 for lift in lifts), 10_000, step_ms=5)
    await _cut(t, "controller_reset")
    assert not any(lift.at_home() for lift in lifts), [lift.angle for lift in lifts]
    await t.request("resume")
    await t.until(_is(t, "ready", "fault"), 200_000)
    assert _stacks(t) == LAYOUT and all(lift.at_home() for lift in lifts)
    await _sorted_anew(t)
    assert [len(side.raised) for side in t.plant.sides] == LAYOUT
