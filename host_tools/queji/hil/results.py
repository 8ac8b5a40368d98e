"""How a run went: one result a test, the exit code of the whole, and the JUnit XML with all that was seen."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

from queji import __version__

PASSED, FAILED, SKIPPED, BROKEN = "passed", "failed", "skipped", "infrastructure"
EXIT_FAILED, EXIT_BROKEN, EXIT_INTERRUPTED = 1, 4, 130
IDENTITY = ("product", "id", "board", "firmware", "hash", "protocol", "micropython", "boots", "reset", "settings")


@dataclass
class Result:
    """`outcome`: passed, failed, skipped, or infrastructure (the test could not be carried out)."""

    name: str
    outcome: str
    seconds: float
    reason: str = ""
    details: str = ""
    steps: list[str] = field(default_factory=list)
    log: str = ""


@dataclass
class Run:
    """All results; `safe` and `left` say how the table was left, `facts` what is known of table and rig."""

    results: list[Result] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    safe: bool | None = None
    left: str = ""
    interrupted: bool = False
    troubles: list[str] = field(default_factory=list)  # a report that could not be written, a defect of our own
    began: datetime = field(default_factory=lambda: datetime.now().astimezone())
    clock: float = field(default_factory=time.monotonic)

    def count(self, outcome: str) -> int:
        return sum(one.outcome == outcome for one in self.results)

    def tally(self) -> dict[str, int]:
        return {name: self.count(name) for name in (PASSED, FAILED, SKIPPED, BROKEN)}

    def exit(self) -> int:
        """0, or why not: a failure comes before what could not be carried out; a table not left safe is the latter."""
        if self.interrupted:
            return EXIT_INTERRUPTED
        if self.count(FAILED):
            return EXIT_FAILED
        return EXIT_BROKEN if self.count(BROKEN) or self.safe is False or self.troubles else 0

    def data(self) -> dict[str, Any]:
        """For programs."""
        rows = [{name: value for name, value in asdict(one).items() if name != "log"} for one in self.results]
        return {
            "results": rows,
            **self.tally(),
            "safe": self.safe,
            "left": self.left,
            "interrupted": self.interrupted,
            "troubles": self.troubles,
            "table": self.facts,
        }


def junit(run: Run) -> str:
    """JUnit XML: failures and errors (infrastructure) apart, skips with reasons, steps and serial log of each test."""
    found = run.tally()
    suite = ElementTree.Element(
        "testsuite",
        name="queji hil",
        tests=str(len(run.results)),
        failures=str(found[FAILED]),
        errors=str(found[BROKEN]),
        skipped=str(found[SKIPPED]),
        time=f"{time.monotonic() - run.clock:.3f}",
        timestamp=run.began.isoformat(timespec="seconds"),
        hostname=_clean(run.facts.get("id", "")),
    )
    facts = {**run.facts, "queji": __version__, "safe": run.safe, "left": run.left, "interrupted": run.interrupted}
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in facts.items():
        if value not in (None, ""):
            ElementTree.SubElement(properties, "property", name=name, value=_clean(value))
    for one in run.results:
        suite.append(_case(one, str(run.facts.get("board", "table"))))
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suites, encoding="unicode") + "\n"


def _case(one: Result, board: str) -> ElementTree.Element:
    module, _, name = one.name.partition("::")
    names = {"classname": _clean(f"queji.hil.{board}.{module}"), "name": _clean(name or module)}
    case = ElementTree.Element("testcase", {**names, "time": f"{one.seconds:.3f}"})
    if one.steps:
        steps = ElementTree.SubElement(case, "properties")
        for number, step in enumerate(one.steps, 1):
            ElementTree.SubElement(steps, "property", name=f"step {number}", value=_clean(step))
    tags = {FAILED: ("failure", "failure"), BROKEN: ("error", "infrastructure"), SKIPPED: ("skipped", "skipped")}
    if one.outcome in tags:
        tag, kind = tags[one.outcome]
        ElementTree.SubElement(case, tag, type=kind, message=_clean(one.reason)).text = _clean(one.details)
    if one.log:
        ElementTree.SubElement(case, "system-out").text = _clean("\n" + one.log + "\n")
    return case


def _clean(value: Any) -> str:
    """As XML 1.0 allows it: a line may have carried anything."""
    words = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return "".join(
        c if c in "\t\n\r" or (" " <= c < "\ud800") or c >= "\ue000" and c not in "\ufffe\uffff" else "?" for c in words
    )
