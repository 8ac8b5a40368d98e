"""What 1,000 control ticks allocate while inputs change and motors run: `ticks.py BOARD`.

What is given back at once counts too: MicroPython puts a function's frame on the heap when it is larger than 11 words,
and looks for room there each time. The stand-ins are in the same heap, so they must not allocate either. The plant
stands still: its stacks are lists that grow.
"""

import gc
import json
import sys

import micropython
from nobody import Nobody
from virtual.parts import INDEX, INPUTS
from virtual.world import World

TICKS = 1000
world = World(sys.argv[1], seed=1, players="none")
CHANGING = [INDEX[name] for name in INPUTS if name not in ("emergency_stop", "supply_volts", "motor_amps")]


def step(signals, n):
    """Five ms pass, one of the inputs changes, the firmware looks. What that took of the heap."""
    world.clock.us += 5000 - world.clock.us % 5000
    world.plant.sense(CHANGING[n % len(CHANGING)], n // len(CHANGING) & 1)
    before = micropython.mem_total()
    signals.tick()
    return micropython.mem_total() - before


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
    allocated = 0
    for n in range(TICKS):
        allocated += step(signals, n)
    print(json.dumps({"bytes": allocated}))
    gc.enable()
    signals.safe()


world.boot(main)
