"""Makes the pictures of the README: the program's own live picture, taken from a virtual table. `make pictures`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

os.environ["TERM"] = "xterm-256color"  # the same pictures from every terminal

from queji import texts
from queji.cli.watch import save
from queji.link import Link
from queji.virtual.sim import Simulator

HERE = Path(__file__).parent
ROWS = 25


def job(link: Link, method: str, **params: Any) -> None:
    link.wait(link.call(method, **params)["job"])


def until(link: Link, tiles: int) -> dict[str, Any]:
    """The status as soon as so many tiles have been sorted."""
    while True:
        status = link.call("status")
        if status["state"] == "sorting" and sum(status["counts"]) >= tiles:
            return status
        link.next_event(0.05)


def draw(name: str, status: dict[str, Any]) -> None:
    for language, ending in (("en", ""), ("zh", ".zh-CN")):
        with texts.using(language):
            save(status, str(HERE / f"{name}{ending}.svg"), rows=ROWS)


def pushed_in(sim: Simulator, tiles: int) -> None:
    while sim.view()["tiles"]["disc"] < tiles:
        pass


def main() -> None:
    with Simulator(seed=7, layout=(17, 17, 17, 17), speed=3.0) as sim, Link(sim.port) as link:
        link.call("tiles", set=136)
        job(link, "dome", to="up")
        pushed_in(sim, 136)
        job(link, "sort")
        job(link, "dome", to="up")  # the second set goes in, the first one waits below
        pushed_in(sim, 136)
        running = link.call("sort")["job"]
        draw("sorting", until(link, 78))
        link.wait(running)
        link.call("dealer", seat=1)
        link.call("dice", count=2)
        link.call("dice", count=2)
        draw("break", link.call("status"))


if __name__ == "__main__":
    main()
