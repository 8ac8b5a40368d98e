"""Bytes in and out of a port: opening it exclusively, lines out of chunks, plain reasons when it fails."""

from __future__ import annotations

import errno
import os
import time
from typing import Any, Protocol

import serial

from queji.errors import PortBusy, PortDenied, PortFailed, PortMissing

BAUD = 115200  # USB ignores it; a UART needs it
WRITE_S = 2.0  # how long a table may have no room for what is sent


class PortGone(Exception):
    """The port stopped working while it was in use: unplugged, reset, other end closed."""


class Port(Protocol):
    def read(self, timeout_s: float) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


class SerialPort:
    """A serial port, a pty or `socket://host:port`, by pyserial. A write that takes longer than `write_s` seconds is
    PortGone."""

    def __init__(self, url: str, write_s: float = WRITE_S) -> None:
        self.url = url
        try:
            # exclusive: two programs on one port would each see half of the answers
            self._serial: Any = serial.serial_for_url(
                url, baudrate=BAUD, timeout=0, write_timeout=write_s, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise _why(url, error) from None

    def read(self, timeout_s: float) -> bytes:
        """What has arrived, waiting up to `timeout_s` for the first byte."""
        try:
            self._serial.timeout = timeout_s
            first = self._serial.read(1)
            if not first:
                return b""
            self._serial.timeout = 0
            return first + self._serial.read(4096)
        except (OSError, TypeError, AttributeError) as error:  # the last two: pyserial, when the port has gone
            raise PortGone(str(error)) from None

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (OSError, TypeError, AttributeError) as error:
            raise PortGone(str(error)) from None

    def close(self) -> None:
        try:
            self._serial.close()
        except (OSError, TypeError, AttributeError):
            pass


def _why(url: str, error: Exception) -> Exception:
    """The reason why a port does not open, as one of our errors."""
    number = getattr(error, "errno", None)
    words = str(error).lower()
    if number == errno.ENOENT or "no such file" in words or "filenotfound" in words:
        return PortMissing(port=url)
    if number == errno.EACCES or "permission denied" in words:
        # Windows says "access denied" for a port that is in use
        return PortBusy(port=url) if os.name == "nt" else PortDenied(port=url)
    busy = ("exclusively lock", "busy", "access is denied")
    if number in (errno.EBUSY, errno.EWOULDBLOCK) or any(word in words for word in busy):
        return PortBusy(port=url)
    return PortFailed(port=url, why=str(error).splitlines()[0] if str(error) else type(error).__name__)


class Lines:
    """Cuts a stream of bytes into lines; a line that never ends is dropped and counted."""

    def __init__(self, longest: int = 65536) -> None:
        self.longest = longest  # rpc.discover's answer is far longer than a request may be
        self.dropped = 0
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that `data` completes, without their ends; empty ones are left out."""
        self._rest += data.replace(b"\r", b"\n")
        *done, rest = bytes(self._rest).split(b"\n")
        if len(rest) > self.longest:
            self.dropped += 1
            rest = b""
        self._rest = bytearray(rest)
        return [line for line in done if line]

    def clear(self) -> None:
        self._rest.clear()


def drain(port: Port, quiet_s: float = 0.06, at_most_s: float = 0.5) -> int:
    """Reads until nothing has come for `quiet_s`; how many old bytes there were."""
    end = time.monotonic() + at_most_s
    count = 0
    while time.monotonic() < end:
        data = port.read(quiet_s)
        if not data:
            break
        count += len(data)
    return count
