"""What a measured value must be to be believed, when it is worth a change, and the change itself. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from queji.texts import text

UNEVEN = 1.25  # the slowest of four equal parts against the fastest: beyond this one of them is not well
SPAN = 10_000  # counts between the darkest clear and the brightest blocked light barrier, as the self-test has it
BLOCKED, CLEAR = 0.35, 0.50  # where between these two the thresholds lie: as firmware/table/calibration.py


class Rule(NamedTuple):
    """One value of mechanics.json that can be measured: what is possible, and what difference is none."""

    part: str  # of queji.fit.measuring.PARTS
    low: float
    high: float
    tolerance: float  # of the value; less is how a table is from one day to the next
    unit: str
    digits: int = 0


# Narrower than what `queji board check` lets pass: that keeps slips out, this keeps bad measurements out.
RULES = {
    "supply.volts_full_scale": Rule("supply", 10, 100, 0.01, "V", 2),
    "head.turn_ms": Rule("cams", 150, 1500, 0.05, "ms"),
    "lift.turn_ms": Rule("cams", 400, 6000, 0.05, "ms"),
    "dome.stroke_ms": Rule("dome", 300, 8000, 0.05, "ms"),
    "disc.rpm_full_duty": Rule("disc", 25, 300, 0.03, "1/min"),
    "disc.rpm_min": Rule("disc", 5, 100, 0.15, "1/min"),
    "disc.spin_up_ms": Rule("disc", 100, 5000, 0.15, "ms"),
    "supply.amps_running": Rule("current", 0.05, 6, 0.15, "A", 2),
    "photo.blocked_below": Rule("sensors", 1500, 60_000, 0.08, "/65535"),
    "photo.clear_above": Rule("sensors", 1500, 60_000, 0.08, "/65535"),
    "pickup.belt_ms": Rule("belts", 150, 5000, 0.1, "ms"),
    "head.tile_ms": Rule("belts", 20, 800, 0.08, "ms"),
    "head.gap_ms": Rule("belts", 10, 1500, 0.2, "ms"),
}
ALIKE = ("head.turn_ms", "lift.turn_ms", "pickup.belt_ms", "head.tile_ms")  # of four parts that should be
BY_HAND = ("supply.amps_stalled",)  # what no test of the table can measure without harm


class Reading(NamedTuple):
    """A value measured: `samples` by the part each was measured on, for the one who reads the table of results."""

    key: str
    value: float
    samples: Mapping[str, float]


class Row(NamedTuple):
    """A reading held against mechanics.json. `new` is what will stand there; `problem` says why nothing will."""

    key: str
    was: float
    measured: float
    new: float
    problem: str
    samples: Mapping[str, float]

    @property
    def changes(self) -> bool:
        return not self.problem and self.new != self.was

    @property
    def percent(self) -> float:
        return 100 * (self.measured - self.was) / self.was if self.was else math.inf

    def why(self) -> str:
        """What becomes of it, and what the firmware does with it."""
        if self.problem:
            return self.problem
        if not self.changes:
            return text("fit.same", percent=f"{100 * RULES[self.key].tolerance:g}")
        return text(f"fit.why.{self.key}")

    def data(self) -> dict[str, Any]:
        """The row as `--json` tells it."""
        return {
            "key": self.key,
            "was": self.was,
            "measured": round(self.measured, 3),
            "new": self.new,
            "changes": self.changes,
            "tolerance": RULES[self.key].tolerance,
            "unit": RULES[self.key].unit,
            "problem": self.problem,
            "samples": dict(self.samples),
        }


def judge(reading: Reading, numbers: Mapping[str, float]) -> Row:
    """A reading against the values of mechanics.json by dotted key."""
    rule, was = RULES[reading.key], numbers[reading.key]
    value = round(reading.value, rule.digits) if rule.digits else _whole(reading.key, reading.value)
    problem = ""
    if not math.isfinite(reading.value) or not rule.low <= reading.value <= rule.high:
        fields = {"low": rule.low, "high": rule.high, "unit": rule.unit, "value": f"{reading.value:g}"}
        problem = text("fit.unreasonable", **fields)
    elif reading.key in ALIKE and (uneven := _uneven(reading.samples)):
        slow, fast = uneven
        problem = text("fit.uneven", slow=slow, ms=f"{reading.samples[slow]:.0f}", fast=f"{reading.samples[fast]:.0f}")
    new = was if problem or not _worth(reading.key, value, was) else value
    return Row(reading.key, was, reading.value, new, problem, reading.samples)


def thresholds(levels: Mapping[str, tuple[float, float]]) -> tuple[int, int] | None:
    """(blocked below, clear above) for all light barriers, from each one's level clear and blocked; None when there
    is no room between the darkest clear one and the brightest blocked one."""
    clear, blocked = min(row[0] for row in levels.values()), max(row[1] for row in levels.values())
    span = clear - blocked
    if span < SPAN:
        return None
    return round(blocked + span * BLOCKED), round(blocked + span * CLEAR)


def way(starts: Sequence[float]) -> float:
    """ms of a tile's way along the belt, from the times after which the first tile of a cleared belt came.

    Each is that way and a wait until the wheel caught one. Such waits have a known law (that of a shower of rain): the
    soonest of n is on average an n-th of the mean one, which the others tell.
    """
    soonest, n = min(starts), len(starts)
    return soonest - (sum(starts) / n - soonest) / (n - 1)


def _whole(key: str, value: float) -> float:
    if not math.isfinite(value):
        return value
    if key == "disc.rpm_min":  # the disc must turn for sure
        return math.ceil(value - 0.25)
    step = 100 if key.startswith("photo.") else 1
    return round(value / step) * step


def _worth(key: str, value: float, was: float) -> bool:
    if key == "disc.rpm_min" and value > was:
        return True  # a disc that is told to turn too slowly does not turn
    return abs(value - was) > RULES[key].tolerance * was


def _uneven(samples: Mapping[str, float]) -> tuple[str, str] | None:
    """The slowest and the fastest of parts that should be alike, when they are not."""
    if len(samples) < 2:
        return None
    slow, fast = max(samples, key=lambda name: samples[name]), min(samples, key=lambda name: samples[name])
    return (slow, fast) if samples[slow] > UNEVEN * samples[fast] else None
