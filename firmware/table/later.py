"""Modules that are loaded when they are first used: all that a table can do would not fit into the RP2040 at once.

Loading takes a controller some 40 ms for a short module, 100 ms for a long one, and nothing else runs meanwhile: before
each one `breathe` lets a running motor be looked at.
"""

import sys

breathe = None  # a control tick, if one is due; put here by the app


class Later:
    """Stands for the module `name`: `match = Later("table.match")` in the place of `from table import match`.

    `first` are modules that it imports and that would take too long all at once.
    """

    def __init__(self, name, *first):
        self._name = name
        self._first = first
        self._module = None

    def __getattr__(self, name):
        return getattr(self.load(), name)

    def load(self):
        """The module itself."""
        if self._module is None:
            for name in self._first + (self._name,):
                if name not in sys.modules:
                    if breathe:
                        breathe()
                    __import__(name)
            self._module = sys.modules[self._name]
        return self._module


def forget(*names):
    """Let go of modules that were only needed to start; an import brings them back."""
    for name in names:
        if sys.modules.pop(name, None) is not None:
            above, _, own = name.rpartition(".")
            delattr(sys.modules[above], own)
