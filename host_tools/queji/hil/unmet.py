"""Why a test cannot be carried out on this table with this rig."""

from __future__ import annotations

import pytest

from queji.hil import needs
from queji.hil.bench import Bench
from queji.hil.needs import EMULATED, REAL, VIRTUAL
from queji.hil.session import of
from queji.texts import text

EMULATED_MOST_S = 20.0  # of its own clock: more takes the emulated controller too long


def unmet(bench: Bench, item: pytest.Item) -> str:
    """Why a test cannot be carried out on this table with this rig; "" when it can."""
    words = [word for mark in item.iter_markers("allow") for word in mark.args]
    if item.get_closest_marker("moves"):
        words.append(needs.MOTION)
    if item.get_closest_marker("virtual") and bench.kind != VIRTUAL:
        return text("hil.skip.virtual")
    lacking = bench.rig.lacks(*(part for mark in item.iter_markers("needs") for part in mark.args))
    if lacking:
        return text("hil.skip.part", names=", ".join(lacking))
    for word in words:
        if word not in bench.allowed:
            return refusal(bench, word)
    if needs.PEOPLE in words and bench.kind == REAL and not of(item.config).person().there:
        return text("hil.skip.nobody")
    if bench.kind == EMULATED and item.get_closest_marker("alike") and not of(item.config).named:
        return text("hil.skip.alike")
    takes = max((float(mark.args[0]) for mark in item.iter_markers("long")), default=0.0)
    if bench.kind == EMULATED and takes > EMULATED_MOST_S:
        return text("hil.skip.long", seconds=f"{takes:g}")
    return ""


def refusal(bench: Bench, word: str) -> str:
    """The reason why something is not done, and what to do about it."""
    if word == needs.PEOPLE and bench.kind == EMULATED:
        return text("hil.skip.emulated")
    if word == needs.MOTION and bench.rig.allow.get(word, True):
        return text("hil.skip.motion")
    return text("hil.skip.allow", word=word, why=text(f"hil.needs.{word}"))
