"""What came of a test: its phases put together into one result, and whose fault a failure is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import serial

from queji.errors import LinkError, NoAnswer, NoTable, QuejiError, Usage
from queji.hil.results import FAILED, PASSED, SKIPPED, Result
from queji.hil.transcript import SUFFIXES
from queji.texts import because, text
from queji.transport import PortGone
from queji.virtual.control import SimulatorError

if TYPE_CHECKING:
    from queji.hil.bench import Bench
    from queji.hil.session import Hil


def broken(error: BaseException, when: str) -> bool:
    """Whether an error says nothing of the table: the line, the simulator, a file. A table that falls silent failed."""
    if isinstance(error, NoAnswer):
        return False
    outside = (LinkError, NoTable, Usage, SimulatorError, PortGone, serial.SerialException)
    return isinstance(error, outside) or (when != "call" and not isinstance(error, (AssertionError, QuejiError)))


def first_line(error: BaseException | None, bench: Bench | None) -> str:
    if error is None:
        return ""
    if isinstance(error, (PortGone, serial.SerialException)) and bench is not None:
        return text("hil.port_gone", port=bench.port, why=because(error))
    return because(error)


class Collector:
    """Puts the reports of a test's phases together into one result."""

    def __init__(self, hil: Hil) -> None:
        self.hil = hil
        self._now: dict[str, Result] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        more = getattr(report, "hil", None)
        if more is None:
            return
        result = self._now.setdefault(report.nodeid, Result(short(report.nodeid), PASSED, 0.0))
        result.seconds += report.duration
        if report.skipped and result.outcome == PASSED:
            result.outcome, result.reason = SKIPPED, _skip_reason(report.longrepr)
        elif report.failed and result.outcome in (PASSED, SKIPPED):
            result.outcome, result.reason = more["kind"] or FAILED, more["error"]
            result.details = str(report.longrepr)
        if report.when == "teardown":
            result.steps, result.log = more.get("steps", []), more.get("log", "")
            self.hil.run.results.append(self._now.pop(report.nodeid))
            if self.hil.on_result:
                self.hil.on_result(result)


def short(nodeid: str) -> str:
    """`test_requests::test_request[hello]` of a path with it; of a transcript its file's name."""
    file, _, rest = nodeid.partition("::")
    stem = Path(file).name.removesuffix(".py")
    return rest if rest.endswith(SUFFIXES) else f"{stem}::{rest}"


def _skip_reason(longrepr: Any) -> str:
    reason = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return str(reason).removeprefix("Skipped: ")
