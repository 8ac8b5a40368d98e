"""The distribution of faces as a picture: bars in the terminal, or a PNG."""

from __future__ import annotations

from pathlib import Path

from queji.audit_stats import Test

WIDTH = 36


def bars(test: Test) -> list[str]:
    """One line a face: how often, and a bar that is WIDTH long for the most frequent."""
    most = max(test.counts) or 1
    lines = []
    for face, count in enumerate(test.counts, 1):
        lines.append(f"  {face}  {count:6d}  {'█' * round(WIDTH * count / most)}")
    return lines


def png(found: list[Test], file: Path) -> None:
    """Faces of each die, with the band that fair dice keep to 99 times in 100; pairs as a field of 6 x 6.

    Raises ImportError without matplotlib, OSError if the file cannot be written.
    """
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    shown = [test for test in found if test.counts and test.name in ("faces", "pairs")]
    columns = max(1, min(3, len(shown)))
    rows = max(1, -(-len(shown) // columns))
    figure, grid = plt.subplots(rows, columns, figsize=(4.2 * columns, 3.4 * rows), squeeze=False)
    for axes in grid.flat[len(shown) :]:
        axes.set_axis_off()
    for axes, test in zip(grid.flat, shown):  # noqa: B905
        dice = "+".join(map(str, test.dice))
        p = "-" if test.p is None else f"{test.p:.3f}"
        axes.set_title(f"die {dice}   n = {test.n}   p = {p}", fontsize=9)  # the fonts at hand know no Chinese
        if test.name == "faces":
            _faces(axes, test)
        else:
            field = [test.counts[6 * i : 6 * i + 6] for i in range(6)]
            image = axes.imshow(field, origin="lower", extent=(0.5, 6.5, 0.5, 6.5), cmap="viridis")
            axes.set_xlabel(str(test.dice[1]))
            axes.set_ylabel(str(test.dice[0]))
            figure.colorbar(image, ax=axes)
    figure.tight_layout()
    try:
        figure.savefig(file, format="png", dpi=110)
    finally:
        plt.close(figure)


def _faces(axes, test: Test) -> None:
    from scipy import stats

    expected = test.n / 6
    low, high = stats.binom.interval(0.99, test.n, 1 / 6)
    axes.bar(range(1, 7), test.counts, color="#4477aa")
    axes.axhline(expected, color="black", linewidth=0.8)
    axes.axhspan(low, high, color="gray", alpha=0.25)
    axes.set_xticks(range(1, 7))
