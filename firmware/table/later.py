"""Modules that are loaded when they are first used: all that a table can do would not fit into the RP2040 at once.

Loading takes a controller some 30 ms for a short module, 100 ms for a long one.
"""

import sys


class Later:
    """Stands for the module `name`: `match = Later("table.match")` in the place of `from table import match`."""

    def __init__(self, name):
        self._name = name
        self._module = None

    def __getattr__(self, name):
        return getattr(self.load(), name)

    def load(self):
        """The module itself."""
        if self._module is None:
            __import__(self._name)
            self._module = sys.modules[self._name]
        return self._module


def forget(*names):
    """Let go of modules that were only needed to start; an import brings them back."""
    for name in names:
        if sys.modules.pop(name, None) is not None:
            above, _, own = name.rpartition(".")
            delattr(sys.modules[above], own)
