"""Playing a transcript on a table: step by step, each with its time, up to the first that fails."""

from __future__ import annotations

import json
import time
from typing import Any

from queji.hil.bench import Bench
from queji.hil.leaving import REST_AMPS
from queji.hil.person import Nobody, Person
from queji.hil.steps import Steps
from queji.hil.transcript import PREAMBLE, Step, Transcript, fields, fits
from queji.hil.wire import Line
from queji.selftests import part_of
from queji.texts import because, text

ANSWER_S = 5.0
PRESS_S = 0.1


class StepFailed(AssertionError):
    """A step did not come true: file, line, what was wanted, what was seen."""


class Player:
    """`play` carries out a transcript. Raises StepFailed, Nobody, and what the line raises."""

    def __init__(self, bench: Bench, transcript: Transcript, steps: Steps, person: Person) -> None:
        self.bench, self.transcript, self.steps, self.person = bench, transcript, steps, person
        self.answer = ""
        self.job = ""
        self.line: Line | None = None
        self._step: Step | None = None
        self._last = ""  # the value that was waited for, as it was seen last

    def play(self) -> None:
        self.line = self.bench.line()
        try:
            self.line.send(b"events on=true\n")
            self.line.answer(ANSWER_S)
            for step in self.transcript.steps:
                if step.kind in PREAMBLE:
                    continue
                self._step = step
                began = time.monotonic()
                name = f"{step.number}: {step.text}"
                try:
                    note = getattr(self, f"do_{step.kind}")(**step.values)
                except Nobody:
                    self.steps.add(name, time.monotonic() - began, "skipped")
                    raise
                except BaseException as error:
                    self.steps.add(name, time.monotonic() - began, "failed", because(error))
                    raise
                self.steps.add(name, time.monotonic() - began, "skipped" if note else "passed", note or "")
        finally:
            self.line.close()

    # What a step says

    def do_send(self, line: str) -> None:
        self._say(line)

    def do_answer(self, answer: str) -> None:
        head, _, rest = answer.partition(" ")
        said = self.answer.partition(" ")[2] if head == "ok" else self.answer
        if not self.answer.startswith(head):
            raise self._failed(self.answer)
        if head == "ok":
            self._compare(fields(rest), fields(said))
            return
        code, _, kind = self.answer.removeprefix("error ").partition(":")[0].partition(" ")
        for word in rest.split():
            if word not in (code, kind) and word.strip('"') not in self.answer:
                raise self._failed(self.answer)

    def do_wait(self, seconds: str) -> None:
        """By the table's own clock: a virtual one on a busy machine falls behind ours."""
        time.sleep(float(seconds) / self.bench.speed)
        if self.bench.sim is not None and self.bench.sim.view()["power"]:
            began = int(self._ask("status")["up_ms"])
            self._until(lambda: self._later(began + 1000 * float(seconds)), seconds)

    def _later(self, up_ms: float) -> dict[str, str] | None:
        said = self._ask("status")
        return said if int(said["up_ms"]) >= up_ms else None

    def do_job(self, state: str, seconds: str) -> None:
        def over() -> dict[str, str] | None:
            said = self._ask(f"job {self.job}")
            return said if said.get("state") != "running" else None

        said = self._until(over, seconds)
        if said.get("state") != state:
            raise self._failed(" ".join(f"{k}={v}" for k, v in said.items()))

    def do_until(self, name: str, value: str, seconds: str) -> None:
        self._until(lambda: self._is(name, value), seconds)

    def do_check(self, name: str, value: str) -> None:
        if self._is(name, value) is None:
            raise self._failed(f"{name} = {self._last}")

    def do_still(self) -> None:
        said = self._ask("status")
        amps = float(said.get("amps", "0"))
        fits_amps = amps <= REST_AMPS or self.bench.rig.lacks("motor_amps")
        on = self.bench.sim.view()["motors"] if self.bench.sim is not None else []
        if on or said.get("disc.rpm", "0") != "0" or said.get("dome") == "moving" or not fits_amps:
            raise self._failed(f"{', '.join(on)} disc.rpm={said.get('disc.rpm')} dome={said.get('dome')} amps={amps}")

    def do_press(self, keys: list[str], seconds: str | None) -> None:
        held = float(seconds or PRESS_S)
        if self.bench.sim is not None:
            self.bench.sim.ask("press", keys=keys, ms=int(1000 * held))
            time.sleep((held + 0.1) / self.bench.speed)
            return
        names = ", ".join(part_of(name) for name in keys)
        key = "hil.person.hold" if seconds else "hil.person.press"
        self.person.do(text(key, names=names, seconds=seconds))

    def do_event(self, event: str, pairs: str, seconds: str) -> None:
        wanted = fields(pairs)
        line = self._line()

        def come() -> dict[str, str] | None:
            self._ask("status")
            for raw in line.events:
                words = raw.decode("utf-8", "replace").removeprefix("! ")
                name, _, rest = words.partition(" ")
                said = fields(rest)
                if name == event and all(fits(value, said.get(key, "")) for key, value in wanted.items()):
                    line.events.remove(raw)
                    return said
            return None

        self._until(come, seconds)

    def do_push(self) -> None:
        if self.bench.sim is not None:
            self.bench.sim.push_in()
            return
        self.person.do(text("hil.person.push"))

    def do_emergency(self, on: str) -> None:
        if self.bench.sim is not None:
            self.bench.sim.emergency(on == "pressed")
            time.sleep(0.2 / self.bench.speed)
            return
        self.person.do(text(f"hil.person.{on}"))

    def do_inject(self, fault: str, target: str | None, pairs: str) -> None:
        given = {name: _value(value) for name, value in fields(pairs).items()}
        self.bench.sim.inject(fault, target, **given)

    def do_repair(self) -> None:
        self.bench.sim.repair()

    def do_power(self, on: str) -> None:
        self._line().close()
        self.bench.sim.power(on == "on")
        if on == "on":
            self._reopen()

    def do_reset(self) -> None:
        self._line().close()
        self.bench.sim.reset()
        self._reopen()

    def do_ask(self, question: str) -> str | None:
        if self.bench.sim is not None:
            return text("hil.person.nobody")
        if not self.person.sees(question):
            raise self._failed(text("hil.person.no"))
        return None

    # Inside

    def _reopen(self) -> None:
        self.line = self.bench.line()
        self._until(lambda: self._ask("status") or None, "10")

    def _line(self) -> Line:
        assert self.line is not None
        return self.line

    def _say(self, words: str) -> None:
        line = self._line()
        line.send(words.encode() + (b"" if words in ("?", "!") else b"\n"))
        self.answer = line.answer(ANSWER_S).decode("utf-8", "replace")
        if not self.answer:
            raise self._failed(text("transcript.silent"))
        job = fields(self.answer).get("job", "") if self.answer.startswith("ok") else ""
        self.job = job if job.isdigit() else self.job

    def _ask(self, words: str) -> dict[str, str]:
        """A request of our own; the answer that the transcript may still look at stays."""
        line = self._line()
        line.send(words.encode() + b"\n")
        said = line.answer(ANSWER_S).decode("utf-8", "replace")
        if not said.startswith("ok"):
            raise self._failed(said or text("transcript.silent"))
        return fields(said)

    def _compare(self, wanted: dict[str, str], said: dict[str, str]) -> None:
        for name, value in wanted.items():
            value = said.get(value[1:], "") if value.startswith("@") else value
            if name not in said or not fits(value, said[name]):
                raise self._failed(self.answer)

    def _is(self, name: str, value: str) -> dict[str, str] | None:
        said = self._ask("status")
        self._last = said.get(name, "-")
        return said if fits(value, self._last) else None

    def _until(self, true: Any, seconds: str) -> dict[str, str]:
        end = time.monotonic() + self.bench.wait_s(float(seconds))
        with self.bench.quick():
            while (said := true()) is None:
                if time.monotonic() > end:
                    raise self._failed(text("transcript.late", seconds=seconds, last=self._last))
                time.sleep(0.04)
        return said

    def _failed(self, seen: str) -> StepFailed:
        step = self._step
        assert step is not None
        place = f"{self.transcript.file}:{step.number}"
        return StepFailed(text("transcript.failed", place=place, step=step.text, seen=seen.strip()[:400]))


def _value(word: str) -> Any:
    try:
        return json.loads(word)
    except ValueError:
        return word
