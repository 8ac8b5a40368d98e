"""Checks a table's journal: is it whole, does every roll follow from what was committed, cut and revealed?

Written from docs/fair-dice.md and from nothing of the firmware, so that the two check each other.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

ZERO = "0" * 32
_LINE = re.compile(r"([0-9a-f]{32}) (\{.*\})")
_HEX64 = re.compile(r"[0-9a-f]{64}")


@dataclass
class Finding:
    """Something that should not be. `what` is a key of the texts (`audit.what.…`), `fields` its values."""

    line: int
    what: str
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass
class Roll:
    """A roll or a lot as the journal tells it. `line` counts the lines of the journal from 1."""

    line: int
    kind: str  # "dice" or "lot"
    chain: str
    hand: int
    number: int
    cuts: list[int]
    result: list[int]
    verified: bool = False


@dataclass
class Chain:
    """A chain of secrets: its known links, the line of the journal that told each."""

    name: str
    anchor: str = ""
    hands: int = 0
    links: dict[int, bytes] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)

    def link(self, hand: int) -> bytes | None:
        """Link number `hand`, from the next one known; None while none is."""
        above = [known for known in self.links if known >= hand]
        if not above:
            return None
        known = min(above)
        return hashed(self.links[known], known - hand)


@dataclass
class Report:
    """What a journal says and whether it is true."""

    lines: int = 0
    first: int | None = None
    last: int | None = None
    hash: str = ZERO
    findings: list[Finding] = field(default_factory=list)
    chains: list[Chain] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    skipped: int = 0  # numbers of rolls that power cuts left unused
    cut_hands: int = 0
    firmware: list[str] = field(default_factory=list)
    hashes: set[str] = field(default_factory=set)

    @property
    def whole(self) -> bool:
        return not any(one.what in ("broken", "hash", "missing", "seam", "start") for one in self.findings)

    @property
    def verified(self) -> int:
        return sum(roll.verified for roll in self.rolls)

    @property
    def open(self) -> int:
        """Rolls whose secret is not told yet."""
        wrong = {one.line for one in self.findings if one.what in ("roll", "never")}
        return sum(not roll.verified and roll.line not in wrong for roll in self.rolls)

    def faces(self) -> list[list[int]]:
        """The rolls of dice in their order."""
        return [roll.result for roll in self.rolls if roll.kind == "dice"]


def hashed(link: bytes, times: int) -> bytes:
    for _ in range(times):
        link = hashlib.sha256(link).digest()
    return link


def stream(link: bytes, kind: str, hand: int, number: int, cuts: list[int]) -> Iterator[int]:
    """The bytes of a roll."""
    block = 0
    while True:
        cut = ",".join(map(str, cuts))
        message = f"queji {kind} 1 hand {hand} roll {number} cuts {cut} block {block}"
        yield from hmac.digest(link, message.encode("ascii"), "sha256")
        block += 1


def faces(source: Iterator[int], count: int) -> list[int]:
    fair = (byte for byte in source if byte < 252)
    return [next(fair) % 6 + 1 for _ in range(count)]


def order(source: Iterator[int], count: int) -> list[int]:
    """Fisher and Yates, from the end."""
    found = list(range(count))
    for last in reversed(range(1, count)):
        size = last + 1
        at = next(byte for byte in source if byte < 256 // size * size) % size
        found[last], found[at] = found[at], found[last]
    return found


def is_journal(lines: Iterable[str]) -> bool:
    """Whether any line looks like one of a journal."""
    return any(_LINE.fullmatch(line) for line in lines)


def audit(lines: list[str]) -> Report:
    """Check a journal, given as its lines without their ends."""
    report = Report(lines=len(lines))
    entries = list(_chained(lines, report))
    _Dice(report).follow(entries)
    report.findings.sort(key=lambda one: one.line)
    return report


def _chained(lines: list[str], report: Report) -> Iterator[tuple[int, dict[str, Any]]]:
    """The bodies of lines that can be read, with their places; the chain of hashes is checked on the way."""
    before: str | None = None
    number: int | None = None
    for place, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        body = _object(match[2]) if match else None
        if match is None or body is None:
            report.findings.append(Finding(place, "broken"))
            continue
        n = body["n"]
        told = str(body.get("prev", ZERO)) if body["e"] == "segment" else None
        if told is None and place == 1:
            report.findings.append(Finding(place, "start"))
        if told is not None and before is not None and told != before:
            report.findings.append(Finding(place, "seam", {"n": n}))
        base = told or before
        if base is not None and _digest(base, match[2]) != match[1]:
            report.findings.append(Finding(place, "hash", {"n": n}))
        if number is not None and n != number + 1:
            report.findings.append(Finding(place, "missing", {"after": number, "n": n}))
        report.hash = before = str(match[1])
        report.hashes.add(report.hash)
        report.first = n if report.first is None else report.first
        report.last = number = n
        yield place, body


def _digest(before: str, body: str) -> str:
    return hashlib.sha256(f"{before} {body}".encode()).hexdigest()[:32]


def _object(text: str) -> dict[str, Any] | None:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    good = isinstance(body, dict) and type(body.get("n")) is int and isinstance(body.get("e"), str)
    return body if good else None


class _Dice:
    """Follows the dice through a journal."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._chains: dict[str, Chain] = {}
        self._next: dict[tuple[str, int], int] = {}  # number of the next roll of a hand
        self._cuts: dict[str, list[int]] = {}
        self._cut_hands: set[tuple[str, int]] = set()
        self._current = ""

    def follow(self, entries: list[tuple[int, dict[str, Any]]]) -> None:
        for at, (place, body) in enumerate(entries):
            event = body["e"]
            try:
                if event in ("boot", "segment"):
                    self._base(place, body, at == 0)
                elif event == "commit":
                    self._commit(place, body["anchor"], body["hands"])
                elif event == "reveal":
                    self._reveal(place, body["chain"], body["hand"], body["link"])
                elif event in ("roll", "lot"):
                    self._roll(place, body)
            except (KeyError, TypeError, ValueError):
                self._find(place, "fields", event=event)
        self._report.chains = list(self._chains.values())
        self._report.cut_hands = len(self._cut_hands)
        for roll in self._report.rolls:
            self._verify(roll)

    def _find(self, place: int, what: str, **fields: Any) -> None:
        self._report.findings.append(Finding(place, what, fields))

    def _base(self, place: int, body: dict[str, Any], first: bool) -> None:
        """What the start of a file repeats, or the start of the table."""
        if body["e"] == "boot":
            self._report.firmware.append(str(body.get("hash", "?")))
        if body.get("was"):
            chain, hand, link = body["was"]
            self._reveal(place, chain, hand, link)
        if "anchor" not in body:
            return
        self._commit(place, body["anchor"], body["hands"])
        key = (self._current, body["hand"])
        expected = self._next.get(key)
        if body["e"] == "boot" and expected is not None:
            self._report.skipped += max(0, body["used"] + 1 - expected)
            self._next[key] = max(expected, body["used"] + 1)
        elif expected is None and (first or body["e"] == "boot"):
            self._next[key] = 0 if first else body["used"] + 1  # 0: any, for the beginning is gone

    def _commit(self, place: int, anchor: str, hands: int) -> None:
        if not _HEX64.fullmatch(anchor) or type(hands) is not int:
            raise ValueError
        name = anchor[:8]
        chain = self._chains.setdefault(name, Chain(name))
        if chain.anchor and chain.anchor != anchor:
            self._find(place, "anchor", chain=name)
        elif not chain.anchor:
            chain.anchor, chain.hands = anchor, hands
            chain.links[0] = bytes.fromhex(anchor)
            for hand in sorted(chain.links):  # a link that was told before the anchor was seen
                if hashed(chain.links[hand], hand) != chain.links[0]:
                    self._find(place, "reveal", chain=name, hand=hand)
                    del chain.links[hand]
        self._current = name

    def _reveal(self, place: int, name: str, hand: int, link: str) -> None:
        if not _HEX64.fullmatch(link) or type(hand) is not int or not 0 < hand <= 256:
            raise ValueError
        chain = self._chains.setdefault(name, Chain(name))
        found = bytes.fromhex(link)
        below = [known for known in chain.links if known <= hand]
        if below and hashed(found, hand - max(below)) != chain.links[max(below)]:
            self._find(place, "reveal", chain=name, hand=hand)
            return
        chain.links[hand] = found
        chain.told.setdefault(hand, place)

    def _roll(self, place: int, body: dict[str, Any]) -> None:
        kind = "lot" if body["e"] == "lot" else "dice"
        result = body["order"] if kind == "lot" else body["dice"]
        name, hand, number, cuts = body["chain"], body["hand"], body["roll"], body["cuts"]
        ints = [hand, number, *cuts, *result]
        if not isinstance(name, str) or len(cuts) != 4 or not result or any(type(one) is not int for one in ints):
            raise ValueError
        chain = self._chains.setdefault(name, Chain(name))
        key = (name, hand)
        expected = self._next.get(key, 1)
        if expected and number < expected:
            self._find(place, "again", hand=hand, number=number)
        elif expected and number > expected:
            self._find(place, "gap", hand=hand, number=number, expected=expected)
        self._next[key] = number + 1
        if self._cuts.setdefault(name, cuts) != cuts:
            self._find(place, "cuts", chain=name)
        if any(cuts):
            self._cut_hands.add(key)
        if any(told >= hand for told in chain.told):
            self._find(place, "late", hand=hand, number=number)
        self._report.rolls.append(Roll(place, kind, name, hand, number, cuts, result))

    def _verify(self, roll: Roll) -> None:
        chain = self._chains[roll.chain]
        link = chain.link(roll.hand)
        if link is None:
            if roll.chain != self._current:
                self._find(roll.line, "never", chain=roll.chain, hand=roll.hand)
            return
        source = stream(link, roll.kind, roll.hand, roll.number, roll.cuts)
        count = len(roll.result)
        expected = faces(source, count) if roll.kind == "dice" else order(source, count)
        if expected == roll.result:
            roll.verified = True
        else:
            told, right = (",".join(map(str, one)) for one in (roll.result, expected))
            self._find(roll.line, "roll", hand=roll.hand, number=roll.number, told=told, right=right)
