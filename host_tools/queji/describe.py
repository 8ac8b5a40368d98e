"""Events, tile sets and breaks in one line of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from queji import faults
from queji.texts import has, say, text, word

FACES = "⚀⚁⚂⚃⚄⚅"


def faces(dice: Sequence[int] | None) -> str:
    """Dice as faces and numbers: `⚂ 3  ⚃ 4`."""
    return "  ".join(f"{FACES[die - 1]} {die}" if 1 <= die <= 6 else str(die) for die in dice or ())


def tiles_of(layout: Sequence[int] | None) -> int:
    """Tiles of a layout: two to a stack."""
    return 2 * sum(layout or ())


def number(value: float, digits: int = 0, sign: bool = False) -> str:
    """With so many digits after the point, and with `sign` a plus where it is more than nothing.

    What rounds to nothing has no sign.
    """
    rounded = round(value, digits) + 0.0
    return f"{rounded:{'+' if sign and rounded else ''}.{digits}f}"


def counts(values: Any) -> str:
    """Four numbers by seat, `?` where one is not known; anything else as it is."""
    if isinstance(values, (list, tuple)):
        return ",".join("?" if value is None else str(value) for value in values)
    return "?" if values is None else str(values)


def total(values: Sequence[int | None] | None) -> int:
    """The sum of four numbers; what is not known counts nothing."""
    return sum(value or 0 for value in values or ())


def applies(when: Any) -> str:
    """`now` or `next sort`, in words."""
    return word("applies", when)


def roll(answer: dict[str, Any]) -> str:
    """A roll in one line."""
    key = "dice.rolled" if answer.get("seat") is not None else "dice.rolled_only"
    return text(key, dice=faces(answer.get("dice")), sum=answer.get("sum"), seat=word("seat", answer.get("seat")))


def where_broken(answer: dict[str, Any] | None, short: bool = False) -> str:
    """Where the wall is broken, in one line; empty if that is not known."""
    first = (answer or {}).get("first")
    if not answer or not first:
        return ""
    return text(
        "break.short" if short else "break.at",
        owner=word("seat", answer.get("owner")),
        left=answer.get("left"),
        seat=word("seat", first.get("seat")),
        stack=first.get("stack"),
    )


def seats(numbers: Sequence[int | None] | None) -> str:
    """Seats by name, with commas."""
    return ", ".join(word("seat", seat) for seat in numbers or () if seat is not None)


def game_turn(fields: dict[str, Any]) -> str:
    """What a game waits for, in one line."""
    if not fields.get("phase"):
        return text("game.none")
    what = text(f"game.do.{fields.get('do')}") if has(f"game.do.{fields.get('do')}") else str(fields.get("do"))
    who = fields.get("who")
    return text("game.turn", what=what, who=seats(who)) if who else what


def event(name: str, fields: dict[str, Any]) -> str:
    """One event in one line; empty for those that a picture shows anyway (progress, heartbeats)."""
    get = fields.get
    if name == "state":
        key = "event.state_because" if get("reason") else "event.state"
        return text(key, state=word("state", get("state")), reason=why_changed(get("reason")))
    if name == "job":
        return _job(fields)
    if name in ("fault", "warning"):
        return text(f"event.{name}", what=faults.describe(fields))
    if name == "cleared":
        return text("event.cleared", code=get("code"), sub=get("sub"))
    if name == "roll":
        return text("event.roll", dice=faces(get("dice")), sum=get("sum"))
    if name == "dealer":
        return text("event.dealer", seat=word("seat", get("dealer")))
    if name == "game":
        return game_turn(fields)
    if name == "tiles":
        return text("event.tiles", layout=counts(get("layout")), applies=applies(get("applies")))
    if name == "key":
        return text("event.key", seat=word("seat", get("seat")), key=word("key", get("key")))
    if name == "refused":
        return text("event.refused", what=word("asked", get("what")), why=say(get("why")))
    if name == "log":
        return text("event.log", text=say(get("text")))
    return ""


def why_changed(reason: Any) -> str:
    """Why the state changed: the name of a job or of what ended, or a sentence."""
    for kind in ("job", "stage"):
        if has(f"{kind}.{reason}"):
            return word(kind, reason)
    return say(reason)


def _job(fields: dict[str, Any]) -> str:
    state = fields.get("state")
    name, end = word("job", fields.get("name")), word("end", state)
    if state == "running":
        return ""
    if fields.get("ms") is None:
        return text("event.job", name=name, state=end)
    return text("event.job_ended", name=name, state=end, seconds=f"{fields['ms'] / 1000:.1f}")
