"""JSON-RPC 2.0 in one line: what a line asks, what an answer looks like, and the checksum at the end of both."""

import binascii
import json

from table.link import jsonin

PARSE = -32700
INVALID = -32600
UNKNOWN = -32601
ID_LONGEST = 40  # bytes

_HEX = b"0123456789abcdefABCDEF"
_OURS = ("result", "error")


class Invalid(Exception):
    """A line that is no request. `code` PARSE or INVALID, `id` as far as it could be read."""

    def __init__(self, code, message, id=None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id


def split_crc(line):
    """`(body, checked, right)` of a line of bytes: without its checksum, whether it has one, whether that is right."""
    if len(line) < 10 or line[-9] != 42:
        return line, False, True
    digits = line[-8:]
    for digit in digits:
        if digit not in _HEX:
            return line, False, True
    return line[:-9], True, binascii.crc32(line[:-9]) == int(str(digits, "utf-8"), 16)


def with_crc(body):
    """`body` (bytes) with `*` and its CRC-32."""
    return body + b"*%08x" % binascii.crc32(body)


def request(body):
    """`(id, wants, method, params)` of a line without its checksum, `wants` telling whether an answer is due.

    None for a line that a table itself could have sent (an echo): it gets no answer, or the two would talk for ever.
    Raises Invalid.
    """
    if body[:1] == b"[":
        raise Invalid(INVALID, "batches are not supported")
    try:
        asked = jsonin.parse(body)
    except ValueError as error:
        raise Invalid(PARSE, "not JSON: " + (str(error) or "not UTF-8")) from None
    if not isinstance(asked, dict):
        raise Invalid(INVALID, "a request is an object")
    if "method" not in asked and any(name in asked for name in _OURS):
        return None
    id = asked.get("id")
    if not _is_id(id):
        raise Invalid(INVALID, "id must be a string of at most %d bytes, an integer or null" % ID_LONGEST)
    if asked.get("jsonrpc") != "2.0":
        raise Invalid(INVALID, 'jsonrpc must be "2.0"', id)
    method = asked.get("method")
    if not isinstance(method, str):
        raise Invalid(INVALID, "method must be a string", id)
    params = asked.get("params", {})
    if not isinstance(params, (dict, list)):
        raise Invalid(INVALID, "params must be an object or an array", id)
    return id, "id" in asked, method, params


def _is_id(id):
    if isinstance(id, str):
        return len(id.encode()) <= ID_LONGEST
    return id is None or (isinstance(id, int) and not isinstance(id, bool))


def result(id, fields):
    """An answer as bytes."""
    return ('{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(id), dumps(fields))).encode()


def error(id, code, message, data):
    """An error as bytes."""
    fields = dumps({"code": code, "message": message, "data": data})
    return ('{"jsonrpc":"2.0","id":%s,"error":%s}' % (json.dumps(id), fields)).encode()


def event(n, name, fields):
    """An event as bytes."""
    body = dumps(fields)
    more = "," + body[1:] if len(body) > 2 else "}"
    text = '{"jsonrpc":"2.0","method":"event","params":{"n":%d,"event":%s%s}' % (n, json.dumps(name), more)
    return text.encode()


def dumps(value):
    """Compact JSON; what JSON cannot say (not a number, infinity) becomes null."""
    text = json.dumps(value, separators=(",", ":"))
    if "nan" in text or "inf" in text:
        text = json.dumps(_finite(value), separators=(",", ":"))
    return text


def _finite(value):
    if isinstance(value, float) and value - value != 0:
        return None
    if isinstance(value, dict):
        return {key: _finite(value[key]) for key in value}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    return value
