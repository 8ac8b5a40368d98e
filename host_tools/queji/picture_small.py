"""The table in a terminal that is too small for the picture: one line a side, as narrow as 30 columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.text import Text

from queji import describe, faults, picture
from queji.texts import text, word

LINES = 21  # the whole picture needs so many, and picture.WIDTH columns


def fitting(status: dict[str, Any], events: Sequence[str], rows: int, columns: int) -> RenderableType:
    """The picture where the terminal is large enough for it, else the lines of `small`."""
    if rows >= LINES and columns >= picture.WIDTH:
        return picture.render(status, events=events, rows=rows)
    return Group(*small(status, events, rows, columns))


def small(status: dict[str, Any], events: Sequence[str], rows: int, columns: int) -> list[Text]:
    """At most `rows` - 1 lines of at most `columns` columns; what is wrong comes before what happened."""
    state = str(status.get("state", "?"))
    head = Text(f" {word('state', state)} ", picture.STATE_STYLE.get(state, "bold reverse"))
    if status.get("stage"):
        head.append(f" {word('stage', status['stage'])}", "default")
    lines = [head, *(_side(status, seat) for seat in range(4))]
    lines.append(
        Text(f"{text('picture.dome')} {word('dome', status.get('dome'))}   {text('picture.disc')} {_disc(status)}")
    )
    if status.get("dice"):
        lines.append(
            Text(f"{describe.faces(status['dice'])}   {describe.where_broken(status.get('break'), short=True)}")
        )
    wrong = []
    if status.get("fault"):
        wrong += [(faults.describe(status["fault"]), "bold red1"), (faults.hint(status["fault"]), "red1")]
    if status.get("warnings"):
        wrong.append((text("picture.warnings", count=status["warnings"]), "yellow1"))
    paper = Console(width=columns)
    for words, style in wrong:
        lines += Text(words, style).wrap(paper, columns)
    left = rows - 1 - len(lines)
    lines += [Text(one, "grey70") for one in (events[-left:] if left > 0 else ())]
    for line in lines:
        line.truncate(columns, overflow="ellipsis")
        line.no_wrap = True
    return lines[: max(rows - 1, 1)]


def _side(status: dict[str, Any], seat: int) -> Text:
    """The wall below as a bar, half a column a stack, tiles of how many, and the lamps."""
    slots = picture.below_slots(status, seat)
    line = Text(f"{word('seat', seat)} ")
    line.align("left", 6)
    bar = Text()
    for first, second in zip(slots[::2], [*slots[1::2], ""], strict=True):
        there = [slot in ("full", "half") for slot in (first, second)]
        mark = "█" if all(there) else "▌" if any(there) else "·" if "empty" in (first, second) else " "
        bar.append(mark, picture.WAITING if any(there) else picture.EMPTY)
    line.append_text(bar).append(" ").append_text(picture.number(status, seat))
    for lamp in picture.lamps_of(status, seat):
        line.append("  ").append_text(lamp)
    return line


def _disc(status: dict[str, Any]) -> str:
    disc = status.get("disc") or {}
    if not disc.get("rpm"):
        return text("disc.still")
    return text("disc.turning", rpm=disc["rpm"], arrow="↺" if disc.get("reverse") else "↻")
