"""The person at a real table: asked to press a key, to look; where nobody can be asked, the test is skipped."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from queji.texts import text


class Nobody(Exception):
    """A person is needed and there is none; the message says for what."""


class Person:
    """`there`: somebody may be asked. `quiet`: held while it talks (pytest's capture is off meanwhile)."""

    def __init__(self, there: bool, quiet: Callable[[], AbstractContextManager[Any]] = contextlib.nullcontext) -> None:
        self.there = there and sys.stdin is not None and sys.stdin.isatty()
        self._quiet = quiet

    def do(self, what: str) -> None:
        """Asks for something to be done and waits for Enter. Raises Nobody."""
        self._ask(text("hil.person.do", what=what))

    def sees(self, question: str) -> bool:
        """Asks a question; n is no, Enter or anything else yes. Raises Nobody."""
        return self._ask(text("hil.person.ask", question=question)).strip().lower() not in ("n", "no", "否", "不")

    def _ask(self, words: str) -> str:
        if not self.there:
            raise Nobody(words)
        with self._quiet():
            sys.stderr.write(f"\a{words} ")
            sys.stderr.flush()
            return sys.stdin.readline()
