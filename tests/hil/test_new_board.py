"""A folder of `queji board new` runs: its wiring, its expanders, its faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from queji.cli import run
from queji.link import Link
from queji.selftests import Runner
from queji.virtual.sim import Simulator

pytestmark = [pytest.mark.virtual, pytest.mark.usefixtures("interpreter")]


def made(folder: Path, *words: str) -> Path:
    assert run(["board", "new", str(folder), "--yes", *words]) == 0
    return folder


def test_other_pins_other_addresses_other_levels(tmp_path: Path) -> None:
    """Sensors that are high when active, no FRAM, a Pico 2: the table is at rest and sorts."""
    words = ["--from", "rpi_pico2", "--no-fram", "--active-high", "heads,lifts,dome,disc,keys"]
    words += [
        "--expanders",
        "0x27,0x26,0x25,0x24",
        "--pin",
        "disc=GP20",
        "--pin",
        "i2c_sda=GP4",
        "--pin",
        "i2c_scl=GP5",
    ]
    words += ["--pin", "mux_select_0=GP0", "--pin", "mux_select_1=GP1"]
    board = made(tmp_path / "table_7", *words)
    with Simulator(seed=2, speed=8.0, board=board) as sim, Link(sim.port) as link:
        assert link.hello["board"] == "table_7"
        assert link.call("inputs")["keys"] == []
        link.wait(link.call("dome", to="up")["job"])
        sim.push_in()
        report = link.wait(link.call("sort")["job"])
        assert report["result"]["counts"] == [36, 36, 36, 36]


@pytest.mark.parametrize(("address", "side"), [("0x21", "south"), ("0x23", "north"), ("0x24", None)])
def test_an_expander_of_the_centre_is_nobodys(tmp_path: Path, address: str, side: str | None) -> None:
    board = made(tmp_path / "table_7", "--pin", "dome_top=0x24.B0", "--pin", "dome_bottom=0x24.B1")
    with Simulator(seed=2, speed=4.0, board=board) as sim, Link(sim.port) as link:
        sim.inject("expander_dead", address)
        fault = _fault(link)
        assert (fault["code"], fault["side"]) == (9, side), json.dumps(fault)
        assert address in fault["part"]


def _fault(link: Link) -> dict[str, Any]:
    for _ in range(50):
        found = link.call("faults")["faults"]
        if found:
            return found[0]
    raise AssertionError("no fault")


def test_motors_of_another_size_are_judged_by_their_own_current(tmp_path: Path) -> None:
    board = made(tmp_path / "table_7", "--set", "supply.amps_running=1.5", "--set", "supply.amps_stalled=6")
    with Simulator(seed=2, speed=2.0, board=board) as sim, Link(sim.port) as link:
        runner = Runner(link)
        for name in ("supply", "east_pickup", "south_head", "north_lift", "dome"):
            result = runner.run({"name": name})
            assert result["passed"], result
        sim.inject("motor_dead", "east_pickup")
        result = runner.run({"name": "east_pickup"})
        assert not result["passed"] and result["part"] == "pickup", result
