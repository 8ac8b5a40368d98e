"""What will fail next on a table and why, from its own counters and trends. Pure: data in, findings out.

Time is counted in sorts, as the table has no clock. A forecast is a straight line through the rows of the trend; it is
only made when the change is larger than chance and the table's own noise could explain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from queji import faults
from queji.selftests import part_of
from queji.texts import text
from table.trends import COLUMNS, COUNTS, MARGINS

SLOW = 1.25  # of the nominal time: the self-test's limit
MARGIN = 8000  # converter counts: the self-test's limit
FAR = 20_000  # sorts: what is farther away is not told
RISE, FALL = 0.03, 0.10  # smaller changes than these parts of the value are noise
OFTEN = 0.05  # second tries or jams a sort that deserve a look
RECENT = 3  # rows that are "lately"
LEAST = 4  # rows that a forecast needs

# Rated lives: counter, limit, unit, divisor of the counter. The project's own numbers, not a maker's.
LIVES = (
    ("head_turns", 2_000_000, "turns", 1),
    ("lift_turns", 120_000, "turns", 1),
    ("dome_strokes", 120_000, "strokes", 1),
    ("pickup_s", 2_000, "hours", 3600),
    ("disc_s", 3_000, "hours", 3600),
)
WORN = 0.8
SIDES = ("east", "south", "west", "north")


@dataclass
class Finding:
    """One thing to see to. `sorts_left`: 0 is now, None cannot be told; `series`: (sorts, value) rows behind it."""

    part: str
    kind: str  # time, margin, retries, jams, life, fault
    now: float
    new: float | None = None
    limit: float | None = None
    sorts_left: int | None = None
    unit: str = ""
    what: str = ""
    series: list[tuple[int, float]] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """For programs, with the words for people."""
        return {**asdict(self), "why": self.why(), "when": self.when(), "advice": self.advice()}

    def why(self) -> str:
        if self.kind == "fault":
            return self.what
        values = {"now": _n(self.now), "new": _n(self.new), "limit": _n(self.limit)}
        if self.kind == "time":
            return text("health.slow", **values)
        if self.kind == "margin":
            return text("health.margin", **values)
        if self.kind == "life":
            return text("health.life_part", **values, unit=text(f"health.unit.{self.unit}"))
        return text(f"health.{self.kind}", now=values["now"], sorts=_n(self.limit))

    def when(self) -> str:
        if self.sorts_left is None:
            return text("health.watch")
        return text("health.in", sorts=self.sorts_left) if self.sorts_left else text("health.now")

    def advice(self) -> str:
        kind = "jams" if self.kind == "retries" else self.kind
        return text(f"health.advice.{kind}")


def _n(value: float | None) -> str:
    return "?" if value is None else f"{value:.0f}"


def findings(wear: dict[str, Any], trend: dict[str, Any], standing: dict[str, Any]) -> list[Finding]:
    """What needs seeing to, the most urgent first.

    `wear` and `standing` are the answers of wear and faults; `trend` that of trend with all rows put together.
    """
    rows = trend.get("rows") or []
    found = []
    for kind, left in (("faults", 0), ("warnings", None)):
        for one in standing.get(kind) or ():
            found.append(Finding(_part(one), "fault", 1, sorts_left=left, what=faults.describe(one)))
    found += _times(rows, trend.get("nominal") or {})
    found += _margins(rows)
    found += _events(rows)
    found += _lives(wear)
    return sorted(found, key=lambda one: (one.sorts_left is None, one.sorts_left or 0, one.kind != "fault"))


def series(rows: Sequence[Sequence[int]], column: int, unit: int = 1) -> list[tuple[int, float]]:
    """(sorts, value) of a column; rows where the value is not known are left out (a margin of 0 is one)."""
    keep_zero = column >= MARGINS
    return [(row[0], row[column] * unit) for row in rows if row[column] or keep_zero]


def slope(points: Sequence[tuple[int, float]]) -> float:
    """Change of the value a sort: least squares."""
    n = len(points)
    mean_x = sum(x for x, _ in points) / n
    mean_y = sum(y for _, y in points) / n
    square = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / square if square else 0.0


def _left(points: list[tuple[int, float]], limit: float, change: float) -> int | None:
    """Sorts until the line through the latest half of the rows reaches `limit`; None: it does not, or not soon.

    `change` is the part of the value below which nothing is forecast, signed by the direction of wear.
    """
    now, new = points[-1][1], points[0][1]
    if (now - limit) * change >= 0:
        return 0
    if len(points) < LEAST or (now - new) / max(1.0, abs(new)) / change < 1:
        return None
    lately = points[-max(LEAST, len(points) // 2) :]
    rate = slope(lately)
    if rate * change <= 0:
        return None
    left = (limit - now) / rate
    return max(1, round(left)) if left <= FAR else None


def _times(rows: Sequence[Sequence[int]], nominal: dict[str, int]) -> list[Finding]:
    found = []
    for column in range(2, MARGINS):
        name = COLUMNS[column]
        points = series(rows, column)
        usual = nominal.get("dome" if name.startswith("dome") else name.split("_")[-1])
        if not points or not usual:
            continue
        limit, now, new = usual * SLOW, points[-1][1], points[0][1]
        left = _left(points, limit, RISE)
        if left is not None or now > new * 1.125:
            found.append(Finding(name, "time", now, new, limit, left, "ms", series=points))
    return found


def _margins(rows: Sequence[Sequence[int]]) -> list[Finding]:
    found = []
    for column in range(MARGINS, COUNTS):
        points = series(rows, column, 256)
        if not points:
            continue
        now, new = points[-1][1], points[0][1]
        left = _left(points, MARGIN, -FALL)
        if left is not None or now < new * 0.7:
            found.append(Finding(COLUMNS[column], "margin", now, new, MARGIN, left, "counts", series=points))
    return found


def _events(rows: Sequence[Sequence[int]]) -> list[Finding]:
    found = []
    if len(rows) < 2:
        return found
    lately = rows[-RECENT:]
    sorts = rows[-1][0] - (rows[-RECENT - 1][0] if len(rows) > RECENT else 0)
    for column in range(COUNTS, len(COLUMNS)):
        part, _, kind = COLUMNS[column].rpartition("_")
        now = sum(row[column] for row in lately)
        if now >= 3 and now > OFTEN * sorts:
            found.append(Finding(part, kind, now, None, sorts, None, "", series=series(rows, column)))
    return found


def _lives(wear: dict[str, Any]) -> list[Finding]:
    found = []
    sorts = wear.get("sorts") or 0
    for counter, limit, unit, divisor in LIVES:
        values = wear.get(counter)
        part = counter.rpartition("_")[0]
        for seat, value in enumerate(values if isinstance(values, list) else [values]):
            used = (value or 0) / divisor
            if used < WORN * limit:
                continue
            left = round((limit - used) / used * sorts) if sorts else 0
            name = f"{SIDES[seat]}_{part}" if isinstance(values, list) else part
            found.append(Finding(name, "life", used, None, limit, max(0, left), unit))
    return found


def _part(fault: dict[str, Any]) -> str:
    side, part = fault.get("side"), str(fault.get("part") or "")
    return f"{side}_{part}" if side else part


def named(finding: Finding) -> str:
    """The part in words."""
    return part_of(finding.part) if finding.part else ""


def spark(points: Sequence[tuple[int, float]], width: int = 24) -> str:
    """A line of bars: the value over the table's life, lowest to highest."""
    values = [value for _, value in points]
    if len(values) < 2:
        return ""
    if len(values) > width:
        values = [values[i * len(values) // width] for i in range(width - 1)] + [values[-1]]
    low, high = min(values), max(values)
    bars = "▁▂▃▄▅▆▇█"
    return "".join(bars[round((value - low) / (high - low) * 7)] if high > low else bars[0] for value in values)
