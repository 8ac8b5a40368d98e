"""The spelling for a person in a terminal: `tiles set=144` in, `ok layout=18,18,18,18 tiles=144` out."""

import json

from table.link import jsonin

TRUE = ("true", "on", "yes")
FALSE = ("false", "off", "no")


def parse(data):
    """`(request, [(name or None, token), …])` of a line of bytes; ValueError. A token is as typed, quotes included."""
    words = _split(jsonin.utf8(data))
    if not words:
        return "", []
    return words[0], [_pair(word) for word in words[1:]]


def params(row, pairs):
    """What parse() found, by name and as values of the types that the request's row names; ValueError."""
    given = {}
    for place, (key, token) in enumerate(pairs):
        if key is None and place >= len(row[1]):
            raise ValueError("too many values")
        name = row[1][place][0] if key is None else key
        if name in given:
            raise ValueError(name + " is given twice")
        kind = "any"
        for param in row[1]:
            if param[0] == name:
                kind = param[1]
        given[name] = value(token, kind)
    return given


def value(token, kind="any"):
    """The value a token spells where the type `kind` (requests.py) is expected; ValueError if it cannot be read."""
    if token[:1] == '"':
        return jsonin.parse(token.encode())
    if kind in ("string", "choice"):
        return token
    if kind == "bool" and token in TRUE:
        return True
    if kind == "bool" and token in FALSE:
        return False
    if token[:1] in ("[", "{"):
        return jsonin.parse(token.encode())
    if "," in token:
        return [value(part) for part in token.split(",")]
    try:
        plain = jsonin.value_at(token.encode(), 0)[0]
    except ValueError:
        plain = token
    return [plain] if kind == "ints" and isinstance(plain, int) else plain


def spell(fields, order=""):
    """A dict as `name=value name=value`: the names in `order` (separated by spaces) first, the rest by alphabet."""
    first = [name for name in order.split() if name in fields]
    rest = sorted([name for name in fields if name not in first])
    pieces = []
    for name in first + rest:
        _spell(pieces, name, fields[name])
    return " ".join(pieces)


def _spell(pieces, name, value):
    if isinstance(value, dict) and value:
        for key in sorted(value):
            _spell(pieces, "%s.%s" % (name, key), value[key])
    else:
        pieces.append(name + "=" + token(value))


def token(value):
    """One value as one word."""
    if isinstance(value, str):
        return value if _plain(value) else json.dumps(value)
    if isinstance(value, (list, tuple)) and len(value) > 1 and all(_scalar(one) for one in value):
        return ",".join([json.dumps(one) for one in value])
    return json.dumps(value, separators=(",", ":"))


def _scalar(value):
    return value is None or isinstance(value, (int, float))


def _plain(text):
    """Whether a string reads back as itself without quotes."""
    if not text or text[0] in '"[{':
        return False
    for character in ' ,="\\':
        if character in text:
            return False
    if min(text.encode()) < 32:
        return False
    return isinstance(value(text), str)


def _split(text):
    """Words between spaces; a space inside quotes or brackets does not part."""
    words = []
    word = ""
    depth = 0
    quoted = escaped = False
    for character in text:
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
        elif character in " \t" and depth <= 0:
            if word:
                words.append(word)
            word = ""
            continue
        word += character
    if quoted:
        raise ValueError("a quote does not end")
    if word:
        words.append(word)
    return words


def _pair(word):
    at = word.find("=")
    if at <= 0 or word[0] in '"[{':
        return None, word
    return word[:at], word[at + 1 :]
