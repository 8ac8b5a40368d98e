"""The files that the program on this table is made of, with their hashes.

All of them, not only ours: MicroPython prefers a file named `os.py` or `hashlib.py` to its own module of that name.
"""

import os
from binascii import hexlify
from hashlib import sha256

PROGRAM = (".py", ".mpy")
TABLES = (".csv", ".json")  # these in a folder only: beside main.py they are data
DATA = ("journal", "__pycache__")  # folders without program
_ROOM = 700  # bytes of a page's names and hashes


def listing(root, package):
    """All program files, in order of their names: [(name, path)].

    `package` is the folder of the package `table`; what lies beside it is named from there, all else from `root`.
    """
    if package[:1] != "/":
        package = "/" + package  # the controller's working folder
    base = package.rpartition("/")[0]
    found = []
    _walk(package, package[len(base) + 1 :], found)
    for name in ("main.py", "main.mpy"):
        if _is(base + "/" + name, 0x8000):
            found.append((name, base + "/" + name))
    known = [path for _, path in found]
    others = []
    _walk(root, "", others)
    found += [row for row in others if row[1] not in known]
    return sorted(found)


def page(files, first, block=512):
    """`(rows, next)` from number `first` on: [name, bytes, SHA-256 in hex]; `next` is None after the last."""
    rows = []
    room = _ROOM
    buffer = bytearray(block)
    for number in range(first, len(files)):
        name, path = files[number]
        room -= len(name) + 84
        if room < 0 and rows:
            return rows, number
        total = sha256()
        size = 0
        with open(path, "rb") as file:
            while True:
                n = file.readinto(buffer)
                if not n:
                    break
                size += n
                total.update(memoryview(buffer)[:n])
        rows.append([name, size, hexlify(total.digest()).decode()])
    return rows, None


def _is(path, kind):
    try:
        return bool(os.stat(path)[0] & kind)
    except OSError:
        return False


def _walk(folder, name, found):
    try:
        entries = os.listdir(folder or "/")
    except OSError:
        return
    for entry in entries:
        path = folder + "/" + entry
        full = name + "/" + entry if name else entry
        if _is(path, 0x4000):
            if entry not in DATA:
                _walk(path, full, found)
        elif entry.endswith(PROGRAM) or (name and entry.endswith(TABLES)):
            found.append((full, path))
