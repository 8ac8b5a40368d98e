"""A new board's folder, begun from one that comes with the tool: its files as text, from some answers."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from queji import paths
from queji.board import mechanics, pins
from queji.board.parts import parts, sides
from queji.deploy import mip
from queji.fit.file import changed

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
# product: (board it is like, MicroPython's name of it, page)
PRODUCTS = {
    "Pico": ("rpi_pico", "RPI_PICO", "raspberry-pi-pico"),
    "Pico W": ("rpi_pico", "RPI_PICO_W", "raspberry-pi-pico"),
    "Pico 2": ("rpi_pico2", "RPI_PICO2", "raspberry-pi-pico-2"),
    "Pico 2 W": ("rpi_pico2", "RPI_PICO2_W", "raspberry-pi-pico-2"),
}
# Sensors that a maker fits alike: what is said of one holds for all.
GROUPS = {
    "heads": tuple(f"{side}_head_home" for side in sides()),
    "lifts": tuple(f"{side}_lift_home" for side in sides()),
    "dome": ("dome_top", "dome_bottom"),
    "disc": ("disc_turn",),
    "keys": tuple(f"{side}_{key}" for side in sides() for key in ("dice_key", "lift_key", "hand_key")),
}


DEPLOY = """# Firmware onto the controller

1. Hold BOOTSEL while plugging the USB cable in; a drive named {drive} appears.
2. `queji flash --board {folder} --uf2 FILE` puts MicroPython on it (an image from
   [micropython.org](https://micropython.org/download/{image}/), 1.23 or newer), then the firmware with this board's
   `pins.csv` and `mechanics.json`, and proves that it arrived. From then on `queji flash --board {folder}` updates it,
   without BOOTSEL.
3. `queji info` shows version and board. Before motors are connected, go through the last section of
   [wiring.md](wiring.md).

The motors stay off through all of this: nothing drives the expanders' RESET line, and its pull-down holds them off.
All about it: {more}.
"""


class Answers(NamedTuple):
    """What is asked of a new board; the defaults are the reference table's."""

    source: str = "rpi_pico"
    product: str = "Pico"
    name: str = ""
    volts: float = 24.0
    fram: bool = True
    active_high: tuple[str, ...] = ()  # names of GROUPS
    expanders: tuple[int, ...] = (0x20, 0x21, 0x22, 0x23)  # by side
    pins: Mapping[str, str] = {}  # signal: pin, where it is another than the reference's
    numbers: Mapping[str, float] = {}  # dotted key of mechanics.json: value


def files(folder: Path, answers: Answers) -> dict[str, str]:
    """The text of each file by its name, but the wiring page, which is made from them. Nothing is checked here."""
    source = paths.BOARDS / answers.source
    return {
        "board.json": _board(_read(source / "board.json"), answers),
        pins.FILE: wired(_read(source / pins.FILE), answers),
        mechanics.FILE: measured(_read(source / mechanics.FILE), folder.name, answers),
        "manifest.py": _manifest(_read(source / "manifest.py"), folder, answers),
        "deploy.md": _deploy(folder, answers),
    }


def package(folder: Path) -> str:
    """The folder's package.json, once its files are there."""
    return mip.board(folder)


def wired(words: str, answers: Answers) -> str:
    """pins.csv with the answers' pins; what it says of why these pins are used is left out."""
    lines, why = [], False
    for line in words.splitlines():
        why = line.startswith("#") and (why or line.startswith("# Why"))
        signal = line.partition(",")[0]
        if why or (signal == "fram" and not answers.fram):
            continue
        if signal in parts() and signal in answers.pins:
            line = f"{signal},{answers.pins[signal]}"
        elif signal in parts() and parts()[signal].side:
            address = answers.expanders[sides().index(parts()[signal].side)]
            line = re.sub(r"0x[0-9A-Fa-f]{2}\.", f"0x{address:02x}.", line)
        lines.append(line)
    text = "\n".join(lines).replace("\n#\nsignal,pin", "\nsignal,pin")
    return text + "\n"


def measured(words: str, name: str, answers: Answers) -> str:
    """mechanics.json with the answers' numbers."""
    low, high = round(answers.volts * 5 / 6, 1), round(answers.volts * 7 / 6, 1)
    values = {"supply.volts_min": low, "supply.volts_max": high, **answers.numbers}
    tree = json.loads(words)
    words = words.replace(json.dumps(tree["name"]), json.dumps(answers.name or name, ensure_ascii=False), 1)
    high_ones = [signal for group in answers.active_high for signal in GROUPS[group]]
    words = words.replace('"active_high": []', f'"active_high": {json.dumps(high_ones)}', 1)
    return changed(words, values)


def _board(words: str, answers: Answers) -> str:
    tree: dict[str, Any] = json.loads(words)
    tree["product"] = answers.product
    if answers.product in PRODUCTS:
        tree["url"] = f"https://www.raspberrypi.com/products/{PRODUCTS[answers.product][2]}/"
    else:
        tree.update(url="", vendor="")
    return json.dumps(tree, indent=4, ensure_ascii=False) + "\n"


def _manifest(words: str, folder: Path, answers: Answers) -> str:
    common = paths.BOARDS / "freeze.py"
    freeze = Path(os.path.relpath(common, folder)) if _inside(folder) else common
    words = words.replace("../freeze.py", freeze.as_posix())
    words = words.replace(f"BOARD={answers.source.upper()} ", f"BOARD={_micropython(answers)} ")
    return words.replace(f"$PWD/boards/{answers.source}/manifest.py", (folder.resolve() / "manifest.py").as_posix())


def _deploy(folder: Path, answers: Answers) -> str:
    image = _micropython(answers)
    drive = "RP2350" if answers.source == "rpi_pico2" else "RPI-RP2"
    more = "[docs/flashing.md](../../docs/flashing.md)" if _inside(folder) else "docs/flashing.md of queji"
    return DEPLOY.format(folder=folder, image=image, drive=drive, more=more)


def _inside(folder: Path) -> bool:
    """Whether it stands beside the boards of this repository, so that relative links from it lead somewhere."""
    return folder.resolve().parent == paths.BOARDS


def _micropython(answers: Answers) -> str:
    return PRODUCTS[answers.product][1] if answers.product in PRODUCTS else answers.source.upper()


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")
