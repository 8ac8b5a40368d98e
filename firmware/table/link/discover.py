"""The interface as an OpenRPC document, in pieces: the whole would be a tenth of the table's memory."""

import json

from table import PROTOCOL
from table.commands import COMMANDS
from table.link import fields, help, requests

_TYPES = {"int": "integer", "number": "number", "bool": "boolean", "string": "string", "choice": "string"}


def pieces():
    """Yield the text of the document in pieces of a few hundred bytes."""
    yield '{"openrpc":"1.2.6","info":{"title":"queji","version":%s},"methods":[' % json.dumps(PROTOCOL)
    comma = ""
    for row in requests.REQUESTS:
        yield comma
        yield from method(row)
        comma = ","
    yield "]}"


def method(row):
    """Yield the text of one request as an OpenRPC method; `x-states` and `x-moves` are this project's own."""
    name, params = row
    text, told = help.find(name)
    yield '{"name":%s,"summary":%s,"paramStructure":"either","params":[' % (json.dumps(name), json.dumps(text))
    comma = ""
    for param in params:
        yield comma + _text(_param(param, told[param[0]]))
        comma = ","
    answer = {"name": name, "schema": _answer(fields.ANSWERS.get(name, ""))}
    yield '],"result":' + _text(answer)
    if name in COMMANDS:
        states, moves = COMMANDS[name]
        yield ',"x-states":%s,"x-moves":%s' % (_text(list(states)), _text(moves))
    yield "}"


def _text(value):
    return json.dumps(value, separators=(",", ":"))


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
    yield from pieces()
    yield "}"
