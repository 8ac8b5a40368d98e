"""Where an image of MicroPython for the RP2040 is on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

VARIABLE = "QUEJI_UF2"


class ImageMissing(Exception):
    """No image; the message says where it was looked for and how to get one."""


def cache() -> Path:
    """The folder that downloaded images are kept in."""
    return Path(platformdirs.user_cache_dir("queji"))


def find() -> Path:
    """`QUEJI_UF2`, else the newest one in the cache folder. Raises ImageMissing."""
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise ImageMissing(f"{VARIABLE} is '{named}', which is not a file")
        return Path(named)
    images = sorted(cache().glob("*.uf2"), key=lambda path: path.stat().st_mtime)
    if images:
        return images[-1]
    raise ImageMissing(f"no MicroPython image for the RP2040: set {VARIABLE}, or put one into {cache()}")
