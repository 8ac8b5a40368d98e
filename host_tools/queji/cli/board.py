"""`queji board`: begins a board's description, checks it, and makes its wiring page."""

from __future__ import annotations

from pathlib import Path

import click
from rich.table import Table

from queji import outfile, paths
from queji.board import check, chips, controller, pins, wiring
from queji.board.finding import Finding, read_text
from queji.cli.new_board import new_board, tell
from queji.cli.session import session
from queji.texts import text


def register(root: click.Group) -> None:
    root.add_command(board)
    board.add_command(new_board)


@click.group()
def board() -> None:
    pass


@board.command("check")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def check_board(folder: Path) -> int:
    folder = _folder(folder)
    findings = check(folder)
    tell(folder, findings)
    return 1 if findings else 0


@board.command("pins")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def show_pins(folder: Path) -> int:
    folder = _folder(folder)
    findings: list[Finding] = []
    chip, product = controller(folder, findings)
    words = read_text(folder / pins.FILE, findings)
    if words is None or findings:
        tell(folder, findings)
        return 1
    wired: dict[int, list[str]] = {}
    for row in pins.parse(words, []):
        if row.pin.place == "gpio":
            wired.setdefault(row.pin.number, []).append(row.signal)
    own = chips.RESERVED.get(product, {})
    pads = {gpio: number for number, gpio in enumerate(chips.PADS, 1) if isinstance(gpio, int)}
    rows = [
        {
            "pin": f"GP{number}",
            "pad": pads.get(number) if product in chips.ON else None,
            "signals": wired.get(number, []),
            "own": own.get(number, ""),
            "can": list(chips.functions(number, chip)),
        }
        for number in chip.gpios
    ]
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("pin", "pad", "signal", "can"):
        table.add_column(text(f"board.{column}"), overflow="fold")
    for row in rows:
        signal = ", ".join(row["signals"]) or (text("board.own", use=row["own"]) if row["own"] else text("board.free"))
        style = None if row["signals"] else "dim" if row["own"] else "green"
        table.add_row(row["pin"], str(row["pad"] or "-"), signal, ", ".join(row["can"]), style=style)
    session().show({"chip": chip.name, "product": product, "pins": rows}, table)
    return 0


@board.command("wiring")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="option.wiring-out")
def draw_wiring(folder: Path, out: Path | None) -> int:
    folder = _folder(folder)
    files, findings = wiring.render(folder)
    if findings:
        tell(folder, findings)
        return 1
    written = []
    for name, words in files.items():
        file = (out or folder) / name
        outfile.write(file, words)
        written.append(str(file))
    session().show({"files": written}, *(text("board.written", file=file) for file in written))
    return 0


def _folder(given: Path) -> Path:
    """A folder as given, or the name of a board that comes with the tool."""
    return paths.BOARDS / given if not given.exists() and str(given) in paths.boards() else given
