"""Nothing runs on: each way out of a move, checked at the plant's motor pins, not in the firmware."""

import sys

import hands


def is_state(t, name):
    return lambda: t.app is not None and t.app.cycle.state == name


async def stacking(t):
    """A sort in full swing: some forty tiles counted, disc, wheels and heads at work."""
    await hands.stacking(t, 41, 30_000)
    assert len(t.plant.motors.on()) >= 4


def motors_off(t):
    return lambda: not t.plant.motors.on()


async def rebooted(t, old, ms):
    """Wait for the App after `old`, until it has found its state."""
    await t.until(lambda: t.app is not None and t.app is not old and t.app.cycle.state != "starting", ms)


async def off_within(t, ms):
    start = t.now_ms()
    await t.until(motors_off(t), ms + 100)
    took = t.plant.motors.last_off // 1000 - start  # what the firmware keeps afterwards may take its time
    assert took <= ms, took


async def test_emergency_stop_within_a_tick_and_latched(t):
    await stacking(t)
    t.plant.emergency(True)
    await off_within(t, 6)
    await t.until(is_state(t, "stopped"), 200)
    for command in ("sort", "raise", "resume"):
        try:
            await t.request(command)
        except Exception as refused:
            assert refused.kind == "stopped", refused.error
        else:
            raise AssertionError(command + " was accepted")
    try:
        await t.request("acknowledge")
    except Exception as refused:
        assert "pressed" in refused.error["message"]
    else:
        raise AssertionError("acknowledged while pressed")
    t.plant.emergency(False)
    await t.sleep(1000)
    assert t.app.cycle.state == "stopped" and not t.plant.motors.on()
    counts = t.app.cycle.counts
    await t.request("acknowledge")
    await t.sleep(1000)
    assert t.app.cycle.state == "paused" and not t.plant.motors.on()
    assert t.app.cycle.counts == counts
    await t.request("resume")
    await t.until(is_state(t, "ready"), 60_000)
    assert [len(s.channel) for s in t.plant.sides] == [18, 18, 18, 18]


async def test_exclamation_mark_stops_within_a_tick_or_two(t):
    await stacking(t)
    t.send("!")
    await off_within(t, 15)
    await t.until(is_state(t, "stopped"), 200)


async def test_exception_in_a_task_stops_everything_and_is_latched(t):
    await stacking(t)

    def broken():
        raise RuntimeError("a defect")

    t.app.console._picture = broken
    t.app.console.show()
    await off_within(t, 15)
    await t.until(is_state(t, "fault"), 500)
    assert t.app.latch.first.name == "internal"
    assert any(["a defect" in line for line in t.app.log.last()]), t.app.log.last()
    await t.restart(6000)  # nothing is drawn any more: the watchdog starts afresh
    await t.until(is_state(t, "fault"), 4000)
    assert [(f.code, f.sub) for f in t.app.latch.faults] == [(9, 4)]


async def test_a_dead_link_comes_back(t):
    def broken():
        raise MemoryError

    t.app.link._lines.pending = broken
    await t.until(is_state(t, "fault"), 3000)
    assert t.app.latch.first.name == "internal"
    await t.restart(6000)
    await t.until(lambda: t.app.cycle.state == "fault", 4000)
    await t.request("clear")


async def test_an_exception_that_cannot_be_told_starts_afresh(t):
    def full(*_):
        raise MemoryError

    await stacking(t)
    t.app.crash = full
    t.app.console._picture = full
    t.app.console.show()
    await off_within(t, 15)
    await t.restart(6000)
    await t.until(is_state(t, "fault"), 4000)
    assert [(f.code, f.sub) for f in t.app.latch.faults] == [(9, 4)]


async def test_exception_in_a_job_stops_everything_and_is_latched(t):
    def broken(rpm):
        raise RuntimeError("a defect")

    await t.request("dome", to="up")
    await t.until(is_state(t, "dome_open"), 4000)
    t.app.parts.disc.start = broken
    job = (await t.request("sort"))["job"]
    await t.until(is_state(t, "fault"), 4000)
    assert (await t.request("job", id=job))["state"] == "failed"
    assert not t.plant.motors.on()


async def test_ctrl_c_stops_everything(t):
    await stacking(t)
    t.send(b"\x03")
    await t.sleep(30)
    assert not t.plant.motors.on(), t.plant.motors.on()


async def test_controller_reset_stops_everything_at_once(t):
    await stacking(t)
    old = t.app
    t.plant.inject("controller_reset")
    await t.sleep(1)
    assert not t.plant.motors.on(), t.plant.motors.on()
    await rebooted(t, old, 8000)
    await t.sleep(3000)
    assert not t.plant.motors.on()
    assert t.app.cycle.state == "paused", t.app.cycle.state  # a sort was under way: it offers to go on


async def test_power_cut_stops_everything_and_nothing_moves_afterwards(t):
    await stacking(t)
    old = t.app
    t.plant.inject("power_cut")
    await t.sleep(1)
    assert not t.plant.motors.on()
    await rebooted(t, old, 8000)
    await t.sleep(3000)
    assert not t.plant.motors.on()
    assert t.app.cycle.layout == [18, 18, 18, 18]


async def test_watchdog_resets_a_blocked_loop_and_the_reset_line_stops_the_motors(t):
    """Code that never yields: the watchdog resets the controller; the expanders' RESET falls by its pull-down."""
    await stacking(t)
    old = t.app

    def hang():
        from time import ticks_ms

        while True:
            ticks_ms()

    t.app.console._picture = hang
    t.app.console.show()
    await rebooted(t, old, 20_000)
    assert t.world.last == "watchdog"
    assert not t.plant.motors.on()
    assert t.app.latch.first is not None and t.app.latch.first.name == "watchdog", (t.app.reset_cause, t.app.log.last())
    # While the loop hung, heads and wheels ran on until the watchdog: bounded by it.
    for motor in ("east_head", "south_pickup", "disc"):
        assert t.plant.motors.longest_ms(motor) < 40_000


async def test_a_restart_that_a_program_asked_for_is_not_the_watchdogs(t):
    """The RP2 port resets through the watchdog: `mpremote reset` and `queji flash` must leave no fault behind."""
    import machine

    old = t.app
    t.app.console._picture = machine.reset
    t.app.console.show()
    await rebooted(t, old, 20_000)
    assert machine.reset_cause() == machine.WDT_RESET
    assert t.app.reset_cause == "restart" and t.app.latch.first is None, t.app.latch.first


async def test_lost_expander_is_cut_off_by_the_reset_line(t):
    await stacking(t)
    t.plant.inject("expander_dead", "south")
    await off_within(t, 30)
    await t.until(is_state(t, "fault"), 500)
    fault = t.app.latch.first
    assert (fault.code, fault.side) == (9, 1), fault.fields()
    try:
        await t.request("clear")
    except Exception as refused:
        assert refused.kind == "fault", refused.error
    else:
        raise AssertionError("cleared while the cause stands")
    t.plant.repair()
    cleared = (await t.request("clear"))["cleared"]
    assert cleared == 1, t.app.log.last()
    assert t.app.cycle.state == "paused" and not t.plant.motors.on(), (t.app.cycle.state, t.app.log.last())
    await t.request("resume")
    await t.until(is_state(t, "ready"), 60_000)


async def test_head_stuck_once_is_cleared_by_the_second_try(t):
    await stacking(t)
    t.plant.inject("tile_stuck", "south", where="head", clears="jog")
    await t.until(is_state(t, "ready"), 60_000)
    assert t.app.parts.heads[1].retries == 1
    assert [len(s.channel) for s in t.plant.sides] == [18, 18, 18, 18]


async def test_head_stuck_for_good_names_side_part_and_time_and_the_others_finish(t):
    await stacking(t)
    t.plant.inject("tile_stuck", "west", where="head", clears="repair")
    await t.until(is_state(t, "fault"), 60_000)
    fault = t.app.latch.first
    assert (fault.code, fault.sub, fault.side, fault.part) == (1, 1, 2, "head"), fault.fields()
    assert 0 < fault.limit <= 1050 and fault.measured >= fault.limit, fault.fields()
    counts = t.app.cycle.counts
    assert counts[0] == counts[1] == counts[3] == 36 and counts[2] < 36, counts
    t.plant.repair()
    await t.request("clear")
    await t.request("resume")
    await t.until(is_state(t, "ready"), 60_000)
    assert [len(s.channel) for s in t.plant.sides] == [18, 18, 18, 18]


async def test_dead_motors_are_named(t):
    for motor, code, side, part in (("disc", 4, None, "disc"), ("north_lift", 3, 3, "lift"), ("dome", 2, None, "dome")):
        t.plant.inject("motor_dead", motor)
        await t.request("test", name=motor)
        for _ in range(30):  # a laptop that falls silent would cut the test
            await t.sleep(1000)
            await t.request("hello")
            if t.app.cycle.state == "fault":
                break
        fault = t.app.latch.first
        assert (fault.code, fault.side, fault.part) == (code, side, part), fault.fields()
        t.plant.repair()
        await t.request("clear")
        await t.until(is_state(t, "idle"), 500)


async def test_supply_sag_stops_the_motors(t):
    await stacking(t)
    t.plant.inject("supply_sag", volts=17)
    await off_within(t, 60)
    await t.until(is_state(t, "fault"), 500)
    fault = t.app.latch.first
    assert fault.name == "under_voltage" and 16 < fault.measured < 18, fault.fields()


OPTIONS = {"test_clock_wraps_in_the_middle_of_a_sort": {"start_ms": (1 << 30) - 20_000}}


async def test_clock_wraps_in_the_middle_of_a_sort(t):
    """The controller's ticks wrap at 2^30 ms: no move is lost, none runs on."""
    await stacking(t)
    await t.until(is_state(t, "ready"), 60_000)
    from time import ticks_ms

    assert ticks_ms() < 100_000
    assert [len(s.channel) for s in t.plant.sides] == [18, 18, 18, 18]


async def test_ticks_that_were_missed_are_not_made_up_for(t):
    """Many at once would be no readings apart: two in a row would say no more than one."""
    from time import sleep_ms, ticks_diff, ticks_ms

    signals = t.app.signals
    await t.sleep(100)
    up, at = t.app.up_ms(), ticks_ms()
    sleep_ms(200)
    before = signals.ticks
    await t.sleep(21)
    assert 3 <= signals.ticks - before <= 6, signals.ticks - before
    assert abs(t.app.up_ms() - up - ticks_diff(ticks_ms(), at)) <= 6, "time itself goes on"


async def test_a_table_may_stay_on_for_weeks(t):
    """A difference of the controller's ticks is wrong after 6.2 days, and their number needs memory after 62."""
    signals = t.app.signals
    signals.up_s = 30 * 86_400
    signals.ticks = (1 << 30) - 3
    await t.sleep(100)
    status = await t.request("status")
    assert 0 <= status["up_ms"] - 30 * 86_400_000 < 1_000_000, status["up_ms"]
    assert signals.ticks < 100


async def test_motors_are_looked_at_between_two_modules_that_are_loaded(t):
    """Loading the game takes a controller 200 ms, in which no other task runs."""
    from table.play import match

    match.load()

    def load():
        match.forget()
        before = t.app.signals.ticks
        assert match.PHASES and len(match._names) > 3
        return t.app.signals.ticks - before

    assert load() == 0, "at rest nothing has to be looked at"
    await t.request("dome", to="up")
    await t.until(t.plant.motors.on, 500)
    await t.sleep(50)
    assert load() == len(match._names)
    t.plant.emergency(True)
    load()
    assert not t.plant.motors.on(), "seen before the load was over"


async def test_a_module_that_does_not_fit_leaves_nothing_behind(t):
    from table import later
    from table.play import match

    match.forget()
    before, asked = later.breathe, [0]

    def full():
        asked[0] += 1
        if asked[0] % 3 == 0:
            raise MemoryError

    later.breathe = full
    try:
        match.load()
    except MemoryError:
        pass
    later.breathe = before
    assert asked[0] == 6, "tried again once the others had been let go"
    assert not [name for name in match._names if name in sys.modules]
    assert match.PHASES


async def test_where_memory_is_short_what_was_loaded_later_is_let_go(t):
    """A game needs modules, the next request others; a controller cannot hold all of them."""
    from table import later

    await t.request("game")  # seldom.py
    await t.request("export", part="settings")
    seldom, backup = sys.modules["table.seldom"], sys.modules["table.backup"]
    assert "table.calibration" in sys.modules
    was, later.SHORT = later.SHORT, 1 << 40
    try:
        await t.request("help")
    finally:
        later.SHORT = was
    for name in ("table.seldom", "table.backup", "table.calibration"):
        assert name not in sys.modules, name
    assert "table.link.help" in sys.modules
    await t.request("export", part="settings")
    assert sys.modules["table.seldom"] is not seldom and sys.modules["table.backup"] is not backup


async def test_a_module_for_which_there_is_no_memory_is_loaded_after_others_are_let_go(t):
    from table.later import Later

    await t.request("export", part="settings")
    assert "table.backup" in sys.modules
    mean = Later("table.game.wall")
    brought, failures = mean._bring, [MemoryError("memory allocation failed")]

    def bring():
        if failures:
            raise failures.pop()
        brought()

    mean._bring = bring
    assert mean.load() is sys.modules["table.game.wall"]
    assert "table.backup" not in sys.modules
    mean.forget()


async def test_what_a_game_needs_is_not_let_go_while_there_is_one(t):
    """Each key is a step of it: it would be loaded again with each."""
    from table import later

    await t.request("game", do="new", seat=0)
    await t.request("export", part="settings")
    later.let_go()
    assert "table.match" in sys.modules and "table.moves" in sys.modules
    assert "table.backup" not in sys.modules
    await t.request("game", do="end")
    later.let_go()
    assert "table.match" not in sys.modules and "table.moves" not in sys.modules
