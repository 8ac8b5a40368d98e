"""The few shapes a wiring drawing is made of, as SVG text. Coordinates are pixels, y grows downwards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.sax.saxutils import escape, unescape

INK = "#1f2933"
FAINT = "#52606d"
FILLS = {
    "motor": "#fbd5d0",
    "pwm": "#fde1b8",
    "lamp": "#fdf3b4",
    "input": "#cfe3fb",
    "key": "#cdeed6",
    "analog": "#e3d5f7",
    "strip": "#fbd3ea",
    "bus": "#dde3e9",
    "supply": "#f4f5f7",
    "free": "#ffffff",
}


def text(
    x: float, y: float, words: str, size: int = 12, anchor: str = "start", bold: bool = False, ink: str = INK
) -> str:
    look = f'font-size="{size}" text-anchor="{anchor}" fill="{ink}"' + (' font-weight="bold"' if bold else "")
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>'


def rect(
    x: float, y: float, width: float, height: float, fill: str = "none", stroke: str = INK, round_: int = 3
) -> str:
    look = f'rx="{round_}" fill="{fill}" stroke="{stroke}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {look}/>'


def wire(*points: tuple[float, float]) -> str:
    """A line through the points."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{INK}" stroke-width="1.5"/>'


def dot(x: float, y: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{INK}"/>'


def box(x: float, y: float, width: float, height: float, *lines: str, fill: str = "#ffffff") -> str:
    """A part: a rectangle with centred lines of text."""
    top = y + height / 2 - 7 * (len(lines) - 1) + 4
    words = [text(x + width / 2, top + 14 * i, line, 11, "middle") for i, line in enumerate(lines)]
    return rect(x, y, width, height, fill) + "".join(words)


def ground(x: float, y: float) -> str:
    """The sign for GND, hanging on the point."""
    return wire((x, y), (x, y + 8)) + "".join(
        wire((x - 10 + 4 * i, y + 8 + 4 * i), (x + 10 - 4 * i, y + 8 + 4 * i)) for i in range(3)
    )


def resistor(x: float, y: float, value: str, length: float = 40, across: bool = False) -> str:
    """A resistor whose wires run `length` down (or to the right) from the point; its value beside it."""
    body = 22
    lead = (length - body) / 2
    if across:
        ends = wire((x, y), (x + lead, y)) + wire((x + length - lead, y), (x + length, y))
        return (
            ends
            + rect(x + lead, y - 5, body, 10, "#ffffff", round_=0)
            + text(x + length / 2, y - 9, value, 11, "middle")
        )
    ends = wire((x, y), (x, y + lead)) + wire((x, y + length - lead), (x, y + length))
    return ends + rect(x - 5, y + lead, 10, body, "#ffffff", round_=0) + text(x + 9, y + length / 2 + 4, value, 11)


def net(x: float, y: float, name: str, anchor: str = "end") -> str:
    """The name of a wire at its end."""
    return text(x - 5 if anchor == "end" else x + 5, y + 4, name, 11, anchor, True)


def picture(width: int, height: int, shapes: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    font = ' font-family="DejaVu Sans, Noto Sans, Arial, sans-serif">'
    return (
        "\n".join([head + font, f'<rect width="{width}" height="{height}" fill="#ffffff"/>', *shapes, "</svg>"]) + "\n"
    )


def translated(picture: str, words: Mapping[str, str]) -> str:
    """The picture with its texts in other words, where there are any; {} in both stands for a name that is kept."""
    patterns = [(re.compile(re.escape(old).replace(r"\{\}", "(.+)")), new) for old, new in words.items()]

    def other(match: re.Match[str]) -> str:
        said = unescape(match.group(1))
        for pattern, new in patterns:
            if found := pattern.fullmatch(said):
                return f">{escape(new.format(*found.groups()))}</text>"
        return match.group()

    return re.sub(">([^<]*)</text>", other, picture)
