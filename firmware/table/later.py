"""Modules that are loaded when they are first used: all that a table can do would not fit into the RP2040 at once.

Loading takes a controller some 40 ms for a short module, 100 ms for a long one, and nothing else runs meanwhile: before
each one `breathe` lets a running motor be looked at. Where memory is short, the ones that were loaded before are let go
first. So they keep nothing that must last: what lasts belongs to whoever loads them.
"""

import gc
import sys

SHORT = 24_000 if sys.maxsize < 1 << 32 else 48_000  # bytes free: a game's modules, and what they then work with

breathe = None  # a control tick, if one is due; put here by the app
_brought = []  # the Laters that hold a module
_reserve = [bytearray(4096)]  # to tell that there was no memory; taken before the heap is in small pieces


class Later:
    """Stands for the module `name`: `match = Later("table.match")` in the place of `from table import match`.

    `first` are the modules that it imports and that nobody else does: they are loaded one by one, and go with it.
    """

    def __init__(self, name, *first):
        self._names = first + (name,)
        self._module = None
        self.keep = False  # not to be let go, for it is wanted again at once

    def __getattr__(self, name):
        return getattr(self.load(), name)

    def load(self):
        """The module itself."""
        if self._module is None:
            make_room()
            try:
                self._bring()
            except MemoryError:
                let_go()
                self._bring()
            self._module = sys.modules[self._names[-1]]
            _brought.append(self)
        return self._module

    def _bring(self):
        try:
            for name in self._names:
                if name not in sys.modules:
                    if breathe:
                        breathe()
                    __import__(name)
        except MemoryError:
            forget(*self._names)
            raise

    def forget(self):
        """Let go of the module; the next use loads it again."""
        if self._module is not None:
            self._module = None
            _brought.remove(self)
            forget(*self._names)


def make_room():
    """Where memory is short, let go of what was loaded later. Whoever is at work with it keeps it until he has done."""
    if _free() < SHORT:
        gc.collect()
        if _free() < SHORT:
            let_go()


def together(laters):
    """All of these are loaded, and half of SHORT is left to work with; else MemoryError, and none of them is."""
    for one in laters:
        one.keep = True
    try:
        for one in laters:
            one.load()
        gc.collect()
        if _free() < SHORT // 2:
            let_go()
            if _free() < SHORT // 2:
                raise MemoryError
    except MemoryError:
        for one in laters:
            one.keep = False
            one.forget()
        raise


def _free():
    return gc.mem_free() if hasattr(gc, "mem_free") else SHORT  # a laptop has enough


def let_go():
    """Let go of all modules that were loaded later, but those that are to be kept."""
    for later in list(_brought):
        if not later.keep:
            later.forget()
    gc.collect()


def give_way():
    """The memory is full, or something else is wrong that has to be told: let go of all that can be."""
    _reserve.clear()
    let_go()


def forget(*names):
    """Let go of modules that were only needed to start, or for a while; an import brings them back."""
    for name in names:
        if sys.modules.pop(name, None) is not None:
            above, _, own = name.rpartition(".")
            if above in sys.modules and hasattr(sys.modules[above], own):
                delattr(sys.modules[above], own)
