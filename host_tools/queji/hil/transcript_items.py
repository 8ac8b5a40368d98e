"""Transcripts as tests of pytest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from queji.hil import transcript
from queji.hil.person import Nobody
from queji.hil.play import Player, StepFailed
from queji.hil.session import of
from queji.texts import text


def collect(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Every transcript in a folder `transcripts`, and those that are named."""
    named = parent.session.isinitpath(file_path)
    if file_path.suffix in transcript.SUFFIXES and (named or file_path.parent.name == "transcripts"):
        return TranscriptFile.from_parent(parent, path=file_path)
    return None


class TranscriptFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        yield TranscriptItem.from_parent(self, name=self.path.name, played=transcript.read(self.path, self.path.name))


class TranscriptItem(pytest.Item):
    """A transcript as a test. What it needs and whether it moves follows from its steps."""

    def __init__(self, *, played: transcript.Transcript, **more: Any) -> None:
        super().__init__(**more)
        self.played = played
        self.add_marker(pytest.mark.needs(*played.needs))
        self.add_marker(pytest.mark.allow(*sorted(played.allow)))
        self.add_marker(pytest.mark.long(played.seconds))
        if played.virtual:
            self.add_marker(pytest.mark.virtual)

    @property
    def title(self) -> str:
        return self.played.title

    def runtest(self) -> None:
        hil = of(self.config)
        try:
            Player(hil.open(), self.played, hil.steps, hil.person()).play()
        except Nobody as error:
            pytest.skip(text("hil.skip.person", what=error))

    def teardown(self) -> None:
        hil = of(self.config)
        if hil.bench is not None and not hil.bench.gone and not hil.over:
            hil.bench.settle()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, StepFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.title
