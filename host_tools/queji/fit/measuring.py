"""Measuring a table part by part with its own self-tests, for `queji fit`.

A part gives readings and problems; nothing is written here, and nothing is measured that the table's own tests do not
bound, watch and stop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from queji import texts
from queji.board.parts import sides
from queji.errors import Refused
from queji.fit.judging import Reading, thresholds, way
from queji.link import Link
from queji.selftests import CALIBRATION, Result, Runner, title

# How often a cam is turned. The first turn does not count: it begins wherever the cam happened to stand on its sensor,
# the others where the turn before has ended.
TURNS = (("head", 3), ("lift", 2))
AT_ONCE = 9  # motors that a sort runs together: four pick-ups, four heads, the disc


class Problem(NamedTuple):
    """Why something of a part could not be measured, in words."""

    part: str
    what: str


class Bench:
    """A table on the bench. `numbers`: its mechanics.json by dotted key; `say(name)` is told each test before it runs;
    `volts` is what a voltmeter shows at the supply, None when nobody measured."""

    def __init__(
        self,
        runner: Runner,
        numbers: Mapping[str, float],
        say: Callable[[str], None] = lambda name: None,
        volts: float | None = None,
    ) -> None:
        self.runner, self.numbers, self.say, self.volts = runner, numbers, say, volts
        self.readings: list[Reading] = []
        self.problems: list[Problem] = []
        self.results: list[Result] = []
        self.amps: dict[str, float] = {}  # by test: what its motor took
        self.part = ""
        self.stopped = False

    @property
    def link(self) -> Link:
        return self.runner.link

    def measure(self, part: str) -> None:
        """Measures one part of PARTS. Raises KeyboardInterrupt and what the link raises."""
        self.part = part
        PARTS[part].measure(self)

    def test(self, name: str, **more: Any) -> Result | None:
        """One self-test; None, with a problem noted, when it broke off. One that only found a value outside its limits
        is a good measurement: the limits come from the numbers that are to be fitted."""
        if self.stopped:
            return None
        self.say(title(name))
        result = self.runner.run({"name": name, **more})
        self.results.append(result)
        self.stopped = result["state"] == "stopped"
        if "amps" in result:
            self.amps[name] = float(result["amps"])
        if result.get("measured") is None or result["state"] in ("refused", "stopped") or result.get("fault"):
            self.trouble_of(result)
            return None
        return result

    def found(self, key: str, value: float, samples: Mapping[str, float] | None = None) -> None:
        self.readings.append(Reading(key, value, samples or {}))

    def trouble_of(self, result: Result) -> None:
        """What the table said of a test that measured nothing to go by."""
        what = texts.say(result.get("text") or "")
        self.trouble(texts.text("of_part", part=title(result["name"]), what=what))

    def trouble(self, words: str) -> None:
        self.problems.append(Problem(self.part, words))


def supply(bench: Bench) -> None:
    """The voltage; with a voltmeter's reading what the divider makes of it. And that nothing takes current at rest."""
    result = bench.test("supply")
    if result is None:
        return
    if "volts" not in result:  # it found a current or a noise that must be mended first
        bench.trouble(texts.say(result["text"]))
        return
    reads = float(result["volts"])
    low, high = bench.numbers["supply.volts_min"], bench.numbers["supply.volts_max"]
    if not low <= reads <= high:
        bench.trouble(texts.text("fit.volts_outside", volts=f"{reads:.1f}", low=low, high=high))
    if bench.volts is None:
        return
    if not 0.8 * reads <= bench.volts <= 1.25 * reads:
        bench.trouble(texts.text("fit.volts_apart", volts=f"{reads:.1f}", meter=f"{bench.volts:g}"))
        return
    bench.found("supply.volts_full_scale", bench.numbers["supply.volts_full_scale"] * bench.volts / reads)


def cams(bench: Bench) -> None:
    """A turn of each head and lift."""
    for part, turns in TURNS:
        samples: dict[str, float] = {}
        for side in sides():
            name = f"{side}_{part}"
            times = []
            for _ in range(turns):
                result = bench.test(name)
                if result is None or "amps" not in result:  # without: it took a second try
                    if result is not None:
                        bench.trouble_of(result)
                    break
                times.append(float(result["measured"]))
            if len(times) == turns:
                samples[name] = sum(times[1:]) / (turns - 1)
        if not samples and not bench.stopped:
            bench.trouble(texts.text("fit.none", name=f"{part}.turn_ms", ms=bench.numbers[f"{part}.turn_ms"]))
        if len(samples) == len(sides()):
            bench.found(f"{part}.turn_ms", sum(samples.values()) / len(samples), samples)


def dome(bench: Bench) -> None:
    """A stroke, the slower of up and down."""
    result = bench.test("dome")
    if result is not None:
        there, back = result.get("times") or [result["measured"]] * 2
        bench.found("dome.stroke_ms", max(there, back), {"there": there, "back": back})


def disc(bench: Bench) -> None:
    """Speed against duty, the slowest speed at which it starts, and how long it takes to come up to speed."""
    result = bench.test("speeds")
    if result is None:
        return
    (duty, slowest), *fast = result["speeds"]
    full = [1000 * rpm / permille for permille, rpm in fast]
    bench.found("disc.rpm_full_duty", sum(full) / len(full), {"forward": full[0], "reverse": full[-1]})
    bench.found("disc.rpm_min", slowest, {f"{duty / 10:g} %": slowest})
    if "spin_up_ms" in result:  # an older firmware does not measure it
        bench.found("disc.spin_up_ms", result["spin_up_ms"])


def current(bench: Bench) -> None:
    """What a motor takes that runs, and what is taken when none does."""
    for side in sides():
        bench.test(f"{side}_pickup")
    for name in (*(f"{side}_head" for side in sides()), "dome", "disc"):
        if name not in bench.amps and not (name == "disc" and "speeds" in bench.amps):
            bench.test(name)
    bench.test("supply")
    rest = bench.amps.pop("supply", None)
    most = bench.numbers["supply.amps_running"] / 2
    if rest is not None and rest > most:
        bench.trouble(texts.text("fit.rest", amps=f"{rest:.2f}", limit=f"{most:.2f}"))
    if not bench.amps or bench.stopped:
        return
    running = sum(bench.amps.values()) / len(bench.amps)
    stalled = bench.numbers["supply.amps_stalled"]
    for name, amps in bench.amps.items():
        if amps < running / 2:
            bench.trouble(texts.text("fit.amps_low", name=title(name), amps=f"{amps:.2f}", mean=f"{running:.2f}"))
        elif amps > (running + stalled) / 2:
            bench.trouble(texts.text("fit.amps_high", name=title(name), amps=f"{amps:.2f}", stalled=stalled))
    together, most = AT_ONCE * running, bench.numbers["supply.amps_max"]
    if together > 0.8 * most:
        bench.trouble(texts.text("fit.amps_together", count=AT_ONCE, amps=f"{together:.1f}", most=most))
    bench.found("supply.amps_running", running, dict(bench.amps))


def sensors(bench: Bench) -> None:
    """Each light barrier clear and with a tile in front of it: the table learns them, and thresholds for all."""
    result = bench.test(CALIBRATION, asks="hold")
    if result is None:
        return
    if not result["passed"]:
        bench.trouble_of(result)
        return
    try:
        learned = bench.link.call("export", part="photos")["value"]
    except Refused as error:
        bench.trouble(error.message())
        return
    levels = {name: (float(row[0]), float(row[1])) for name, row in learned.items()}
    between = thresholds(levels)
    if between is None:
        dark, bright = min(levels, key=lambda n: levels[n][0]), max(levels, key=lambda n: levels[n][1])
        fields = {"dark": dark, "clear": f"{levels[dark][0]:.0f}", "bright": bright}
        bench.trouble(texts.text("fit.levels_apart", blocked=f"{levels[bright][1]:.0f}", **fields))
        return
    bench.found("photo.blocked_below", between[0], {name: row[1] for name, row in levels.items()})
    bench.found("photo.clear_above", between[1], {name: row[0] for name, row in levels.items()})


def belts(bench: Bench) -> None:
    """A tile's way along each belt, its time past the sensor, the least gap behind it."""
    result = bench.test("belts")
    if result is None:
        return
    if "belts" not in result:
        bench.trouble_of(result)
        return
    rows = dict(zip(sides(), result["belts"], strict=True))
    ways = {f"{side}_pickup": way(starts) for side, (starts, _, _) in rows.items()}
    tiles = {f"{side}_tile": float(tile_ms) for side, (_, tile_ms, _) in rows.items()}
    gaps = {f"{side}_tile": float(gap_ms) for side, (_, _, gap_ms) in rows.items()}
    bench.found("pickup.belt_ms", sum(ways.values()) / len(ways), ways)
    bench.found("head.tile_ms", sum(tiles.values()) / len(tiles), tiles)
    bench.found("head.gap_ms", min(gaps.values()), gaps)


class Part(NamedTuple):
    """How a part is measured, whether that moves something, whether a person is needed."""

    measure: Callable[[Bench], None]
    moves: bool
    asks: bool = False


# In this order: what the later ones rely on comes first.
PARTS = {
    "supply": Part(supply, False),
    "cams": Part(cams, True),
    "dome": Part(dome, True),
    "disc": Part(disc, True),
    "current": Part(current, True),
    "sensors": Part(sensors, False, True),
    "belts": Part(belts, True, True),
}
