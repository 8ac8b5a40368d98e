"""`queji board`: begins a board's description, checks it, and makes its wiring page."""

from __future__ import annotations

from pathlib import Path

import click

from queji import paths
from queji.board import check, wiring
from queji.cli.new_board import new_board, tell
from queji.cli.session import session
from queji.errors import QuejiError
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
