"""What happens is told here once; whoever shows it (the link, the log) listens.

`n` counts all events since start, so that a listener sees a gap.
"""


class Events:
    def __init__(self):
        self.n = 0
        self._listeners = []

    def listen(self, callback):
        """`callback(n, name, fields)` is called at once for each event; it must not wait nor raise."""
        self._listeners.append(callback)

    def emit(self, event, **fields):
        """Tell of `event`; its fields may have any name but this one's."""
        self.n += 1
        for callback in self._listeners:
            callback(self.n, event, fields)
