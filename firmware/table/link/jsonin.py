"""A strict reader of JSON (RFC 8259) for one line.

MicroPython's own json.loads takes `{"a" 1}`, `[1,,2]`, `{1:2}` and a key given twice; a line that lost a byte must not
be taken for another request. It also keeps nesting, and so the stack, within bounds.
"""

DEPTH = 6  # arrays and objects inside one another
DIGITS = 20  # characters of a number

_SPACE = b" \t"
_ENDS = b" \t,]}"
_WORDS = {b"true": True, b"false": False, b"null": None}
_HEX = b"0123456789abcdefABCDEF"
_ESCAPES = b'"\\/bfnrt'
_MEANT = '"\\/\b\f\n\r\t'


def parse(data):
    """The value that all of `data` (bytes) spells; ValueError, with a reason, if it is not strict JSON."""
    value, at = value_at(data, _skip(data, 0), 0)
    if _skip(data, at) != len(data):
        raise ValueError("more after the end")
    return value


def value_at(data, at, depth=0):
    """The value that starts at `at`, and where it ends; ValueError."""
    first = data[at : at + 1]
    if first == b'"':
        return _string(data, at)
    if first == b"{":
        return _object(data, at, depth + 1)
    if first == b"[":
        return _array(data, at, depth + 1)
    end = at
    while end < len(data) and data[end] not in _ENDS:
        end += 1
    token = data[at:end]
    if token in _WORDS:
        return _WORDS[token], end
    return number(token), end


def number(token):
    """The int or float that `token` (bytes) spells by JSON's grammar; ValueError."""
    if not token or len(token) > DIGITS:
        raise ValueError("a value is missing or too long")
    digits = token[1:] if token[0] == 45 else token
    whole = digits
    fraction = exponent = b""
    for mark in (b"e", b"E"):
        if mark in whole:
            whole, exponent = whole.split(mark, 1)
            if exponent[:1] in (b"+", b"-"):
                exponent = exponent[1:]
            if not exponent.isdigit():
                raise ValueError("not a value")
    if b"." in whole:
        whole, fraction = whole.split(b".", 1)
        if not fraction.isdigit():
            raise ValueError("not a value")
    if not whole.isdigit() or (len(whole) > 1 and whole[0] == 48):
        raise ValueError("not a value")
    text = str(token, "utf-8")
    if not fraction and not exponent:
        return int(text)
    value = float(text)
    if value - value != 0:
        raise ValueError("a number past all bounds")
    return value


def _skip(data, at):
    while at < len(data) and data[at] in _SPACE:
        at += 1
    return at


def _object(data, at, depth):
    if depth > DEPTH:
        raise ValueError("nested too deep")
    found = {}
    at = _skip(data, at + 1)
    if data[at : at + 1] == b"}":
        return found, at + 1
    while True:
        if data[at : at + 1] != b'"':
            raise ValueError("a name in quotes is missing")
        name, at = _string(data, at)
        if name in found:
            raise ValueError("a name is given twice")
        at = _skip(data, at)
        if data[at : at + 1] != b":":
            raise ValueError("a colon is missing")
        found[name], at = value_at(data, _skip(data, at + 1), depth)
        at = _skip(data, at)
        after = data[at : at + 1]
        if after == b"}":
            return found, at + 1
        if after != b",":
            raise ValueError("a comma or } is missing")
        at = _skip(data, at + 1)


def _array(data, at, depth):
    if depth > DEPTH:
        raise ValueError("nested too deep")
    found = []
    at = _skip(data, at + 1)
    if data[at : at + 1] == b"]":
        return found, at + 1
    while True:
        value, at = value_at(data, at, depth)
        found.append(value)
        at = _skip(data, at)
        after = data[at : at + 1]
        if after == b"]":
            return found, at + 1
        if after != b",":
            raise ValueError("a comma or ] is missing")
        at = _skip(data, at + 1)


def _string(data, at):
    end = at + 1
    while True:
        end = data.find(b'"', end)
        if end < 0:
            raise ValueError("a string does not end")
        slashes = end
        while data[slashes - 1] == 92:
            slashes -= 1
        end += 1
        if (end - 1 - slashes) % 2 == 0:
            break
    inside = data[at + 1 : end - 1]
    if inside and min(inside) < 32:
        raise ValueError("a control character in a string")
    return (_unescape(inside) if b"\\" in inside else utf8(inside)), end


def _unescape(inside):
    pieces = []
    done = 0
    at = inside.find(b"\\")
    while at >= 0:
        pieces.append(utf8(inside[done:at]))
        kind = inside[at + 1 : at + 2]
        done = at + 2
        if kind == b"u":
            code = _unit(inside, done)
            done += 4
            if code >> 10 == 0x36 and inside[done : done + 2] == b"\\u":  # the first half of a surrogate pair
                low = _unit(inside, done + 2)
                done += 6
                code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF) if low >> 10 == 0x37 else 0xD800
            if 0xD800 <= code < 0xE000:
                raise ValueError("half a surrogate pair")
            pieces.append(chr(code))
        else:
            which = _ESCAPES.find(kind) if kind else -1
            if which < 0:
                raise ValueError("a bad escape in a string")
            pieces.append(_MEANT[which])
        at = inside.find(b"\\", done)
    pieces.append(utf8(inside[done:]))
    return "".join(pieces)


def _unit(inside, at):
    digits = inside[at : at + 4]
    if len(digits) < 4 or not all(digit in _HEX for digit in digits):
        raise ValueError("a bad \\u in a string")
    return int(str(digits, "utf-8"), 16)


def utf8(data):
    """The text of `data`; ValueError unless it is UTF-8 (MicroPython's own check lets surrogates pass)."""
    text = str(data, "utf-8")  # UnicodeError is a ValueError
    at = data.find(b"\xed")
    while at >= 0:
        if data[at + 1] >= 0xA0:
            raise ValueError("a surrogate in UTF-8")
        at = data.find(b"\xed", at + 1)
    return text
