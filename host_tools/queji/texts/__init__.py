"""What the tool says, in English and Chinese: one table, key -> (English, Chinese)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from queji.texts.backup import TEXTS as BACKUP
from queji.texts.bench import TEXTS as BENCH
from queji.texts.board import TEXTS as BOARD
from queji.texts.errors import TEXTS as ERRORS
from queji.texts.fair import TEXTS as FAIR
from queji.texts.fit import TEXTS as FIT
from queji.texts.flash import TEXTS as FLASH
from queji.texts.game import TEXTS as GAME
from queji.texts.help import TEXTS as HELP
from queji.texts.hil import TEXTS as HIL
from queji.texts.messages import TEXTS as MESSAGES
from queji.texts.rules import TEXTS as RULES
from queji.texts.sentences import told
from queji.texts.service import TEXTS as SERVICE
from queji.texts.sim import TEXTS as SIM
from queji.texts.words import TEXTS as WORDS

LANGUAGES = ("en", "zh")
TEXTS: dict[str, tuple[str, str]] = {
    **WORDS,
    **BACKUP,
    **BENCH,
    **BOARD,
    **MESSAGES,
    **ERRORS,
    **FAIR,
    **FIT,
    **FLASH,
    **GAME,
    **HELP,
    **HIL,
    **RULES,
    **SERVICE,
    **SIM,
}

_chosen = "en"
_only: str | None = None  # the one language that can be shown


def from_environment() -> str:
    """The language that LC_ALL, LC_MESSAGES or LANG asks for; English unless it is Chinese."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def choose(language: str | None) -> None:
    """Sets the language of all texts from now on; None takes it from the environment."""
    global _chosen
    _chosen = _only or (language if language in LANGUAGES else from_environment())


def allow(only: str | None) -> None:
    """Where texts go only this language can be shown, whatever is chosen; None: any."""
    global _only
    _only = only


def language() -> str:
    return _chosen


@contextmanager
def using(language: str | None) -> Iterator[None]:
    """Another language for a while; None leaves it."""
    global _chosen
    before = _chosen
    _chosen = language if language in LANGUAGES else before
    try:
        yield
    finally:
        _chosen = before


def has(key: str) -> bool:
    return key in TEXTS


def text(key: str, /, **fields: Any) -> str:
    """The text of a key with its values, if any, filled in. KeyError if there is no such text."""
    words = TEXTS[key][LANGUAGES.index(_chosen)]
    return words.format(**fields) if fields else words


def say(sentence: Any) -> str:
    """A sentence of the table, the virtual table or the system in the language chosen (sentences.py)."""
    return told(str(sentence), LANGUAGES.index(_chosen))


def reason(error: OSError) -> str:
    """Why the system refused, in the language chosen."""
    return say(error.strerror or str(error) or type(error).__name__)


def because(error: BaseException) -> str:
    """Why something failed, in one line in the language chosen; whoever failed, the system, a library or this tool."""
    if isinstance(error, OSError):
        return reason(error)
    return say(str(error).splitlines()[0] if str(error) else type(error).__name__)


def word(kind: str, name: Any) -> str:
    """The word for one of the table's own names (`word("state", "ready")`); the name itself if there is none."""
    key = f"{kind}.{name}"
    return text(key) if key in TEXTS else str(name).replace("_", " ")
