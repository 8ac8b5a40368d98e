"""Checks pins.csv: which signal is wired to which pin."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from typing import NamedTuple

from queji.board import chips
from queji.board.finding import Finding
from queji.board.parts import Part, optional, parts

FILE = "pins.csv"
HEADER = "signal,pin"
_GPIO = re.compile(r"GP(0|[1-9][0-9]?)")
_EXPANDER = re.compile(r"0x([0-9A-Fa-f]{2})\.([AB])([0-7])")
_MUX = re.compile(r"MUX\.(0|[1-9][0-9]?)")
_BUS = re.compile(r"0x([0-9A-Fa-f]{2})")

EXPANDER_ADDRESSES = range(0x20, 0x28)
MUX_CHANNELS = range(16)
FRAM_ADDRESSES = range(0x50, 0x58)


class Pin(NamedTuple):
    """A place to wire to. `place` is gpio, expander, mux or bus; `number` a GPIO, an I2C address or a channel."""

    place: str
    number: int
    port: str = ""
    bit: int = 0

    def __str__(self) -> str:
        if self.place == "gpio":
            return f"GP{self.number}"
        if self.place == "bus":
            return f"0x{self.number:02x}"
        return f"MUX.{self.number}" if self.place == "mux" else f"0x{self.number:02x}.{self.port}{self.bit}"


class Row(NamedTuple):
    line: int
    signal: str
    pin: Pin


def parse_pin(text: str) -> Pin | None:
    """GP8, 0x20.A3, MUX.7 or 0x50; None for anything else."""
    if found := _GPIO.fullmatch(text):
        return Pin("gpio", int(found[1]))
    if found := _EXPANDER.fullmatch(text):
        return Pin("expander", int(found[1], 16), found[2], int(found[3]))
    if found := _MUX.fullmatch(text):
        return Pin("mux", int(found[1]))
    if found := _BUS.fullmatch(text):
        return Pin("bus", int(found[1], 16))
    return None


def parse(text: str, findings: list[Finding]) -> list[Row]:
    """The rows of a pin table; lines that cannot be read are left out and reported."""
    rows = []
    header = False
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if not header:
            header = True
            if line == HEADER:
                continue
            findings.append(Finding(FILE, number, "no_header", {"line": line[:60]}))
        cells = line.split(",")
        if len(cells) != 2 or not cells[0]:
            findings.append(Finding(FILE, number, "bad_line", {"line": line[:60]}))
            continue
        pin = parse_pin(cells[1].strip())
        if pin is None:
            findings.append(Finding(FILE, number, "bad_pin", {"signal": cells[0], "pin": cells[1].strip()[:40]}))
            pin = Pin("", number)  # the signal counts as named, so that it is not reported as missing too
        rows.append(Row(number, cells[0], pin))
    return rows


def check(text: str, chip: chips.Chip, product: str) -> list[Finding]:
    """All mistakes of a pin table for a controller, in the order of the lines."""
    findings: list[Finding] = []
    rows = parse(text, findings)
    last = len(text.rstrip().split("\n"))
    if not rows:
        return [*findings, Finding(FILE, 0, "empty", {})]
    rows = _known(rows, findings)
    for name in parts():
        if name not in {row.signal for row in rows} and name not in optional():
            findings.append(Finding(FILE, last, "signal_missing", {"signal": name}))
    wired = [row for row in rows if row.pin.place]
    _pins_twice(wired, findings)
    free = _free(wired, chip, product)
    for row in wired:
        problem = _gpio(row, chip, product, free) if row.pin.place == "gpio" else _elsewhere(row)
        if problem:
            findings.append(problem)
    _bus(wired, chip, findings)
    _slices(wired, findings)
    _expanders(wired, findings)
    return sorted(findings, key=lambda finding: finding.line)


def _known(rows: list[Row], findings: list[Finding]) -> list[Row]:
    """Rows of signals the table has, each once."""
    first: dict[str, Row] = {}
    for row in rows:
        if row.signal not in parts():
            near = difflib.get_close_matches(row.signal, parts(), 1)
            code = "signal_unknown_near" if near else "signal_unknown"
            findings.append(Finding(FILE, row.line, code, {"signal": row.signal[:40], "near": near[0] if near else ""}))
        elif row.signal in first:
            fields = {"signal": row.signal, "first": first[row.signal].line}
            findings.append(Finding(FILE, row.line, "signal_twice", fields))
        else:
            first[row.signal] = row
    return list(first.values())


def _pins_twice(rows: list[Row], findings: list[Finding]) -> None:
    first: dict[Pin, Row] = {}
    for row in rows:
        if row.pin in first:
            fields = {
                "pin": row.pin,
                "signal": row.signal,
                "other": first[row.pin].signal,
                "first": first[row.pin].line,
            }
            findings.append(Finding(FILE, row.line, "pin_twice", fields))
        first.setdefault(row.pin, row)


def _free(rows: list[Row], chip: chips.Chip, product: str) -> list[int]:
    """The controller's pins that no signal and not the controller itself uses."""
    used = {row.pin.number for row in rows if row.pin.place == "gpio"}
    return [number for number in chip.gpios if number not in used and number not in chips.RESERVED.get(product, {})]


def _gpio(row: Row, chip: chips.Chip, product: str, free: list[int]) -> Finding | None:
    """A mistake of a signal on one of the controller's own pins."""
    part, number = parts()[row.signal], row.pin.number
    usable = [pin for pin in free if "adc" not in part.places or pin in chip.adc]
    fields = {"signal": row.signal, "pin": row.pin, "chip": chip.name, "kind": part.kind, "places": _places(part)}
    fields["can"] = ", ".join(chips.functions(number, chip))
    fields["free"] = ", ".join(f"GP{pin}" for pin in usable) or "-"
    reserved = chips.RESERVED.get(product, {})
    if number not in chip.gpios:
        return Finding(FILE, row.line, "no_such_gpio", {**fields, "last": chip.gpios[-1]})
    if number in reserved:
        return Finding(FILE, row.line, "gpio_reserved", {**fields, "product": product, "use": reserved[number]})
    if "adc" in part.places:
        usable = [f"GP{adc}" for adc in chip.adc if adc not in reserved]
        return None if number in chip.adc else Finding(FILE, row.line, "not_adc", {**fields, "adc": ", ".join(usable)})
    return None if "gpio" in part.places else Finding(FILE, row.line, "wrong_place", fields)


def _elsewhere(row: Row) -> Finding | None:
    """A mistake of a signal on an expander or behind the multiplexer."""
    part, pin = parts()[row.signal], row.pin
    fields = {"signal": row.signal, "pin": pin, "kind": part.kind, "places": _places(part)}
    if pin.place not in part.places:
        return Finding(FILE, row.line, "wrong_place", fields)
    if pin.place == "mux":
        return None if pin.number in MUX_CHANNELS else Finding(FILE, row.line, "mux_channel", fields)
    if pin.place == "bus":
        address = {**fields, "address": str(pin)}
        return None if pin.number in FRAM_ADDRESSES else Finding(FILE, row.line, "fram_address", address)
    if pin.number not in EXPANDER_ADDRESSES:
        return Finding(FILE, row.line, "expander_address", {**fields, "address": f"0x{pin.number:02x}"})
    if not part.is_output and pin.bit == 7:
        return Finding(FILE, row.line, "expander_bit7", fields)
    if part.is_output and pin.port == "B":
        return Finding(FILE, row.line, "expander_output_b", fields)
    if not part.is_output and pin.port == "A":
        return Finding(FILE, row.line, "expander_input_a", fields)
    return None


def _places(part: Part) -> str:
    words = {"gpio": "GPn", "adc": "GPn (ADC)", "expander": "0x20.A0", "mux": "MUX.n", "bus": "0x50"}
    return " / ".join(words[place] for place in part.places)


def _bus(rows: list[Row], chip: chips.Chip, findings: list[Finding]) -> None:
    """SDA and SCL must be such pins, of the same I2C instance."""
    found = {row.signal: row for row in rows if row.signal in ("i2c_sda", "i2c_scl") and row.pin.place == "gpio"}
    for signal, row in found.items():
        instance, line = chips.i2c(row.pin.number)
        if line != signal[4:]:
            fields = {
                "signal": signal,
                "pin": row.pin,
                "is": f"I2C{instance} {line.upper()}",
                "want": signal[4:].upper(),
                "can": ", ".join(chips.functions(row.pin.number, chip)),
            }
            findings.append(Finding(FILE, row.line, "i2c_line", fields))
    if len(found) == 2:
        sda, scl = (chips.i2c(found[signal].pin.number)[0] for signal in ("i2c_sda", "i2c_scl"))
        if sda != scl:
            row = found["i2c_scl"]
            findings.append(Finding(FILE, row.line, "i2c_instances", {"sda": sda, "scl": scl, "pin": row.pin}))


def _slices(rows: list[Row], findings: list[Finding]) -> None:
    """Two PWM signals of different frequencies cannot share a slice."""
    first: dict[int, Row] = {}
    for row in rows:
        if parts()[row.signal].kind == "pwm" and row.pin.place == "gpio":
            number, _ = chips.pwm(row.pin.number)
            if number in first and first[number].pin != row.pin:
                other = first[number]
                fields = {"signal": row.signal, "pin": row.pin, "slice": number, "other": other.signal, "at": other.pin}
                findings.append(Finding(FILE, row.line, "pwm_slice", fields))
            first.setdefault(number, row)


def _expanders(rows: list[Row], findings: list[Finding]) -> None:
    """A side has an expander of its own, so that a dead one stops that side alone: most often a wrong address."""
    on = [row for row in rows if row.pin.place == "expander" and parts()[row.signal].side]
    owners: dict[int, str] = {}
    for address in sorted({row.pin.number for row in on}):
        owners[address] = Counter(parts()[r.signal].side for r in on if r.pin.number == address).most_common(1)[0][0]
    for row in on:
        side, address = parts()[row.signal].side, row.pin.number
        if owners[address] != side:
            fields = {"signal": row.signal, "address": f"0x{address:02x}", "owner": owners[address], "side": side}
            findings.append(Finding(FILE, row.line, "expander_shared", fields))
