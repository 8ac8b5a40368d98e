"""The end of a run: every motor off, looked at, and said; whatever happened before."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from queji.errors import QuejiError, Refused
from queji.link import RETURN_S, Link
from queji.texts import because, text
from queji.transport import PortGone

if TYPE_CHECKING:
    from queji.hil.bench import Bench

REST_AMPS = 0.3  # more than this flows only when a motor is on
STOP_S = 4.0  # how long the table may take to stand still, by its own clock


def leave_safe(bench: Bench, stay_stopped: bool = False) -> tuple[bool, str]:
    """Stops every motor and looks whether they stand still: whether that is sure, and a sentence. Never raises.

    `stay_stopped`: the table is left in the state `stopped`, for a person to acknowledge.
    """
    bench.hang_up()
    try:
        if bench.sim is not None:
            bench.sim.wait_ready(5)
        with bench.link(return_s=0.5 if bench.gone else RETURN_S, tries=2) as link:
            return _stopped(bench, link, stay_stopped)
    except PortGone as error:
        return False, text("hil.not_safe", why=text("error.link_lost", port=f"{bench.port}: {because(error)}"))
    except QuejiError as error:
        return False, text("hil.not_safe", why=error.message())
    except Exception as error:  # a simulator that has ended, a defect of our own: it has to be told all the same
        return False, text("hil.not_safe", why=because(error))


def _stopped(bench: Bench, link: Link, stay_stopped: bool) -> tuple[bool, str]:
    link.call("stop")
    end = time.monotonic() + bench.wait_s(STOP_S)
    while (why := _moves(bench, link)) and time.monotonic() < end:
        time.sleep(0.05)
    if why:
        return False, text("hil.not_safe", why=why)
    if not stay_stopped and bench.was != "stopped":
        with suppress(Refused):  # the emergency stop is pressed, a fault stands: so be it
            link.call("acknowledge")
    changed = bench.put_back(link)
    state = link.call("status")["state"]
    bench.after = link.call("hello").get("settings")
    said = text("hil.safe", state=state)
    return True, f"{said} {text('hil.put_back', names=', '.join(changed))}" if changed else said


def _moves(bench: Bench, link: Link) -> str:
    """What still moves, by all that can be seen through the line; "" when nothing does."""
    status = link.call("status")
    job = (status["job"] or {}).get("name", "")
    if job and job.removeprefix("test ") not in bench.still:  # one that asks a person runs on, and moves nothing
        return text("hil.job_runs", name=job)
    if (status.get("disc") or {}).get("rpm") or status.get("dome") == "moving":
        return text("hil.motor_on")
    if not bench.rig.lacks("motor_amps") and (status.get("amps") or 0) > REST_AMPS:
        return text("hil.amps", amps=status["amps"], limit=REST_AMPS)
    if bench.sim is not None and bench.sim.view()["motors"]:
        return text("hil.motor_on")
    return ""
