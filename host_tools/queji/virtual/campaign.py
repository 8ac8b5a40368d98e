"""Hands of the campaign, many to a process: `micropython -m virtual.campaign BOARD_DIR FIRST COUNT OPTIONS`.

OPTIONS is JSON: {"small": true, "only": a fault's name, "next": how many faulty hands to a clean one after}. Prints one
line of JSON a hand: what was put in, what the table told, what the pins and the tiles say of it (queji/campaign.py
judges). Each hand has a plant and a start of the firmware of its own.
"""

import gc
import io
import json
import os
import sys

from . import campaign_plan as plans
from . import harness
from . import world as worlds
from .campaign_hand import Hand
from .campaign_tables import Tables, choose
from .clock import Clock

_clock = Clock()


def _same_clock(start_ms, speed):
    """The firmware's modules are loaded once and have their `ticks_ms` from the first world's clock."""
    _clock.__init__(start_ms, speed)
    return _clock


def play(tables, plan, options):
    """One hand of the campaign: its row."""
    world = tables.world(plan["seed"], plan["layout"], plan["fram"], plan["start_ms"], plan["start"] == "used")
    os.noise(seed=plan["seed"])  # the dice too: a hand that is played again goes the same way
    hands = []

    async def test(t):
        if plan["start"] == "new":
            choose(t.app, plan["layout"])
        t.plant.players.auto = False
        hands.append(Hand(t, plan, options))
        await hands[0].run()

    try:
        harness.run_table(world, tables.board_dir, test, None, 100000000, None, True)
        error = None
    except BaseException as e:
        if isinstance(e, KeyboardInterrupt):
            raise
        text = io.StringIO()
        sys.print_exception(e, text)
        error = text.getvalue()[-1500:]
    row = hands[0].row if hands else {"seed": plan["seed"]}
    row["plan"] = plan["faults"]
    row["error"] = error
    if error and hands:
        hand = hands[0]
        row["told"], row["injected"], row["helped"] = hand.told, hand.faults.in_, hand.people.helped
        row["bounds"] = [list(v) for v in hand.t.plant.motors.violations]
        row["moved"] = hand.watch.moved
    for fault in row.get("injected", ()):
        fault.pop("was", None)
    return row


def main(board_dir, first, count, options="{}"):
    options = json.loads(options)
    worlds.Clock = _same_clock
    tables = Tables(board_dir)
    seeds = options.get("seeds") or range(int(first), int(first) + int(count))
    for seed in seeds:
        row = play(tables, plans.plan(seed, options.get("small"), options.get("only")), options)
        sys.stdout.write(json.dumps(row) + "\n")
        gc.collect()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
