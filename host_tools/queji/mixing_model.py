"""Sorts of the virtual table's mechanics without a firmware, to compare many stirs: quick, and with the best stacking.

python -m queji.mixing_model HANDS TURNS:REVERSALS ...    a line of JSON for each stir
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from queji import mixing, paths
from queji.virtual.ideal import Heads
from queji.virtual.parts import INDEX, SIDES
from queji.virtual.plant import Plant

STEP_US = 10000
_DUTY = 32768


def numbers(board: str = "rpi_pico") -> dict[str, Any]:
    """A board's mechanics.json."""
    return json.loads((Path(paths.BOARDS) / board / "mechanics.json").read_text())


def sort(table: dict[str, Any], seed: int, turns: int, reversals: int, stacks: int = 17, late_ms=(0, 0, 0, 0)):
    """One hand: (the walls as places on the table before, ms of the stir, ms of the stacking).

    `late_ms`: so much later each side begins to pick up.
    """
    plant = Plant(table, seed, (stacks,) * 4, "none")
    plant.push_in()
    stirred = stir(plant, turns, reversals) // 1000
    heads, wheels = Heads(plant), [INDEX[side + "_pickup"] for side in SIDES]
    want = 2 * stacks
    while any(len(side.channel) < stacks for side in plant.sides):
        for i, side in enumerate(plant.sides):
            side.wheel_stuck = side.picked >= want
            begun = plant.now // 1000 >= stirred + late_ms[i]
            plant.set_output(wheels[i], 1 if begun and len(side.channel) < stacks else 0)
            heads.look(i)
        # Event by event: a wheel that has caught enough must not catch one more.
        plant.advance_to(min(plant.now + STEP_US, max(plant.due, plant.now + 1)))
    walls = [[tile for stack in side.channel for tile in stack] for side in plant.sides]
    return walls, stirred, plant.now // 1000 - stirred


def stir(plant: Plant, turns: int, reversals: int) -> int:
    """Stir as the firmware does it: pulses are counted, reversals come after even shares of them; the time in us."""
    pulse, reverse = INDEX["disc_turn"], 0
    dead_us = plant.numbers["disc"]["reverse_dead_ms"] * 1000
    done = counted = 0
    plant.set_output(INDEX["disc"], _DUTY)
    while counted < turns:
        if done < reversals and counted >= turns * (done + 1) // (reversals + 1):
            done += 1
            reverse = 1 - reverse
            plant.set_output(INDEX["disc"], 0)
            counted += _advance(plant, pulse, dead_us)
            plant.set_output(INDEX["disc_reverse"], reverse)
            plant.set_output(INDEX["disc"], _DUTY)
        counted += _advance(plant, pulse, STEP_US)
    return plant.now


def _advance(plant: Plant, pulse: int, us: int) -> int:
    """Let time pass; how many pulses began."""
    rises = 0
    until = plant.now + us
    while plant.now < until:
        before = plant.active[pulse]
        plant.advance_to(min(until, plant.now + STEP_US))
        rises += plant.active[pulse] > before
    return rises


def compare(turns: int, reversals: int, hands: int, spread=None, late_ms=(0, 0, 0, 0), first=1) -> dict[str, Any]:
    """One stir over many hands: the time it takes and every figure."""
    table = numbers()
    sorts = [sort(table, seed, turns, reversals, late_ms=late_ms) for seed in range(first, first + hands)]
    found = mixing.figures([walls for walls, _, _ in sorts], spread)
    times = [sorted(times)[hands // 2] for times in ([s[1] for s in sorts], [s[2] for s in sorts])]
    return {
        "turns": turns,
        "reversals": reversals,
        "late_ms": list(late_ms),
        "hands": hands,
        "stir_ms": times[0],
        "stack_ms": times[1],
        "figures": {name: figure.row() for name, figure in found.items()},
    }


def main(args: list[str]) -> None:
    hands = int(args[0])
    spread = mixing.spreads(136)
    for stir in args[1:]:
        turns, reversals = map(int, stir.split(":"))
        sys.stdout.write(json.dumps(compare(turns, reversals, hands, spread)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
