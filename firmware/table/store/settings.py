"""What the owner of a table has chosen: checked when set, saved whole, kept through updates and back."""

import binascii
import json

from table.checks import fits, span
from table.errors import Refusal
from table.store import atomic, rows


class Settings:
    """`root` is the folder ("/" on the table), `longest_wall` in stacks comes from the table's mechanics.

    `dirty` tells that something was set and not saved.
    """

    def __init__(self, root="/", longest_wall=19):
        self._root = root.rstrip("/") + "/"
        self._path = self._root + "settings"
        self._longest_wall = longest_wall
        self._values = {}  # only what differs from the default
        self._unknown = {}  # of another version: kept as they are
        self.dirty = False

    def load(self):
        """Read what was saved; what is wrong with it, as a list of texts. Never raises for a bad file."""
        self._values = {}
        self._unknown = {}
        self.dirty = False
        data, problems = atomic.read(self._path)
        if problems:
            old = "the generation before is used" if data else "defaults are used"
            problems.append("settings: " + old + "; the damaged file will be kept as settings.bad")
            self.dirty = True  # so that the next save makes two sound generations again
        if data is not None:
            problems += self._take(data)
        return problems

    def _take(self, data):
        version, values = _unpacked(data)
        if version is None:
            return [self._keep("settings.bad", data, "settings cannot be understood, defaults are used")]
        problems = []
        if version > rows.VERSION:  # an older firmware after a newer one
            name = "settings.v%d" % version
            problems.append(self._keep(name, data, "settings are of a newer firmware (version %d)" % version))
            mine = atomic.load(self._root + "settings.v%d" % rows.VERSION)
            before, mine = _unpacked(mine) if mine else (None, None)
            if before == rows.VERSION:
                values = mine
                problems.append("settings: those from before the newer firmware are used")
        elif version < rows.VERSION:
            name = "settings.v%d" % version
            problems.append(self._keep(name, data, "settings brought from version %d to %d" % (version, rows.VERSION)))
            while version < rows.VERSION:
                values = rows.MIGRATIONS[version](values)
                version += 1
        wrong = False
        for name in values:
            row = rows.find(name)
            if row is None:
                self._unknown[name] = values[name]
                continue
            why = self._problem(row, values[name])
            if why:
                problems.append("setting %s: %s; the default is used" % (name, why))
                wrong = True
            elif values[name] != _copy(row[2]):
                self._values[name] = values[name]
        if wrong:
            problems.append(self._keep("settings.bad", data, "settings had values that do not fit"))
        return problems

    def _keep(self, name, data, text):
        """Set the file aside before a save overwrites it; the text that tells so."""
        self.dirty = True
        try:
            atomic.set_aside(self._root + name, data)
        except atomic.StorageError as error:
            return "%s; not kept: %s" % (text, error.message)
        return "%s; kept as %s" % (text, name)

    def get(self, name):
        """The value of a setting; Refusal for an unknown one."""
        row = self._row(name)
        return _copy(self._values.get(name, row[2]))

    def values(self):
        """All settings as a dict, without the house rules."""
        return {row[0]: self.get(row[0]) for row in rows.ROWS}

    def rules(self):
        """The house rules as a dict."""
        return {name: self.get(name) for name in rows.rules()}

    def set(self, name, value):
        """Change a setting (not yet saved); the value it had. Refusal tells the range.

        A terminal's spelling is understood: "on" and "off" for a switch, a number for a name.
        """
        value = self.check(name, value)
        was = self.get(name)
        if _copy(value) == _copy(rows.find(name)[2]):
            self._values.pop(name, None)
        elif value != was or isinstance(value, tuple):
            self._values[name] = _copy(value)
        if value != was:
            self.dirty = self.dirty or self.get(name) != was
        return was

    def check(self, name, value):
        """The value as it would be set; nothing changes. Refusal tells the range."""
        row = self._row(name)
        if row[1] == "bool" and value in ("on", "off"):
            value = value == "on"
        elif row[1] == "string" and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not fits(row[1], row[3], value):
            text = "%s must be %s" % (name, span(row[1], row[3], row[4]))
            raise Refusal("params", text, rows.help(name), {"param": "value"})
        why = self._problem(row, value)
        if why:
            raise Refusal("refused", "%s: %s" % (name, why), rows.help(name), {"param": "value"})
        return value

    def defaults(self, name=None):
        """One setting, or all, back to the default (not yet saved); those as a dict."""
        names = [self._row(name)[0]] if name else [row[0] for row in rows.every()]
        for one in names:
            self.dirty = self.dirty or self.get(one) != _copy(rows.find(one)[2])
            self._values.pop(one, None)
        return {one: self.get(one) for one in names}

    def applies(self, name):
        """When a change of a setting takes effect: "now", "next sort" or "restart"."""
        return self._row(name)[5]

    def save(self):
        """Write what was set; StorageError (a Refusal) if that fails, and then `dirty` stays."""
        values = dict(self._unknown)
        values.update(self._values)
        names = sorted(values)  # the same settings make the same file
        body = ",".join(["%s:%s" % (json.dumps(name), json.dumps(values[name])) for name in names])
        atomic.write(self._path, ('{"version":%d,"values":{%s}}' % (rows.VERSION, body)).encode(), True)
        self.dirty = False

    def crc(self):
        """A checksum of all values, eight hex digits: a laptop sees that something was changed.

        Made of those that differ from their defaults: the rows of all the house rules need not be loaded for it.
        """
        crc = 0
        for name in sorted(self._values):
            crc = binascii.crc32(("%s=%s\n" % (name, json.dumps(self._values[name]))).encode(), crc)
        return "%08x" % crc

    def _row(self, name):
        row = rows.find(name)
        if row is None:
            raise Refusal("params", "no setting " + str(name)[:24], "settings lists them", {"param": "name"})
        return row

    def _problem(self, row, value):
        if not fits(row[1], row[3], value):
            return "must be " + span(row[1], row[3], row[4])
        if row[0] == "layout":
            return rows.layout_problem(value, self._longest_wall)
        return ""


def _copy(value):
    return list(value) if isinstance(value, (list, tuple)) else value


def _unpacked(data):
    """`(version, values)` of a settings file; (None, None) if it is none."""
    try:
        found = json.loads(data)
        version, values = found["version"], found["values"]
    except (ValueError, KeyError, TypeError):
        return None, None
    if not fits("int", (1, 9999), version) or not isinstance(values, dict):
        return None, None
    return version, values
