"""Whole sorts in virtual time: `sorts.py BOARD FIRST LAST LAYOUT VARY`, one line of JSON a seed.

LAYOUT is four counts with commas. VARY is a JSON object of what this table does otherwise than the reference table:
rate (of the pick-ups), head (a turn's time), disc (its speed), weak (one side's pick-up), each a factor.
Without VARY the plant's own best sort of the same seed (ideal.py) goes with it.
"""

import asyncio
import gc
import json
import sys

import vfs
from nobody import Nobody
from virtual import ideal
from virtual import side as sides
from virtual.parts import MOTOR_INDEX
from virtual.world import World

BOARD, FIRST, LAST = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
LAYOUT = tuple([int(n) for n in sys.argv[4].split(",")])
VARY = json.loads(sys.argv[5]) if len(sys.argv) > 5 else {}
LIMIT_MS = 300_000


def vary(plant):
    """Make the plant another table. Must be called before anything moves."""
    plant.percent[MOTOR_INDEX["disc"]] = int(100 * VARY.get("disc", 1))
    for side in range(4):
        cam = plant.cams[side]
        cam.nominal_us = int(cam.nominal_us * VARY.get("head", 1))
        cam._draw()
    if "weak" in VARY:
        weak = plant.sides[1]
        catch = weak._catch

        def sometimes(now):
            if plant.rng.below(100) < 100 * VARY["weak"]:
                catch(now)
            else:
                weak._next_catch(now)

        weak._catch = sometimes


def sort(seed):
    world = World(BOARD, seed=seed, layout=LAYOUT, players="none")
    vary(world.plant)
    found = {"seed": seed}

    async def main():
        from table.app import App

        app = App("/flash", BOARD, Nobody(), Nobody(), 64)
        asyncio.create_task(hand(app))
        await app.run()

    async def hand(app):
        app.settings.set("layout", list(LAYOUT))
        cycle = app.cycle
        cycle.command("dome", to="up")
        while cycle.state != "dome_open":
            await asyncio.sleep_ms(100)
        world.plant.push_in()
        cycle.command("sort")
        while cycle.state != "sorting":
            await asyncio.sleep_ms(5)
        closed = world.clock.us
        while cycle.state == "sorting" and world.clock.us < closed + LIMIT_MS * 1000:
            await asyncio.sleep_ms(20)
        found["state"] = cycle.state
        found["sort_ms"] = (world.clock.us - closed) // 1000
        found["stack_ms"] = (cycle.jobs[-1].result or {}).get("stack_ms", LIMIT_MS)
        if app.latch.faults:
            found["fault"] = app.latch.first.fields()
        app.interrupt()

    world.boot(main)
    vfs.umount("/flash")
    for name in list(sys.modules):  # the next world has a clock of its own, and the firmware keeps this one's
        if name == "table" or name.startswith("table."):
            del sys.modules[name]
    return found


if __name__ == "__main__":
    if "rate" in VARY:
        for name in ("RATE_ONE", "RATE_FULL", "_RATE_TOP"):
            setattr(sides, name, int(getattr(sides, name) * VARY["rate"]))
    with open(BOARD + "/mechanics.json") as f:
        numbers = json.load(f)
    for seed in range(FIRST, LAST + 1):
        row = sort(seed)
        if not VARY:
            row["ideal_ms"] = ideal.sort_ms(numbers, seed, LAYOUT)
        print(json.dumps(row))
        gc.collect()
