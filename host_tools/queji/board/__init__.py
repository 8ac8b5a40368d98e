"""A board: the folder with pins.csv, mechanics.json and board.json. Checked here, drawn by `wiring`."""

from __future__ import annotations

import json
from pathlib import Path

from queji.board import chips, mechanics, pins
from queji.board.finding import Finding, read_text


def check(folder: Path) -> list[Finding]:
    """All mistakes in a board's folder, file by file, in the order of the lines; empty if there are none."""
    findings: list[Finding] = []
    if not folder.is_dir():
        return [Finding(str(folder), 0, "not_a_folder", {})]
    chip, product = controller(folder, findings)
    if (text := read_text(folder / pins.FILE, findings)) is not None:
        findings += pins.check(text, chip, product)
    if (text := read_text(folder / mechanics.FILE, findings)) is not None:
        findings += mechanics.check(text)
    return findings


def controller(folder: Path, findings: list[Finding]) -> tuple[chips.Chip, str]:
    """The chip and the product that board.json names; the RP2040 stands in where that cannot be told."""
    stand_in = chips.CHIPS["rp2040"]
    text = read_text(folder / "board.json", findings)
    if text is None:
        return stand_in, ""
    try:
        board = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as e:
        line, column = getattr(e, "lineno", 1), getattr(e, "colno", 1)
        findings.append(
            Finding("board.json", line, "bad_json", {"column": column, "reason": getattr(e, "msg", str(e))})
        )
        return stand_in, ""
    if not isinstance(board, dict):
        findings.append(Finding("board.json", 1, "not_object", {"key": "board.json"}))
        return stand_in, ""
    mcu = board.get("mcu")
    if not isinstance(mcu, str) or mcu not in chips.CHIPS:
        known = ", ".join(chips.CHIPS)
        findings.append(Finding("board.json", 1, "mcu_unknown", {"mcu": str(mcu)[:40], "known": known}))
        return stand_in, ""
    product = str(board.get("product", ""))
    if chips.ON.get(product, mcu) != mcu:
        findings.append(
            Finding("board.json", 1, "mcu_other", {"product": product, "mcu": mcu, "on": chips.ON[product]})
        )
    return chips.CHIPS[mcu], product
