"""Draws the circuits between the pins and the table: the same for every board, so that only names connect them."""

from __future__ import annotations

from queji.board import svg
from queji.board.svg import box, dot, ground, net, resistor, text, wire

PANEL_WIDTH = 352
PANEL_HEIGHT = 250
HEIGHT = 2 * (PANEL_HEIGHT + 14)


def _frame(x: float, y: float, width: float, height: float, title: str) -> list[str]:
    return [svg.rect(x, y, width, height, "#fbfcfd", "#cbd2d9", 6), text(x + 12, y + 22, title, 13, bold=True)]


def safety(x: float, y: float) -> list[str]:
    """The 24 V path, which the emergency stop cuts without any help from the controller."""
    s = _frame(x, y, 800, 170, "Supply and emergency stop: two contacts of one button, both normally closed")
    line = y + 62
    s += [box(x + 16, line - 20, 76, 40, "24 V", "supply"), wire((x + 92, line), (x + 118, line))]
    s += [box(x + 118, line - 13, 66, 26, "fuse 15 A"), wire((x + 184, line), (x + 206, line)), dot(x + 206, line)]
    s += [
        wire((x + 206, line), (x + 236, line)),
        box(x + 236, line - 20, 118, 40, "emergency stop", "contact 1 (NC)", fill="#fbd5d0"),
    ]
    s += [
        wire((x + 354, line), (x + 378, line)),
        box(x + 378, line - 20, 110, 40, "relay coil 24 V", "diode across it"),
    ]
    s += [wire((x + 488, line), (x + 500, line)), ground(x + 500, line)]
    bottom = y + 126
    s += [wire((x + 206, line), (x + 206, bottom), (x + 236, bottom))]
    s += [
        box(x + 236, bottom - 20, 118, 40, "relay contact", "(open at rest)"),
        wire((x + 354, bottom), (x + 378, bottom)),
    ]
    s += [box(x + 378, bottom - 20, 110, 40, "shunt 3 mΩ", "(motor_amps)"), wire((x + 488, bottom), (x + 512, bottom))]
    s += [text(x + 518, bottom + 4, "+24 V of the motor drivers", 12, bold=True)]
    s += [
        wire((x + 206, bottom), (x + 128, bottom)),
        box(x + 16, bottom - 20, 112, 40, "24 V to 5 V, 5 A", "VSYS, strip"),
    ]
    s += [box(x + 580, line - 20, 118, 40, "emergency stop", "contact 2 (NC)", fill="#fbd5d0")]
    s += [wire((x + 580, line), (x + 560, line)), ground(x + 560, line), wire((x + 698, line), (x + 712, line))]
    s += [text(x + 718, line - 2, "emergency", 11, bold=True), text(x + 718, line + 12, "_stop", 11, bold=True)]
    return s


def _driver_input(left: float, right: float, y: float, name: str, pin: str) -> list[str]:
    """The wire of a signal to a pin of a driver, with the pull-down that keeps it off."""
    return [
        net(left, y, name),
        wire((left, y), (right, y)),
        dot(left + 26, y),
        resistor(left + 26, y, "4.7 k", 42),
        ground(left + 26, y + 42),
        text(right + 4, y + 4, pin, 11),
    ]


def _motor_sign(x: float, y: float) -> list[str]:
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="20" fill="#ffffff" stroke="{svg.INK}"/>'
    return [circle, text(x, y + 5, "M", 14, "middle", True)]


def _motor(x: float, y: float) -> list[str]:
    """One motor of the expanders or the dome: pull-downs keep it off while nothing drives the pins."""
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Dome, heads, lifts")
    for i, (name, pin) in enumerate((("dome_up", "IN1"), ("dome_down", "IN2"))):
        s += _driver_input(x + 140, x + 206, y + 66 + 88 * i, name, pin)
    s += [
        svg.rect(x + 206, y + 44, 70, 150),
        text(x + 258, y + 96, "DRV", 11, "middle"),
        text(x + 258, y + 110, "8871", 11, "middle"),
    ]
    s += [wire((x + 241, y + 44), (x + 241, y + 36)), text(x + 248, y + 39, "+24 V, 100 µF", 11)]
    s += [wire((x + 276, y + 80), (x + 300, y + 80)), wire((x + 276, y + 160), (x + 300, y + 160))]
    s += _motor_sign(x + 318, y + 120)
    s += [
        wire((x + 300, y + 80), (x + 318, y + 80), (x + 318, y + 100)),
        wire((x + 300, y + 160), (x + 318, y + 160), (x + 318, y + 140)),
    ]
    s += [
        ground(x + 241, y + 194),
        text(x + 12, y + 240, "Head, lift: IN1 alone (10 k to GND), IN2 to GND.", 11),
    ]
    return s


def _disc(x: float, y: float) -> list[str]:
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Disc, pick-ups: run and direction")
    for i, (name, pin) in enumerate((("disc", "EN"), ("disc_reverse", "PH"))):
        s += _driver_input(x + 110, x + 186, y + 66 + 88 * i, name, pin)
    s += [
        svg.rect(x + 186, y + 44, 84, 150),
        text(x + 240, y + 96, "DRV8876", 11, "middle"),
        text(x + 234, y + 178, "PMODE: GND", 10, "middle"),
    ]
    s += [wire((x + 228, y + 44), (x + 228, y + 36)), text(x + 235, y + 39, "+24 V, 470 µF", 11)]
    s += [
        wire((x + 270, y + 80), (x + 310, y + 80), (x + 310, y + 100)),
        wire((x + 270, y + 160), (x + 310, y + 160), (x + 310, y + 140)),
    ]
    s += _motor_sign(x + 310, y + 120)
    note = "..._pickup: EN, ..._pickup_reverse: PH, 10 k each to GND."
    s += [ground(x + 228, y + 194), text(x + 12, y + 240, note, 11)]
    return s


def _bus(x: float, y: float) -> list[str]:
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Expander bus, RESET and interrupt")
    for i, (name, value) in enumerate((("i2c_sda", "2.2 k"), ("i2c_scl", "2.2 k"), ("expander_interrupt", "10 k"))):
        line, right = y + 96 + 32 * i, x + 156 + 58 * i
        s += [net(x + 138, line, name), wire((x + 138, line), (x + 318, line)), dot(right, line)]
        s += [
            wire((right, line), (right, y + 84)),
            resistor(right, y + 44, value, 40),
            text(right, y + 40, "3.3 V", 11, "middle", True),
        ]
    s += [text(x + 200, y + 184, "SDA, SCL, INTA of all", 11)]
    line = y + 196
    s += [net(x + 138, line, "expander_reset"), wire((x + 138, line), (x + 318, line)), dot(x + 156, line)]
    s += [
        resistor(x + 156, line, "4.7 k", 34),
        ground(x + 156, line + 34),
        text(x + 200, line + 16, "RESET of all: low, or not", 11),
    ]
    s += [text(x + 200, line + 30, "driven: all motors off", 11)]
    return s


def _inputs(x: float, y: float) -> list[str]:
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Keys, limits, Hall sensors: 0 V is active")
    for i, (name, part) in enumerate((("key or limit", "contact"), ("Hall sensor", "DRV5023"))):
        line = y + 88 + 84 * i
        s += [
            net(x + 96, line, "B0–B6, GPn"),
            wire((x + 96, line), (x + 236, line)),
            dot(x + 118, line),
            dot(x + 164, line),
        ]
        s += [resistor(x + 118, line - 36, "10 k", 36), text(x + 118, line - 40, "3.3 V", 11, "middle", True)]
        s += [wire((x + 164, line), (x + 164, line + 10)), wire((x + 155, line + 10), (x + 173, line + 10))]
        s += [wire((x + 155, line + 15), (x + 173, line + 15)), wire((x + 164, line + 15), (x + 164, line + 20))]
        s += [ground(x + 164, line + 16), text(x + 178, line + 18, "10 nF", 11)]
        s += [box(x + 236, line - 20, 96, 40, name, part), ground(x + 284, line + 20)]
    s += [text(x + 12, y + 240, "emergency_stop: contact closed = 0 V = all is well.", 11)]
    return s


def _photo(x: float, y: float) -> list[str]:
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Photo sensors: light is high, a tile is low")
    s += [
        text(x + 60, y + 46, "3.3 V", 11, "middle", True),
        resistor(x + 60, y + 50, "150 Ω", 46),
        box(x + 24, y + 96, 72, 34, "infrared", "LED"),
    ]
    s += [wire((x + 60, y + 130), (x + 60, y + 140)), ground(x + 60, y + 140), text(x + 104, y + 117, "tile →", 11)]
    s += [
        text(x + 200, y + 46, "3.3 V", 11, "middle", True),
        wire((x + 200, y + 50), (x + 200, y + 96)),
        box(x + 156, y + 96, 88, 34, "photo", "transistor"),
    ]
    s += [
        wire((x + 200, y + 130), (x + 200, y + 156)),
        dot(x + 200, y + 150),
        resistor(x + 200, y + 156, "10 k", 40),
        ground(x + 200, y + 196),
    ]
    s += [wire((x + 200, y + 150), (x + 286, y + 150)), net(x + 286, y + 150, "MUX.n", "start")]
    s += [text(x + 12, y + 240, "LED and transistor look at each other across the tile's way.", 11)]
    return s


def _measure(x: float, y: float) -> list[str]:
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Supply voltage and motor current")
    left = x + 74
    s += [
        text(left, y + 46, "24 V behind the fuse", 11, "middle", True),
        resistor(left, y + 52, "100 k 1 %", 50),
        dot(left, y + 102),
    ]
    s += [resistor(left, y + 102, "10 k 1 %", 50), ground(left, y + 152), wire((left, y + 102), (left + 12, y + 102))]
    s += [
        text(left + 16, y + 106, "supply_volts", 11, bold=True),
        text(x + 12, y + 196, "with 100 nF to GND;", 11),
        text(x + 12, y + 212, "3.3 V = 36.3 V", 11),
    ]
    s += [
        box(x + 216, y + 52, 106, 36, "shunt 3 mΩ, 3 W"),
        wire((x + 196, y + 70), (x + 216, y + 70)),
        wire((x + 322, y + 70), (x + 340, y + 70)),
    ]
    s += [dot(x + 206, y + 70), dot(x + 332, y + 70), box(x + 224, y + 116, 90, 36, "INA240A2", "gain 50")]
    s += [
        wire((x + 206, y + 70), (x + 206, y + 134), (x + 224, y + 134)),
        wire((x + 332, y + 70), (x + 332, y + 134), (x + 314, y + 134)),
    ]
    s += [wire((x + 269, y + 152), (x + 269, y + 176)), text(x + 269, y + 190, "motor_amps", 11, "middle", True)]
    s += [text(x + 196, y + 212, "fed 3.3 V; 3.3 V = 22 A", 11)]
    return s


def _strip(x: float, y: float) -> list[str]:
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Light strip: WS2812 at 5 V")
    line = y + 100
    s += [
        net(x + 60, line, "strip"),
        wire((x + 60, line), (x + 84, line)),
        box(x + 84, line - 22, 92, 44, "74AHCT125", "at 5 V"),
    ]
    s += [resistor(x + 176, line, "330 Ω", 56, True), box(x + 232, line - 22, 104, 44, "101 pixels", "DIN")]
    s += [
        text(x + 284, y + 52, "5 V, 1000 µF", 11, "middle", True),
        wire((x + 284, y + 56), (x + 284, line - 22)),
        ground(x + 284, line + 22),
    ]
    s += [
        text(x + 12, y + 180, "dice 0–20 (three of 7), seats 21–24,", 11),
        text(x + 12, y + 196, "walls 25 + 19 × seat + stack − 1", 11),
    ]
    s += [text(x + 12, y + 240, "Feed 5 V at both ends of the strip, fuse 5 A.", 11)]
    return s


def _lamps(x: float, y: float) -> list[str]:
    s = _frame(x, y, PANEL_WIDTH, PANEL_HEIGHT, "Lamps and buzzer")
    for i, (name, part) in enumerate((("..._lamp", "LED lamp 24 V"), ("buzzer", "passive buzzer 5 V"))):
        line = y + 80 + 84 * i
        s += [
            net(x + 86, line, name),
            resistor(x + 86, line, "1 k", 50, True),
            box(x + 136, line - 18, 86, 36, "BSS138 or", "2N7002"),
        ]
        s += [
            wire((x + 222, line), (x + 240, line)),
            box(x + 240, line - 18, 104, 36, part.rsplit(" ", 2)[0], " ".join(part.rsplit(" ", 2)[1:])),
        ]
        s += [ground(x + 179, line + 18)]
    s += [text(x + 12, y + 240, "A diode across the buzzer. Lamps: 60 mA each at most.", 11)]
    return s


def panels(x: float, y: float) -> list[str]:
    """All circuits, four in a row."""
    shapes = []
    for i, panel in enumerate((_motor, _disc, _bus, _inputs, _photo, _measure, _strip, _lamps)):
        shapes += panel(x + (PANEL_WIDTH + 12) * (i % 4), y + (PANEL_HEIGHT + 14) * (i // 4))
    return shapes
