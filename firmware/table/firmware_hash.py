"""SHA-256 over the firmware's own files, so that two tables can be told apart, or found the same."""

import os
from binascii import hexlify
from hashlib import sha256

_SIZE = 1024


def frozen():
    """The hash of the files that the image was made of, as boards/freeze.py left it; None for a program of files."""
    try:
        from table.image import HASH  # pyright: ignore[reportMissingImports]
    except ImportError:
        return None
    return HASH


def firmware_hash(board, image):
    """Sixteen hex digits over all files of the program.

    In a slot it is the hash that ends the slot's manifest, which is made of those of all files; a slot whose program is
    frozen names the image in its file `image`. Files that were copied by hand are read; that takes some seconds.
    `board` is the folder of the board, `image` what frozen() says.
    """
    here = __file__.rsplit("/", 1)[0]
    if image is None:
        return _end_of(here.rpartition("/")[0]) or _over(here)
    slot = board.rpartition("/")[0]
    try:
        with open(slot + "/image") as f:
            same = f.read().strip() == image
    except OSError:
        same = False
    return (same and _end_of(slot)) or image


def _end_of(slot):
    """The hash at the end of a slot's manifest, None where there is none."""
    try:
        with open(slot + "/manifest", "rb") as f:
            f.seek(-200, 2)
            return f.read().rstrip(b"\n").rpartition(b"\n")[2][:16].decode()
    except OSError:
        return None


def _over(here):
    total = sha256()
    _add(total, here, "")
    return hexlify(total.digest()).decode()[:16]


def _add(total, folder, name):
    """Take in `folder` and what is below it, in order of names."""
    block = bytearray(_SIZE)
    for entry in sorted(os.listdir(folder)):
        if entry.startswith("__pycache"):
            continue
        path = folder + "/" + entry
        full = name + "/" + entry
        if os.stat(path)[0] & 0x4000:
            _add(total, path, full)
            continue
        total.update(full.encode())
        with open(path, "rb") as f:
            while True:
                n = f.readinto(block)
                if not n:
                    break
                total.update(memoryview(block)[:n])
