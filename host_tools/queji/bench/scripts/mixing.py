"""The MicroPython side of the bench of mixing: hands of the virtual table, sorted by the real firmware.

`mixing.py BOARD_DIR SEED HANDS STACKS [TURNS REVERSALS]`: a line of JSON for each hand, in virtual time:
start   the tiles in the order in which the players pushed them in
walls   for each side its tiles in the order of the channel: first stack first, the lower tile before the upper
ms      of the sort from its key to its end; stirred_ms of the stir in it
"""

import json
import sys

from virtual.flash import Flash
from virtual.harness import run_table
from virtual.world import World

board, seed, hands, stacks = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
stir = [int(word) for word in sys.argv[5:7]]


async def play(t):
    cycle = t.app.cycle
    await t.request("set", name="layout", value=[stacks] * 4)
    if stir:
        t.app.signals.mechanics["stir"].update(turns=stir[0], reversals=stir[1])
        await t.request("set", name="stir_turns", value=stir[0])
    for _ in range(hands):
        t.press("south_lift_key")
        await t.until(lambda: cycle.state == "dome_open", 20000)
        await t.until(lambda: t.plant.tiles.on_disc >= 8 * stacks, 20000)
        await t.sleep(1500)
        start = [int(tile) for tile in t.plant.players._queue[: 8 * stacks]]
        began = t.now_ms()
        t.press("south_lift_key")
        await t.until(lambda: cycle.stage == "stirring", 20000)
        stirring = t.now_ms()
        await t.until(lambda: cycle.stage == "stacking", 60000)
        stacking = t.now_ms()
        await t.until(lambda: cycle.state in ("ready", "fault"), 200000)
        walls = [[int(tile) for stack in side.channel for tile in stack] for side in t.plant.sides]
        if sum([len(wall) for wall in walls]) != 8 * stacks:
            raise AssertionError(t.plant.view())
        row = {"start": start, "walls": walls, "ms": t.now_ms() - began, "stirred_ms": stacking - stirring}
        sys.stdout.write(json.dumps(row) + "\n")
        t.events.clear()


world = World(board, seed=seed, layout=(stacks,) * 4, flash=Flash(64))
run_table(world, board, play, None, 10_000_000, None, True)
