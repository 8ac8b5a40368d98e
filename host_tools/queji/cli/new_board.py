"""`queji board new`: begins a board's folder by questions, each of which an option answers too."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from queji import outfile, paths
from queji.board import check, controller, mechanics, new, pins, wiring
from queji.board.finding import Finding
from queji.board.parts import parts, sides
from queji.cli.config import value_of
from queji.cli.session import session
from queji.errors import Usage
from queji.texts import text

# What is asked of a new board's mechanics, with the reference's value as the answer to take; `queji fit` measures it.
ASKED = ("longest_wall", "disc.rpm", "head.turn_ms", "lift.turn_ms", "dome.stroke_ms", "supply.amps_max")
# Mistakes that another pin, not asked for yet, may still put right.
LATER = ("pin_twice", "pwm_slice", "i2c_instances")


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--from", "source", metavar="BOARD", help="option.new-from")
@click.option("--product", metavar="NAME", help="option.new-product")
@click.option("--name", metavar="TEXT", help="option.new-name")
@click.option("--volts", type=click.FloatRange(6, 48), help="option.new-volts")
@click.option("--fram/--no-fram", default=None, help="option.new-fram")
@click.option("--active-high", metavar="GROUP,…", help="option.new-active-high")
@click.option("--expanders", metavar="E,S,W,N", help="option.new-expanders")
@click.option("--pin", "given_pins", multiple=True, metavar="SIGNAL=PIN", help="option.new-pin")
@click.option("--set", "given_numbers", multiple=True, metavar="KEY=VALUE", help="option.new-set")
@click.option("--yes", is_flag=True, help="option.new-yes")
def new_board(folder: Path, yes: bool, **given: Any) -> int:
    here = session()
    if not new.NAME.fullmatch(folder.resolve().name):
        raise Usage("error.new_name", name=folder.resolve().name)
    if folder.exists() and any(folder.iterdir()):
        raise Usage("error.new_exists", folder=folder)
    ask = sys.stdin.isatty() and not yes and not here.json
    answers = _answers(folder, ask, **given)
    with outfile.refusals(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, words in new.files(folder, answers).items():
            outfile.write(folder / name, words)
        outfile.write(folder / "package.json", new.package(folder))
        pages, findings = wiring.render(folder)
        findings = check(folder)
        for name, words in {} if findings else pages.items():
            outfile.write(folder / name, words)
    written = sorted(path.name for path in folder.iterdir())
    if here.json:
        left = [finding.data() for finding in findings]
        here.line({"folder": str(folder), "files": written, "findings": left})
    else:
        here.show(None, text("new.written", folder=folder, files=", ".join(written)))
        if findings:
            tell(folder, findings)
        here.note("new.left" if findings else "new.next", folder=folder)
    return 1 if findings else 0


def _answers(
    folder: Path,
    ask: bool,
    source: str | None,
    product: str | None,
    name: str | None,
    volts: float | None,
    fram: bool | None,
    active_high: str | None,
    expanders: str | None,
    given_pins: tuple[str, ...],
    given_numbers: tuple[str, ...],
) -> new.Answers:
    """What the options say, and for the rest what a person answers, or the reference's own. Raises Usage."""
    asked = _Asked(ask)
    source = source or asked.one_of("new.from", paths.boards(), "rpi_pico")
    if source not in paths.boards():
        raise Usage("error.new_from", name=source, boards=", ".join(paths.boards()))
    like = [one for one, row in new.PRODUCTS.items() if row[0] == source]
    product = product or asked.text("new.product", like[0], choices=", ".join(like))
    name = name or asked.text("new.name", folder.resolve().name)
    volts = volts or asked.number("new.volts", 24.0, 6, 48)
    fram = fram if fram is not None else asked.yes("new.fram", True)
    words = active_high if active_high is not None else asked.text("new.active_high", "", groups=", ".join(new.GROUPS))
    groups = tuple(filter(None, (word.strip() for word in words.split(","))))
    if wrong := [group for group in groups if group not in new.GROUPS]:
        raise Usage("error.new_group", name=wrong[0], groups=", ".join(new.GROUPS))
    usual = ",".join(f"0x{address:02x}" for address in new.Answers().expanders)
    addresses = _addresses(expanders or asked.text("new.expanders", usual))
    numbers = dict(map(_pair, given_numbers))
    for key in numbers:
        if key not in mechanics.VALUES:
            raise Usage("error.new_key", name=key)
    reference = mechanics.flat((paths.BOARDS / source / mechanics.FILE).read_text(encoding="utf-8"))
    for key in ASKED:
        want = mechanics.VALUES[key]
        if key not in numbers:
            value = asked.number(f"new.number.{key}", reference[key], want.low, want.high)
            if value != reference[key]:
                numbers[key] = int(value) if want.kind is int else value
    changed = {signal: str(pin) for signal, pin in (word.partition("=")[::2] for word in given_pins)}
    for signal in changed:
        if signal not in parts():
            raise Usage("error.new_signal", name=signal)
    answers = new.Answers(source, product, name, volts, fram, groups, addresses, changed, numbers)
    if not given_pins and ask and not asked.yes("new.pins", True):
        answers = answers._replace(pins=_ask_pins(asked, answers))
    return answers


def _ask_pins(asked: _Asked, answers: new.Answers) -> dict[str, str]:
    """The pin of each signal of the centre, one by one; one that the chip cannot use is asked for again."""
    source = paths.BOARDS / answers.source
    chip, _ = controller(source, [])
    words = (source / pins.FILE).read_text(encoding="utf-8")
    usual = {row.signal: str(row.pin) for row in pins.parse(words, [])}
    chosen: dict[str, str] = {}
    for signal, pin in usual.items():
        if parts()[signal].side or (signal == "fram" and not answers.fram):
            continue
        while True:
            chosen[signal] = asked.text("new.pin", pin, signal=signal, kind=parts()[signal].kind)
            trial = new.wired(words, answers._replace(pins=chosen))
            found = pins.check(trial, chip, answers.product)
            # Others' pins may still change: what is wrong with this one alone is told now, the rest at the end.
            wrong = [one for one in found if one.fields.get("signal") == signal and one.code not in LATER]
            if not wrong:
                break
            session().err.print(f"{wrong[0].what()} {wrong[0].todo()}", soft_wrap=True)
    return chosen


def _addresses(words: str) -> tuple[int, ...]:
    try:
        found = tuple(int(word, 16) for word in words.split(","))
    except ValueError:
        found = ()
    if len(found) != len(sides()) or len(set(found)) != len(found):
        raise Usage("error.new_expanders", words=words)
    return found


def _pair(word: str) -> tuple[str, Any]:
    key, sign, value = word.partition("=")
    number = value_of(value)
    if not sign or isinstance(number, bool) or not isinstance(number, (int, float)):
        raise Usage("error.new_pair", word=word)
    return key, number


class _Asked:
    """Questions with an answer to take by Enter; without a person that answer is taken."""

    def __init__(self, ask: bool) -> None:
        self.ask = ask

    def text(self, key: str, usual: str, **fields: Any) -> str:
        if not self.ask:
            return usual
        return click.prompt(text(key, **fields), default=usual, show_default=bool(usual), err=True).strip()

    def one_of(self, key: str, names: list[str], usual: str) -> str:
        if not self.ask:
            return usual
        return click.prompt(text(key), type=click.Choice(names), default=usual, err=True)

    def yes(self, key: str, usual: bool) -> bool:
        return click.confirm(text(key), default=usual, err=True) if self.ask else usual

    def number(self, key: str, usual: float, low: float, high: float) -> float:
        if not self.ask:
            return usual
        return click.prompt(text(key), type=click.FloatRange(low, high), default=usual, err=True)


def tell(folder: Path, findings: list[Finding]) -> None:
    """What is wrong with a board's folder."""
    if session().json:
        session().show({"folder": str(folder), "findings": [finding.data() for finding in findings]})
        return
    out = session().out
    for finding in findings:
        out.print(finding.place(), style="bold", end=": ", markup=False, soft_wrap=True)
        out.print(finding.what(), markup=False, soft_wrap=True)
        for part, words in (("why", finding.why()), ("do", finding.todo())):
            out.print("    " + text(f"board.{part}", words=words), markup=False, soft_wrap=True)
    key = "board.count" if findings else "board.fine"
    out.print(text(key, folder=folder, count=len(findings)), markup=False, soft_wrap=True)
