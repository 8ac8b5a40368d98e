"""SHA-256 over the firmware's own files, so that two tables can be told apart, or found the same."""

import os
from binascii import hexlify
from hashlib import sha256

_SIZE = 1024


def firmware_hash():
    """Sixteen hex digits over all files of the package; "frozen" where there are none.

    In a slot it is the hash that ends the slot's manifest, which is made of those of all files. Files that were copied
    by hand are read; that takes some seconds.
    """
    here = __file__.rsplit("/", 1)[0]
    try:
        with open(here.rpartition("/")[0] + "/manifest", "rb") as f:
            f.seek(-200, 2)
            last = f.read().rstrip(b"\n").rpartition(b"\n")[2]
        return last[:16].decode()
    except OSError:
        pass
    total = sha256()
    try:
        _add(total, here, "")
    except OSError:
        return "frozen"
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
