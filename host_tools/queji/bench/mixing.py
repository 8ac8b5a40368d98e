"""How well the real firmware's sorts mix on the virtual table: figures of 300 hands, beside perfect shuffles.

python -m queji.bench.mixing [TABLES]     FILE.jsonl ... instead of TABLES: hands that were sorted before
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from queji import micropython, mixing, mixing_guess, paths
from queji.bench.micropython import crew, output

HANDS = 3  # of each table
STACKS = 17  # a side: the set of 34 kinds of four
_PROGRAM = Path(__file__).parent / "scripts" / "mixing.py"
_VIRTUAL = Path(__file__).parent.parent / "virtual"


def run(seeds: int = 100) -> dict[str, Any]:
    """The numbers by name, of `seeds` tables with HANDS hands each.

    Raises MicroPythonMissing, ImportError (scipy), RuntimeError.
    """
    mixing.spreads(4 * 2, 1)  # so that a missing scipy is told at once
    with crew(os.cpu_count() or 1) as pool:
        hands = [hand for some in pool.map(sorts, range(1, seeds + 1)) for hand in some]
    return results(hands)


def sorts(seed: int, hands: int = HANDS, stir: tuple[int, int] | None = None) -> list[dict[str, Any]]:
    """Hands of one table, as scripts/mixing.py tells them. `stir`: turns and reversals other than the board's."""
    where = [paths.FIRMWARE, _VIRTUAL.parent, _VIRTUAL / "standins"]
    words = [str(paths.BOARDS / "rpi_pico"), *map(str, [seed, hands, STACKS, *(stir or ())])]
    said = output([micropython.find(), "-X", "heapsize=16m", _PROGRAM, *words], [*where, ".frozen"], seconds=600)
    return [json.loads(line) for line in said.splitlines()]


def results(hands: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What is told of sorted hands: each figure, its 99 % band of perfect shuffles where it is no probability."""
    hands = list(hands)
    found = mixing.figures([mixing.places(hand) for hand in hands])
    guess, own = found["guess"], found["own"]
    return {
        "mix_hands": len(hands),
        "mix_guess_excess": round(guess.mean, 4),
        "mix_guess_band": [round(guess.low, 4), round(guess.high, 4)],
        "mix_guess_fair": round(mixing_guess.expected(8 * STACKS), 3),
        "mix_own_share": round(own.mean, 5),
        "mix_own_band": [round(own.low, 5), round(own.high, 5)],
        "mix_rising_p": round(found["rising"].p, 5),
        "mix_rank_p": round(found["rank"].p, 5),
        "mix_neighbours_p": round(found["neighbours"].p, 5),
        "mix_near_p": round(found["near"].p, 5),
        "mix_figures": {name: figure.row() for name, figure in found.items()},
        "mix_stir_s": _median(hand["stirred_ms"] for hand in hands),
        "mix_sort_s": _median(hand["ms"] for hand in hands),
    }


def _median(values: Iterable[int]) -> float:
    ordered = sorted(values)
    return round(ordered[len(ordered) // 2] / 1000, 2)


def main(args: list[str]) -> None:
    if args and args[0].endswith(".jsonl"):
        lines = [line for name in args for line in Path(name).read_text().splitlines()]
        found = results(map(json.loads, lines))
    else:
        found = run(*map(int, args[:1]))
    sys.stdout.write(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
