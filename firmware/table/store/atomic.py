"""A file that is written whole or not at all: two generations, each with a checksum.

`path` stands for two files, `path.0` and `path.1`. A write makes a third, `path.new`, and renames it over the older of
the two, so the newer one is never touched and a power cut leaves either the old content or the new.
"""

import binascii
import errno
import os

from table.errors import Refusal

FULL = (28, 36)  # no room: ENOSPC; and what littlefs makes of it (name too long) when it is the folder that has none
MAGIC = b"queji"
SLOTS = (".0", ".1")
TEMPORARY = ".new"
ASIDE = ".bad"
_PIECE = 128  # bytes read at a time


class StorageError(Refusal):
    """Something could not be saved; what was saved before still is."""

    def __init__(self, message, hint=""):
        super().__init__("storage", message, hint)


def read(path):
    """`(data, problems)`: the newest intact content as bytes, None if there is none, and what was found wrong (texts).

    A damaged file is not removed: write() sets it aside before it takes its place.
    """
    newest = None
    problems = []
    for slot in SLOTS:
        content, problem = _load(path + slot)
        if problem:
            problems.append(problem)
        if content and (newest is None or _newer(content[0], newest[0])):
            newest = content
    return (newest[1] if newest else None), problems


def write(path, data, both=False):
    """Save `data` as the newest content of `path`. True if written, False if it is there already.

    `data`: bytes, or a list of them, one after the other: put together they would need memory in one piece.
    `both`: as both generations, for what seldom changes: then no damage to one of them loses it.
    Raises StorageError; the content of before is then still there.
    """
    parts = data if isinstance(data, list) else [data]
    slot, number = _older(path, parts)
    if slot is None:
        return False
    _write(path, slot, number, parts)
    if both:
        _write(path, SLOTS[1 - SLOTS.index(slot)], number + 1 & 0x3FFFFFFF, parts)
    return True


def _write(path, slot, number, parts):
    try:
        with open(path + TEMPORARY, "wb") as file:
            file.write(_head(number, parts))
            for part in parts:
                file.write(part)
        os.rename(path + TEMPORARY, path + slot)
    except OSError as error:
        _remove(path + TEMPORARY)
        raise _storage_error(path, error) from None


def set_aside(path, data):
    """Keep `data` under a name of its own, whole or not at all; one generation, the last one kept. StorageError."""
    try:
        with open(path + TEMPORARY, "wb") as file:
            file.write(data)
        os.rename(path + TEMPORARY, path)
    except OSError as error:
        _remove(path + TEMPORARY)
        raise _storage_error(path, error) from None


def load(path):
    """The bytes of a plain file, None if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _older(path, parts):
    """`(slot, number)`: where the next generation goes and its number; (None, 0) if the newest is just this."""
    found = []
    for slot in SLOTS:
        number, problem = _number(path + slot)
        if problem:
            try:  # not overwritten: somebody may want to look at it
                os.rename(path + slot, path + ASIDE)
            except OSError as error:
                raise _storage_error(path, error) from None
        found.append(number)
    first, second = found
    if first is None and second is None:
        return SLOTS[0], 1
    newest = 0 if second is None or (first is not None and _newer(first, second)) else 1
    if _same(path + SLOTS[newest], parts):
        return None, 0
    return SLOTS[1 - newest], (found[newest] + 1) & 0x3FFFFFFF


def _newer(number, other):
    """Numbers wrap; the two generations are never far apart."""
    return 0 < (number - other) & 0x3FFFFFFF < 0x20000000


def _head(number, parts):
    """The first line of a file: number, length and checksum of what follows."""
    head = b"%s %d %d" % (MAGIC, number, sum([len(part) for part in parts]))
    crc = binascii.crc32(head)
    for part in parts:
        crc = binascii.crc32(part, crc)
    return b"%s %08x\n" % (head, crc)


def _load(path):
    """`((number, data), None)`, `(None, None)` if there is no such file, `(None, problem)` if it is damaged."""
    try:
        with open(path, "rb") as file:
            head = file.readline()
            data = file.read()
    except OSError as error:
        return None, _unread(path, error)
    number = _told(head)
    if number is not None and _head(number, [data]) == head:
        return (number, data), None
    return None, _damaged(path)


def _number(path):
    """`(number, None)`, `(None, None)` if there is no such file, `(None, problem)`; read in small pieces."""
    try:
        with open(path, "rb") as file:
            head = file.readline()
            number = _told(head)
            start = head[: head.rfind(b" ")]
            length, crc = 0, binascii.crc32(start)
            while True:
                piece = file.read(_PIECE)
                if not piece:
                    break
                length += len(piece)
                crc = binascii.crc32(piece, crc)
            if start == b"%s %d %d" % (MAGIC, number or 0, length) and head == b"%s %08x\n" % (start, crc):
                return number, None
    except OSError as error:
        return None, _unread(path, error)
    return None, _damaged(path)


def _told(head):
    """The number that a file's first line tells, None if it is no such line."""
    fields = head.split(b" ") if len(head) < 60 else []
    if len(fields) == 4 and fields[0] == MAGIC and fields[1].isdigit():
        return int(str(fields[1], "utf-8"))
    return None


def _same(path, parts):
    """Whether a file that is whole has just this content."""
    try:
        with open(path, "rb") as file:
            file.readline()
            for part in parts:
                if file.read(len(part)) != part:
                    return False
            return not file.read(1)
    except OSError:
        return False


def _unread(path, error):
    if error.errno == errno.ENOENT:
        return None
    return "%s cannot be read (error %s)" % (path.split("/")[-1], error.errno)


def _damaged(path):
    return "%s is damaged" % path.split("/")[-1]


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass


def _storage_error(path, error):
    name = path.split("/")[-1]
    if error.errno in FULL:
        return StorageError("no room left to save " + name, "remove files from the table's flash")
    return StorageError("%s could not be saved (error %s)" % (name, error.errno), "restart the table and try again")
