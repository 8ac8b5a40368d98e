"""Draws a board's wiring: the controller's pads, the expanders, the multiplexer, and the circuits around them."""

from __future__ import annotations

from queji.board import chips, circuits, svg
from queji.board.parts import parts
from queji.board.pins import Row

# MCP23017, 28-pin package: pins 1 to 14 down the left, 28 to 15 down the right.
EXPANDER_LEFT = (*(f"B{bit}" for bit in range(8)), "VDD", "VSS", "NC", "SCL", "SDA", "NC")
EXPANDER_RIGHT = (*(f"A{bit}" for bit in range(7, -1, -1)), "INTA", "INTB", "RESET", "A2 addr", "A1 addr", "A0 addr")

# CD74HC4067, 24-pin package, in the same way.
MUX_LEFT = ("COM", "I7", "I6", "I5", "I4", "I3", "I2", "I1", "I0", "S0", "S1", "GND")
MUX_RIGHT = ("VCC", "I8", "I9", "I10", "I11", "I12", "I13", "I14", "I15", "E", "S2", "S3")

# FRAM, 8-pin package.
FRAM_LEFT = ("A0 addr", "A1 addr", "A2 addr", "VSS")
FRAM_RIGHT = ("VDD", "WP", "SCL", "SDA")

WIDTH = 1480
ROW = 22
LEGEND = (
    ("motor", "motor"),
    ("pwm", "PWM"),
    ("lamp", "lamp"),
    ("input", "contact or Hall sensor"),
    ("key", "key"),
    ("analog", "analogue"),
    ("strip", "light strip"),
    ("bus", "bus, select, reset"),
    ("supply", "supply"),
    ("free", "free"),
)


def _fill(signal: str) -> str:
    if not signal or signal == "free":
        return svg.FILLS["free"]
    part = parts().get(signal)
    return svg.FILLS["supply"] if part is None else svg.FILLS.get(part.kind, svg.FILLS["bus"])


def _chip(x: float, y: float, title: str, body: int, cell: int, left: list, right: list) -> list[str]:
    """A package seen from above. `left` and `right` are rows (pin number, pin name, what is wired to it)."""
    height = ROW * len(left) + 16
    shapes = [svg.text(x + cell + body / 2, y - 10, title, 14, "middle", True)]
    shapes.append(svg.rect(x + cell, y, body, height, "#eef1f4", round_=8))
    shapes.append(
        f'<path d="M {x + cell + body / 2 - 10:g} {y:g} a 10 10 0 0 0 20 0" fill="#ffffff" stroke="{svg.INK}"/>'
    )
    for on_left, pins in ((True, left), (False, right)):
        for i, (number, name, signal) in enumerate(pins):
            top = y + 8 + ROW * i
            edge = x if on_left else x + cell + body
            inside = x + cell + 6 if on_left else x + cell + body - 6
            shapes.append(svg.rect(edge, top + 1, cell, ROW - 2, _fill(signal)))
            where, anchor = (edge + cell - 8, "end") if on_left else (edge + 8, "start")
            shapes.append(svg.text(where, top + 15, signal, 12 if len(signal) < 18 else 10, anchor))
            label = f"{number}  {name}" if on_left else f"{name}  {number}"
            shapes.append(svg.text(inside, top + 15, label, 10, "start" if on_left else "end", ink=svg.FAINT))
    return shapes


def _pico(rows: list[Row], x: float, y: float, product: str) -> list[str]:
    wired = {row.pin.number: row.signal for row in rows if row.pin.place == "gpio"}
    uses = {
        "3V3": "3.3 V out",
        "VSYS": "5 V, through a diode",
        "GND": "GND",
        "AGND": "GND (analogue)",
        "VBUS": "",
        "RUN": "restart key",
    }

    def pad(number: int) -> tuple[int, str, str]:
        name = chips.PADS[number - 1]
        if isinstance(name, int):
            return number, f"GP{name}", wired.get(name, "free")
        return number, name, uses.get(name, "")

    left, right = [pad(number) for number in range(1, 21)], [pad(number) for number in range(40, 20, -1)]
    title = f"Raspberry Pi {product}, from above, USB socket at the top"
    shapes = _chip(x, y, title, 150, 170, left, right)
    shapes.append(svg.box(x + 170 + 50, y - 6, 50, 22, "USB", fill="#cbd2d9"))
    return shapes


def _expander(rows: list[Row], address: int, x: float, y: float) -> list[str]:
    at = {
        f"{row.pin.port}{row.pin.bit}": row.signal
        for row in rows
        if row.pin.place == "expander" and row.pin.number == address
    }
    uses = {"VDD": "3.3 V", "VSS": "GND", "SCL": "i2c_scl", "SDA": "i2c_sda", "RESET": "expander_reset"}
    uses |= {"INTA": "expander_interrupt", "B7": "(output only)"}
    for bit in range(3):
        uses[f"A{bit} addr"] = "3.3 V" if address >> bit & 1 else "GND"

    def pin(number: int, name: str) -> tuple[int, str, str]:
        free = "free" if name[0] in "AB" else ""
        return number, name.replace(" addr", "*"), at.get(name, uses.get(name, free))

    left = [pin(i + 1, name) for i, name in enumerate(EXPANDER_LEFT)]
    right = [pin(28 - i, name) for i, name in enumerate(EXPANDER_RIGHT)]
    return _chip(x, y, f"MCP23017 at 0x{address:02x}", 104, 126, left, right)


def _mux(rows: list[Row], x: float, y: float) -> list[str]:
    at = {f"I{row.pin.number}": row.signal for row in rows if row.pin.place == "mux"}
    uses = {"COM": "mux_out", "VCC": "3.3 V", "GND": "GND", "E": "GND"}
    uses |= {f"S{bit}": f"mux_select_{bit}" for bit in range(4)}

    def pin(number: int, name: str) -> tuple[int, str, str]:
        return number, name, at.get(name, uses.get(name, "free"))

    left = [pin(i + 1, name) for i, name in enumerate(MUX_LEFT)]
    right = [pin(24 - i, name) for i, name in enumerate(MUX_RIGHT)]
    return _chip(x, y, "CD74HC4067 (24-pin package)", 104, 126, left, right)


def _fram(address: int, x: float, y: float) -> list[str]:
    uses = {"VDD": "3.3 V", "VSS": "GND", "WP": "GND", "SCL": "i2c_scl", "SDA": "i2c_sda"}
    for bit in range(3):
        uses[f"A{bit} addr"] = "3.3 V" if address >> bit & 1 else "GND"
    left = [(i + 1, name.replace(" addr", ""), uses[name]) for i, name in enumerate(FRAM_LEFT)]
    right = [(8 - i, name, uses[name]) for i, name in enumerate(FRAM_RIGHT)]
    shapes = _chip(x, y, f"FRAM at 0x{address:02x}", 104, 126, left, right)
    return [*shapes, svg.text(x, y - 10, "fram", 12)]


def _legend(x: float, y: float) -> list[str]:
    shapes = []
    for i, (kind, words) in enumerate(LEGEND):
        left, top = x + 200 * (i % 2), y + 26 * (i // 2)
        shapes += [svg.rect(left, top, 18, 16, svg.FILLS[kind]), svg.text(left + 26, top + 13, words)]
    return shapes


def draw(rows: list[Row], name: str, product: str) -> str:
    """The wiring of a checked pin table as one SVG picture."""
    shapes = [svg.text(40, 44, f"Wiring of {name}", 24, bold=True)]
    shapes.append(
        svg.text(
            40,
            68,
            "Made from pins.csv by 'queji board wiring'. Names in the boxes are signals; wire equal names together.",
            13,
        )
    )
    shapes += _pico(rows, 60, 120, product)
    shapes += _mux(rows, 660, 120)
    shapes += _legend(1070, 122)
    shapes.append(svg.text(1070, 280, "* A0 to A2 below are the expander's address pins,", 12, ink=svg.FAINT))
    shapes.append(svg.text(1070, 296, "   not the outputs A0 to A2 of port A.", 12, ink=svg.FAINT))
    shapes += [shape for row in rows if row.pin.place == "bus" for shape in _fram(row.pin.number, 1070, 326)]
    shapes += circuits.safety(660, 440)
    addresses = sorted({row.pin.number for row in rows if row.pin.place == "expander"})
    for i, address in enumerate(addresses):
        shapes += _expander(rows, address, 20 + 364 * (i % 4), 650 + 380 * (i // 4))
    top = 650 + 380 * ((len(addresses) + 3) // 4) + 10
    shapes += circuits.panels(20, top)
    return svg.picture(WIDTH, top + circuits.HEIGHT + 20, shapes)
