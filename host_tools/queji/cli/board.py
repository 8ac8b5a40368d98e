"""`queji board`: checks a board's description and makes its wiring page."""

from __future__ import annotations

from pathlib import Path

import click

from queji import paths
from queji.board import check, wiring
from queji.board.finding import Finding
from queji.cli.session import session
from queji.errors import QuejiError
from queji.texts import text


def register(root: click.Group) -> None:
    root.add_command(board)


@click.group()
def board() -> None:
    pass


@board.command("check")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def check_board(folder: Path) -> int:
    folder = _folder(folder)
    findings = check(folder)
    _tell(folder, findings)
    return 1 if findings else 0


@board.command("wiring")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="option.wiring-out")
def draw_wiring(folder: Path, out: Path | None) -> int:
    folder = _folder(folder)
    files, findings = wiring.render(folder)
    if findings:
        _tell(folder, findings)
        return 1
    written = []
    for name, words in files.items():
        file = (out or folder) / name
        try:
            file.write_text(words, encoding="utf-8", newline="\n")
        except OSError as e:
            raise QuejiError("error.board_out", file=file, reason=e.strerror or str(e)) from e
        written.append(str(file))
    session().show({"files": written}, *(text("board.written", file=file) for file in written))
    return 0


def _folder(given: Path) -> Path:
    """A folder as given, or the name of a board that comes with the tool."""
    return paths.BOARDS / given if not given.exists() and str(given) in paths.boards() else given


def _tell(folder: Path, findings: list[Finding]) -> None:
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
