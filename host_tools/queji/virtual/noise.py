"""Faults of the serial line itself: bytes lost, changed or doubled, as a bad cable or a rude program makes them."""

from __future__ import annotations

KINDS = ("lose", "change", "double")
WAYS = ("in", "out", "both")
"""`in`: to the table; `out`: from it."""


class Noise:
    """Spoils one byte in so many, the same ones each time under the same seed.

    `rates` gives, for each of KINDS, the number of bytes among which one is hit on average; 0 is never.
    """

    def __init__(self, seed: int = 1) -> None:
        self._state = (seed * 2654435761 + 1) & 0xFFFFFFFF or 1
        self._rates: dict[str, dict[str, int]] = {"in": {}, "out": {}}

    def set(self, way: str = "both", **rates: int) -> None:
        """Raises ValueError for a way or kind that does not exist or a rate below 0."""
        if way not in WAYS:
            raise ValueError(f"way is {' or '.join(WAYS)}, not '{way}'")
        for kind, one_in in rates.items():
            if kind not in KINDS:
                raise ValueError(f"no serial fault '{kind}': there are {', '.join(KINDS)}")
            if not isinstance(one_in, int) or one_in < 0:
                raise ValueError(f"{kind}={one_in}: one byte in how many? (0: never)")
            for each in ("in", "out") if way == "both" else (way,):
                self._rates[each][kind] = one_in

    def clear(self) -> None:
        self._rates = {"in": {}, "out": {}}

    @property
    def rates(self) -> dict[str, dict[str, int]]:
        return {way: {kind: n for kind, n in rates.items() if n} for way, rates in self._rates.items()}

    def spoil(self, way: str, data: bytes) -> bytes:
        """The bytes as they arrive."""
        rates = self._rates[way]
        if not any(rates.values()):
            return data
        out = bytearray()
        for sent in data:
            if self._hit(rates.get("lose", 0)):
                continue
            byte = sent ^ 1 << (self._next() & 7) if self._hit(rates.get("change", 0)) else sent
            out.append(byte)
            if self._hit(rates.get("double", 0)):
                out.append(byte)
        return bytes(out)

    def _hit(self, one_in: int) -> bool:
        return one_in > 0 and self._next() % one_in == 0

    def _next(self) -> int:
        x = self._state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._state = x
        return x >> 8
