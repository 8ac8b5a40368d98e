"""Nothing that is not allowed leaves the laptop: every byte for the table passes here first.

The bytes are cut into lines by the firmware's own code, so that no spelling, correction or half line gets past that the
table would obey.
"""

from __future__ import annotations

from collections.abc import Callable

from queji.errors import QuejiError
from queji.hil import needs
from queji.hil.firmware import find, lines, named, rpc, words
from queji.texts import text


class NotAllowed(QuejiError):
    """A line was not sent: it would do what the rig does not allow. `needs` is the word of `[allow]`."""

    kind = "not_allowed"
    exit = 2

    def __init__(self, request: str, what: str) -> None:
        self.needs = what
        super().__init__("error.hil_not_allowed", request=request, why=text(f"hil.needs.{what}"))


class Guard:
    """`allowed`: words of needs.ALLOW. `still`: names and numbers of the self-tests that do not move. `passed` is told
    what each request needed that may be sent."""

    def __init__(
        self,
        allowed: frozenset[str] | set[str],
        still: frozenset[str] = frozenset(),
        passed: Callable[[str], object] = lambda what: None,
    ) -> None:
        self.allowed = frozenset(allowed)
        self.still, self._passed = still, passed
        self._lines = lines.Lines()

    def check(self, data: bytes) -> None:
        """Raises NotAllowed before anything of `data` is sent; what was sent before stays taken in."""
        for byte in data:
            said = self._lines.feed(byte)
            if said == lines.LINE:
                self._judge(self._lines.take())
            elif said == lines.INTERRUPT and needs.RESTART not in self.allowed:
                self._refuse("Ctrl-C", needs.RESTART)

    def judge(self, request: str, params: dict | None) -> None:
        """Raises NotAllowed when this request may not be sent."""
        what = needs.of_request(request, params, self.still)
        if what is not None and what not in self.allowed:
            raise NotAllowed(request, what)
        if what is not None:
            self._passed(what)

    def _refuse(self, request: str, what: str) -> None:
        self._lines.discard()
        raise NotAllowed(request, what)

    def _judge(self, line: bytes) -> None:
        request, params = asked(line)
        if request:
            self.judge(request, params)


def asked(line: bytes) -> tuple[str, dict]:
    """The request that a line asks for and its parameters; "" when no table would obey it.

    Parameters that cannot be read count as given: another firmware may read them.
    """
    unread = {"?": True}
    try:
        if line[:1] in (b"{", b"["):
            body, _, right = rpc.split_crc(line)
            found = rpc.request(body) if right else None
            if found is None:
                return "", {}
            request, params = found[2], found[3]
        else:
            request, params = words.parse(line)
    except Exception:
        return "", {}
    row = find(request) if request else None
    if row is None:
        return "", {}
    try:
        if line[:1] not in (b"{", b"["):
            params = words.params(row, params)
        elif isinstance(params, list):
            params = named(row, params)
        return request, dict(params)
    except Exception:
        return request, unread
