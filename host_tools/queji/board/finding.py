"""A mistake in a board's description: where it is, what, why it matters, what to do; in words only when shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from queji import texts


class Finding(NamedTuple):
    """One mistake. `line` counts from 1; 0 stands for the file as a whole. `fields` fill in the sentences of `code`."""

    file: str
    line: int
    code: str
    fields: dict[str, Any]

    def _say(self, part: str) -> str:
        fields = {name: texts.say(value) if name == "reason" else value for name, value in self.fields.items()}
        return texts.text(f"board.{self.code}.{part}", **fields)

    def what(self) -> str:
        return self._say("what")

    def why(self) -> str:
        return self._say("why")

    def todo(self) -> str:
        return self._say("do")

    def place(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file

    def data(self) -> dict[str, Any]:
        """The finding as `--json` tells it."""
        return {
            "file": self.file,
            "line": self.line,
            "code": self.code,
            "what": self.what(),
            "why": self.why(),
            "do": self.todo(),
        }


def read_text(path: Any, findings: list[Finding]) -> str | None:
    """The text of a file (UTF-8, a byte order mark is skipped); None, with a finding added, where there is none."""
    name = path.name
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        findings.append(Finding(name, 0, "file_missing", {}))
    except OSError as e:
        findings.append(Finding(name, 0, "file_unreadable", {"reason": e.strerror or str(e)}))
    else:
        try:
            if b"\0" not in raw:
                return raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            pass
        findings.append(Finding(name, 0, "not_text", {}))
    return None
