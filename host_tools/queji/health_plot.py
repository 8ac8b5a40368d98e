"""The trends of a table as one PNG: move times, margins, second tries and jams over the sorts of its life."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from queji.health import COLUMNS, COUNTS, MARGIN, MARGINS, series
from queji.texts import language, text, using

# Fonts that have Chinese, of Linux, Windows and macOS.
_FONTS = ("Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "Microsoft YaHei", "SimHei", "PingFang SC")


def draw(path: str, rows: Sequence[Sequence[int]], title: str) -> None:
    """Its words are English where no Chinese font is. Raises ImportError without matplotlib, OSError if the file cannot
    be written."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import font_manager

    there = {font.name for font in font_manager.fontManager.ttflist}
    fonts = [name for name in _FONTS if name in there]
    chinese = language() == "zh" and bool(fonts)
    settings: Any = {"font.sans-serif": fonts, "axes.unicode_minus": False} if chinese else {}
    with matplotlib.rc_context(settings), using("zh" if chinese else "en"):
        _draw(path, rows, title)


def _draw(path: str, rows: Sequence[Sequence[int]], title: str) -> None:
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(3, 1, figsize=(10, 11), sharex=True, constrained_layout=True)
    for at, (first, last, unit, name) in enumerate(
        (
            (2, MARGINS, 1, "times"),
            (MARGINS, COUNTS, 256, "margins"),
            (COUNTS, len(COLUMNS), 1, "events"),
        )
    ):
        for column in range(first, last):
            points = series(rows, column, unit)
            if name == "events" and not any(value for _, value in points):
                continue
            axes[at].plot([x for x, _ in points], [y for _, y in points], label=COLUMNS[column], linewidth=1.2)
        axes[at].set_ylabel(text(f"health.{name}"))
        axes[at].grid(alpha=0.3)
        if axes[at].lines:
            axes[at].legend(fontsize=7, ncol=2, loc="center left", bbox_to_anchor=(1, 0.5))
    axes[1].axhline(MARGIN, color="red", linestyle="--", linewidth=0.8)
    axes[2].set_xlabel(text("health.sorts"))
    figure.suptitle(title)
    try:
        figure.savefig(path, dpi=120)
    finally:
        plt.close(figure)
