"""Modules that are loaded when they are first used: all that a table can do would not fit into the RP2040 at once.

Loading takes a controller some 30 ms for a short module, 100 ms for a long one: what a moving table may need is loaded
before it moves (`ready`).
"""

import sys

_all = []


class Later:
    """Stands for the module `name`: `match = Later("table.match")` in the place of `from table import match`.

    `moving`: a table that moves may need it, once it was needed at rest.
    """

    def __init__(self, name):
        self._name = name
        self._module = None
        _all.append(self)

    def __getattr__(self, name):
        return getattr(self.load(), name)

    def load(self):
        """The module itself."""
        if self._module is None:
            __import__(self._name)
            self._module = sys.modules[self._name]
        return self._module
