"""A board that is only its prompt and its files: runs what is sent in this Python, with a folder as its flash.

A file that was not closed when the power goes is as it was before, as on littlefs. The firmware's own main.py decides
what starts; the program in a slot "runs" when all its files are what the manifest says.
"""

from __future__ import annotations

import binascii
import builtins
import contextlib
import errno
import hashlib
import io
import json
import os
import select
import threading
import traceback
import tty
import types
import zlib
from pathlib import Path
from typing import Any

from mpremote.transport import TransportError, TransportExecError

from queji.deploy import slots


class PowerCut(BaseException):
    """Power goes: what was not done is not done."""


class Reset(BaseException):
    pass


class Started(BaseException):
    """The program runs; main.py would return when it ends."""


class Board:
    """`folder` is its flash. `cut_at`: the number of the operation on the flash before which power goes.

    `sick`: hashes of programs that fail when they run, and how ("crash", "silent", "fault").
    """

    def __init__(
        self, folder: Path, version=(1, 28, 0, ""), machine="Raspberry Pi Pico with RP2040", name="micropython"
    ):
        self.folder = folder
        self.version, self.machine, self.name = version, machine, name
        self.operations = 0
        self.cut_at: int | None = None
        self.room: int | None = None  # bytes that may still be written
        self.read_only = False
        self.sick: dict[str, str] = {}
        self.image: str | None = None  # the hash of the program that is frozen in its MicroPython
        self.frozen = False  # it is that one that runs
        self.running = ""  # the hash of the program that runs
        self.slot = ""
        self.said = ""
        self.boots = 0
        self.settings: dict[str, Any] = {"dice": 2, "name": "east"}
        self.state = "idle"
        self.globals: dict[str, Any] = {}
        self._open: list[Buffer] = []

    # What the code on the board sees

    def path(self, name: str) -> Path:
        return self.folder / name.lstrip("/")

    def operate(self, size: int = 0) -> None:
        """One change of the flash."""
        if self.cut_at is not None and self.operations == self.cut_at:
            raise PowerCut
        self.operations += 1
        if self.read_only:
            raise OSError(errno.EROFS, "EROFS")
        if self.room is not None:
            self.room -= size
            if self.room < 0:
                raise OSError(errno.ENOSPC, "ENOSPC")

    def open(self, name: str, mode: str = "r") -> Any:
        if mode[0] == "r":
            return open(self.path(name), mode)  # noqa: SIM115
        if not self.path(name).parent.is_dir():
            raise OSError(errno.ENOENT, "ENOENT")
        return Buffer(self, name)

    def modules(self) -> dict[str, Any]:
        def mkdir(name: str) -> None:
            if self.path(name).exists():
                raise OSError(errno.EEXIST, "EEXIST")
            self.operate()
            self.path(name).mkdir()

        def rename(name: str, to: str) -> None:
            self.operate()
            os.replace(self.path(name), self.path(to))

        def remove(name: str) -> None:
            if not self.path(name).is_file():
                raise OSError(errno.ENOENT, "ENOENT")
            self.operate()
            self.path(name).unlink()

        def ilistdir(name: str = "") -> Any:
            found = sorted(self.path(name).iterdir())
            return ((p.name, 0x4000 if p.is_dir() else 0x8000, 0, p.stat().st_size) for p in found)

        def reset() -> None:
            raise Reset

        def stat(name: str) -> Any:
            return os.stat(self.path(name))

        def statvfs(name: str) -> Any:
            return (1, 1, 1441792, 1000000 if self.room is None else self.room, 0)

        space = types.SimpleNamespace(
            mkdir=mkdir, rename=rename, remove=remove, ilistdir=ilistdir, stat=stat, statvfs=statvfs,
        )  # fmt: skip
        timer = type("Timer", (), {"ONE_SHOT": 0, "PERIODIC": 1, "__init__": _nothing, "init": _nothing})
        chip = types.SimpleNamespace(
            Timer=timer, reset=reset, bootloader=reset, Pin=type("Pin", (), {"OUT": 1, "__init__": _nothing}),
            WDT=type("WDT", (), {"__init__": _nothing, "feed": _nothing}), unique_id=lambda: b"\1\2\3\4",
        )  # fmt: skip
        implementation = types.SimpleNamespace(name=self.name, version=self.version, _machine=self.machine, _mpy=4870)
        system = types.SimpleNamespace(
            implementation=implementation, platform="rp2", path=["", ".frozen", "/lib"], modules={},
            stdout=types.SimpleNamespace(write=self.say), print_exception=lambda e: self.say(repr(e)),
        )  # fmt: skip
        return {
            "os": space, "machine": chip, "sys": system, "hashlib": hashlib, "binascii": binascii,
            "gc": types.SimpleNamespace(collect=_nothing, threshold=_nothing),
            "time": types.SimpleNamespace(sleep_ms=_nothing, ticks_ms=lambda: 0, ticks_diff=lambda a, b: a - b),
            "micropython": types.SimpleNamespace(kbd_intr=_nothing, const=lambda x: x),
        }  # fmt: skip

    def say(self, text: str) -> None:
        self.said += text

    def namespace(self, extra: dict[str, Any] | None = None) -> dict[str, Any]:
        modules = self.modules()
        modules.update(extra or {})

        def importing(name: str, *_: Any) -> Any:
            if name == "table":
                return types.SimpleNamespace(app=types.SimpleNamespace(main=self.start(modules["sys"].path)))
            if name == "table.image" and self.image:
                return types.SimpleNamespace(HASH=self.image)
            if name not in modules:
                raise ImportError(f"no module named '{name}'")
            return modules[name]

        shown = {**vars(builtins), "open": self.open, "__import__": importing, "print": self.print}
        return {"__builtins__": shown, "__name__": "__main__"}

    def print(self, *words: Any, end: str = "\n") -> None:
        self.say(" ".join(map(str, words)) + end)

    # Starting

    def start(self, path: list[str]) -> Any:
        """`import table`: where it is found, and whether it is whole. What its main does."""
        for place in path:
            if place in ("", *slots.SLOTS) and (self.path(place) / "table").is_dir():
                break
        else:
            if not self.image:
                raise ImportError("no module named 'table'")
            place = path[0] if path[0] in slots.SLOTS else ""
            named = self.path(place) / "image"
            if not named.is_file() or named.read_text().strip() != self.image:
                return self._main(self.image, place)
        manifest = self.path(place) / "manifest"
        if place:
            data = manifest.read_bytes()
            for name, (digest, _) in slots.parse(data).items():
                if hashlib.sha256((self.path(place) / name).read_bytes()).hexdigest() != digest:
                    raise ImportError("torn: " + name)
            identity = slots.identity(data)
        else:
            identity = "root"
        if self.sick.get(identity) == "import":
            raise MemoryError
        return self._main(identity, place)

    def _main(self, identity: str, place: str) -> Any:
        self.frozen = not (self.path(place) / "table").is_dir()

        def main(root: str, board: str, well: Any = None) -> str:
            if self.sick.get(identity) == "crash":
                raise RuntimeError("sick")
            self.running, self.slot, self.well = identity, place or "root", well or _nothing
            raise Started

        return main

    def boot(self, tries: int = 8) -> str:
        """Power on; `running` says which program runs then, "" for the prompt."""
        self.cut_at = None
        for _ in range(tries):
            self.boots += 1
            self.running = self.slot = ""
            self.globals = {}
            self._open.clear()
            main = self.folder / "main.py"
            if not main.is_file():
                return ""
            try:
                exec(compile(main.read_bytes(), "main.py", "exec"), self.namespace())
            except Started:
                return self.running
            except Reset:
                continue
            return ""
        raise AssertionError("it resets again and again")

    # The prompt

    def execute(self, code: str) -> tuple[str, str]:
        """Output and error of code at the raw prompt. Reset and PowerCut come out."""
        self.said = ""
        if not self.globals:
            self.globals = self.namespace()
        try:
            exec(compile(code, "<stdin>", "exec"), self.globals)
        except OSError as error:
            word = errno.errorcode.get(error.errno or 0, "?")
            return self.said, f"Traceback (most recent call last):\nOSError: [Errno {error.errno}] {word}\n"
        except Exception:
            return self.said, traceback.format_exc()
        return self.said, ""


class Buffer(io.BytesIO):
    """A file being written: in the flash when it is closed."""

    def __init__(self, board: Board, name: str) -> None:
        super().__init__()
        self.board, self.name = board, name
        board._open.append(self)

    def write(self, data: Any) -> int:
        return super().write(data.encode() if isinstance(data, str) else data)

    def close(self) -> None:
        if not self.closed:
            data = self.getvalue()
            super().close()
            if self in self.board._open:
                self.board._open.remove(self)
                self.board.operate(len(data))
                self.board.path(self.name).write_bytes(data)


def _nothing(*_: Any, **__: Any) -> None:
    pass


class Direct:
    """In the place of mpremote's SerialTransport: the board without a line."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.serial = types.SimpleNamespace(close=_nothing, flush=_nothing)

    def __call__(self, port: str, timeout: float) -> Direct:
        return self

    def enter_raw_repl(self, soft_reset: bool, timeout_overall: float) -> None:
        self.board.globals = {}

    def exec(self, code: str) -> bytes:
        try:
            out, error = self.board.execute(code)
        except PowerCut:
            raise TransportError("gone") from None
        if error:
            raise TransportExecError(out, error)
        return out.encode()

    def exec_raw_no_follow(self, code: str) -> None:
        with contextlib.suppress(Reset, PowerCut):
            self.board.execute(code)
        if self.board.cut_at is None:
            self.board.boot()


class Serial:
    """The board on a pseudo-terminal: the table's requests while a program runs, else MicroPython's raw prompt."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        self.requests: list[str] = []
        self.deaf = False
        self._stop = False
        self._line = bytearray()
        self._raw = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop = True
        self._thread.join()
        os.close(self.master)
        os.close(self.slave)

    def _serve(self) -> None:
        while not self._stop:
            if not select.select([self.master], [], [], 0.05)[0]:
                continue
            for byte in os.read(self.master, 4096):
                self._take(byte)

    def _send(self, data: bytes) -> None:
        os.write(self.master, data)

    def _take(self, byte: int) -> None:
        if self.deaf:
            return
        if self.board.running:
            self._table(byte)
        else:
            self._prompt(byte)

    def _prompt(self, byte: int) -> None:
        if self._raw and byte == 1 and self._line == b"\x05A":  # raw paste, with room for all
            self._line.clear()
            self._send(b"R\x01\x00\x80")
        elif byte == 1:
            self._raw = True
            self._line.clear()
            self._send(b"raw REPL; CTRL-B to exit\r\n>")
        elif byte == 2:
            self._raw = False
            self._send(b"\r\n>>> ")
        elif byte == 3:
            self._line.clear()
        elif self._raw and byte == 4:
            code = bytes(self._line)
            self._line.clear()
            self._send(b"\x04")
            self._execute(code)
        elif self._raw:
            self._line.append(byte)

    def _execute(self, code: bytes) -> None:
        try:
            out, error = self.board.execute(code.decode())
        except Reset:
            self._raw = False
            self.board.boot()
            return
        except PowerCut:
            self._raw = False
            self.deaf = True
            return
        self._send(out.replace("\n", "\r\n").encode() + b"\x04" + error.encode() + b"\x04>")

    # The table

    def _table(self, byte: int) -> None:
        if byte == 3:
            self.board.running = ""
            self._send(b"\r\n>>> ")
            return
        if byte not in b"\r\n":
            self._line.append(byte)
            return
        line = bytes(self._line)
        self._line.clear()
        body = line.rpartition(b"*")[0] or line
        try:
            asked = json.loads(body)
        except ValueError:
            return
        self.requests.append(asked["method"])
        how = self.board.sick.get(self.board.running)
        if how == "silent":
            return
        result = self._answer(asked["method"], asked.get("params") or {}, how)
        answer = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}).encode()
        self._send(answer + b"*%08x\r\n" % zlib.crc32(answer))
        if asked["method"] == "restart":
            (self.board.folder / "update").write_text("")
            self.board.boot()

    def _answer(self, method: str, params: dict[str, Any], how: str | None) -> Any:
        board = self.board
        if method == "hello":
            return {
                "product": "queji", "protocol": "1.0", "firmware": "0.1.0", "hash": board.running,
                "image": board.image if board.frozen else None,
                "board": json.loads((board.folder / board.slot / "board" / "board.json").read_text())["id"],
                "id": "T1", "boots": board.boots, "reset": "power_on", "state": board.state, "settings": "0",
                "line": 1024, "micropython": "1.28.0",
            }  # fmt: skip
        if method == "status":
            fault = {"code": 9, "sub": 3, "name": "internal"} if how == "fault" else None
            return {"state": board.state, "fault": fault, "up_ms": 1, "counts": None}
        if method == "settings":
            return dict(board.settings)
        if method in ("test", "pause"):
            board.state = "paused" if method == "pause" else board.state
            return {"job": 7}
        if method == "job":
            return {"id": 7, "name": "x", "state": "done", "ms": 5, "result": {"passed": how != "test"}}
        return {}
