"""Moves the bytes of a virtual table: serial line, control socket, the child's last words. One thread, one loop.

The child is the `micropython` process with firmware and mechanics. Its standard input and output are the serial line;
a third stream (the wire) carries JSON lines: `{"n": 1, "do": ...}` to the child, `{"n": 1, "ok": ...}` back, and
`{"event": "usb", "up": false}` when its port vanishes or returns.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from queji.virtual.clients import Clients, arrived, lines_of, send
from queji.virtual.noise import Noise
from queji.virtual.port import Port

USB_RETURNS_S = 0.25
"""A port is back this long after the controller has started: the host has to notice it and to enumerate it."""
LOOK_S = 0.02
"""How often a terminal that nobody has open is looked at."""
DROP_AFTER_S = 0.5
"""Bytes that a program does not fetch for this long are dropped, as MicroPython's USB does."""
BACKLOG = 4096
"""Bytes held for a program before the firmware feels that nobody reads."""
STDERR_LINES = 200
QUIT_S = 3.0
_CHUNK = 4096


class Pump(threading.Thread):
    """Runs until `stop` or until the child ends; then the port is gone, the clients are closed and the child reaped.

    `child` has a pipe as stderr; `line` and `wire` are this side's ends, `server` the listening control socket; `about`
    is what the request `about` answers. `on_stderr` gets each line that the child writes to stderr.
    """

    def __init__(
        self,
        child: subprocess.Popen[bytes],
        line: socket.socket,
        wire: socket.socket,
        port: Port,
        server: socket.socket,
        about: dict[str, Any],
        noise: Noise,
        on_stderr: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(name="queji-sim", daemon=True)
        assert child.stderr is not None
        self.stderr: deque[str] = deque(maxlen=STDERR_LINES)
        self.exit_code: int | None = None
        self.quitting = False
        self.ended = threading.Event()
        self.port_up = threading.Event()
        self._child = child
        self._stderr_fd = child.stderr.fileno()
        self._line = line
        self._wire = wire
        self._port = port
        self._noise = noise
        self._on_stderr = on_stderr
        self._wake_out, self._wake_in = socket.socketpair()
        self._to_child = bytearray()
        self._to_port = bytearray()
        self._stuck_since = 0.0
        self._to_wire = bytearray()
        self._wire_coming = bytearray()
        self._stderr_coming = bytearray()
        self._clients = Clients(server, port, noise, about, self._tell_child, self._quit)
        self._port_due: float | None = None
        self._been_up = False
        self._alive = True
        self._stderr_open = True
        for each in (line, wire):
            each.setblocking(False)
        os.set_blocking(self._stderr_fd, False)

    def stop(self) -> None:
        """End the child in order and wait for it; safe from any thread and more than once."""
        self.quitting = True
        with contextlib.suppress(OSError):
            self._wake_in.send(b"x")

    def run(self) -> None:
        try:
            while self._alive and not self.quitting:
                self._once()
        finally:
            self._end()

    # One pass of the loop: wait for whatever can be moved, move it.

    def _once(self) -> None:
        now = time.monotonic()
        if self._port_due is not None and now >= self._port_due:
            self._port_due = None
            self._port.open()
            self.port_up.set()
        opened = self._port.poll()
        data_fd = self._port.data_fd() if opened else None
        if not opened:
            self._to_port.clear()

        readers, writers = self._clients.waits_for()
        readers += [self._wake_out.fileno(), self._wire.fileno()]
        if self._stderr_open:
            readers.append(self._stderr_fd)
        waits = LOOK_S if self._port.up and self._port.waits_on() is None else 1.0
        if self._port_due is not None:
            waits = self._port_due - now
        if self._port.up:
            fd = self._port.waits_on()
            if fd is not None and fd != data_fd:
                readers.append(fd)
            if data_fd is not None and len(self._to_child) < BACKLOG:
                readers.append(data_fd)
            if len(self._to_port) < BACKLOG:
                readers.append(self._line.fileno())
        if self._to_port and data_fd is not None:
            writers.append(data_fd)
            waits = min(waits, DROP_AFTER_S)
        if self._to_child:
            writers.append(self._line.fileno())
        if self._to_wire:
            writers.append(self._wire.fileno())

        ready, _, _ = select.select(readers, writers, [], max(0.0, waits))

        if self._stderr_fd in ready:
            self._read_stderr()
        # The line before the wire: what the child sent before it said that its port is gone still counts.
        if data_fd is not None and data_fd in ready:
            self._to_child += self._noise.spoil("in", self._port.read())
        if self._line.fileno() in ready:
            self._read_line()
        if self._to_child:
            self._to_child = send(self._line, self._to_child)
        if self._to_port and self._port.data_fd() is not None:
            self._write_port()
        if self._wire.fileno() in ready:
            self._read_wire()
        self._clients.read(ready)
        if self._to_wire:
            self._to_wire = send(self._wire, self._to_wire)
        self._clients.write()

    # The serial line.

    def _read_line(self) -> None:
        with contextlib.suppress(OSError):
            self._to_port += self._noise.spoil("out", self._line.recv(_CHUNK))

    def _write_port(self) -> None:
        sent = self._port.write(bytes(self._to_port))
        now = time.monotonic()
        if sent:
            del self._to_port[:sent]
            self._stuck_since = 0.0
        elif not self._stuck_since:
            self._stuck_since = now
        elif now - self._stuck_since > DROP_AFTER_S:
            self._to_port.clear()
            self._stuck_since = 0.0

    def _port_gone(self) -> None:
        """What the firmware sent before it lost its port is passed on; what was sent to it since is lost."""
        for _ in range(64):
            before = len(self._to_port)
            self._read_line()
            if len(self._to_port) == before:
                break
        if self._to_port and self._port.up:
            self._port.write(bytes(self._to_port))
        self._port.close()
        self._to_port.clear()
        self._to_child.clear()
        self._port_due = None
        self.port_up.clear()

    # The child.

    def _tell_child(self, line: bytes) -> None:
        self._to_wire += line

    def _quit(self) -> None:
        self.quitting = True

    def _read_wire(self) -> None:
        data = arrived(self._wire.fileno())
        if data is None:
            return
        if not data:
            self._alive = False
            return
        self._wire_coming += data
        for line in lines_of(self._wire_coming):
            try:
                said = json.loads(line)
            except ValueError:
                self._say(f"not understood from the simulator: {line[:200]!r}")
                continue
            if said.get("event") == "usb":
                if said["up"]:
                    self._port_due = time.monotonic() + (USB_RETURNS_S if self._been_up else 0.0)
                    self._been_up = True
                else:
                    self._port_gone()
            elif "n" in said:
                self._clients.answered(said.pop("n"), said)

    def _read_stderr(self) -> None:
        data = arrived(self._stderr_fd)
        if data is None:
            return
        if not data:
            self._stderr_open = False
            return
        self._stderr_coming += data
        for line in lines_of(self._stderr_coming):
            self._say(line.decode("utf-8", "replace"))

    def _say(self, text: str) -> None:
        self.stderr.append(text.rstrip("\r"))
        if self._on_stderr is not None:
            self._on_stderr(self.stderr[-1])

    # The end.

    def _end(self) -> None:
        self._port.close()
        self.port_up.clear()
        if self._alive:
            # In order: the child keeps what it knows. The closed wire says the same once more.
            with contextlib.suppress(OSError):
                self._wire.setblocking(True)
                self._wire.settimeout(QUIT_S)
                self._wire.sendall(bytes(self._to_wire) + b'{"n":0,"do":"quit"}\n')
        self._wire.close()
        self._line.close()
        self.exit_code = self._reap()
        deadline = time.monotonic() + 0.5
        while self._stderr_open and time.monotonic() < deadline:
            if select.select([self._stderr_fd], [], [], 0.05)[0]:
                self._read_stderr()
        if self._stderr_coming:
            self._say(self._stderr_coming.decode("utf-8", "replace"))
        assert self._child.stderr is not None
        self._child.stderr.close()
        self._clients.close()
        self._wake_in.close()
        self._wake_out.close()
        self.ended.set()

    def _reap(self) -> int:
        # Its stderr is read meanwhile, so that it is never stuck on a full pipe.
        deadline = time.monotonic() + QUIT_S
        while time.monotonic() < deadline:
            code = self._child.poll()
            if code is not None:
                return code
            if self._stderr_open and select.select([self._stderr_fd], [], [], 0.01)[0]:
                self._read_stderr()
            elif not self._stderr_open:
                time.sleep(0.01)
        self._child.kill()
        return self._child.wait()
