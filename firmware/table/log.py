"""The last lines of what happened, kept in memory for whoever asks afterwards."""

from time import ticks_diff, ticks_ms

from micropython import const

_LINES = const(10)
_WIDTH = const(72)
_KEPT = ("state", "fault", "warning", "cleared", "log", "refused")


class Log:
    def __init__(self, events):
        self._lines = []
        self._start = ticks_ms()
        events.listen(self._on_event)

    def _on_event(self, n, name, fields):
        if name in _KEPT:
            words = ["%s=%s" % (k, v) for k, v in fields.items() if v not in (None, "")]
            self.add(name + " " + " ".join(words))

    def add(self, text):
        """Keep a line, with the milliseconds since start in front."""
        self._lines.append(("%d " % ticks_diff(ticks_ms(), self._start) + text)[:_WIDTH])
        if len(self._lines) > _LINES:
            self._lines.pop(0)

    def last(self):
        return list(self._lines)
