"""The tests through the serial line: which table they talk to, and what they may do to it.

pytest tests/hil                                    a virtual table, started for the tests
pytest tests/hil --table /dev/ttyACM0               a real one; nothing moves
pytest tests/hil --table PORT --allow-motion        ... and now things do
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest
from serial_table import Table

from queji import micropython
from queji.virtual.sim import Simulator


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("table")
    group.addoption(
        "--table", default="virtual", metavar="WHICH", help="virtual, emulated, or the port of a real table"
    )
    group.addoption("--allow-motion", action="store_true", help="on a real table: nobody's hands are in it")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "motion: moves parts of the table")
    config.addinivalue_line("markers", "virtual: looks into the mechanics, so only the virtual table will do")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    which = config.getoption("--table")
    for item in items:
        if which != "virtual" and "virtual" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="needs the virtual table"))
        if which != "virtual" and "motion" in item.keywords and not config.getoption("--allow-motion"):
            item.add_marker(pytest.mark.skip(reason="moves parts: --allow-motion is not given"))


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


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    which = request.config.getoption("--table")
    if which == "virtual":
        request.getfixturevalue("interpreter")
        with Simulator(seed=1, speed=4.0) as sim:
            yield Table(sim.port, sim)
    elif which == "emulated":
        pytest.skip("the emulated controller has its own tests, in tests/emulated")
    else:
        yield Table(which)
