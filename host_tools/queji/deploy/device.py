"""A board at its MicroPython prompt: files, hashes, restarts. The transport is mpremote's; the helper below runs there.

Every write goes to a name of its own, is read back and compared, and is then renamed. While we work a timer on the
board restarts it when it hears nothing for a minute: a cable that was pulled leaves no table at its prompt.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import time
from collections.abc import Callable, Iterable
from typing import Any

from queji.deploy.errors import Lost, Mismatch, Storage, WrongBoard
from queji.errors import PortBusy, PortMissing
from queji.transport import SerialPort

CHUNK = 1152  # bytes of one write; base64 of it fits into the board's memory twice
QUIET_MS = 60_000

# Runs on the board. Names are short: each is sent again in every call.
_HELPER = """
import os, gc, machine
from hashlib import sha256
from binascii import hexlify, a2b_base64
def _k():
    global _t
    try: _t.init(period=QUIET, mode=machine.Timer.ONE_SHOT, callback=lambda t: machine.reset())
    except NameError: _t = machine.Timer(period=QUIET, mode=machine.Timer.ONE_SHOT, callback=lambda t: machine.reset())
_b = bytearray(1024)
_m = memoryview(_b)
def _h(p):
    h = sha256()
    try:
        with open(p, 'rb') as f:
            while True:
                n = f.readinto(_b)
                if not n: break
                h.update(_m[:n])
    except OSError as e:
        if e.errno == 2: return None
        raise
    return hexlify(h.digest()).decode()
def _hs(*names):
    _k()
    for p in names: print(_h(p))
def _d(p):
    q = ''
    for part in p.split('/')[:-1]:
        q += ('/' if q else '') + part
        try: os.mkdir(q)
        except OSError as e:
            if e.errno != 17: raise
def _o(p):
    global _f
    _k()
    _d(p)
    _f = open(p, 'wb')
def _w(s): _f.write(a2b_base64(s))
def _c(p, to):
    _f.close()
    print(_h(p))
def _mv(p, q):
    _k()
    os.rename(p, q)
def _cp(p, q):
    _k()
    _d(q)
    with open(p, 'rb') as f, open(q, 'wb') as g:
        while True:
            n = f.readinto(_b)
            if not n: break
            g.write(_m[:n])
    print(_h(q))
def _rm(*names):
    _k()
    for p in names:
        try: os.remove(p)
        except OSError as e:
            if e.errno != 2: raise
def _ls(p, out):
    try: entries = list(os.ilistdir(p))
    except OSError as e:
        if e.errno == 2: return
        raise
    for e in entries:
        q = p + '/' + e[0] if p else e[0]
        if e[1] & 0x4000: _ls(q, out)
        else: print(repr((q, e[3])))
"""


class Device:
    """The board on a port, at its raw prompt. Use as a context manager; leaving it restarts the board.

    Raises Lost, Storage, WrongBoard, PortBusy, PortMissing, PortDenied. `steps` is called with a word before each
    operation on the board (for progress, and for tests that break off).
    """

    def __init__(
        self,
        port: str,
        *,
        timeout_s: float = 10.0,
        before: Callable[[str], None] = lambda what: None,
        opener: Callable[..., Any] | None = None,
    ) -> None:
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport

        if opener is None:
            SerialPort(port).close()  # its errors say why a port does not open
            opener = SerialTransport
        self.port = port
        self.before = before
        self._quiet: tuple[type[BaseException], ...] = (TransportError, OSError, TypeError, AttributeError)
        self._closed = False
        try:
            self.transport: Any = opener(port, timeout=timeout_s)
        except self._quiet as error:
            raise (PortBusy if "lock" in str(error).lower() else PortMissing)(port=port) from None
        with contextlib.suppress(*self._quiet):
            self.transport.serial.write_timeout = timeout_s
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                self.transport.enter_raw_repl(soft_reset=False, timeout_overall=timeout_s)
        except self._quiet:
            self.close()
            raise WrongBoard("error.no_prompt", port=port) from None
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._closed:
            with contextlib.suppress(Lost, Storage, WrongBoard):
                self.restart()
        self.close()

    def close(self) -> None:
        """Lets go of the port and leaves the board as it is."""
        self._closed = True
        with contextlib.suppress(Exception):
            self.transport.serial.close()

    # Running code

    def run(self, code: str) -> str:
        """What `code` prints on the board."""
        from mpremote.transport import TransportExecError

        try:
            return self.transport.exec(code).decode("utf-8", "replace")
        except TransportExecError as error:
            raise _told(error.error_output) from None
        except self._quiet as error:
            raise Lost("error.board_lost", port=self.port, why=str(error) or type(error).__name__) from None

    def prepare(self) -> None:
        """Puts the helper onto the board; before anything below."""
        self.run(_HELPER.replace("QUIET", str(QUIET_MS)))
        self.run("_k()")

    def about(self) -> dict[str, Any]:
        """What the board says of itself: `name`, `version`, `machine`, `mpy`, `platform`, `id`; `image`: the hash of
        the queji that is frozen in its MicroPython, or None."""
        code = (
            "import sys\nfrom binascii import hexlify\ni=sys.implementation\ntry:\n import machine\n"
            " u=hexlify(machine.unique_id()).decode()\nexcept (ImportError,AttributeError):\n u=''\n"
            "p=sys.path[:]\nsys.path[:]=['.frozen']\ntry:\n from table.image import HASH as q\n"
            "except ImportError:\n q=None\nsys.path[:]=p\n"
            "print(repr((i.name,tuple(i.version),getattr(i,'_machine',''),getattr(i,'_mpy',0),sys.platform,u,q)))"
        )
        try:
            name, version, machine, mpy, platform, unique, image = ast.literal_eval(self.run(code).strip())
        except (ValueError, SyntaxError):
            raise WrongBoard("error.no_prompt", port=self.port) from None
        return {
            "name": name,
            "version": tuple(part for part in version if isinstance(part, int)),
            "machine": machine,
            "mpy": mpy & 0xFF,
            "platform": platform,
            "id": unique,
            "image": image,
        }

    def restart(self) -> None:
        """Resets the board; the port vanishes."""
        self.before("restart")
        with contextlib.suppress(*self._quiet):
            self.transport.exec_raw_no_follow("import machine\nmachine.reset()")
            self.transport.serial.flush()
        time.sleep(0.1)
        self.close()

    def bootloader(self) -> None:
        """Into the ROM's USB drive."""
        with contextlib.suppress(*self._quiet):
            self.transport.exec_raw_no_follow("import machine\nmachine.bootloader()")
            self.transport.serial.flush()
        time.sleep(0.1)
        self.close()

    # Files

    def free(self) -> int:
        """Bytes free in the file system."""
        return int(self.run("s=os.statvfs('/')\nprint(s[0]*s[3])"))

    def files(self, folder: str = "") -> dict[str, int]:
        """Sizes of the files below a folder, by name; empty when there is no such folder."""
        lines = self.run(f"_k()\n_ls({folder!r}, None)").splitlines()
        return dict(ast.literal_eval(line) for line in lines if line.strip())

    def hashes(self, names: Iterable[str]) -> dict[str, str | None]:
        """SHA-256 of files, None for one that is not there."""
        found: dict[str, str | None] = {}
        names = list(names)
        for at in range(0, len(names), 8):
            some = names[at : at + 8]
            self.before("hash")
            answers = self.run(f"_hs({', '.join(map(repr, some))})").split()
            if len(answers) != len(some):
                raise Lost("error.board_lost", port=self.port, why="short answer")
            found.update({name: None if one == "None" else one for name, one in zip(some, answers, strict=True)})
        return found

    def read(self, name: str) -> bytes | None:
        """A file's content, None when it is not there."""
        if self.hashes([name])[name] is None:
            return None
        code = (
            f"from binascii import b2a_base64\nwith open({name!r},'rb') as f:\n while True:\n  n=f.readinto(_b)\n"
            "  if not n: break\n  print(b2a_base64(_m[:n]).decode(),end='')"
        )
        return b"".join(base64.b64decode(line) for line in self.run(code).split())

    def write(self, name: str, data: bytes, digest: str, progress: Callable[[int], None] = lambda sent: None) -> None:
        """A file whole or not at all: sent under another name, compared by its hash, renamed. Raises Mismatch."""
        self.before("open")
        self.run(f"_o({name + '.new'!r})")
        for at in range(0, len(data), CHUNK):
            piece = data[at : at + CHUNK]
            self.before("write")
            self.run(f"_w({base64.b64encode(piece)!r})")
            progress(len(piece))
        self.before("close")
        got = self.run(f"_c({name + '.new'!r}, None)").strip()
        if got != digest:
            raise Mismatch("error.mismatch", file=name)
        self.rename(name + ".new", name)

    def copy(self, source: str, name: str, digest: str) -> None:
        """A copy of one of the board's own files, compared by its hash. Raises Mismatch."""
        self.before("copy")
        if self.run(f"_cp({source!r}, {name + '.new'!r})").strip() != digest:
            raise Mismatch("error.mismatch", file=name)
        self.rename(name + ".new", name)

    def rename(self, name: str, to: str) -> None:
        self.before("rename")
        self.run(f"_mv({name!r}, {to!r})")

    def remove(self, names: Iterable[str]) -> None:
        """Files that may be there are not there afterwards."""
        names = list(names)
        for at in range(0, len(names), 8):
            self.before("remove")
            self.run(f"_rm({', '.join(map(repr, names[at : at + 8]))})")


def _told(text: str) -> Exception:
    """The board's traceback as one of our errors."""
    last = text.strip().splitlines()[-1] if text.strip() else "?"
    if "ENOSPC" in last or last.endswith("OSError: 28"):
        return Storage("error.board_full")
    if "EROFS" in last or last.endswith("OSError: 30"):
        return Storage("error.board_read_only")
    if last.startswith("OSError"):
        return Storage("error.board_storage", why=last)
    return WrongBoard("error.board_code", why=last)
