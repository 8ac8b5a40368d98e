"""An emulated controller with this firmware, in a process of its own: minutes to start, and slow."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

from queji.errors import LinkError
from queji.link import Link
from queji.texts import language
from queji.transport import PortGone, SerialPort

START_S = 3600.0
LOOK_S = 120.0
ASK_S = 60.0  # between hellos while it starts
PROMPT = b">>> "


class NoEmulator(LinkError):
    """It cannot run here: no image, no emulator, or the firmware in it never answers."""

    kind = "no_emulator"


class Emulated:
    """`port` is its line, `slow` how many times slower than a real table it is. Use as a context manager.

    Raises NoEmulator.
    """

    def __init__(self) -> None:
        self.slow = 40.0  # until it is measured
        command = [sys.executable, "-m", "queji", "--json", "--lang", language(), "emulate"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        try:
            said: Any = json.loads(self._process.stdout.readline() or "{}")
        except ValueError:
            said = {}
        if "port" not in said:
            self.close()
            why = (said.get("error") or {}).get("message", "")
            raise NoEmulator("error.hil_emulated", why=why or f"exit code {self._process.returncode}")
        self.port = str(said["port"])

    def __enter__(self) -> Emulated:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def await_start(self) -> None:
        """Until the firmware answers; measures how slow it is. Raises NoEmulator when it does not start."""
        self._await_answer()
        with Link(self.port, timeout_s=LOOK_S, tries=1) as link:
            before, at = link.call("status")["up_ms"], time.monotonic()
            time.sleep(2)
            passed = link.call("status")["up_ms"] - before
        self.slow = max(1.0, 1000 * (time.monotonic() - at) / max(1, passed))

    def _await_answer(self) -> None:
        """The first answer to a hello in words; a prompt of MicroPython in its place means that the firmware failed."""
        port = SerialPort(self.port)
        said = b""
        end, asked = time.monotonic() + START_S, 0.0
        try:
            while b"ok product=" not in said:
                if time.monotonic() > end or self._process.poll() is not None or PROMPT in said:
                    why = said.partition(PROMPT)[0].decode("utf-8", "replace").strip().splitlines()
                    errors = [line.strip() for line in why if "Error" in line]
                    raise NoEmulator("error.hil_emulated_start", why=(errors or [f"no answer in {START_S:g} s"])[0])
                if time.monotonic() - asked > ASK_S:
                    asked = time.monotonic()
                    port.write(b"\nhello\n")
                said += port.read(5)
        except PortGone as error:
            raise NoEmulator("error.hil_emulated", why=str(error)) from None
        finally:
            port.close()

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
