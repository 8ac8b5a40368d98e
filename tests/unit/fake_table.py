"""A table that is only its line: answers on a pseudo-terminal as a test tells it to, well or badly."""

from __future__ import annotations

import contextlib
import json
import os
import select
import threading
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

HELLO = {
    "product": "fake table",
    "protocol": "1.0",
    "firmware": "0.1.0",
    "hash": "abcd",
    "board": "rpi_pico",
    "id": "T1",
    "boots": 5,
    "reset": "power",
    "state": "idle",
    "settings": 1,
    "line": 1024,
    "micropython": "1.29",
}
STATUS = {
    "state": "ready",
    "stage": "",
    "layout": [18, 18, 18, 18],
    "next": None,
    "counts": [36, 36, 36, 36],
    "waiting": [18, 18, 18, 18],
    "raised": [0, 0, 0, 0],
    "dome": "down",
    "disc": {"rpm": 0, "reverse": False},
    "dealer": 1,
    "dice": [3, 4],
    "sum": 7,
    "seat": 3,
    "break": {"owner": 3, "left": 12, "first": {"seat": 3, "stack": 13}},
    "lamps": {"dealer": 1, "turn": [2], "ready": True},
    "fault": None,
    "warnings": 0,
    "job": None,
    "volts": 24.0,
    "amps": 0.4,
    "up_ms": 61230,
}


class Refuse(Exception):
    """Raised by a handler: the error object to answer."""

    def __init__(self, code: int, message: str, **data: Any) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, "data": data}


class FakeTable:
    """`answers`: request -> result, or a function of the parameters. What a test may change is public."""

    def __init__(self, folder: Path) -> None:
        self.port = str(folder / "table")
        self.hello = dict(HELLO)
        self.answers: dict[str, Any] = {"hello": lambda **_: self.hello, "status": lambda: dict(STATUS)}
        self.lose = 0  # so many requests, other than hello, are carried out but their answers are lost
        self.silent = False
        self.mangle: Callable[[bytes], bytes] | None = None  # applied once to the next answer
        self.received: list[dict[str, Any]] = []
        self.done: list[str] = []  # requests that were carried out, not those answered from memory
        self.events = 0
        self._memory: dict[str, bytes] = {}
        self._stop = threading.Event()
        self._master = -1
        self.plug()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def __enter__(self) -> FakeTable:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(2)
        self.unplug()

    def plug(self) -> None:
        import pty  # not on Windows, where these tests are skipped
        import tty

        master, slave = pty.openpty()
        tty.setraw(slave)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.port)
        os.symlink(os.ttyname(slave), self.port)
        os.close(slave)
        self._master = master

    def unplug(self) -> None:
        master, self._master = self._master, -1
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.port)
        if master >= 0:
            os.close(master)

    def restart(self) -> None:
        """As after a reset on a UART: the port stays, what was in memory is gone."""
        self.hello["boots"] += 1
        self.hello["reset"] = "watchdog"
        self._memory.clear()
        self.events = 0

    def say(self, line: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(self._master, line)

    def event(self, name: str, /, skip: int = 0, **fields: Any) -> None:
        self.events += 1 + skip
        params = {"n": self.events, "event": name, **fields}
        self.say(sealed({"jsonrpc": "2.0", "method": "event", "params": params}))

    def _serve(self) -> None:
        rest = b""
        while not self._stop.is_set():
            master = self._master
            try:
                if master < 0 or not select.select([master], [], [], 0.01)[0]:
                    self._stop.wait(0.005)
                    continue
                rest += os.read(master, 4096)
            except (OSError, ValueError):  # nobody has it open
                self._stop.wait(0.01)
                continue
            *lines, rest = rest.split(b"\n")
            for line in filter(None, lines):
                self._line(line)

    def _line(self, line: bytes) -> None:
        body, _, digits = line.rpartition(b"*")
        assert int(digits, 16) == zlib.crc32(body), line
        request = json.loads(body)
        self.received.append(request)
        method, id = request["method"], request["id"]
        if self.silent:
            return
        answer = None if method in ("hello", "status") else self._memory.get(id)
        if answer is None:
            self.done.append(method)
            answer = sealed({"jsonrpc": "2.0", "id": id, **self._carry_out(method, request.get("params") or {})})
            self._memory[id] = answer
        if self.lose and method != "hello":
            self.lose -= 1
            return
        if self.mangle and method != "hello":
            answer, self.mangle = self.mangle(answer), None
        self.say(answer)

    def _carry_out(self, method: str, params: Any) -> dict[str, Any]:
        if method not in self.answers:
            return {"error": {"code": -32601, "message": f"no request {method}", "data": {"kind": "method"}}}
        answer = self.answers[method]
        try:
            given = params if isinstance(params, dict) else {}
            return {"result": answer(**given) if callable(answer) else answer}
        except Refuse as refusal:
            return {"error": refusal.error}


def sealed(message: dict[str, Any]) -> bytes:
    body = json.dumps(message, separators=(",", ":")).encode()
    return body + b"*%08x\r\n" % zlib.crc32(body)
