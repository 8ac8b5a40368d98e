"""Everything that can go wrong, as one small tree: each error has a kind, an exit code and a hint.

An error carries the key of its text and the values to fill in; it is put into words (English or Chinese) only when
it is shown, so that programs can look at `kind` and `fields` instead.
"""

from __future__ import annotations

from typing import Any

from queji.texts import has, say, text, word


class QuejiError(Exception):
    """Root of the tool's errors. `kind` is for programs, `exit` is the command's exit code."""

    kind = "error"
    exit = 1

    def __init__(self, key: str | None = None, **fields: Any) -> None:
        self.key = key or f"error.{self.kind}"
        self.fields = fields
        super().__init__(self.key)

    def message(self) -> str:
        """What went wrong and where, in one sentence."""
        fields = {name: say(value) if name in ("why", "reason") else value for name, value in self.fields.items()}
        return text(self.key, **fields)

    def hint(self) -> str:
        """What to do about it; empty if there is nothing to say."""
        key = f"{self.key}.hint"
        return text(key, **self.fields) if has(key) else ""

    def data(self) -> dict[str, Any]:
        """The error as the `--json` output tells it."""
        return {"kind": self.kind, "message": self.message(), "hint": self.hint(), "exit": self.exit}

    def __str__(self) -> str:
        return self.message()


class Failed(QuejiError):
    """A test or a comparison was carried out and the answer is no; `found` goes into the `--json` output."""

    kind = "failed"
    exit = 1

    def __init__(self, key: str | None = None, found: dict[str, Any] | None = None, **fields: Any) -> None:
        self.found = found or {}
        super().__init__(key, **fields)

    def data(self) -> dict[str, Any]:
        return {**super().data(), **self.found}


class Usage(QuejiError):
    """The command cannot be understood, or contradicts itself."""

    kind = "usage"
    exit = 2


class Unwritable(QuejiError):
    """A file cannot be written; `found`, what it should have held, goes into the `--json` output."""

    kind = "file"
    exit = 9

    def __init__(self, file: Any, error: OSError, found: dict[str, Any] | None = None) -> None:
        self.found = found or {}
        super().__init__(file=file, why=error.strerror or str(error) or type(error).__name__)

    def data(self) -> dict[str, Any]:
        return {**super().data(), **self.found}


class SystemRefused(QuejiError):
    """The system refused something that no command expects: a full disk behind stdout, a file that went away."""

    kind = "system"
    exit = 9


class NoTable(QuejiError):
    """No table was found, or the port named is not there."""

    kind = "no_table"
    exit = 3


class PortMissing(NoTable):
    kind = "port_missing"


class SeveralTables(NoTable):
    kind = "several_tables"


class SimUnavailable(NoTable):
    """The virtual table cannot be started on this machine."""

    kind = "sim_unavailable"


class LinkError(QuejiError):
    """The port is there but no conversation comes about, or it broke off."""

    kind = "link"
    exit = 4


class PortBusy(LinkError):
    kind = "port_busy"


class PortDenied(LinkError):
    kind = "port_denied"


class PortFailed(LinkError):
    kind = "port_failed"


class NoAnswer(LinkError):
    kind = "no_answer"


class LinkLost(LinkError):
    """The port vanished and did not come back in time."""

    kind = "link_lost"


class OtherProtocol(LinkError):
    """The table speaks another major version of the link."""

    kind = "other_protocol"


class OtherTable(LinkError):
    """After the port came back another table answered on it."""

    kind = "other_table"


class TooLong(LinkError):
    """The request does not fit into a line."""

    kind = "too_long"


class Refused(QuejiError):
    """The table understood and said no; `kind` is the table's own word (state, busy, refused, params, ...).

    When a fault or a stop is the reason, the exit code is that of faults.
    """

    kind = "refused"
    exit = 5

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        self.code = code
        self.answer = data or {}
        self.kind = str(self.answer.get("kind", "refused"))
        if self.kind in ("fault", "hardware", "stopped"):
            self.exit = TableFault.exit  # not the request is at fault but the table
        key = f"error.refused.{self.kind}"
        super().__init__(key if has(key) else "error.refused", why=message, code=code)

    def hint(self) -> str:
        if self.answer.get("param") in ("set", "layout") and self.answer.get("hint", "").startswith("usage"):
            return text("error.layout.hint")
        if self.answer.get("param") == "value":  # the table sends what the setting is for, not what to do
            layout = self.fields["why"].startswith("layout")
            return text("error.layout.hint" if layout else "error.setting.hint")
        return say(self.answer.get("hint") or "") or super().hint()

    def data(self) -> dict[str, Any]:
        return {**super().data(), "code": self.code, "data": self.answer}


class TableFault(QuejiError):
    """A part of the table did not do as it was told, or a fault stands."""

    kind = "fault"
    exit = 6

    def __init__(self, fault: dict[str, Any] | None, key: str = "error.fault") -> None:
        from queji.faults import describe, hint

        self.fault = fault or {}
        self._hint = hint(self.fault)
        super().__init__(key, what=describe(self.fault))

    def hint(self) -> str:
        return self._hint or super().hint()

    def data(self) -> dict[str, Any]:
        return {**super().data(), "fault": self.fault}


class JobStopped(QuejiError):
    """The job was ended on the way: emergency stop, `!`, or a key."""

    kind = "stopped"
    exit = 6


class TableRestarted(QuejiError):
    """The table's controller restarted in the middle of the conversation."""

    kind = "restarted"
    exit = 7

    def message(self) -> str:
        return text(self.key, **{**self.fields, "reset": word("reset", self.fields.get("reset"))})


class Interrupted(QuejiError):
    """Ctrl-C."""

    kind = "interrupted"
    exit = 130
