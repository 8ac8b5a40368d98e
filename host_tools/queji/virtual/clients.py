"""The control socket of a virtual table: its connections, their requests, and who waits for which answer."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Callable
from typing import Any

from queji.virtual.noise import Noise
from queji.virtual.port import Port


class _Client:
    """A connection to the control socket: what came in and what is still to go out."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.coming = bytearray()
        self.going = bytearray()

    def answer(self, request: dict[str, Any], fields: dict[str, Any]) -> None:
        if "id" in request:
            fields = {"id": request["id"], **fields}
        self.going += json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


class Clients:
    """`server` is the listening socket. Requests that the child has to answer go to `pass_on`, as bytes of its wire;
    `about` is what the request `about` answers, `quit` what the request `quit` does."""

    def __init__(
        self,
        server: socket.socket,
        port: Port,
        noise: Noise,
        about: dict[str, Any],
        pass_on: Callable[[bytes], None],
        quit: Callable[[], None],
    ) -> None:
        self._server = server
        self._port = port
        self._noise = noise
        self._about = about
        self._pass_on = pass_on
        self._quit = quit
        self._clients: list[_Client] = []
        self._asked: dict[int, tuple[_Client, dict[str, Any]]] = {}
        self._count = 0
        server.setblocking(False)

    def waits_for(self) -> tuple[list[int], list[int]]:
        """File descriptors to be read from, and to be written to."""
        readers = [self._server.fileno(), *(client.connection.fileno() for client in self._clients)]
        return readers, [client.connection.fileno() for client in self._clients if client.going]

    def read(self, ready: list[int]) -> None:
        """Takes new connections and what came in on those that are ready."""
        if self._server.fileno() in ready:
            with contextlib.suppress(OSError):
                connection, _ = self._server.accept()
                connection.setblocking(False)
                self._clients.append(_Client(connection))
        for client in list(self._clients):
            if client.connection.fileno() in ready:
                self._read_client(client)

    def write(self) -> None:
        """Sends what is still to go out, as far as it goes."""
        for client in self._clients:
            if client.going:
                client.going = send(client.connection, client.going)

    def answered(self, number: int, said: dict[str, Any]) -> None:
        """The child's answer to the request of this number."""
        client, request = self._asked.pop(number, (None, {}))
        if client is not None:
            client.answer(request, said)

    def close(self) -> None:
        """The child has ended: whoever waits is told so."""
        for client, request in self._asked.values():
            client.answer(request, {"ok": False, "error": "the simulator has ended"})
        self.write()
        for client in self._clients:
            client.connection.close()
        self._server.close()

    def _read_client(self, client: _Client) -> None:
        data = arrived(client.connection.fileno())
        if data is None:
            return
        if not data:
            self._clients.remove(client)
            client.connection.close()
            return
        client.coming += data
        for line in lines_of(client.coming):
            if not line.strip():
                continue
            try:
                request = json.loads(line)
                do = request["do"]
            except (ValueError, KeyError, TypeError):
                client.answer({}, {"ok": False, "error": 'not a request: a JSON object with "do" is needed'})
                continue
            self._serve(client, request, do)

    def _serve(self, client: _Client, request: dict[str, Any], do: object) -> None:
        if do == "about":
            client.answer(request, {"ok": True, **self._about, "port": self._port.name, "up": self._port.up})
        elif do == "serial":
            rates = {key: value for key, value in request.items() if key not in ("do", "id", "way")}
            try:
                self._noise.set(request.get("way", "both"), **rates)
            except ValueError as error:
                client.answer(request, {"ok": False, "error": str(error)})
            else:
                client.answer(request, {"ok": True, "rates": self._noise.rates})
        elif do == "quit":
            client.answer(request, {"ok": True})
            self._quit()
        else:
            if do == "repair" and not request.get("fault"):
                self._noise.clear()
            self._count += 1
            self._asked[self._count] = (client, request)
            passed = {key: value for key, value in request.items() if key != "id"}
            self._pass_on(json.dumps({"n": self._count, **passed}, separators=(",", ":")).encode() + b"\n")


def arrived(fd: int) -> bytes | None:
    """What has come on a file descriptor that does not block: None nothing yet, b"" it is closed."""
    try:
        return os.read(fd, 65536)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def send(to: socket.socket, data: bytearray) -> bytearray:
    """What is left of the data when it has been sent as far as it goes; nothing where nobody reads any more."""
    try:
        sent = to.send(data)
    except BlockingIOError:
        return data
    except OSError:
        return bytearray()
    return data[sent:]


def lines_of(coming: bytearray) -> list[bytes]:
    """The whole lines, taken out of the buffer."""
    *lines, rest = bytes(coming).split(b"\n")
    coming[:] = rest
    return lines
