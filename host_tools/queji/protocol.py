"""The line's spelling: JSON-RPC 2.0 with a CRC-32, one message a line (docs/link.md). No input or output here."""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass, field
from typing import Any

PROTOCOL = "1.0"
LONGEST_LINE = 1024
CHECKSUM, LINE_TOO_LONG, PARSE, INVALID = -32001, -32002, -32700, -32600
# What the table says, with id null, to a line that was damaged on the way: the request is to be sent again.
DAMAGED = (CHECKSUM, LINE_TOO_LONG, PARSE, INVALID)


@dataclass
class Answer:
    """The final answer to one request; `error` is None when it was carried out."""

    id: str | int | None
    result: Any = None
    error: dict[str, Any] | None = None


@dataclass
class Event:
    """One thing the table told by itself; `n` counts all events since the table's start."""

    n: int
    name: str
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass
class Noise:
    """A line that is neither answer nor event, and why."""

    line: bytes
    why: str


def ids(prefix: str | None = None):
    """Endless request ids: a random prefix for the session, and a counter."""
    prefix = prefix or os.urandom(4).hex()
    n = 0
    while True:
        n += 1
        yield f"{prefix}-{n}"


def _unsigned(digits: str) -> float:
    """A number of the table's; what it rounded to nothing has no sign."""
    return float(digits) + 0.0


def seal(body: str) -> bytes:
    """The line as sent: the text, `*`, its CRC-32 in eight hex digits, LF."""
    data = body.encode()
    return data + b"*%08x\n" % zlib.crc32(data)


def request(id: str | int | None, method: str, params: Any = None) -> bytes:
    """One request, ready to send. Longer than the line allows: ValueError."""
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if params:
        message["params"] = params
    if id is not None:
        message["id"] = id
    line = seal(json.dumps(message, separators=(",", ":"), ensure_ascii=False))
    if len(line) - 1 > LONGEST_LINE:
        raise ValueError(len(line) - 1)
    return line


def parse(line: bytes) -> Answer | Event | Noise:
    """What one received line (without its end) says. A line with a wrong or torn checksum is Noise."""
    body, star, digits = line.rpartition(b"*")
    if star and len(digits) <= 8 and body.endswith((b"}", b"]")):
        try:
            good = len(digits) == 8 and int(digits, 16) == zlib.crc32(body)
        except ValueError:
            good = False
        if not good:
            return Noise(line, "checksum")
    else:
        body = line
    try:
        message = json.loads(body, parse_float=_unsigned)
    except (ValueError, RecursionError):
        return Noise(line, "not JSON")
    if not isinstance(message, dict):
        return Noise(line, "not an object")
    params = message.get("params")
    if message.get("method") == "event" and isinstance(params, dict) and isinstance(params.get("n"), int):
        rest = {k: v for k, v in params.items() if k not in ("n", "event")}
        return Event(params["n"], str(params.get("event", "")), rest)
    if "result" in message or isinstance(message.get("error"), dict):
        return Answer(message.get("id"), message.get("result"), message.get("error"))
    return Noise(line, "neither answer nor event")


def major(version: str) -> str:
    """The part of a protocol version that must agree."""
    return str(version).split(".", 1)[0]
