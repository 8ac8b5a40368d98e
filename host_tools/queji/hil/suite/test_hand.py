"""A hand from end to end by requests, with every tile where it belongs; a person does what players do."""

from __future__ import annotations

import pytest

from queji.hil.bench import Bench
from queji.hil.person import Person
from queji.hil.steps import Steps
from queji.hil.suite.helpers import Told, done, home, until
from queji.link import Link
from queji.texts import text


@pytest.mark.moves
@pytest.mark.allow("game", "people")
@pytest.mark.needs("disc", "dome", "pickup", "head", "lift", "photos")
@pytest.mark.long(150)
def test_a_hand(table: Bench, link: Link, person: Person, step: Steps) -> None:
    """Dome up, tiles in, sorted, raised, dice, the wall broken: the counts add up and nothing is left on.
    开罩、推牌、理牌、升牌、掷骰、开门：计数相符，没有遗留动作。"""
    home(table, link)
    layout = link.call("tiles")["layout"]
    told = Told()
    with step("the dome goes up, the tiles go in"):
        done(table, link, "dome", told, to="up")
        if table.sim is not None:
            table.sim.push_in()
        else:
            person.do(text("hil.person.push"))
    with step("the set is sorted"):
        report = done(table, link, "sort", told)
        assert report["result"]["counts"] == [2 * stacks for stacks in layout]
        status = until(table, link, 2, state="ready", job=None)
        assert status["waiting"] == layout and status["dome"] == "down" and status["fault"] is None
    with step("the walls come up"):
        done(table, link, "raise", told)
        status = until(table, link, 2, state="idle", job=None)
        assert status["raised"] == layout and status["waiting"] == [0, 0, 0, 0]
    with step("two rolls break the wall"):
        rolls = [link.call("dice", count=2)["sum"] for _ in range(2)]
        broken = link.call("break", rolls=rolls)
        assert 1 <= broken["first"]["stack"] <= layout[broken["first"]["seat"]]
    changes = told.take(link)
    for change in (("idle", "moving"), ("moving", "dome_open"), ("moving", "sorting"), ("sorting", "ready")):
        assert change in changes, (change, changes)
    assert link.call("faults") == {"faults": [], "warnings": []}
    if table.sim is not None:
        with table.quick():
            view = table.sim.view()
        assert view["motors"] == [] and not view["faults"]
