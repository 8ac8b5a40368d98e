"""What the tests of the command line share: a table that is only its end of the line, and the command itself."""

from __future__ import annotations

import pytest
from fake_table import FakeTable

from queji import cli


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A table of fixed answers, which is the one that a command finds; English is spoken."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    with FakeTable(tmp_path) as fake:
        monkeypatch.setenv("QUEJI_PORT", fake.port)
        yield fake


@pytest.fixture
def queji(capfd):
    """The command: its arguments in; exit code, stdout and stderr out."""

    def run(*args):
        code = cli.run([str(arg) for arg in args])
        out, err = capfd.readouterr()
        return code, out, err

    return run
