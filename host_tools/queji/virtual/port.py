"""The virtual table's serial port as a program sees it: a pseudo-terminal, or a TCP socket (pyserial's socket://).

Both vanish when the controller loses power or resets, as a USB port does, and come back under the same name. While
nobody has the port open, what the table sends is lost, as it is on USB.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import sys
from pathlib import Path
from typing import Protocol

_CHUNK = 4096


class Port(Protocol):
    """What the pump needs of a port; nothing here ever blocks."""

    up: bool
    """The port exists."""

    @property
    def name(self) -> str:
        """What a program opens: a path, or a socket:// URL."""
        ...

    def open(self) -> None: ...

    def close(self) -> None: ...

    def poll(self) -> bool:
        """Notice that a program came; returns whether one has the port open."""
        ...

    def waits_on(self) -> int | None:
        """A file descriptor that turns readable when there is something to do, or None: poll again soon."""
        ...

    def data_fd(self) -> int | None:
        """The file descriptor to write to, when a program has the port open."""
        ...

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> int: ...


class PtyPort:
    """A pseudo-terminal behind a symbolic link, so that the name stays while terminals come and go.

    On Linux this side does not keep the terminal open: so it is seen when a program opens or closes it, and a
    program's exclusive lock ends with that program. Other systems report a closed terminal less reliably; there
    it is kept open.
    """

    def __init__(self, link: Path) -> None:
        self.up = False
        self._link = link
        self._master = -1
        self._held = -1
        self._opened = False

    @property
    def name(self) -> str:
        return str(self._link)

    def open(self) -> None:
        import tty  # not on Windows

        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        beside = self._link.with_suffix(".new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(os.ttyname(slave))
        if sys.platform == "linux":
            os.close(slave)
        else:
            self._held = slave
        self._master = master
        self._opened = self._held >= 0
        self.up = True
        os.replace(beside, self._link)

    def close(self) -> None:
        self._link.unlink(missing_ok=True)
        for fd in (self._master, self._held):
            if fd >= 0:
                os.close(fd)
        self._master = self._held = -1
        self.up = self._opened = False

    def poll(self) -> bool:
        if self.up and not self._opened:
            watch = select.poll()
            watch.register(self._master, select.POLLIN)
            events = dict(watch.poll(0)).get(self._master, 0)
            # A program may have opened it, written and closed it already: what it wrote is still there.
            self._opened = bool(events & select.POLLIN) or not events & select.POLLHUP
        return self._opened

    def waits_on(self) -> int | None:
        return self._master if self._opened else None

    def data_fd(self) -> int | None:
        return self._master if self._opened else None

    def read(self) -> bytes:
        try:
            return os.read(self._master, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:  # EIO: the last program closed the terminal
            self._left()
            return b""

    def write(self, data: bytes) -> int:
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._left()
            return len(data)

    def _left(self) -> None:
        import termios

        self._opened = self._held >= 0
        if not self._opened:
            # What it did not read is not for the next program.
            with contextlib.suppress(termios.error):
                termios.tcflush(self._master, termios.TCIOFLUSH)


class TcpPort:
    """The same line on a TCP socket, one program at a time; a second one is turned away."""

    def __init__(self, number: int, host: str = "127.0.0.1") -> None:
        self.up = False
        self._host = host
        self._number = number
        self._server: socket.socket | None = None
        self._client: socket.socket | None = None
        self.open()

    @property
    def name(self) -> str:
        return f"socket://{self._host}:{self._number}"

    def open(self) -> None:
        if self._server is not None:
            return
        server = socket.create_server((self._host, self._number), reuse_port=False)
        server.setblocking(False)
        self._number = server.getsockname()[1]
        self._server = server
        self.up = True

    def close(self) -> None:
        self._hang_up()
        if self._server is not None:
            self._server.close()
        self._server = None
        self.up = False

    def poll(self) -> bool:
        if self._server is not None:
            with contextlib.suppress(OSError):
                client, _ = self._server.accept()
                if self._client is None:
                    client.setblocking(False)
                    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    self._client = client
                else:
                    client.close()
        return self._client is not None

    def waits_on(self) -> int | None:
        return self._server.fileno() if self._server else None

    def data_fd(self) -> int | None:
        return self._client.fileno() if self._client else None

    def read(self) -> bytes:
        if self._client is None:
            return b""
        try:
            data = self._client.recv(_CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def write(self, data: bytes) -> int:
        if self._client is None:
            return len(data)
        try:
            return self._client.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            self._hang_up()
            return len(data)

    def _hang_up(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
