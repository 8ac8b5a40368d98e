"""`queji bench`: measures the firmware on the virtual table and holds the numbers against their goals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from rich.table import Table

from queji import bench as benches
from queji import outfile
from queji.cli.session import session
from queji.errors import Failed
from queji.texts import text

# name: (least, most); None: no bound on that side
GOALS: dict[str, tuple[float | None, float | None]] = {
    "sort_over_ideal_p50": (None, 0.92),
    "sort_over_ideal_p50_136": (None, 0.92),
    "sort_s_p99": (None, 35),
    "sort_s_p99_136": (None, 35),
    "stack_s_p99": (None, 28),
    "stack_s_p99_136": (None, 28),
    "virtual_speedup": (50, None),
    "tick_alloc_bytes": (None, 0),
    "heap_min_kb": (None, 320),
    "link_rtt_ms_p50": (None, 3),
    "link_lost": (None, 0),
    "dice_chi2_p": (0.01, None),
    "dice_pairs_chi2_p": (0.01, None),
    "dice_serial_p": (0.01, None),
    "dice_runs_p": (0.01, None),
    "estop_ticks": (None, 1),
    "flash_bytes_per_hand": (None, 1024),
    "heap_growth_bytes": (None, 0),
}


def register(root: click.Group) -> None:
    root.add_command(bench)


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...", type=click.Choice([*benches.MODULES, *benches.ASKED]))
@click.option("--seeds", type=click.IntRange(1, 10_000), default=benches.SEEDS, help="option.bench-seeds")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/bench.json"), help="option.bench-out")
def bench(names: tuple[str, ...], seeds: int, out: Path) -> None:
    here = session()
    with outfile.refusals(out):
        out.parent.mkdir(parents=True, exist_ok=True)
    outfile.check(out)  # told now, not after minutes
    results: dict[str, Any] = {}
    for name in names or benches.modules():
        if not here.json:
            here.note("bench.running", name=name)
        try:
            found = next(benches.measure([name], seeds))[1]
        except Exception as error:  # a subject that cannot be measured must not lose the others' numbers
            why = (str(error).strip() or repr(error)).splitlines()[-1]
            raise Failed("error.bench", results, name=name, why=why) from error
        results.update(found)
        benches.keep(found, out)
    here.show(results, _table(results), text("bench.kept", file=out))


def _table(results: dict[str, Any]) -> Table:
    table = Table(box=None, padding=(0, 2))
    for column in ("name", "value", "goal"):
        table.add_column(text(f"bench.column.{column}"))
    for name, value in results.items():
        least, most = GOALS.get(name, (None, None))
        met = (least is None or value >= least) and (most is None or value <= most)
        goal = f">= {least:g}" if least is not None else f"<= {most:g}" if most is not None else ""
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        table.add_row(name, shown, goal and f"{goal} {'✓' if met else '✗'}")
    return table
