"""One whole hand in virtual time: `hand.py BOARD`; prints how much virtual and how much real time it took."""

import asyncio
import json
import sys

import utime
from nobody import Nobody
from virtual.world import World

world = World(sys.argv[1], seed=1)


async def main():
    from table.app import App

    app = App("/flash", sys.argv[1], Nobody(), Nobody(), 64)
    asyncio.create_task(hand(app))
    await app.run()


async def hand(app):
    for key, state in (("south_lift_key", "dome_open"), ("east_lift_key", "ready")):
        world.plant.press(key)
        while app.cycle.state != state:
            await asyncio.sleep_ms(100)
        await asyncio.sleep_ms(4000)  # the players put the set in
    app.interrupt()


start = utime.ticks_us()
world.boot(main)
print(json.dumps({"virtual_ms": world.clock.us // 1000, "real_ms": utime.ticks_diff(utime.ticks_us(), start) / 1000}))
