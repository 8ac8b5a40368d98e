"""Each top-level `test_*` function of tests/table/test_*.py is a pytest item, run in a MicroPython process of its own.

How a test looks is told in host_tools/queji/virtual/harness.py.
"""

from __future__ import annotations

import ast
import os
import subprocess

import pytest

from queji.micropython import MicroPythonMissing, find
from queji.paths import BOARDS, FIRMWARE, PACKAGE

TIMEOUT_S = 120
"""Real seconds that one test may take."""
HEAP = "8m"


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule(module_path, parent):
    """These files are MicroPython's: CPython must not import them."""
    return TableFile.from_parent(parent, path=module_path)


class TableFile(pytest.File):
    def collect(self):
        tree = ast.parse(self.path.read_text(encoding="utf-8"), str(self.path))
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
                kind = "async" if isinstance(node, ast.AsyncFunctionDef) else "sync"
                if kind == "async" and [arg.arg for arg in node.args.args] == ["t"]:
                    kind = "table"
                yield TableTest.from_parent(self, name=node.name, kind=kind, line=node.lineno)


class TableFailure(Exception):
    """The test failed in MicroPython; the text is its output."""


class TableTest(pytest.Item):
    def __init__(self, *, kind, line, **kwargs):
        super().__init__(**kwargs)
        self.kind = kind
        self.line = line

    def runtest(self):
        try:
            program = find()
        except MicroPythonMissing as missing:
            pytest.skip(str(missing))
        board = BOARDS / os.environ.get("QUEJI_BOARD", "rpi_pico")
        path = (PACKAGE / "virtual" / "standins", PACKAGE, FIRMWARE, ".frozen")
        environment = dict(os.environ, MICROPYPATH=os.pathsep.join(map(str, path)))
        command = [program, "-X", f"heapsize={HEAP}", "-m", "virtual.harness", self.path, self.name, board, self.kind]
        try:
            done = subprocess.run(
                list(map(str, command)),
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=TIMEOUT_S,
            )
        except subprocess.TimeoutExpired as late:
            output = (late.stdout or b"").decode(errors="replace") + (late.stderr or b"").decode(errors="replace")
            raise TableFailure(f"not finished in {TIMEOUT_S} s\n{output}") from None
        self.add_report_section("call", "micropython", done.stdout)
        if done.returncode:
            raise TableFailure((done.stdout + done.stderr).strip())

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, TableFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, self.line - 1, self.name
