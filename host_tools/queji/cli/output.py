"""Where the words go: streams that are closed, full, or too poor for Chinese, dice and lines never make a traceback."""

from __future__ import annotations

import codecs
import io
import os
import sys
from typing import TextIO

from queji import texts

# What stands for a sign that the stream's encoding does not have; each as wide as the sign itself.
PLAIN = {
    **dict(zip("█▌▄▖▀·●◉◆◐◓◑◒", "#|.,'.oO*-/|\\", strict=True)),
    **dict(zip("╭╮╰╯│─━╸╺┃┏┓┗┛├┤┬┴┼", "++++|---" + "-|++++" + "+++++", strict=True)),
    **dict(zip("↺↻→✓▶…’‘“”–—×", "<>>*>.''\"\"--x", strict=True)),
    **dict(zip("⚀⚁⚂⚃⚄⚅", "      ", strict=True)),
    **dict(zip("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "-\\|/-\\|/-\\", strict=True)),
}


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign, "?") for sign in signs), error.end


codecs.register_error("queji_plain", _plain)


def prepare() -> None:
    """Makes stdout and stderr fit to be written to; English only, where Chinese cannot be written."""
    sys.stdout = _fit(sys.stdout)
    sys.stderr = _fit(sys.stderr)
    texts.allow(None if all(_has_chinese(one) for one in (sys.stdout, sys.stderr)) else "en")


def _fit(stream: TextIO | None) -> TextIO:
    if stream is None:  # closed by whoever started us
        return open(os.devnull, "w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="queji_plain")
    return stream


def _has_chinese(stream: TextIO) -> bool:
    try:
        "牌".encode(stream.encoding or "utf-8")
    except (UnicodeError, LookupError):
        return False
    return True


def discard() -> None:
    """Nobody reads stdout any more: what is still to be written goes nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
