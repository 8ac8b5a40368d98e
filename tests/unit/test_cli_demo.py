"""`queji demo` from end to end: the firmware in MicroPython, the virtual table, the line, the command."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from queji import micropython
from queji.demo import STEPS


def test_the_demo_plays_to_its_end():
    try:
        micropython.find()
    except micropython.MicroPythonMissing as missing:
        pytest.skip(str(missing))
    command = [sys.executable, "-m", "queji", "demo", "--speed", "8", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(json.loads(done.stdout)["steps"]) == len(STEPS)
