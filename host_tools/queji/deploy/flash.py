"""`queji flash`: from whatever is plugged in to a table that runs the new program and has proved itself."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from queji import paths
from queji.deploy import build, slots
from queji.deploy.approach import Approach
from queji.deploy.device import Device
from queji.deploy.errors import Lost, TooOld, WrongBoard
from queji.deploy.options import Options, Report, Say
from queji.deploy.proof import Proof

OLDEST = (1, 23)  # of MicroPython: the first that reads our compiled files and has what the firmware uses


class Flasher:
    """One run. `say(key, **values)` tells each step; `progress(done, total, file)` counts bytes on the line;
    `before(what)` is called before each operation on the board."""

    def __init__(
        self,
        options: Options,
        say: Say = lambda key, **values: None,
        progress: slots.Progress = lambda done, total, name: None,
        before: Callable[[str], None] = lambda what: None,
    ) -> None:
        self.options, self.say, self.progress = options, say, progress
        self.approach = Approach(options, say, progress, before)
        self.report = Report()

    def run(self) -> Report:
        """Raises QuejiError; the table starts in every case, with the old program or the new one."""
        started = time.monotonic()
        port = self.approach.find()
        hello = self.approach.hello
        self.report.port = port
        if hello is not None:
            mpy = _mpy(str(hello.get("micropython")))
            files = self._files(self._board(hello.get("board")), mpy, hello.get("image"))
            self.report.before = str(hello.get("hash"))
            if self.report.before == slots.identity(build.manifest(files)):
                self.report.hash = self.report.before
                self.say("flash.nothing", version=hello.get("firmware"), hash=self.report.hash)
                self.report.seconds = time.monotonic() - started
                return self.report
            self.approach.ready(port)
        with self.approach.device(port) as device:
            board = slots.look(device)
            self._board(_own_board(device, board))
            mpy, image = self._about(device)
            files = self._files(self._board(None), mpy, image)
            if image:
                self.say("flash.image" if build.IMAGE in files else "flash.other_image", hash=image)
            todo = slots.plan(device, board, files)
            self._tell(board, todo)
            manifest = build.manifest(files)
            self.report.hash, self.report.slot = slots.identity(manifest), todo.slot
            if board.manifests.get(board.active) == slots.parse(manifest) and not todo.main and board.trial is None:
                self.report.slot = board.active
                self.say("flash.same", slot=board.active)
            elif self.options.dry:
                self.say("flash.dry")
            else:
                self.report.changed = True
                slots.fill(device, todo, self.progress)
                self.say("flash.proved", count=len(files))
                before = board.active if board.whole(board.active) else ""
                slots.switch(device, todo.slot, before)
                self.say("flash.switched", slot=todo.slot)
        if self.options.dry:
            self.report.seconds = time.monotonic() - started
            return self.report
        if self.options.check:
            Proof(self.approach, self.report).run(port)
        self.report.seconds = time.monotonic() - started
        return self.report

    def _about(self, device: Device) -> tuple[int | None, str | None]:
        """Checks that the board can run the firmware; the version of compiled files that it reads, and the hash of the
        queji in its image."""
        about = device.about()
        version = ".".join(map(str, about["version"][:3]))
        self.report.micropython = version
        folder = paths.board(self._board(None))
        wanted = json.loads((folder / "board.json").read_text(encoding="utf-8")).get("mcu", "rp2040")
        if about["name"] != "micropython" or about["platform"] != "rp2":
            raise WrongBoard("error.other_board", found=f"{about['name']} {about['platform']}", board=folder.name)
        if wanted.upper() not in about["machine"].upper():
            raise WrongBoard("error.other_board", found=about["machine"], board=folder.name)
        if about["version"][:2] < OLDEST:
            raise TooOld("error.too_old", version=version, oldest=".".join(map(str, OLDEST)))
        return about["mpy"], about["image"]

    def _board(self, told: Any) -> str:
        """Which board's files: as asked for, as the table says, or for one that has none the reference's.

        Raises WrongBoard for a table with a board of its own: with the reference's pins its motors would run wrongly.
        """
        if not self.report.board:
            if told and told not in paths.boards() and not self.options.board:
                raise WrongBoard("error.own_board", board=told)
            self.report.board = self.options.board or told or "rpi_pico"
        return self.report.board

    def _files(self, board: str, mpy: int | None, image: Any) -> dict[str, bytes]:
        return build.slot(board, mpy, image, self.options.firmware)

    def _tell(self, board: slots.Board, todo: slots.Plan) -> None:
        self.report.sent, self.report.copied, self.report.kept = todo.send, len(todo.copy), len(todo.keep)
        self.report.bytes = todo.bytes_to_send
        self.say(
            "flash.plan",
            slot=todo.slot,
            active=board.active or "-",
            send=len(todo.send) + todo.main,
            bytes=todo.bytes_to_send,
            copy=len(todo.copy),
            keep=len(todo.keep),
        )


def roll_back(options: Options, say: Say = lambda key, **values: None) -> dict[str, str]:
    """`queji rollback`. Raises QuejiError."""
    approach = Approach(options, say)
    port = approach.find()
    if approach.hello is not None:
        approach.ready(port)
    with approach.device(port) as device:
        gone, to = slots.back(device)
        say("rollback.switched", slot=to, was=gone or "-")
    with approach.wait(port) as link:
        say("flash.hello", version=link.hello.get("firmware"), hash=link.hello.get("hash"))
        return {
            "from": gone,
            "to": to,
            "hash": str(link.hello.get("hash")),
            "firmware": str(link.hello.get("firmware")),
        }


@contextlib.contextmanager
def at_prompt(
    options: Options, say: Say = lambda key, **values: None
) -> Iterator[tuple[Device, dict[str, Any] | None]]:
    """The board at its prompt, and the hello of the table that ran; afterwards it starts again. Raises QuejiError."""
    approach = Approach(options, say)
    port = approach.find()
    if approach.hello is not None:
        approach.ready(port)
    with approach.device(port) as device:
        yield device, approach.hello


def _own_board(device: Device, board: slots.Board) -> str | None:
    """The name of the board whose files are there; None when there are none. One that has no name is told by its pins,
    and is else called as its folder."""
    for slot in (*(one for one in slots.SLOTS if one == board.active), *slots.SLOTS, ""):
        folder = f"{slot}/board" if slot else "board"
        wired = device.read(f"{folder}/pins.csv")
        if wired is None:
            continue
        try:
            return str(json.loads(device.read(f"{folder}/board.json") or b"{}")["id"])
        except (ValueError, KeyError, TypeError):
            alike = [name for name in paths.boards() if (paths.board(name) / "pins.csv").read_bytes() == wired]
            return alike[0] if alike else folder
    return None


def _mpy(version: str) -> int | None:
    """The version of compiled files that a MicroPython reads, from its own version."""
    try:
        number = tuple(int(part) for part in version.split(".")[:2])
    except ValueError:
        return None
    return build.MPY_VERSION if number >= OLDEST else None


__all__ = ["Flasher", "Lost", "Options", "Report", "at_prompt", "roll_back"]
