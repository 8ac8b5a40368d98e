"""The last lines of what happened, kept in memory for whoever asks afterwards; and in the FRAM, over a reset."""

from time import ticks_diff, ticks_ms

from micropython import const

_LINES = const(10)
_WIDTH = const(72)
_KEPT = ("state", "fault", "warning", "cleared", "log", "refused")


class Log:
    """`before` are the last lines before this start, as far as the FRAM, `live`, kept them."""

    def __init__(self, events, live=None):
        self._lines = []
        self._live = live
        self.before = live.lines()[-_LINES:] if live else []
        self._start = ticks_ms()
        events.listen(self._on_event)

    def _on_event(self, n, name, fields):
        if name in _KEPT:
            words = ["%s=%s" % (k, v) for k, v in fields.items() if v not in (None, "")]
            self.add(name + " " + " ".join(words))

    def add(self, text):
        """Keep a line, with the milliseconds since start in front."""
        line = ("%d " % ticks_diff(ticks_ms(), self._start) + text)[:_WIDTH]
        self._lines.append(line)
        if len(self._lines) > _LINES:
            self._lines.pop(0)
        if self._live:
            self._live.line(line)

    def last(self):
        return list(self._lines)
