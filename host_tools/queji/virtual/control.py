"""Talking to a running virtual table beside its serial line: what is running, and the control socket.

Every running simulator has a folder of its own with a lock that it holds, its control socket and `sim.json`. The
socket takes JSON, one object a line: `{"do": "press", "key": "east_lift_key"}`, and answers `{"ok": true, ...}` or
`{"ok": false, "error": "..."}`, in order.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import tempfile
import threading
from pathlib import Path
from typing import Any

SOCKET_PATH_MAX = 100
"""Bytes of a socket's path that every system takes."""
LOCK, SOCKET, ABOUT, TTY = "lock", "control", "sim.json", "tty"


class SimulatorError(Exception):
    """The virtual table could not do something; the message says what and why."""


class NotRunning(SimulatorError):
    """No simulator, or more than one, to choose from."""


class SimulatorDied(SimulatorError):
    """The process that runs the firmware has ended by itself; the message ends with its last words."""


def runtime() -> Path:
    """The folder with one folder for each running simulator. Raises SimulatorError when it is not ours."""
    bases = [os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"]
    for base in bases:
        if not base or not os.access(base, os.W_OK):
            continue
        folder = Path(base) / f"queji-{os.getuid()}"
        if len(os.fsencode(folder / "9999999-99" / SOCKET)) > SOCKET_PATH_MAX:
            continue
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            raise SimulatorError(f"{folder} belongs to somebody else; set XDG_RUNTIME_DIR to a folder of your own")
        return folder
    raise SimulatorError("no folder for the simulator's sockets: set XDG_RUNTIME_DIR to a short, writable one")


def lock(path: Path) -> int | None:
    """A file descriptor that holds the lock until it is closed or the process ends; None when another has it."""
    import fcntl  # not on Windows

    fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(fd)
        return None
    return fd


def new_folder() -> tuple[Path, int]:
    """A folder for a simulator, and the descriptor that holds its lock."""
    base = runtime()
    # Made aside and renamed, so that nobody finds it without its lock and takes it for a dead one's.
    aside = Path(tempfile.mkdtemp(prefix=".new-", dir=base))
    held = lock(aside / LOCK)
    assert held is not None
    for number in range(100):
        folder = base / f"{os.getpid()}-{number}"
        if not folder.exists():
            with contextlib.suppress(OSError):
                aside.rename(folder)
                return folder, held
    os.close(held)
    shutil.rmtree(aside, ignore_errors=True)
    raise SimulatorError(f"{base} is full of simulators")


def running() -> list[dict[str, Any]]:
    """What each running simulator says of itself: port, control, pid, state, seed. Folders of dead ones are removed."""
    found: list[dict[str, Any]] = []
    for folder in sorted(runtime().iterdir()):
        if folder.name.startswith("."):
            continue
        held = lock(folder / LOCK) if (folder / LOCK).exists() else None
        if held is not None:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(held)
            continue
        with contextlib.suppress(OSError, ValueError):
            found.append(json.loads((folder / ABOUT).read_text(encoding="utf-8")))
    return found


def only_one() -> str:
    """The control socket of the one simulator that runs. Raises NotRunning when there is none or more than one."""
    found = running()
    if not found:
        raise NotRunning("no simulator is running: start one with `queji sim`")
    if len(found) > 1:
        sockets = ", ".join(each["control"] for each in found)
        raise NotRunning(f"{len(found)} simulators are running; say which with --socket: {sockets}")
    return found[0]["control"]


class Control:
    """One connection to a simulator's control socket; may be shared by threads."""

    def __init__(self, path: str, timeout: float = 10.0) -> None:
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(timeout)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise NotRunning(f"no simulator answers at {path}: {error.strerror or error}") from None
        self._file = self._socket.makefile("rb")

    def ask(self, do: str, **args: Any) -> dict[str, Any]:
        """The answer's fields without `ok`. Raises SimulatorError: refused, no answer in time, or gone."""
        line = json.dumps({"do": do, **args}, separators=(",", ":")) + "\n"
        with self._lock:
            try:
                self._socket.sendall(line.encode())
                answer = self._file.readline()
            except TimeoutError:
                raise SimulatorError(f"the simulator did not answer '{do}': the firmware blocks, or it hangs") from None
            except OSError as error:
                raise SimulatorError(f"the simulator is gone: {error.strerror or error}") from None
        if not answer:
            raise SimulatorError("the simulator is gone")
        fields = json.loads(answer)
        if not fields.pop("ok", False):
            raise SimulatorError(fields.get("error", "refused"))
        return fields

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def __enter__(self) -> Control:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()
