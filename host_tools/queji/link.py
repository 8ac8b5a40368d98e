"""The laptop's end of the line: one conversation with one table.

Single-threaded: bytes are read while something is waited for, events that arrive meanwhile are queued. A request that
gets no answer is sent again with the same id, which the table carries out only once. When the port vanishes and comes
back the conversation goes on, unless the table restarted meanwhile (its boot counter moved): that is an error of its
own, because jobs and events of before are gone.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from queji import protocol
from queji.errors import (
    JobStopped,
    LinkLost,
    NoAnswer,
    OtherProtocol,
    OtherTable,
    PortDenied,
    PortFailed,
    PortMissing,
    QuejiError,
    Refused,
    TableFault,
    TableRestarted,
    TooLong,
)
from queji.protocol import Answer, Event, Noise
from queji.transport import Lines, Port, PortGone, SerialPort, drain

TIMEOUT_S = 1.5  # for one answer; the table answers a request that moves something as soon as it is accepted
TRIES = 3
DAMAGED_TRIES = 12
SILENCE_S = 3.5  # a job under way tells so every 2 s; after this long the tool asks
RETURN_S = 10.0  # how long a vanished port is waited for
QUEUE = 2000


class Silence(Exception):
    """No answer in time."""


class Damaged(Exception):
    """A request or its answer was damaged on the way."""


Tracer = Callable[[str, bytes], None]


class Link:
    """A conversation with a table. Use as a context manager, or call `close()`.

    `port` is a device, `socket://host:port`, or `sim:` for a virtual table of its own. Opening it says hello; `hello`
    holds the table's answer. Errors are those of queji.errors.
    """

    def __init__(
        self,
        port: str,
        *,
        timeout_s: float = TIMEOUT_S,
        tries: int = TRIES,
        return_s: float = RETURN_S,
        trace: Tracer | None = None,
        opener: Callable[[str], Port] = SerialPort,
    ) -> None:
        self.name = port
        self.timeout_s, self.tries, self.return_s = timeout_s, tries, return_s
        self.missed = 0  # events that never arrived
        self.noise = 0  # lines that were neither answer nor event
        self.hello: dict[str, Any] = {}
        self._trace, self._opener = trace, opener
        self._lines = Lines()
        self._events: deque[Event] = deque(maxlen=QUEUE)
        self._ids = protocol.ids()
        self._last_n: int | None = None
        self._simulator: Any = None
        self._port: Port | None = None
        try:
            self._url = self._start_simulator() if port.startswith("sim:") else port
            self._open()
            self.hello = self._greet()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Link:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the port, and ends the virtual table if it was this link's own."""
        if self._port is not None:
            self._port.close()
            self._port = None
        if self._simulator is not None:
            self._simulator.close()
            self._simulator = None

    @property
    def simulator(self) -> Any:
        """The virtual table behind a `sim:` port, else None."""
        return self._simulator

    # Requests

    def call(self, method: str, *args: Any, **params: Any) -> Any:
        """Carries out one request and gives its result. By position or by name, not both.

        Raises Refused, NoAnswer, LinkLost, TableRestarted, OtherTable, TooLong.
        """
        id = next(self._ids)
        try:
            line = protocol.request(id, method, list(args) or params)
        except ValueError as error:
            raise TooLong(bytes=error.args[0], longest=protocol.LONGEST_LINE) from None
        answer = self._ask(id, line)
        if answer is None:
            raise NoAnswer(port=self.name, request=method)
        return self._outcome(answer)

    def _ask(self, id: str, line: bytes) -> Answer | None:
        """Sends a request until it is answered; None when it is not.

        What a noisy line damaged is sent again at once. After a silence the table is asked first whether it is still
        the same run: one that restarted has forgotten the id, and would perhaps do a thing twice.
        """
        silent = damaged = 0
        while silent < self.tries and damaged < DAMAGED_TRIES:
            if silent and not damaged:
                self.check()
            try:
                self._send(line)
                return self._await(id)
            except Damaged:
                damaged += 1
            except Silence:
                silent, damaged = silent + 1, 0
            except PortGone:
                silent += 1
                self._reconnect()
        return None

    def check(self) -> dict[str, Any]:
        """Says hello again. Raises TableRestarted when the table is not the one, or not the run, of before."""
        before = self.hello
        now = self._greet()
        self.hello = now
        if before.get("id") != now.get("id"):
            raise OtherTable(port=self.name, was=before.get("id"), now=now.get("id"))
        if before.get("boots") != now.get("boots"):
            self._events.clear()
            self._last_n = None
            raise TableRestarted(port=self.name, reset=now.get("reset", "?"), boots=now.get("boots", "?"))
        return now

    # Events

    def next_event(self, timeout_s: float) -> Event | None:
        """The next event, waiting up to `timeout_s` for it; None when none came."""
        end = time.monotonic() + timeout_s
        while not self._events:
            left = end - time.monotonic()
            if left <= 0:
                return None
            try:
                self._receive(left)
            except PortGone:
                self._reconnect()
        return self._events.popleft()

    def wait(self, job: int, on_event: Callable[[Event], None] | None = None) -> dict[str, Any]:
        """Waits until a job has ended and gives its last report. Every event that passes is handed to `on_event`.

        There is no time limit of the tool's own: the table bounds every move. But a silent table is asked, and one
        that does not answer is an error. Raises TableFault, JobStopped, and what `call` raises.
        """
        while True:
            missed = self.missed
            event = self.next_event(SILENCE_S)
            report: dict[str, Any] | None = None
            if event is not None:
                if on_event:
                    on_event(event)
                if event.name == "job" and event.fields.get("id") == job:
                    report = event.fields
            if event is None or missed != self.missed:
                report = self.call("job", id=job)
            if report is None or report.get("state") == "running":
                continue
            if report["state"] == "failed":
                raise TableFault(report.get("fault"), "error.job_failed")
            if report["state"] == "stopped":
                raise JobStopped(name=report.get("name", ""))
            return report

    # Inside

    def _start_simulator(self) -> str:
        from queji.simulate import simulator

        self._simulator = simulator(self.name.removeprefix("sim:"))
        return self._simulator.port

    def _open(self) -> None:
        self._port = self._opener(self._url)
        self._lines.clear()
        try:
            self._write(b"\n")  # ends what another program may have left half typed
            drain(self._port)
        except PortGone as error:
            raise PortFailed(port=self.name, why=str(error)) from None

    def _greet(self) -> dict[str, Any]:
        """Hello, as often as a table that is just starting may need."""
        silent = damaged = 0
        while silent < self.tries and damaged < DAMAGED_TRIES:
            id = next(self._ids)
            try:
                self._send(protocol.request(id, "hello", {"protocol": protocol.PROTOCOL}))
                hello = self._outcome(self._await(id))
            except Damaged:
                damaged += 1
                continue
            except Silence:
                silent += 1
                continue
            except PortGone:
                if not self.hello:
                    raise LinkLost(port=self.name) from None
                silent += 1
                self._reopen()
                continue
            theirs = str(hello.get("protocol", "?")) if isinstance(hello, dict) else "?"
            if protocol.major(theirs) != protocol.major(protocol.PROTOCOL):
                raise OtherProtocol(port=self.name, theirs=theirs, ours=protocol.PROTOCOL)
            return hello
        raise NoAnswer(port=self.name, request="hello")

    def _outcome(self, answer: Answer) -> Any:
        error = answer.error
        if error is None:
            return answer.result
        raise Refused(int(error.get("code", 0)), str(error.get("message", "")), error.get("data"))

    def _await(self, id: str) -> Answer:
        """The answer to `id`. Raises Silence when it does not come in time, Damaged when it or the request was."""
        end = time.monotonic() + self.timeout_s
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise Silence
            for message in self._receive(left):
                if isinstance(message, Answer):
                    if message.id == id:
                        return message
                    if message.id is None and (message.error or {}).get("code") in protocol.DAMAGED:
                        raise Damaged
                elif isinstance(message, Noise) and message.why == "checksum":
                    raise Damaged  # perhaps our answer

    def _receive(self, timeout_s: float) -> list[Answer | Event | Noise]:
        """Reads once. Events go into the queue, everything else is given back."""
        if self._port is None:
            raise PortGone("the link has been closed")
        others: list[Answer | Event | Noise] = []
        for line in self._lines.feed(self._port.read(timeout_s)):
            if self._trace:
                self._trace("<-", line)
            message = protocol.parse(line)
            if isinstance(message, Event):
                self._count(message)
                self._events.append(message)
                continue
            if isinstance(message, Noise):
                self.noise += 1
            others.append(message)
        return others

    def _count(self, event: Event) -> None:
        """Notices events that got lost on the way, or dropped from our queue."""
        if self._last_n is not None and event.n > self._last_n + 1:
            self.missed += event.n - self._last_n - 1
        if len(self._events) == QUEUE:
            self.missed += 1
        if self._last_n is not None and event.n <= self._last_n:
            self.missed += 1  # counting anew: the table restarted, or repeats itself; whoever waits will ask
        self._last_n = event.n

    def _send(self, line: bytes) -> None:
        if self._trace:
            self._trace("->", line.rstrip(b"\n"))
        self._write(line)

    def _write(self, data: bytes) -> None:
        if self._port is None:
            raise PortGone("the link has been closed")
        self._port.write(data)

    def _reopen(self) -> None:
        """Waits for a vanished port to come back and opens it."""
        if self._port is not None:
            self._port.close()
            self._port = None
        end = time.monotonic() + self.return_s
        while True:
            try:
                self._open()
                return
            except (PortMissing, PortFailed, PortDenied):  # udev sets the rights a moment after the port appears
                if time.monotonic() >= end:
                    raise LinkLost(port=self.name) from None
                time.sleep(0.2)

    def _reconnect(self) -> None:
        self._reopen()
        self.check()


def is_table(port: str, timeout_s: float = 0.5) -> dict[str, Any] | None:
    """The hello of the table on a port; None if there is none or the port cannot be used."""
    with suppress(QuejiError), Link(port, timeout_s=timeout_s, tries=2, return_s=0) as link:
        return link.hello
    return None
