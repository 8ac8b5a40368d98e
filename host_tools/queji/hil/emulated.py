"""An emulated controller with this firmware, in a process of its own: minutes to start, and slow."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from typing import Any

from queji.errors import LinkError, QuejiError
from queji.link import Link

START_S = 3600.0
LOOK_S = 120.0


class NoEmulator(LinkError):
    """It cannot run here: no image, no emulator, or the firmware in it never answers."""

    kind = "no_emulator"


class Emulated:
    """`port` is its line, `slow` how many times slower than a real table it is. Use as a context manager.

    Raises NoEmulator.
    """

    def __init__(self) -> None:
        self.slow = 40.0  # until it is measured
        command = [sys.executable, "-m", "queji", "--json", "emulate"]
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
        """Until the firmware answers; measures how slow it is. Raises NoEmulator when it never does."""
        end = time.monotonic() + START_S
        while True:
            with contextlib.suppress(QuejiError), Link(self.port, timeout_s=LOOK_S, tries=1) as link:
                before, at = link.call("status")["up_ms"], time.monotonic()
                time.sleep(2)
                passed = link.call("status")["up_ms"] - before
                self.slow = max(1.0, 1000 * (time.monotonic() - at) / max(1, passed))
                return
            if time.monotonic() > end or self._process.poll() is not None:
                raise NoEmulator("error.hil_emulated", why=f"no answer in {START_S:g} s")

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
