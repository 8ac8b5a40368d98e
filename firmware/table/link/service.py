"""The link as it runs: lines in, answers and events out. A door: what a request does is the api's affair.

Whatever comes in, nothing here may end, wait long or grow.
"""

import asyncio
import binascii
import time

from table import later
from table.errors import KINDS, Refusal, no_memory
from table.link import lines, ready, requests, rpc
from table.link.writer import Writer

discover = later.Later("table.link.discover", "table.link.fields", "table.link.help")
fields_ = later.Later("table.link.fields")
helps = later.Later("table.link.help")
words = later.Later("table.link.words")

BURST = 16  # bytes taken before the other tasks have their turn
HALF_LINE_MS = 10_000  # an unfinished line of a program that died must not spoil the next one's
LIVELY_MS = 100  # after a byte, looks come each millisecond: a program that talks is answered at once
WATCH_MS = 1000  # and a look for bytes so often, should nobody else look
CLOSED_MS = 200  # between looks at a stream that has ended
REMEMBERED = 8  # answers kept for a repeated id
# They change nothing and are never kept: eight long answers would be a sixth of what is free.
AFRESH = (
    "hello", "status", "settings", "fair", "journal", "files", "wall", "rules", "export", "faults", "job", "inputs",
    "tests", "wear", "trend", "counters", "log", "help", "rpc.discover",
)
ROOM = lines.LIMIT - 9  # bytes of an answer, so that the checksum still fits

_HINTS = {
    "parse": "one JSON object a line, see rpc.discover",
    "invalid": 'write {"jsonrpc":"2.0","id":…,"method":…,"params":{…}}',
    "unknown": "help lists the requests",
    "checksum": "send the line again",
    "too_long": "a line has at most %d bytes" % lines.LIMIT,
    "internal": "a defect in the firmware: keep the log and report it",
}


class Service:
    """`api.call(name, params)` carries a request out and returns a dict, or raises Refusal; `api.state` is a string.

    `reader` and `writer` are byte streams that select.poll takes. `stop()` is called at once for "!", `interrupt()` for
    Ctrl-C. `look` has to be called as often as keys are looked at. `grant(n)`
    tells how many of `n` bytes may be written once poll says that there is room.
    """

    def __init__(self, api, events, reader, writer, stop, interrupt, grant):
        self._api = api
        self._events = events
        self._reader = reader
        self._stop = stop
        self._interrupt = interrupt
        self._can_read = ready.ready(reader, ready.IN)
        self._come = asyncio.Event()
        self._one = bytearray(1)
        self._lines = lines.Lines()
        self._last_ms = time.ticks_ms()
        self._spelling = None  # of the last accepted line: None (none yet), "words", "json", "crc"
        self._on = True
        self._left = False  # after Ctrl-C: what comes now is for the prompt
        self._remembered = []  # (id, CRC of the line, its length, answer)
        self.writer = Writer(writer, self._event, grant)
        self.accepted = 0  # lines that were requests
        self.broken = 0  # lines that were not
        events.listen(self._listen)

    async def run(self):
        """Never returns; ends only when it is cancelled."""
        await asyncio.gather(self._read(), self._watch(), self.writer.run())

    async def flush(self, ms=500):
        """Wait until everything is sent, `ms` at most."""
        began = time.ticks_ms()
        while not self.writer.idle() and time.ticks_diff(time.ticks_ms(), began) < ms:
            await asyncio.sleep_ms(5)

    def look(self):
        """Wake the reader when a byte is there: cheaper than a task that looks for itself."""
        try:
            if self._can_read():
                self._come.set()
        except OSError:
            pass

    async def _read(self):
        """Take what is there a burst at a time."""
        while not self._left:
            got = self._ready()
            if got:
                try:
                    self._take(BURST)
                except Exception as error:
                    self._log(error, "link")
                await asyncio.sleep_ms(0)
            elif got is None:  # the other end is closed; it may come back
                await asyncio.sleep_ms(CLOSED_MS)
            else:
                lively = time.ticks_diff(time.ticks_ms(), self._last_ms) < LIVELY_MS
                if lively:
                    await asyncio.sleep_ms(1)
                else:
                    await self._come.wait()  # bounded: `_watch` looks too
                    self._come.clear()

    async def _watch(self):
        """Give up a line under way after ten seconds without a byte."""
        while True:
            await asyncio.sleep_ms(WATCH_MS)
            self.look()
            if self._lines.pending() and time.ticks_diff(time.ticks_ms(), self._last_ms) >= HALF_LINE_MS:
                self._half_line()

    def _take(self, most):
        """Feed the byte that was read and what else is there, `most` bytes in all; one line at a time."""
        self._last_ms = time.ticks_ms()
        status = False
        while True:
            what = self._lines.feed(self._one[0])
            if what == lines.STOP:
                self._stopped()
            elif what == lines.STATUS:
                status = True  # a hundred "?" in a row still ask for one line
            elif what == lines.INTERRUPT:
                self._interrupt()
                self._left = True
                break
            elif what == lines.TOO_LONG:
                count = self._lines.count
                self._reject("too_long", "discarded a line of %d bytes" % count, self._lines.first() in b"{[")
            elif what == lines.LINE:
                self.line(self._lines.take())
            most -= 1
            if what == lines.LINE or most <= 0 or not self._ready():
                break
        if status:
            self._say("status", [])

    def _ready(self):
        """True if a byte was there, now in the one-byte buffer; False if none; None if the stream has ended."""
        try:
            if not self._can_read():
                return False
            return True if self._reader.readinto(self._one) else None
        except OSError:
            return None

    def _half_line(self):
        first = self._lines.first()
        count = self._lines.discard()
        kind = "too_long" if count > lines.LIMIT else "parse"
        self._reject(kind, "discarded an unfinished line of %d bytes" % count, first in b"{[")

    def _stopped(self):
        try:
            self._stop()
        except Exception as error:
            self._log(error, "stop")
        self.writer.answer(("ok " + words.spell({"state": self._api.state})).encode())

    def line(self, line):
        """Obey one line (bytes without its end) and queue its answer; nothing escapes."""
        try:
            if line[:1] in (b"{", b"["):
                self._json(line)
            elif not _echo(line):
                self._words(line)
        except Exception as error:
            self._log(error, "link")
            self._reject("internal", "the line was not understood: " + type(error).__name__, line[:1] == b"{")

    def _reject(self, kind, message, as_json=True, checked=False, id=None):
        self.broken += 1
        data = {"kind": kind, "hint": _HINTS.get(kind, "")}
        if as_json:
            self.writer.answer(rpc.error(id, KINDS[kind], message, data), checked)
        else:
            self.writer.answer(_worded(Refusal(kind, message, data["hint"])))

    # JSON

    def _json(self, line):
        body, checked, right = rpc.split_crc(line)
        if not right:
            self._reject("checksum", "the checksum is wrong", True, True)
            return
        try:
            asked = rpc.request(body)
        except rpc.Invalid as error:
            kind = "parse" if error.code == rpc.PARSE else "invalid"
            self._reject(kind, error.message, True, checked, error.id)
            return
        if asked is None:
            return
        id, wants, method, params = asked
        kept = id is not None and method not in AFRESH
        mark = binascii.crc32(body)
        if kept:
            for other, crc, size, answer in self._remembered:
                if other == id and type(other) is type(id):
                    if crc == mark and size == len(body):
                        self.writer.answer(answer, checked)
                    else:
                        self._reject("invalid", "id used again", True, checked, id)
                    return
        self.accepted += 1
        self._spelling = "crc" if checked else "json"
        answer = self._answer(id, method, params)
        if kept:
            if len(self._remembered) >= REMEMBERED:
                self._remembered.pop(0)
            self._remembered.append((id, mark, len(body), answer))
        if wants:
            self.writer.answer(answer, checked)

    def _answer(self, id, method, params):
        """The answer to a request: bytes, or the pieces of a long one."""
        try:
            row = _row(method)
            if isinstance(params, list):
                params = requests.named(row, params)
            fields = self._call(row, requests.check(row, params))
            if method == "rpc.discover":
                return discover.answer(id)
            answer = rpc.result(id, fields)
            if len(answer) > ROOM:
                raise Refusal("internal", "the answer of %d bytes is longer than a line" % len(answer))
            return answer
        except Refusal as error:
            return self._refused(id, error)

    def _refused(self, id, error):
        data = dict(error.data)
        data["kind"] = error.kind
        data["hint"] = error.hint or _HINTS.get(error.kind, "")
        answer = rpc.error(id, KINDS[error.kind], error.message, data)
        if len(answer) > ROOM:
            answer = rpc.error(id, KINDS[error.kind], error.message[:200], {"kind": error.kind, "hint": ""})
        return answer

    # Words

    def _words(self, line):
        try:
            name, pairs = words.parse(line)
        except ValueError as error:
            self._reject("parse", str(error) or "not UTF-8", False)
            return
        if not name:
            return
        if not requests.find(name):
            self._reject("unknown", "no request " + words.token(name[:24]), False)
            return
        self.accepted += 1
        self._spelling = "words"
        self._say(name, pairs)

    def _say(self, name, pairs):
        """Obey a request in words and answer it."""
        try:
            row = _row(name)
            try:
                given = words.params(row, pairs)
            except ValueError as error:
                raise Refusal("params", str(error) or "not UTF-8", requests.usage(row)) from None
            given = requests.check(row, given)
            if name == "rpc.discover":
                self.writer.answer(discover.pieces())
                return
            fields = self._call(row, given)
            text = ("ok " + words.spell(fields, fields_.ANSWERS.get(name, ""))).rstrip().encode()
            if len(text) > lines.LIMIT:
                raise Refusal("internal", "the answer of %d bytes is longer than a line" % len(text))
            self.writer.answer(text)
        except Refusal as error:
            self.writer.answer(_worded(error))

    # Both

    def _call(self, row, params):
        """The result of a request as a dict; Refusal. Whatever else goes wrong inside is logged and told as such."""
        name = row[0]
        if name == "events":
            self._on = params["on"]
            return {"on": self._on}
        if name == "help":
            return helps.about(None if "name" not in params else _row(params["name"]))
        if name == "rpc.discover":
            return {}
        try:
            return self._api.call(name, params)
        except Refusal:
            raise
        except MemoryError as error:
            later.let_go()
            self._log(error, name)
            raise no_memory() from None
        except Exception as error:
            self._log(error, name)
            raise Refusal("internal", "%s failed: %s %s" % (name, type(error).__name__, str(error)[:100])) from None

    def _log(self, error, where):
        """A defect goes to the log; telling of it must not make another."""
        try:
            self._events.emit("log", text="%s: %s %s" % (where, type(error).__name__, str(error)[:100]))
        except Exception:
            self.broken += 1

    def _listen(self, n, name, fields):
        if self._spelling and self._on:
            self.writer.event(n, name, fields)

    def _event(self, n, name, fields):
        """The line of an event in the spelling of the last accepted line, and whether it has a checksum; or None."""
        try:
            if self._spelling == "words":
                if name == "log":
                    return ("; " + str(fields.get("text", ""))).encode(), False
                order = fields_.EVENTS.get(name, "")
                return ("! %s %s" % (name, words.spell(fields, order))).rstrip().encode()[: lines.LIMIT], False
            body = rpc.event(n, name, fields)
            if len(body) > ROOM:
                body = rpc.event(n, name, {})
            return body, self._spelling == "crc"
        except Exception:
            self.broken += 1
            return None


def _row(name):
    row = requests.find(name)
    if row is None:
        raise Refusal("unknown", "no request " + name[:24])
    return row


def _worded(error):
    """A refusal as a line of words."""
    text = "error %d %s: %s" % (KINDS[error.kind], error.kind, error.message)
    hint = error.hint or _HINTS.get(error.kind, "")
    if hint:
        text += "; " + hint
    return text.replace("\n", " ").encode()[: lines.LIMIT]


def _echo(line):
    """Whether a line is what a table sends (a terminal that echoes): answering it would never end."""
    return line[:1] == b";" or line[:3] == b"ok " or line == b"ok" or line[:7] == b"error -"
