"""The serial log: every line that went either way, with its time. One for a whole run; a test takes its part of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TextIO

from queji.texts import reason

OUT, IN, NOTE = "->", "<-", "--"
LONGEST = 300  # bytes of a line that are shown; a flood is told by its length
KEPT = 100_000  # lines kept in memory for the tests' reports; a file has all
SHOWN = 300  # lines of one test's part in a report


class Row(NamedTuple):
    seconds: float  # since the log began
    way: str
    text: str


class WireLog:
    """`file`: where every line is also written at once, so that it survives what happens. Opening it raises OSError;
    a disk that fills up later only ends the file (`lost` says why): the table has to be stopped all the same."""

    def __init__(self, file: Path | None = None) -> None:
        self.began = time.monotonic()
        self.at = datetime.now().astimezone()
        self.rows: list[Row] = []
        self._first = 0  # number of the first row kept
        self._rest: dict[str, tuple[float, bytes]] = {}
        self.lost = ""
        self._file: TextIO | None = None
        if file is not None:
            self._file = file.open("w", encoding="utf-8")
            self._file.write(f"# {self.at.isoformat(timespec='milliseconds')}\n")

    def bytes(self, way: str, data: bytes) -> None:
        """Bytes that went to the table (OUT) or came from it (IN); a line has the time of its first byte."""
        now = time.monotonic() - self.began
        since, rest = self._rest.pop(way, (now, b""))
        *done, rest = (rest + data).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in done:
            if line:
                self._add(Row(since, way, _shown(line)))
            since = now
        if rest:
            self._rest[way] = (since, rest)

    def note(self, text: str) -> None:
        """A remark of this end: a port opened, a test begun."""
        self.flush()
        self._add(Row(time.monotonic() - self.began, NOTE, text))

    def flush(self) -> None:
        """What has come of unfinished lines becomes rows of its own."""
        for way, (since, rest) in sorted(self._rest.items(), key=lambda one: one[1][0]):
            self._add(Row(since, way, _shown(rest)))
        self._rest.clear()

    def mark(self) -> int:
        """A place to give to `since`."""
        self.flush()
        return self._first + len(self.rows)

    def since(self, mark: int) -> list[Row]:
        """Everything after a mark."""
        self.flush()
        return self.rows[max(0, mark - self._first) :]

    def close(self) -> None:
        self.flush()
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            self._file = None

    def _add(self, row: Row) -> None:
        self.rows.append(row)
        if len(self.rows) > KEPT:
            del self.rows[: KEPT // 2]
            self._first += KEPT // 2
        if self._file is not None:
            try:
                self._file.write(spell(row) + "\n")
                self._file.flush()
            except OSError as error:
                self.lost, self._file = reason(error), None


def spell(row: Row) -> str:
    """`   12.345 -> status`: seconds, which way, the line."""
    return f"{row.seconds:9.3f} {row.way} {row.text}"


def report(rows: Sequence[Row]) -> str:
    """The rows as text; of very many the first and the last."""
    if len(rows) > SHOWN:
        half = SHOWN // 2
        rows = [*rows[:half], Row(rows[half].seconds, NOTE, f"… {len(rows) - 2 * half}"), *rows[-half:]]
    return "\n".join(spell(row) for row in rows)


def _shown(line: bytes) -> str:
    words = line[:LONGEST].decode("utf-8", "backslashreplace")
    words = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in words)
    return words if len(line) <= LONGEST else f"{words} … ({len(line)} bytes)"
