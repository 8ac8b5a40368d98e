"""Sentences made elsewhere, told in the language chosen: the table's refusals, the virtual table's, the system's reasons.

The table sends one English sentence with each refusal, for any program to show; it has no room for more. They are known
here by their template, as the firmware's source has it: `%s` and `%d` stand for values. Each has a row in one of the
tables below: (English as the tool tells it, or "" for the sentence itself; Chinese), with `{0}`, `{1}` for the values.
A value may be a sentence itself, or a list of them. A test reads the firmware's source and finds the sentence that has no row.
"""

from __future__ import annotations

import re
from functools import lru_cache

from queji.texts.formats import SENTENCES as FORMATS
from queji.texts.measured import SENTENCES as MEASURED
from queji.texts.reasons import SENTENCES as REASONS
from queji.texts.refusals import SENTENCES as REFUSALS

SENTENCES: dict[str, tuple[str, str]] = {**FORMATS, **MEASURED, **REASONS, **REFUSALS}
DEEPEST = 3  # sentences inside one another
VALUE = re.compile("%[sd]")


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The templates with values, as patterns; the one with most fixed text first, for it says most."""
    with_values = sorted(filter(VALUE.search, SENTENCES), key=lambda one: -len(VALUE.sub("", one)))
    return [(re.compile(_pattern(one), re.DOTALL), one) for one in with_values]


def _pattern(template: str) -> str:
    parts = re.split("(%[sd])", template)
    return "".join({"%s": "(.*)", "%d": r"(-?\d+)"}.get(part) or re.escape(part) for part in parts)


def find(sentence: str) -> tuple[str, list[str]] | None:
    """The template of a sentence and the values in it; None for a sentence that is not known."""
    if sentence in SENTENCES and not VALUE.search(sentence):
        return sentence, []
    for pattern, template in _patterns():
        match = pattern.fullmatch(sentence)
        if match:
            return template, list(match.groups())
    return None


class Value:
    """A value of a sentence: `{0}` told in the language too, `{0:name}` as it is, `{0:first}` its first word."""

    def __init__(self, value: str, language: int, depth: int) -> None:
        self.value, self.language, self.depth = value, language, depth

    def __format__(self, how: str) -> str:
        if how == "name":
            return self.value
        return self.value.split(" ")[0] if how == "first" else told(self.value, self.language, self.depth)


def _listed(words: str, language: int, depth: int) -> str:
    """Several values in one, `a, b` or `a or b`, where that is what it is; else the words as they are."""
    for between, chinese in ((", ", "、"), (" or ", " 或 ")):
        parts = words.split(between)
        if len(parts) > 1 and not any(" " in part for part in parts):
            return (chinese if language else between).join(told(part, language, depth + 1) for part in parts)
    return words


def told(sentence: str, language: int, depth: int = 0) -> str:
    """A sentence in a language (0 English, 1 Chinese); as it is when it is not known."""
    found = find(sentence) if sentence and depth < DEEPEST else None
    if found is None:
        return _listed(sentence, language, depth) if 0 < depth < DEEPEST else sentence
    template, values = found
    words = SENTENCES[template][language]
    if not words and language == 0:
        return sentence
    return words.format(*(Value(value, language, depth + 1) for value in values))
