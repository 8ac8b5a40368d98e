"""Where an image of MicroPython for the RP2040 is on this machine."""

from __future__ import annotations

from pathlib import Path

from queji.deploy import uf2

VARIABLE = uf2.VARIABLE


class ImageMissing(Exception):
    """No image; the message says where it was looked for and how to get one."""


def find() -> Path:
    """`QUEJI_UF2`, else one from the cache folder. Raises ImageMissing."""
    named = uf2.named()
    if named and not named.is_file():
        raise ImageMissing(f"{VARIABLE} is '{named}', which is not a file")
    found = named or uf2.cached("rp2040")
    if not found:
        raise ImageMissing(f"{VARIABLE} is not set, and there is no RPI_PICO-*.uf2 in {uf2.cache()}")
    return found
