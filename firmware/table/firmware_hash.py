"""SHA-256 over the firmware's own files, so that two tables can be told apart, or found the same."""

import os
from binascii import hexlify
from hashlib import sha256


def firmware_hash():
    """Sixteen hex digits over the names and contents of all files of the package; "frozen" where there are none."""
    here = __file__.rsplit("/", 1)[0]
    total = sha256()
    try:
        _add(total, here, "")
    except OSError:
        return "frozen"
    return hexlify(total.digest()).decode()[:16]


def _add(total, folder, name):
    """Take in `folder` and what is below it, in order of names."""
    block = bytearray(512)
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
