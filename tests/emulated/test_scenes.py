"""Short scenes on the emulated controller; seconds are the chip's."""

from __future__ import annotations

import json

from queji import paths
from queji.bench.emulated import Ticks
from queji.emulate import repl

MOTORS = ("pickup", "head", "lift", "disc", "dome")


def moving(machine):
    """Names of the motors that are on."""
    return machine.plant.view()["motors"]


def until(machine, seconds, true):
    """Runs until `true()`; fails when that takes longer."""
    assert machine.chip.run(seconds, true), f"not within {seconds} s: {machine.plant.view()}"


def state(machine):
    return machine.call("status")["state"]


def ended(machine, job, seconds):
    """The last report of a job."""
    end = machine.chip.seconds + seconds
    while machine.chip.seconds < end:
        report = machine.call("job", id=job)
        if report["state"] != "running":
            return report
        machine.chip.run(0.1)
    raise AssertionError(f"job {job} is not over: {report}")


def test_start(started):
    machine, seconds = started
    assert seconds < 8, "from power-on to the answer to hello"
    assert not moving(machine)
    assert machine.wires.frames > 0, "the lights were written"


def test_hello(play):
    hello = play(lambda machine: machine.call("hello"))
    assert hello["product"] == "queji" and hello["board"] == "rpi_pico" and hello["reset"] == "power_on"
    assert len(hello["hash"]) == 16 and hello["micropython"].startswith("1.")


def test_nothing_is_wrong_after_a_start(play):
    answer = play(lambda machine: (machine.call("faults"), machine.call("status"), machine.call("counters")))
    faults, status, counters = answer
    assert faults == {"faults": [], "warnings": []}, faults
    assert status["state"] == "idle" and 23 < status["volts"] < 25
    assert counters["heap_free"] > 16_000 and counters["broken"] == 0


def test_the_tick_keeps_its_time(play):
    def scene(machine):
        machine.chip.run(1)  # ticks that the start kept waiting are made up for
        before, start = machine.call("counters"), machine.chip.seconds
        machine.chip.run(1)
        after = machine.call("counters")
        return (after["ticks"] - before["ticks"]) / (machine.chip.seconds - start)

    assert 190 < play(scene) < 210, "200 a second"


def test_dice(play):
    def scene(machine):
        return [machine.call("dice", count=3)["dice"] for _ in range(3)]

    rolls = play(scene)
    assert all(1 <= die <= 6 for roll in rolls for die in roll) and len(rolls[0]) == 3


def test_sensors_are_seen(play):
    def scene(machine):
        machine.plant.hold("south_dice_key")
        machine.plant.press("north_hand_key", 3000)
        machine.chip.run(0.2)
        return machine.call("inputs")

    seen = play(scene)
    assert {"south_dice_key", "north_hand_key"} <= set(seen["keys"])


def test_one_head_turn(play):
    def scene(machine):
        job = machine.call("test", name="east_head")["job"]
        machine.chip.run(0.05)
        on = moving(machine)
        return on, ended(machine, job, 4), moving(machine), machine.plant.view()["heads"]

    on, report, after, heads = play(scene)
    assert report["state"] == "done" and report["result"]["passed"], report
    assert not after and min(heads[0], 360 - heads[0]) < 20


def test_the_dome_and_the_emergency_stop(play):
    def scene(machine):
        machine.call("dome", to="up")
        until(machine, 1, lambda: moving(machine))
        machine.chip.run(0.3)
        machine.plant.emergency(True)
        start = machine.chip.seconds
        until(machine, 0.5, lambda: not moving(machine))
        stopped = machine.chip.seconds - start
        machine.chip.run(0.05)  # the motors are off in the tick; the move's own task then ends, and with it the state
        now = state(machine)
        machine.plant.emergency(False)
        machine.chip.run(0.5)
        return stopped, now, moving(machine)

    stopped, now, after = play(scene)
    assert stopped < 0.03 and now == "stopped" and not after, "nothing moves when it is released"


def test_a_watchdog_reset_with_motors_on(play):
    def scene(machine):
        machine.call("dome", to="up")
        until(machine, 1, lambda: moving(machine))
        machine.chip.bite()
        at_once = moving(machine)
        machine.booted(20)
        return at_once, moving(machine), machine.call("hello")["reset"], machine.call("faults")

    at_once, after, reset, faults = play(scene)
    assert not at_once and not after
    assert reset == "watchdog" and faults["faults"][0]["code"] == 9


def test_settings_stay_over_power_off(play):
    def scene(machine):
        machine.call("set", name="dice", value=3)
        machine.chip.run(0.3)
        machine.chip.power_cut()
        machine.booted(20)
        return machine.call("settings", name="dice"), machine.call("hello")

    setting, hello = play(scene)
    assert setting == {"dice": 3} and hello["boots"] == 2 and hello["reset"] == "power_on"


def test_ctrl_c_leads_to_the_prompt(play):
    """mpremote takes it from there; the watchdog lets the prompt be."""

    def scene(machine):
        machine.call("dome", to="up")
        until(machine, 1, lambda: moving(machine))
        repl.enter(machine.chip, 3)
        on = moving(machine)
        said = repl.execute(machine.chip, "print(6 * 7)")
        resets = machine.chip.resets
        machine.chip.run(10)  # longer than the watchdog can wait
        return on, said, machine.chip.resets - resets, repl.execute(machine.chip, "print('there')")

    on, said, resets, later = play(scene)
    assert not on and said.strip() == "42" and resets == 0 and later.strip() == "there"


def test_restart_for_an_update(play):
    def scene(machine):
        machine.call("restart", mode="update")
        until(machine, 3, lambda: machine.chip.resets == 1)
        until(machine, 3, lambda: machine.chip.connected)
        machine.chip.run(0.5)
        repl.enter(machine.chip, 3)
        machine.chip.run(10)
        held = machine.chip.resets
        files = repl.execute(machine.chip, "import os\nprint(os.listdir())")
        repl.enter(machine.chip, 3)
        machine.chip.send(b"import machine\nmachine.reset()\x04")
        machine.booted(20)
        return held, files, machine.chip.resets, machine.call("hello"), machine.call("faults")

    held, files, resets, hello, faults = play(scene)
    assert held == 1 and "'update'" not in files and resets == 2, "no watchdog there, and once only"
    assert hello["reset"] == "restart" and faults["faults"] == [], "asked for: no fault"


def test_the_first_stacks_of_a_sort(play):
    def scene(machine):
        ended(machine, machine.call("dome", to="up")["job"], 6)
        until(machine, 6, lambda: machine.plant.tiles.counts().get("disc", 0) >= 100)
        ticks = Ticks(machine)
        machine.call("sort")
        until(machine, 40, lambda: sum(len(side.channel) for side in machine.plant.sides) >= 2)
        counts = machine.call("status")["counts"]
        machine.chip.send(b"!")
        until(machine, 0.2, lambda: not moving(machine))
        passed = [side.passed for side in machine.plant.sides]
        return counts, passed, ticks.longest

    counts, passed, longest = play(scene)
    assert sum(passed) >= 4 and all(abs(a - b) <= 1 for a, b in zip(counts, passed, strict=True))
    assert longest < 0.1, "seconds between two control ticks"


def test_every_request_one_after_another(play):
    """What is seldom needed is loaded then, and the memory must do. From files there is little of it: a game may be
    refused, but nothing else, and nothing breaks."""
    requests = json.loads((paths.PACKAGE / "bench" / "scripts" / "requests.json").read_text())

    def scene(machine):
        refused = set(requests["refused"])
        from_files = not machine.call("hello")["image"]
        for name, params in requests["asked"]:
            try:
                answer = machine.call(name, 20, **params)
            except RuntimeError as error:
                if from_files and name == "game" and "memory" in str(error):
                    refused |= {"game", "wall"}
                assert name in refused, f"{name}: {error}"
                continue
            if name in ("sort", "resume"):
                machine.chip.run(1)
            elif name in ("dome", "raise", "test", "pause"):
                assert ended(machine, answer["job"], 20)["state"] == "done", name
        return machine.call("faults"), machine.call("counters"), machine.call("log")

    faults, counters, log = play(scene)
    assert faults["faults"] == [], (faults, counters, log)  # 9.6: 250 ms between two ticks while a motor ran
