"""Transcripts: tests that a mechanic can read and write, one step a line (docs/hil.md). Here they are read and checked.

# The set of tiles is chosen
> tiles 144
< ok tiles=144 layout=18,18,18,18
wait until state is idle, at most 5 s
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queji.board.parts import parts as signals
from queji.errors import Usage
from queji.hil import needs
from queji.hil.firmware import EVENTS, REQUESTS
from queji.hil.guard import asked
from queji.hil.rig import expand
from queji.texts import language, reason, text
from queji.virtual.faults import FAULTS

SUFFIXES = (".txt", ".md")
SECONDS = r"(?P<seconds>\d+(?:\.\d+)?) s"
AT_MOST = rf",? at most {SECONDS}"
# kind of step: how it is written
FORMS = {
    "needs": r"needs (?P<names>[\w ,]+)",
    "allow": r"allow (?P<words>[\w ,]+)",
    "virtual": r"virtual",
    "send": r"> ?(?P<line>.*)",
    "answer": r"< (?P<answer>.+)",
    "wait": rf"wait {SECONDS}",
    "job": rf"wait until (?:the )?job is (?P<state>done|failed|stopped){AT_MOST}",
    "until": rf"wait until (?P<name>[\w.]+)(?: is)? (?P<value>\S+?){AT_MOST}",
    "check": r"(?P<name>[\w.]+) is (?P<value>\S+)",
    "still": r"no motor runs",
    "press": rf"press (?P<keys>.+?)(?: for {SECONDS})?",
    "event": rf"(?:expect )?event (?P<event>\w+)(?P<pairs>(?: \S+=\S+?)*){AT_MOST}",
    "push": r"push (?:the )?tiles in",
    "emergency": r"emergency stop (?P<on>pressed|released)",
    "inject": r"inject (?P<fault>\w+)(?: (?P<target>(?!\S+=)\S+))?(?P<pairs>(?: \S+=\S+)*)",
    "repair": r"repair",
    "power": r"power (?P<on>off|on)",
    "reset": r"reset",
    "ask": r"ask (?P<question>.+)",
}
PREAMBLE = ("needs", "allow", "virtual")  # said of the whole; nothing is done
BY_PEOPLE = ("press", "push", "emergency", "ask")  # done by the simulator on a virtual table
VIRTUAL_ONLY = ("virtual", "inject", "repair", "power", "reset")
KEYS = {"dice": needs.GAME, "lift": needs.MOTION, "hand": needs.GAME}
EXAMPLES = (
    "> tiles 144",
    "< ok tiles=144",
    "wait until state is ready, at most 60 s",
    "wait until job is done, at most 60 s",
    "wait 2 s",
    "state is idle",
    "no motor runs",
    "press east lift key",
    "event roll by=key, at most 2 s",
    "push the tiles in",
    "emergency stop pressed",
    "inject tile_stuck south where=head",
    "repair",
    "power off",
    "reset",
    "ask Do all lamps light?",
    "needs dome, lift",
    "allow settings",
    "virtual",
)


@dataclass
class Step:
    """One line: `number` in its file, `kind` of FORMS, the values in it."""

    number: int
    kind: str
    text: str
    values: dict[str, Any]


@dataclass
class Transcript:
    """A whole file. `needs` are parts, `allow` the words of a rig's `[allow]` that its steps need."""

    file: str
    titles: tuple[str, str]
    steps: list[Step]
    needs: list[str] = field(default_factory=list)
    allow: set[str] = field(default_factory=set)
    virtual: bool = False

    @property
    def title(self) -> str:
        return self.titles[language() == "zh"]

    @property
    def seconds(self) -> float:
        """The longest it may wait, by the table's clock."""
        return sum(float(step.values["seconds"]) for step in self.steps if step.values.get("seconds"))


class TranscriptError(Usage):
    """A transcript is wrong: every complaint with file and line."""

    kind = "transcript"

    def __init__(self, complaints: list[str]) -> None:
        self.complaints = complaints
        super().__init__("error.transcript", complaints="\n".join(complaints))

    def data(self) -> dict[str, Any]:
        return {**super().data(), "complaints": self.complaints}


def read(file: Path, name: str | None = None) -> Transcript:
    """A transcript from a .txt, or from the fenced `hil` blocks of an .md. Raises TranscriptError."""
    name = name or str(file)
    try:
        lines = file.read_bytes().decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise TranscriptError([text("rig.not_text", file=name, at=error.start)]) from None
    except OSError as error:
        raise TranscriptError([text("rig.unreadable", file=name, why=reason(error))]) from None
    numbered = list(enumerate((line.strip() for line in lines), 1))
    titles = [line.lstrip("# ") for _, line in numbered if line.startswith("#")][:2]
    if file.suffix == ".md":
        numbered = list(_fenced(numbered))
    found = Transcript(name, (titles[0], titles[-1]) if titles else (file.stem, file.stem), [])
    complaints: list[tuple[int, str]] = []
    for number, line in numbered:
        if line and not line.startswith("#"):
            step = _step(number, line)
            if isinstance(step, str):
                complaints.append((number, step))
            else:
                found.steps.append(step)
    _check(found, lambda number, why: complaints.append((number, why)))
    if not found.steps and not complaints:
        complaints.append((1, text("transcript.empty")))
    if complaints:
        raise TranscriptError([f"{name}:{number}: {why}" for number, why in sorted(complaints)])
    return found


def _fenced(lines: list[tuple[int, str]]) -> Any:
    inside = False
    for number, line in lines:
        if line.startswith("```"):
            inside = not inside and line[3:].strip() == "hil"
        elif inside:
            yield number, line


def _step(number: int, line: str) -> Step | str:
    """The step that a line says, or the complaint."""
    for kind, form in FORMS.items():
        match = re.fullmatch(form, line)
        if match:
            return Step(number, kind, line, match.groupdict())
    if re.match(r"(wait until|event|expect) ", line) and "at most" not in line:
        return text("transcript.at_most", line=line)
    close = difflib.get_close_matches(line, EXAMPLES, 1, 0.3)
    return text("transcript.unknown", line=line, example=close[0] if close else EXAMPLES[0])


def _check(found: Transcript, say: Callable[[int, str], None]) -> None:
    """What the steps name must exist; what they need is gathered."""
    sent = False  # a line whose answer has not been looked at
    for at, step in enumerate(found.steps):
        after = found.steps[at + 1] if at + 1 < len(found.steps) else None
        found.virtual |= step.kind in VIRTUAL_ONLY
        if step.kind in BY_PEOPLE:
            found.allow.add(needs.PEOPLE)
        if step.kind == "send":
            sent = True
            _check_line(found, step, after, say)
        elif step.kind == "answer":
            if not sent:
                say(step.number, text("transcript.no_question"))
            sent = False
            if not re.match(r"(ok|error)\b", step.values["answer"]):
                say(step.number, text("transcript.answer", line=step.text))
        elif step.kind == "press":
            _check_keys(found, step, say)
        elif step.kind in _CHECKS:
            _CHECKS[step.kind](found, step, say)


def _check_line(found: Transcript, step: Step, after: Step | None, say: Any) -> None:
    line = step.values["line"]
    request, params = asked(line.encode())
    fails = after is not None and after.kind == "answer" and after.values["answer"].startswith("error")
    if not request and line not in ("?", "!") and not fails:
        close = difflib.get_close_matches(line.split(" ")[0], [row[0] for row in REQUESTS], 1)
        meant = text("rig.meant", name=close[0]) if close else ""
        say(step.number, text("transcript.request", name=line.split(" ")[0], meant=meant))
    need = needs.of_request(request, params) if request else None
    if need:
        found.allow.add(need)


def _check_keys(found: Transcript, step: Step, say: Any) -> None:
    keys = []
    for words in re.split(r",| and ", step.values["keys"]):
        name = words.strip().replace(" ", "_")
        name = name if name.endswith("_key") else f"{name}_key"
        row = signals().get(name)
        if row is None or row.kind != "key":
            say(step.number, text("transcript.key", name=words.strip()))
            continue
        keys.append(name)
        found.allow.add(KEYS[name.split("_")[1]])
    step.values["keys"] = keys


def _check_event(found: Transcript, step: Step, say: Any) -> None:
    names = list(EVENTS)
    if step.values["event"] not in names:
        say(step.number, text("transcript.event", name=step.values["event"], names=", ".join(names)))


def _check_fault(found: Transcript, step: Step, say: Any) -> None:
    if step.values["fault"] not in FAULTS:
        close = difflib.get_close_matches(step.values["fault"], FAULTS, 1)
        meant = text("rig.meant", name=close[0]) if close else ""
        say(step.number, text("transcript.fault", name=step.values["fault"], meant=meant))


def _check_needs(found: Transcript, step: Step, say: Any) -> None:
    for name in re.split(r"[ ,]+", step.values["names"]):
        if not expand(name):
            say(step.number, text("rig.no_part", name=name, meant=""))
        found.needs.append(name)


def _check_allow(found: Transcript, step: Step, say: Any) -> None:
    for word in re.split(r"[ ,]+", step.values["words"]):
        if word not in needs.ALLOW:
            say(step.number, text("rig.unknown", name=word, meant=text("rig.there_are", names=", ".join(needs.ALLOW))))
        found.allow.add(word)


_CHECKS: dict[str, Any] = {
    "event": _check_event,
    "inject": _check_fault,
    "needs": _check_needs,
    "allow": _check_allow,
}


def fits(pattern: str, value: str) -> bool:
    """Whether a value of an answer in words is what a transcript says: `18`, `idle|ready`, `20..28`, `3..`, `*`."""
    value = value.strip('"')
    if pattern == "*":
        return True
    span = re.fullmatch(r"(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)?", pattern)
    if span:
        try:
            return float(span.group(1)) <= float(value) <= float(span.group(2) or "inf")
        except ValueError:
            return False
    return value in pattern.strip('"').split("|")


def fields(words: str) -> dict[str, str]:
    """`name=value` pairs of an answer, an event or a step; a value in quotes may hold spaces."""
    return dict(re.findall(r'([\w.]+)=("(?:[^"\\]|\\.)*"|\S*)', words))
