"""What happened, in a ring of lines each of which carries a hash over all before it: docs/fair-dice.md, "The journal".

A line is `HASH BODY`: BODY is a JSON object with the line's number `n`, HASH the first 32 hex digits of SHA-256 over
the hash of the line before, a space and BODY. The lines lie in files of some 8 kB; when there are eight the oldest
goes. Each file begins with a line `segment`, which repeats what the files before it would be needed for.

`append` keeps lines in memory; `save` writes them, while nothing moves: a flash that is erased stops the processor.
A table with a FRAM saves them there, in the tail, and to the flash when there are many, or when the journal is read.
"""

import errno
import json
import os
from binascii import hexlify
from hashlib import sha256
from time import ticks_diff, ticks_ms

from micropython import const

from table.store.atomic import FULL, StorageError

ZERO = "0" * 32  # the hash before the first line
_LONGEST = const(480)  # bytes of a body
_QUEUE = const(40)  # lines in memory; half of them only for what must not be lost
_ROOM = const(760)  # bytes of one page as JSON, so that the answer fits into a line of the link
_FILE = const(100_000)  # a place in the journal is the file's number times this, plus the byte


class Journal:
    """`root` is the folder ("" or "/" on the table); `size` bytes a file, `files` of them.

    `base()` gives the fields that each new file repeats, as a dict. `tail` is a Tail or None.
    """

    def __init__(self, root="", size=8000, files=8, tail=None):
        self._folder = root.rstrip("/") + "/journal"
        self._size = size
        self._most = files
        self.base = dict
        self._files = []  # numbers of the files, oldest first
        self._queue = []  # lines that are not in the flash
        self._tail = tail
        self._safe = 0  # so many of them are in the tail
        self._filled = 0  # bytes of the last file, with those that wait
        self._lost = 0
        self._start = ticks_ms()
        self.n = 0  # of the last line
        self.hash = ZERO  # of the last line

    def load(self):
        """Find where the journal ends; what is wrong there, as a list of texts. Never raises for a bad file."""
        self.n, self.hash = 0, ZERO
        self._queue = []
        self._safe = 0
        try:
            self._files = sorted([int(name) for name in os.listdir(self._folder) if name.isdigit()])
        except OSError:
            self._files = []
        problems = []
        for number in reversed(self._files):
            if self._read(number):
                break
            problems.append("journal: file %d is broken after line %d" % (number, self.n))
            if self.n:
                break
        if problems or not self._files:
            self._filled = self._size  # what is broken stays as it is: the next line begins another file
        if self._tail is not None:
            self._take_up()
        return problems

    def _take_up(self):
        """The lines of the tail that go on where the flash ends."""
        self._tail.filled = 0
        for line in self._tail.lines():
            line += b"\n"
            n = _number(line)
            if n is None:
                break
            if self._queue or n > self.n:
                if n != self.n + 1 or line[:32] != digest(self.hash.encode(), line[33:-1]):
                    break
                self.n, self.hash = n, line[:32].decode()
                self._filled = len(line) + (0 if _begins_file(line) else self._filled)
                self._queue.append(line)
            self._tail.filled += len(line)
        self._safe = len(self._queue)
        if not self._queue:
            self._tail.filled = 0

    def _read(self, number):
        """Go through a file to its last good line; True if that is its end."""
        self._filled = 0
        before = None
        try:
            with open(self._path(number), "rb") as file:
                for line in file:
                    n = _number(line)
                    if n is None or (before is not None and line[:32] != digest(before, line[33:-1])):
                        return False
                    before = line[:32]
                    self.n, self.hash = n, before.decode()
                    self._filled += len(line)
        except OSError:
            return False
        return before is not None

    def _path(self, number):
        return "%s/%d" % (self._folder, number)

    # -- writing -------------------------------------------------------------------------------------------------

    def append(self, event, spare=False, **fields):
        """Note `event` (not yet saved). `spare`: it may be dropped when much happens while the table moves.

        Raises StorageError when there is no room in memory either.
        """
        if len(self._queue) - self._safe >= (_QUEUE // 2 if spare else _QUEUE):
            if not spare:
                raise StorageError("the journal waits to be written", "wait until the table stands still")
            self._lost += 1
            return
        if self._filled >= self._size:
            self._filled = 0
            self._add("segment", self.base())
        if self._lost:
            lost, self._lost = self._lost, 0
            self._add("lost", {"count": lost})
        self._add(event, fields)

    def _add(self, event, fields):
        body = '{"n":%d,"s":%d,"e":"%s"' % (self.n + 1, ticks_diff(ticks_ms(), self._start) // 1000, event)
        if event == "segment":
            body += ',"prev":"%s"' % self.hash
        for name in sorted(fields):
            body += ',"%s":%s' % (name, json.dumps(fields[name], separators=(",", ":")))
        body = (body + "}").encode()
        if len(body) > _LONGEST:
            self._add(event, {"long": len(body)})
            return
        self.n += 1
        line = digest(self.hash.encode(), body)
        self.hash = line.decode()
        line += b" " + body + b"\n"
        self._queue.append(line)
        self._filled += len(line)

    def save(self):
        """Write what was noted; only while nothing moves. StorageError if that fails; the lines then stay in memory."""
        if self._tail is not None and self._tail.add(self._queue[self._safe :]):
            self._safe = len(self._queue)
        else:
            self.flush()

    def flush(self):
        """Write to the flash what is not there, as `save`."""
        while self._queue:
            lines = 1
            while lines < len(self._queue) and not _begins_file(self._queue[lines]):
                lines += 1
            try:
                self._write(lines)
            except OSError as error:
                if error.errno in FULL and len(self._files) > 1:
                    self._drop()
                    continue
                raise StorageError("the journal cannot be written (error %s)" % error.errno) from None
            self._queue = self._queue[lines:]
            self._safe = max(0, self._safe - lines)
        if self._tail is not None:
            self._tail.filled = 0

    def _write(self, lines):
        """Add the first `lines` of the queue to the last file, or to a new one."""
        number = self._files[-1] if self._files else 0
        if _begins_file(self._queue[0]):
            if not number:
                try:
                    os.mkdir(self._folder)
                except OSError as error:
                    if error.errno != errno.EEXIST:
                        raise
            number += 1
        with open(self._path(number), "ab") as file:
            file.write(b"".join(self._queue[:lines]))
        if number not in self._files:
            self._files.append(number)
            while len(self._files) > self._most:
                self._drop()

    def _drop(self):
        """The oldest file goes."""
        try:
            os.remove(self._path(self._files.pop(0)))
        except OSError:
            pass

    # -- reading -------------------------------------------------------------------------------------------------

    def page(self, place=0):
        """`(lines, next)`: texts of the saved lines from `place` on, 0 for the oldest; `next` is None after the last.

        A place is what a page before gave as `next`. Broken lines come too: whoever checks must see them.
        """
        self.flush()
        number, at = divmod(place, _FILE)
        lines = []
        room = _ROOM
        for name in self._files:
            if name < number:
                continue
            if name > number:
                at = 0
            try:
                with open(self._path(name), "rb") as file:
                    file.seek(at)
                    while True:
                        line = file.readline(_LONGEST + 100)
                        if not line:
                            break
                        text = _text(line)
                        room -= len(json.dumps(text).encode()) + 2
                        if room < 0 and lines:
                            return lines, name * _FILE + at
                        lines.append(text)
                        at += len(line)
            except OSError:
                pass
        return lines, None


def digest(before, body):
    """The hash of a line, as bytes of hex digits, from that of the line before and its body."""
    return hexlify(sha256(before + b" " + body).digest())[:32]


def _number(line):
    """The number of a line (bytes with their end), None if it is none."""
    end = line.find(b",")
    if line[32:38] != b' {"n":' or line[-2:] != b"}\n" or not line[38:end].isdigit():
        return None
    return int(line[38:end])


def _begins_file(line):
    return b',"e":"segment",' in line[:90]


def _text(line):
    if _number(line) is not None:
        try:
            return line[:-1].decode()
        except UnicodeError:
            pass
    # Not a line of ours: something to look at, which must not grow when it is spelled as JSON.
    return "".join([chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else "?" for byte in line[:300]])
