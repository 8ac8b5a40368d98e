"""Types and ranges of values that come from outside: parameters of requests, settings.

type            range
int, number     (lowest, highest)
bool            None
string          (shortest, longest) in characters
choice          the strings
ints            (lowest, highest, fewest, most)
any             None: its own check comes later
"""


def fits(kind, limits, value):
    """Whether `value` is of the type `kind` and within `limits`."""
    if kind == "any":
        return True
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "choice":
        return isinstance(value, str) and value in limits
    if kind == "string":
        return isinstance(value, str) and limits[0] <= len(value) <= limits[1]
    if kind == "ints":
        return (
            isinstance(value, (list, tuple))
            and limits[2] <= len(value) <= limits[3]
            and all(fits("int", limits, one) for one in value)
        )
    if isinstance(value, bool) or not isinstance(value, (int, float) if kind == "number" else int):
        return False
    return limits[0] <= value <= limits[1]


def span(kind, limits, unit=""):
    """What such a value may be, as words that follow "must be"."""
    unit = " " + unit if unit else ""
    if kind == "bool":
        return "true or false"
    if kind == "choice":
        return " or ".join(limits)
    if kind == "string":
        return "a string of %d to %d characters" % limits
    if kind == "ints":
        many = "%d" % limits[2] if limits[2] == limits[3] else "%d to %d" % limits[2:]
        return "%s integers from %d to %d%s" % (many, limits[0], limits[1], unit)
    if kind == "any":
        return "a value"
    return "%s from %d to %d%s" % ("an integer" if kind == "int" else "a number", limits[0], limits[1], unit)
