"""Checks mechanics.json: what the mechanics of a table can do, and how fast.

Each value has a type and bounds; some must also stand in a certain order to others.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from queji.board.finding import Finding
from queji.board.parts import parts

FILE = "mechanics.json"


class Value(NamedTuple):
    """One key: its type, smallest and largest value, unit, and what it is."""

    kind: type
    low: float
    high: float
    unit: str
    what: str


VALUES = {
    "longest_wall": Value(int, 1, 40, "stacks", "the longest wall a side can hold"),
    "tick_ms": Value(int, 1, 20, "ms", "the control tick"),
    "disc.rpm": Value(int, 5, 200, "1/min", "speed of the disc while sorting"),
    "disc.rpm_min": Value(int, 5, 200, "1/min", "slower than this the disc does not turn for sure"),
    "disc.rpm_max": Value(int, 5, 200, "1/min", "faster than this tiles are thrown about"),
    "disc.rpm_full_duty": Value(int, 5, 500, "1/min", "speed at full duty"),
    "disc.spin_up_ms": Value(int, 50, 20000, "ms", "from standstill to speed"),
    "disc.pwm_hz": Value(int, 1000, 100000, "Hz", "PWM frequency; 20 kHz cannot be heard"),
    "disc.reverse_dead_ms": Value(int, 50, 10000, "ms", "pause before the other direction"),
    "pickup.belt_ms": Value(int, 50, 20000, "ms", "a tile's way from the wheel to the head"),
    "pickup.belt_tiles": Value(int, 1, 40, "tiles", "tiles the belt holds"),
    "pickup.reverse_dead_ms": Value(int, 50, 10000, "ms", "pause before the other direction"),
    "head.turn_ms": Value(int, 50, 20000, "ms", "one turn of the head's cam"),
    "head.tile_ms": Value(int, 5, 2000, "ms", "how long a tile blocks the sensor"),
    "head.gap_ms": Value(int, 5, 2000, "ms", "shortest gap between two tiles"),
    "lift.turn_ms": Value(int, 100, 30000, "ms", "one turn of the lift's cam"),
    "dome.stroke_ms": Value(int, 100, 30000, "ms", "from one end to the other"),
    "dome.reverse_dead_ms": Value(int, 50, 10000, "ms", "pause before the other direction"),
    "photo.blocked_below": Value(int, 0, 65535, "of 65535", "level below which a photo sensor is blocked"),
    "photo.clear_above": Value(int, 0, 65535, "of 65535", "level above which it is clear again"),
    "supply.volts_full_scale": Value(float, 3.3, 100, "V", "supply that gives the full ADC reading"),
    "supply.volts_min": Value(float, 3, 100, "V", "lower than this is a fault"),
    "supply.volts_max": Value(float, 3, 100, "V", "higher than this is a fault"),
    "supply.amps_full_scale": Value(float, 0.1, 100, "A", "motor current that gives the full ADC reading"),
    "supply.amps_max": Value(float, 0.1, 100, "A", "more than this is a fault"),
    "supply.amps_running": Value(float, 0.01, 50, "A", "what one motor draws while it runs"),
    "supply.amps_stalled": Value(float, 0.02, 100, "A", "what one motor draws while it is blocked"),
    "stir.turns": Value(int, 0, 60, "turns", "turns of the disc before picking up begins"),
    "stir.reversals": Value(int, 0, 20, "", "reversals among them"),
    "strip.dice": Value(int, 1, 3, "", "dice on the light strip"),
    "strip.pips_per_die": Value(int, 7, 7, "", "pixels of one die"),
    "strip.seats": Value(int, 4, 4, "", "seat pixels"),
    "strip.brightness": Value(int, 1, 255, "of 255", "brightness"),
    "keys.debounce_ms": Value(int, 5, 200, "ms", "shorter is bounce"),
    "keys.long_ms": Value(int, 300, 10000, "ms", "longer is a long press"),
    "keys.both_ms": Value(int, 50, 2000, "ms", "two keys within this are pressed together"),
}

TEXTS = ("name",)
LISTS = ("active_high",)

# (smaller, larger, whether they may be equal): why is in the sentence "order" of data/board.csv
ORDER = (
    ("disc.rpm_min", "disc.rpm", True),
    ("disc.rpm", "disc.rpm_max", True),
    ("disc.rpm_min", "disc.rpm_max", False),
    ("disc.rpm_max", "disc.rpm_full_duty", True),
    ("photo.blocked_below", "photo.clear_above", False),
    ("supply.volts_min", "supply.volts_max", False),
    ("supply.volts_max", "supply.volts_full_scale", False),
    ("supply.amps_max", "supply.amps_full_scale", False),
    ("supply.amps_running", "supply.amps_stalled", False),
    ("supply.amps_stalled", "supply.amps_max", False),
    ("keys.debounce_ms", "keys.both_ms", False),
    ("keys.both_ms", "keys.long_ms", False),
    ("head.tile_ms", "head.turn_ms", False),
    ("head.gap_ms", "pickup.belt_ms", False),
)

# What the tick has to see twice in a row: a shorter one is missed, and a tile not counted.
SEEN_TWICE = ("head.tile_ms", "head.gap_ms", "keys.debounce_ms")

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


def keys(text: str) -> list[tuple[str, int, tuple[int, int] | None]]:
    """(dotted path, where it begins, where its plain value begins and ends) of each key of a JSON text, in order; a key
    that stands twice is there twice. An object or a list is no plain value."""
    found: list[tuple[str, int, tuple[int, int] | None]] = []
    path: list[str] = []
    open_key = ""
    depth_of_lists = 0
    tokens = list(_TOKEN.finditer(text))
    for i, token in enumerate(tokens):
        sign = token.group()
        if sign == "[":
            depth_of_lists += 1
        elif sign == "]":
            depth_of_lists -= 1
        elif depth_of_lists:
            continue
        elif sign == "{":
            path.append(open_key)
        elif sign == "}":
            path = path[:-1]
        elif sign[0] == '"' and [one.group() for one in tokens[i + 1 : i + 2]] == [":"]:
            open_key = sign[1:-1]
            value = tokens[i + 2] if i + 2 < len(tokens) else None
            plain = value.span() if value and value.group() not in "{}[]:," else None
            found.append((".".join([*path[1:], open_key]), token.start(), plain))
    return found


def key_lines(text: str) -> list[tuple[str, int]]:
    """(dotted path, line) of each key, as `keys` has them."""
    return [(key, text.count("\n", 0, start) + 1) for key, start, _ in keys(text)]


def flat(text: str) -> dict[str, Any]:
    """The values of a mechanics file without mistakes, by dotted key."""
    found: dict[str, Any] = {}
    for key, value in json.loads(text).items():
        group = {f"{key}.{name}": inner for name, inner in value.items()} if isinstance(value, dict) else {key: value}
        found.update(group)
    return found


def check(text: str) -> list[Finding]:
    """All mistakes of a mechanics file, in the order of the lines."""
    if not text.strip():
        return [Finding(FILE, 0, "empty", {})]
    try:
        tree = json.loads(text)
    except json.JSONDecodeError as e:
        return [Finding(FILE, e.lineno, "bad_json", {"column": e.colno, "reason": e.msg})]
    except RecursionError:
        return [Finding(FILE, 0, "bad_json", {"column": 1, "reason": "nested too deeply"})]
    if not isinstance(tree, dict):
        return [Finding(FILE, 1, "not_object", {"key": FILE})]
    findings: list[Finding] = []
    lines: dict[str, int] = {}
    for key, line in key_lines(text):
        if key in lines:
            findings.append(Finding(FILE, line, "key_twice", {"key": key, "first": lines[key]}))
        lines[key] = line
    good = _values(tree, lines, len(text.splitlines()), findings)
    _order(good, lines, findings)
    return sorted(findings, key=lambda finding: finding.line)


def _flat(tree: dict[str, Any]) -> dict[str, Any]:
    """One level of objects opened: {"disc": {"rpm": 40}} -> {"disc.rpm": 40}."""
    flat = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{inner}": v for inner, v in value.items()})
        else:
            flat[key] = value
    return flat


def _values(tree: dict[str, Any], lines: dict[str, int], last: int, findings: list[Finding]) -> dict[str, float]:
    """Checks each value by itself; returns those that are right."""
    flat = _flat(tree)
    good = {}
    for key, value in flat.items():
        line = lines.get(key, 0)
        if key in VALUES:
            want = VALUES[key]
            if problem := _value(key, value, want, line):
                findings.append(problem)
            else:
                good[key] = value
        elif key in TEXTS:
            if not isinstance(value, str):
                findings.append(Finding(FILE, line, "not_a_text", {"key": key, "value": _short(value)}))
        elif key in LISTS:
            _active_high(key, value, line, findings)
        else:
            findings.append(Finding(FILE, line, "key_unknown", {"key": key}))
    for key in (*TEXTS, *VALUES, *LISTS):
        if key not in flat:
            group = lines.get(key.partition(".")[0], last)
            findings.append(Finding(FILE, group, "key_missing", {"key": key}))
    return good


def _value(key: str, value: Any, want: Value, line: int) -> Finding | None:
    numbers = (int,) if want.kind is int else (int, float)
    if isinstance(value, bool) or not isinstance(value, numbers):
        code = "not_whole" if want.kind is int else "not_a_number"
        return Finding(FILE, line, code, {"key": key, "value": _short(value)})
    if not want.low <= value <= want.high:  # NaN too
        fields = {"key": key, "value": _short(value), "what": want.what, "unit": want.unit}
        return Finding(FILE, line, "out_of_range", {**fields, "low": want.low, "high": want.high})
    return None


def _active_high(key: str, value: Any, line: int, findings: list[Finding]) -> None:
    """A list of inputs that read 1 when active: sensors and keys only."""
    if not isinstance(value, list):
        findings.append(Finding(FILE, line, "not_a_list", {"key": key, "value": _short(value)}))
        return
    for name in value:
        part = parts().get(name) if isinstance(name, str) else None
        if part is None or part.kind not in ("input", "key"):
            findings.append(Finding(FILE, line, "not_an_input", {"key": key, "value": _short(name)}))


def _order(good: dict[str, float], lines: dict[str, int], findings: list[Finding]) -> None:
    for small, large, equal in ORDER:
        if small in good and large in good:
            a, b = good[small], good[large]
            if a > b or (a == b and not equal):
                fields = {"small": small, "large": large, "a": a, "b": b}
                findings.append(Finding(FILE, lines[small], "order", fields))
    for key in SEEN_TWICE:
        if key in good and "tick_ms" in good and good[key] < 2 * good["tick_ms"]:
            fields = {"key": key, "value": good[key], "tick": good["tick_ms"], "least": 2 * good["tick_ms"]}
            findings.append(Finding(FILE, lines[key], "shorter_than_ticks", fields))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
