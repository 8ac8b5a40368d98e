"""Images of MicroPython: checked before they go anywhere, kept in a cache, downloaded from their official place.

Here and there nothing is believed: neither a file's name nor what a server sends.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from queji import paths
from queji.deploy.errors import BadImage
from queji.deploy.sources import short_hash
from queji.errors import Usage

BLOCK = 512
MAGIC0, MAGIC1, MAGIC_END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
FAMILY_PRESENT = 0x2000
FAMILIES = {0xE48BFF56: "rp2040", 0xE48BFF59: "rp2350", 0xE48BFF5B: "rp2350-nonsecure", 0xE48BFF5A: "rp2350-riscv"}
ABSOLUTE = 0xE48BFF57  # a block for a fixed address, in images for RP2350
VARIABLE = "QUEJI_UF2"

# Where images come from. Each is pinned by its SHA-256: another one is refused, whatever the server says.
PLACE = "https://micropython.org/resources/firmware/"
IMAGES = {
    "rp2040": (
        "RPI_PICO-20250911-v1.26.1.uf2",
        "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c",
    ),
}
PAGES = {
    "rp2040": "https://micropython.org/download/RPI_PICO/",
    "rp2350": "https://micropython.org/download/RPI_PICO2/",
}


@dataclass
class Image:
    """A UF2 file that has passed `check`."""

    path: Path
    mcu: str
    sha256: str
    size: int  # bytes of flash that it fills


def check(path: Path, mcu: str | None = None) -> Image:
    """Looks at every block of a UF2 file. Raises BadImage when it is torn, no UF2, or not for `mcu`; Usage when it
    cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Usage("error.unreadable", file=path, why=error.strerror) from None
    if len(data) < BLOCK or struct.unpack_from("<II", data) != (MAGIC0, MAGIC1):
        raise BadImage("error.image_no_uf2", file=path)
    if len(data) % BLOCK:
        raise BadImage("error.image_torn", file=path)
    families: dict[int, list[tuple[int, int, int]]] = {}
    for at in range(0, len(data), BLOCK):
        m0, m1, flags, _, size, number, count, family = struct.unpack_from("<8I", data, at)
        (end,) = struct.unpack_from("<I", data, at + BLOCK - 4)
        if (m0, m1, end) != (MAGIC0, MAGIC1, MAGIC_END) or size > 476:
            raise BadImage("error.image_torn", file=path)
        families.setdefault(family if flags & FAMILY_PRESENT else 0, []).append((number, count, size))
    size = 0
    for rows in families.values():
        if sorted(row[0] for row in rows) != list(range(rows[0][1])):
            raise BadImage("error.image_torn", file=path)
        size += sum(row[2] for row in rows)
    kinds = [FAMILIES.get(family, "?") for family in families if family != ABSOLUTE]
    found = kinds[0] if len(kinds) == 1 else "?"
    if found == "?" or (mcu and found != mcu):
        raise BadImage("error.image_other_chip", file=path, found=found, wanted=mcu or "rp2040")
    return Image(path, found, hashlib.sha256(data).hexdigest(), size)


def frozen(path: Path, firmware: Path = paths.FIRMWARE) -> str | None:
    """The hash of this firmware when it is frozen in the image (boards/freeze.py), else None."""
    data = path.read_bytes()
    content = b"".join(data[at + 32 : at + 32 + 256] for at in range(0, len(data), BLOCK))
    name = short_hash(firmware / "table")
    return name if name.encode() in content else None


def cache() -> Path:
    """The folder that downloaded images are kept in."""
    return Path(platformdirs.user_cache_dir("queji"))


def named() -> Path | None:
    """The file that QUEJI_UF2 names, None when it is not set."""
    value = os.environ.get(VARIABLE)
    return Path(value) if value else None


def cached(mcu: str = "rp2040") -> Path | None:
    """An image for `mcu` in the cache, the pinned one first; None when there is none."""
    pinned = IMAGES.get(mcu)
    folder = cache()
    if pinned and (folder / pinned[0]).is_file():
        return folder / pinned[0]
    for path in sorted(folder.glob("*.uf2"), key=lambda one: one.stat().st_mtime, reverse=True):
        try:
            check(path, mcu)
        except BadImage:
            continue
        return path
    return None


def download(
    mcu: str, place: str | None = None, progress: Callable[[int, int], None] = lambda done, total: None
) -> Path:
    """Fetches the pinned image into the cache. Raises BadImage when it cannot be had or is another."""
    if mcu not in IMAGES:
        raise BadImage("error.image_none", mcu=mcu, page=PAGES.get(mcu, PLACE))
    name, wanted = IMAGES[mcu]
    url = (place or PLACE) + name
    folder = cache()
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / (name + ".part")
    try:
        with urllib.request.urlopen(url, timeout=30) as answer, part.open("wb") as file:
            total = int(answer.headers.get("Content-Length") or 0)
            while piece := answer.read(16384):
                file.write(piece)
                progress(file.tell(), total)
        got = hashlib.sha256(part.read_bytes()).hexdigest()
        if got != wanted:
            raise BadImage("error.image_other_hash", file=url, got=got[:16], wanted=wanted[:16])
        check(part, mcu)
        os.replace(part, folder / name)
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
        raise BadImage("error.image_download", url=url, why=why) from None
    finally:
        part.unlink(missing_ok=True)
    return folder / name


def obtain(mcu: str, given: str | None, progress: Callable[[int, int], None] = lambda done, total: None) -> Image:
    """The image to use: the one given, QUEJI_UF2's, one from the cache, or a download. Raises BadImage."""
    for path in (Path(given) if given else None, named(), cached(mcu)):
        if path is not None:
            return check(path, mcu)
    return check(download(mcu, progress=progress), mcu)


# The drive that the chip's own program shows while BOOTSEL is held

BOARDS = {"RPI-RP2": "rp2040", "RP2350": "rp2350"}


def drives(places: list[Path] | None = None) -> list[tuple[Path, str]]:
    """`[(folder, mcu)]` of the boards that wait for an image."""
    found = []
    for folder in places if places is not None else _mounts():
        try:
            info = (folder / "INFO_UF2.TXT").read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        for line in info.splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "Board-ID":
                found.append((folder, BOARDS.get(value.strip(), value.strip())))
    return found


def _mounts() -> list[Path]:
    if os.name == "nt":
        return [Path(f"{letter}:/") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ"]
    found: list[Path] = []
    for parent in ("/Volumes", "/media", "/run/media", "/mnt"):
        for pattern in ("*", "*/*"):
            try:
                found += [path for path in Path(parent).glob(pattern) if path.is_dir()]
            except OSError:
                continue
    return found


def put(image: Image, drive: Path) -> None:
    """Copies an image onto a board's drive; the board restarts by itself, often before the copy is said to be done."""
    try:
        with image.path.open("rb") as source, (drive / "queji.uf2").open("wb") as file:
            shutil.copyfileobj(source, file, 65536)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        if drive.exists() and (drive / "INFO_UF2.TXT").exists():
            raise BadImage("error.image_drive", drive=drive, why=error.strerror or error) from None
