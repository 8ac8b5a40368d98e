"""Makes a board's wiring page from its pins.csv: wiring.md and wiring.svg, and in Chinese wiring.zh-CN.md and .svg."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

from queji.board import chips, controller, drawing, pins, svg
from queji.board.finding import Finding, read_text
from queji.board.parts import parts
from queji.board.pins import Row
from queji.texts import wiring_en, wiring_zh

LANGUAGES = {"wiring": wiring_en, "wiring.zh-CN": wiring_zh}  # the page's name, and its words


def render(folder: Path) -> tuple[dict[str, str], list[Finding]]:
    """The page's files by name, and what stands in the way of making them (an unreadable or faulty pin table)."""
    findings: list[Finding] = []
    chip, product = controller(folder, findings)
    text = read_text(folder / pins.FILE, findings)
    if text is None:
        return {}, findings
    findings += pins.check(text, chip, product)
    if findings:
        return {}, findings
    rows = pins.parse(text, [])
    name = folder.resolve().name
    made = {}
    for page_name, words in LANGUAGES.items():
        made[f"{page_name}.md"] = page(rows, name, chip, product, _active_high(folder), words)
    made["wiring.svg"] = drawing.draw(rows, name, product)
    made["wiring.zh-CN.svg"] = svg.translated(made["wiring.svg"], wiring_zh.DRAWING)
    return made, []


def _active_high(folder: Path) -> tuple[str, ...]:
    """The inputs that mechanics.json turns over; none where it cannot be read: `queji board check` says why."""
    try:
        return tuple(json.loads((folder / "mechanics.json").read_text(encoding="utf-8-sig"))["active_high"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _what(signal: str, active_high: tuple[str, ...], words: ModuleType) -> str:
    what = words.SPECIAL.get(signal) or words.KINDS[parts()[signal].kind]
    return what.replace(*words.ACTIVE_HIGH) if signal in active_high else what


def _table(head: tuple[str, ...], rows: list[tuple]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return [*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows), ""]


def page(
    rows: list[Row],
    name: str,
    chip: chips.Chip,
    product: str,
    active_high: tuple[str, ...] = (),
    words: ModuleType = wiring_en,
) -> str:
    """The wiring page as Markdown, in the language of `words`: queji.texts.wiring_en or wiring_zh."""
    pads = {gpio: number for number, gpio in enumerate(chips.PADS, 1) if isinstance(gpio, int)}
    own = sorted((row.pin.number, row.signal) for row in rows if row.pin.place == "gpio")
    mux = sorted((row.pin.number, row.signal) for row in rows if row.pin.place == "mux")
    on_expanders = [row for row in rows if row.pin.place == "expander"]
    addresses = sorted({row.pin.number for row in on_expanders})
    lines = [
        words.HEAD.format(name=name, product=product, chip=chip.name, expanders=len(addresses)),
        f"## {words.PINS}",
        "",
        *_table(
            words.PINS_COLUMNS,
            [
                (pads.get(gpio, "-"), f"GP{gpio}", f"`{signal}`", _what(signal, active_high, words))
                for gpio, signal in own
            ],
        ),
        f"## {words.EXPANDERS}",
        "",
        words.EXPANDERS_TEXT,
        "",
        *_table((words.PIN, *(f"0x{address:02x}" for address in addresses)), _expander_rows(on_expanders, addresses)),
    ]
    if active_high:
        lines += [words.HIGH.format(signals=words.BETWEEN.join(f"`{signal}`" for signal in active_high)), ""]
    memory = [row.pin.number for row in rows if row.pin.place == "bus"]
    if memory:
        about = words.MEMORY.format(address=f"0x{memory[0]:02x}", bits=f"{memory[0] & 7:03b}")
        lines += [f"## {words.RECORD}", "", about, ""]
    if mux:
        lines += [f"## {words.MUX}", "", *_table(words.MUX_COLUMNS, [(n, f"`{signal}`") for n, signal in mux])]
    return "\n".join([*lines, words.NOTES + (words.RP2350 if chip.name.startswith("RP2350") else "")])


def _expander_rows(rows: list[Row], addresses: list[int]) -> list[tuple]:
    at = {(row.pin.number, row.pin.port, row.pin.bit): f"`{row.signal}`" for row in rows}
    table = []
    for port in "AB":
        for bit in range(8):
            cells = [at.get((address, port, bit), "") for address in addresses]
            if any(cells):
                table.append((f"{port}{bit}", *cells))
    return [*table, ("A2 A1 A0", *(f"{address & 7:03b}" for address in addresses))]
