"""What went wrong is told after the restart, and a memory that is full stops everything in order."""

import gc

from hands import dome_open

LAYOUT = [18, 18, 18, 18]
OPTIONS = {"test_the_last_fault_is_told_without_a_chip_too": {"fram": False}}


def _is(t, *names):
    return lambda: t.app is not None and t.app.cycle.state in names


async def _stacking(t, tiles=40):
    await dome_open(t)
    await t.request("sort")
    await t.until(lambda: sum(t.app.cycle.counts) > tiles, 40_000)


async def _again(t, kind):
    old = t.app
    t.plant.inject(kind)
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 20_000)
    await t.request("hello")


async def test_lines_from_before_a_power_cut_are_told(t):
    await _stacking(t)
    told = t.app.log.last()
    boots = t.app.memory.get("boots")
    await _again(t, "power_cut")
    before = await t.request("log", before=True)
    assert before["boots"] == boots + 1 and before["reset"] == "power_on", before
    assert told[-1] in before["lines"] and any(["stirred" in line for line in before["lines"]]), before
    assert before["last"] is None
    await _again(t, "power_cut")
    before = await t.request("log", before=True)
    assert any(["start 2" in line for line in before["lines"]]), before


async def test_a_hang_is_told_after_the_watchdogs_reset(t):
    await _stacking(t)
    old = t.app

    def hang():
        from time import ticks_ms

        while True:
            ticks_ms()

    t.app.console._picture = hang
    t.app.console.show()
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 20_000)
    await t.request("hello")
    before = await t.request("log", before=True)
    assert before["reset"] == "watchdog" and any(["state=sorting" in line for line in before["lines"]]), before
    assert t.app.latch.first.name == "watchdog"


async def _fault_then_cut(t):
    t.plant.inject("expander_dead", "south")
    await t.until(_is(t, "fault"), 2000)
    await t.sleep(100)
    t.plant.repair()
    await _again(t, "power_cut")
    before = await t.request("log", before=True)
    assert before["last"]["fault"]["name"] == "expander_lost" and before["last"]["fault"]["side"] == "south", before
    assert before["last"]["boots"] == 1 and any(["expander_lost" in line for line in before["lines"]]), before
    # The fault is told, not latched anew: its cause may be gone.
    assert not t.app.latch.faults
    assert (await t.say("log before=on")).startswith("ok ")


async def test_the_last_fault_is_told(t):
    await _fault_then_cut(t)


async def test_the_last_fault_is_told_without_a_chip_too(t):
    await _fault_then_cut(t)


async def test_an_answer_full_of_long_lines_fits(t):
    for i in range(20):
        t.app.log.add('\x01\x02"quoted" and \\ %d ' % i + "é" * 60)
    await _again(t, "controller_reset")
    before = await t.request("log", before=True)
    assert before["lines"], before


def _fill(kept, least):
    """Take all memory in blocks of `least` bytes and more."""
    size = 1 << 20
    while size >= least:
        try:
            kept.append(bytearray(size))
        except MemoryError:
            size >>= 1


async def test_a_full_memory_stops_everything_and_is_told(t):
    await _stacking(t)
    kept = []
    old = t.app

    def greedy():
        _fill(kept, 512)
        kept.append(bytearray(100_000))

    t.app.console._picture = greedy
    t.app.console.show()
    await t.until(lambda: kept, 1000)
    await t.sleep(15)
    assert not t.plant.motors.on(), t.plant.motors.on()
    await t.sleep(200)
    assert t.app is old and t.app.cycle.state == "fault"
    kept.clear()
    gc.collect()
    fault = t.app.latch.first
    assert fault.name == "internal" and "Memory" in fault.part + fault.stage, fault.fields()
    assert any(["MemoryError" in line for line in t.app.log.last()]), t.app.log.last()
    await t.restart(6000)  # the task of keys and lamps has ended by it
    await t.until(_is(t, "fault"), 4000)
    await t.request("clear")
    await t.request("resume")
    await t.until(_is(t, "ready", "fault"), 100_000)
    assert [len(side.channel) for side in t.plant.sides] == LAYOUT


async def test_a_memory_that_stays_full_ends_safely(t):
    """Nothing is given back: whatever can still be told, the motors are off and stay off."""
    await _stacking(t)
    kept = []

    def greedy():
        _fill(kept, 512)
        kept.append(bytearray(100_000))

    t.app.console._picture = greedy
    t.app.console.show()
    await t.until(lambda: kept, 1000)
    for _ in range(20):
        await t.sleep(15)
        assert not t.plant.motors.on()
    kept.clear()
