"""Stirs compared, as a picture: what is left of the old order against the seconds of the stir.

python -m queji.mixing_plot PICTURE.svg MODEL.jsonl [FIRMWARE.json]    from mixing_model and bench.mixing
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

SHOWN = (
    ("near", "neighbours in a wall: correlation of their old places"),
    ("guess", "right guesses above a perfect shuffle's"),
)


def draw(rows: list[dict[str, Any]], file: Path, firmware: dict[str, Any] | None = None) -> None:
    """`rows` of mixing_model.compare; `firmware`: results of bench.mixing. Raises ImportError without matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "queji"  # the same picture from the same numbers
    from matplotlib import pyplot as plt

    rows = sorted(rows, key=lambda row: row["stir_ms"])
    figure, grid = plt.subplots(1, len(SHOWN), figsize=(9.6, 3.8))
    for axes, (name, title) in zip(grid, SHOWN):  # noqa: B905
        seconds = [row["stir_ms"] / 1000 for row in rows]
        found = [row["figures"][name] for row in rows]
        # The model's stirs as dots, each with the reach of chance over its own hands.
        means = [one["mean"] - one["fair"] for one in found]
        reach = [one["high"] - one["fair"] for one in found]
        axes.errorbar(seconds, means, yerr=reach, fmt="o", color="#4477aa", capsize=3, label="model, 99 %")
        for row, x, y in zip(rows, seconds, means):  # noqa: B905
            label = "{}:{}".format(row["turns"], row["reversals"])
            axes.annotate(label, (x, y), (5, 5), textcoords="offset points", fontsize=8)
        if firmware:
            one = firmware["mix_figures"][name]
            axes.axhspan(one["low"] - one["fair"], one["high"] - one["fair"], color="gray", alpha=0.25)
            axes.plot(firmware["mix_stir_s"], one["mean"] - one["fair"], "D", color="#cc3311", label="firmware")
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("stir, s")
        axes.legend(fontsize=8)
    figure.tight_layout()
    try:
        figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)
    finally:
        plt.close(figure)


def main(args: list[str]) -> None:
    rows = [json.loads(line) for line in Path(args[1]).read_text().splitlines()]
    draw(rows, Path(args[0]), json.loads(Path(args[2]).read_text()) if len(args) > 2 else None)


if __name__ == "__main__":
    main(sys.argv[1:])
