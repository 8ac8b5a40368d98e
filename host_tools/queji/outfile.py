"""Files that the tool writes: a name that cannot be written is told before the work, and none is left half-written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from queji.errors import Unwritable


@contextmanager
def refusals(file: Path | str, found: dict[str, Any] | None = None) -> Iterator[None]:
    """The system's refusals to write `file` become Unwritable; `found` goes into the `--json` output."""
    try:
        yield
    except OSError as error:
        raise Unwritable(file, error, found) from None


def check(*files: Path | str | None) -> None:
    """Raises Unwritable for the first that cannot be written, before anything is done for it; leaves no file behind."""
    for file in map(Path, filter(None, files)):
        with refusals(file):
            new = not file.exists()
            file.open("ab").close()
            if new:
                file.unlink()


def write(file: Path | str, content: str | bytes, found: dict[str, Any] | None = None) -> None:
    """Writes a file whole, or leaves what was there. Raises Unwritable."""
    file = Path(file)
    data = content.encode("utf-8") if isinstance(content, str) else content
    with refusals(file, found):
        if file.exists() and not file.is_file():  # a pipe, /dev/stdout: nothing can take its place
            file.write_bytes(data)
            return
        target = file.resolve()  # a link stays a link
        new = target.with_name(target.name + ".new")
        try:
            new.write_bytes(data)
            new.replace(target)
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise
