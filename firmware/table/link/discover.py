"""The interface as an OpenRPC document, in pieces: the whole would be a tenth of the table's memory."""

import json

from table import PROTOCOL
from table.commands import COMMANDS
from table.link import fields, help, requests

_TYPES = {"int": "integer", "number": "number", "bool": "boolean", "string": "string", "choice": "string"}


def pieces():
    """Yield the text of the document, piece by piece."""
    yield '{"openrpc":"1.2.6","info":{"title":"queji","version":%s},"methods":[' % json.dumps(PROTOCOL)
    comma = ""
    for row in requests.REQUESTS:
        yield comma + json.dumps(method(row), separators=(",", ":"))
        comma = ","
    yield "]}"


def method(row):
    """One request as an OpenRPC method; `x-states` and `x-moves` are this project's own."""
    name, params = row
    text, told = help.HELP[name]
    found = {
        "name": name,
        "summary": text,
        "paramStructure": "either",
        "params": [_param(param, told[param[0]]) for param in params],
        "result": {"name": name, "schema": _answer(fields.ANSWERS.get(name, ""))},
    }
    if name in COMMANDS:
        states, moves = COMMANDS[name]
        found["x-states"] = list(states)
        found["x-moves"] = moves
    return found


def _answer(names):
    schema = {"type": "object"}
    if names:
        schema["properties"] = {name: {} for name in names.split()}
    return schema


def _param(param, text):
    name, kind, unit, limits, required = param
    found = {"name": name, "summary": text, "required": required, "schema": _schema(kind, limits)}
    if unit:
        found["x-unit"] = unit
    return found


def _schema(kind, limits):
    if kind == "any":
        return {}
    if kind == "ints":
        one = {"type": "integer", "minimum": limits[0], "maximum": limits[1]}
        return {"type": "array", "items": one, "minItems": limits[2], "maxItems": limits[3]}
    schema = {"type": _TYPES[kind]}
    if kind == "choice":
        schema["enum"] = list(limits)
    elif kind == "string":
        schema["minLength"], schema["maxLength"] = limits
    elif kind != "bool":
        schema["minimum"], schema["maximum"] = limits
    return schema


def answer(id):
    """The pieces of the JSON-RPC answer with the document."""
    yield '{"jsonrpc":"2.0","id":%s,"result":' % json.dumps(id)
    for piece in pieces():
        yield piece
    yield "}"
