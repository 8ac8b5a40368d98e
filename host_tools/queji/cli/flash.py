"""`queji flash`, `rollback`, `backup`, `restore` and `emulate`: the program on the board."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from queji import outfile
from queji.cli.session import Session, session
from queji.errors import QuejiError, Usage
from queji.texts import text


def register(root: click.Group) -> None:
    for command in (flash, rollback, backup, restore, emulate):
        root.add_command(command)


patience_option = click.option("--patience", type=click.FloatRange(1, 100), default=1.0, help="option.patience")
force_option = click.option("--force", is_flag=True, help="option.flash-force")


@click.command()
@click.option("--board", default="", metavar="BOARD", help="option.flash-board")
@click.option("--uf2", metavar="FILE", help="option.uf2")
@click.option("--drive", type=click.Path(file_okay=False), metavar="FOLDER", help="option.drive")
@click.option("--dry-run", "dry", is_flag=True, help="option.dry-run")
@force_option
@patience_option
def flash(board: str, uf2: str | None, drive: str | None, **more: Any) -> None:
    from queji import paths
    from queji.deploy import uf2 as images
    from queji.deploy.flash import Flasher, Options

    here = session()
    if board and not (paths.board(board) / "pins.csv").is_file():
        raise Usage("error.flash_board", board=board, boards=", ".join(paths.boards()))
    drives = [Path(drive)] if drive else None
    if uf2:
        images.check(Path(uf2))  # a bad file is told before anything is looked for
    options = Options(port=here.port, board=board, image=uf2, drives=drives, **more)
    with _bar(here) as bar:
        report = Flasher(options, _say(here, bar), bar.move).run()
    done = text("flash.done", seconds=f"{report.seconds:.1f}", sent=len(report.sent), bytes=report.bytes)
    here.show(asdict(report), *([done] if report.changed else []))


@click.command()
@force_option
@patience_option
def rollback(**more: Any) -> None:
    from queji.deploy.flash import Options, roll_back

    here = session()
    report = roll_back(Options(port=here.port, **more), _say(here))
    here.show(report)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, writable=True))
@force_option
@patience_option
def backup(file: str, **more: Any) -> None:
    from queji.deploy import files
    from queji.deploy.flash import Options, at_prompt

    here = session()
    outfile.check(file)
    with at_prompt(Options(port=here.port, **more), _say(here)) as (device, hello), outfile.refusals(file):
        names = files.save(device, Path(file), hello)
    here.show({"file": file, "files": names}, text("backup.saved", count=len(names), file=file))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--all", "every", is_flag=True, help="option.restore-all")
@force_option
@patience_option
def restore(file: str, every: bool, **more: Any) -> None:
    from queji.deploy import files
    from queji.deploy.flash import Options, at_prompt

    here = session()
    about, found = files.read(Path(file))
    with at_prompt(Options(port=here.port, **more), _say(here)) as (device, _):
        names = files.restore(device, about, found, every)
    here.show({"files": names}, text("backup.restored", count=len(names)))


@click.command()
@click.option("--blank", is_flag=True, help="option.blank")
@click.option("--get", is_flag=True, help="option.get")
@click.option("--uf2", metavar="FILE", help="option.uf2")
@click.option("--board", default="rpi_pico", metavar="BOARD", help="option.flash-board")
@click.option("--state", type=click.Path(file_okay=False), metavar="DIR", help="option.emulate-state")
def emulate(blank: bool, get: bool, uf2: str | None, board: str, state: str | None) -> None:
    from queji.deploy import uf2 as images

    here = session()
    if get:
        with _bar(here) as bar:
            file = images.download("rp2040", progress=lambda done, total: bar.move(done, total, "MicroPython"))
        here.show({"file": str(file)}, text("emulate.got", file=file))
        return
    try:
        from queji.emulate import image
        from queji.emulate.server import Server
    except ImportError:
        raise QuejiError("error.no_emulator") from None
    try:
        found = Path(uf2) if uf2 else image.find()
    except image.ImageMissing as missing:
        raise QuejiError("error.no_image", why=missing, folder=images.cache()) from None
    images.check(found, "rp2040")
    with Server(found, board=board, blank=blank, state=Path(state) if state else None) as server:
        lines = (text("emulate.running", port=server.port), text("emulate.connect", port=server.port))
        here.show({"port": server.port, "image": str(found)}, *lines, text("sim.stop"))
        try:
            server.serve()
        except KeyboardInterrupt:
            pass


class Bar:
    """The bar of bytes on the line; nothing where there is no terminal."""

    def __init__(self, here: Session) -> None:
        self.progress: Progress | None = None
        self.task: Any = None
        if here.err.is_terminal and not here.json:
            columns = (TextColumn("{task.description}"), BarColumn(30), DownloadColumn(), TransferSpeedColumn())
            self.progress = Progress(*columns, console=here.err, transient=True)

    def __enter__(self) -> Bar:
        if self.progress:
            self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.progress:
            self.progress.stop()

    def move(self, done: int, total: int, name: str) -> None:
        if not self.progress or not total:
            return
        if self.task is None:
            self.task = self.progress.add_task(text("flash.sending"), total=total)
        self.progress.update(self.task, completed=done, total=total, description=name or text("flash.sending"))

    def write(self, line: str) -> None:
        assert self.progress is not None
        self.progress.console.print(line, soft_wrap=True)


def _bar(here: Session) -> Bar:
    return Bar(here)


def _say(here: Session, bar: Bar | None = None) -> Any:
    """Tells a step in a line; on stderr, as the result is something else."""

    def say(key: str, **values: Any) -> None:
        if here.json:
            return
        if bar and bar.progress:
            bar.write(text(key, **values))
        else:
            here.note(key, **values)

    return say
