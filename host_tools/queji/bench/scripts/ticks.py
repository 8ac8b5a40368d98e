"""What 1,000 control ticks allocate while inputs change and motors run: `ticks.py BOARD`.

The stand-ins are in the same heap, so they must not allocate either. The plant stands still: its stacks are lists that
grow.
"""

import gc
import json
import sys

from nobody import Nobody
from virtual.parts import INDEX, INPUTS
from virtual.world import World

TICKS = 1000
world = World(sys.argv[1], seed=1, players="none")
CHANGING = [INDEX[name] for name in INPUTS if name not in ("emergency_stop", "supply_volts", "motor_amps")]


def step(signals, n):
    """Five ms pass, one of the inputs changes, the firmware looks."""
    world.clock.us += 5000 - world.clock.us % 5000
    world.plant.sense(CHANGING[n % len(CHANGING)], n // len(CHANGING) & 1)
    signals.tick()


async def main():
    from table.app import App

    app = App("/flash", sys.argv[1], Nobody(), Nobody(), 64)
    app.start()
    world.plant.push_in()
    signals = app.signals
    app.parts.disc.start(40)
    for pickup in app.parts.pickups:
        pickup.forward()
    world.plant.frozen = True
    for n in range(200):
        step(signals, n)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for n in range(TICKS):
        step(signals, n)
    allocated = gc.mem_alloc() - before
    print(json.dumps({"bytes": allocated}))
    gc.enable()
    signals.safe()


world.boot(main)
