"""The tests of the simulator and of `queji hil` itself. What a table must do through its line is tested by the suite of
`queji hil`: host_tools/queji/hil/suite (docs/hil.md).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest

from queji import micropython


@pytest.fixture(scope="session", autouse=True)
def own_runtime() -> Iterator[None]:
    """Virtual tables of these tests are not mixed up with others that run on this machine."""
    with tempfile.TemporaryDirectory(prefix="queji-test-", dir="/tmp" if os.path.isdir("/tmp") else None) as folder:
        before = os.environ.get("XDG_RUNTIME_DIR")
        os.environ["XDG_RUNTIME_DIR"] = folder
        yield
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before


@pytest.fixture(scope="session")
def interpreter() -> None:
    """Skips when there is no micropython on this machine."""
    try:
        micropython.find()
    except micropython.MicroPythonMissing as missing:
        pytest.skip(str(missing))
