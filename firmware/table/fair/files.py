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


def walk(root, package):
    """Yield (name, path) of all program files, always in the same order, one at a time: there are more than fit.

    `package` is the folder of the package `table`; what lies beside it is named from there, all else from `root`.
    """
    if package[:1] != "/":
        package = "/" + package  # the controller's working folder
    base = package.rpartition("/")[0]
    mains = [base + "/" + name for name in ("main.mpy", "main.py")]
    for path in mains:
        if _is_file(path):
            yield path[len(base) + 1 :], path
    yield from _walk(package, package[len(base) + 1 :])
    for name, path in _walk(root, ""):
        if path not in mains and not path.startswith(package + "/"):
            yield name, path


def page(files, first, block=512):
    """`(count, rows, next)` of what walk() yields, from number `first` on: [name, bytes, SHA-256 in hex]; `next` is
    None after the last."""
    rows, at = [], None
    room = _ROOM
    number = -1
    for name, path in files:
        number += 1
        if number < first or at is not None:
            continue
        room -= len(name) + 84
        if room < 0 and rows:
            at = number
        else:
            rows.append([name] + _hashed(path, bytearray(block)))
    return number + 1, rows, at


def _hashed(path, buffer):
    total = sha256()
    size = 0
    with open(path, "rb") as file:
        while True:
            n = file.readinto(buffer)
            if not n:
                return [size, hexlify(total.digest()).decode()]
            size += n
            total.update(memoryview(buffer)[:n])


def _is_file(path):
    try:
        return bool(os.stat(path)[0] & 0x8000)
    except OSError:
        return False


def _walk(folder, name):
    try:
        entries = sorted([entry[:2] for entry in os.ilistdir(folder or "/")])
    except OSError:
        return
    for entry, kind in entries:
        path = folder + "/" + entry
        full = name + "/" + entry if name else entry
        if kind == 0x4000:
            if entry not in DATA:
                yield from _walk(path, full)
        elif entry.endswith(PROGRAM) or (name and entry.endswith(TABLES)):
            yield full, path
