"""`queji flash`: from whatever is plugged in to a table that runs the new program and has proved itself."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queji import paths, ports
from queji.deploy import build, slots, uf2
from queji.deploy.device import Device
from queji.deploy.errors import Busy, Lost, NoBoard, NothingThere, NotWell, TooOld, WrongBoard
from queji.errors import JobStopped, LinkError, NoTable, PortMissing, QuejiError, Refused, TableFault, TableRestarted
from queji.link import Link, is_table

OLDEST = (1, 23)  # of MicroPython: the first that reads our compiled files and has what the firmware uses
AT_WORK = ("moving", "sorting", "self_test")
INSIDE = ("dice", "memory", "store", "link")  # self-tests in which nothing moves and nobody is asked
TICK_S = 0.2

Say = Callable[..., None]


@dataclass
class Options:
    """What was asked for. Times are in seconds; `patience` multiplies them (a slow emulator)."""

    port: str | None = None
    board: str = ""  # a board's name or folder; empty: as the table says, else rpi_pico
    image: str | None = None
    force: bool = False
    dry: bool = False
    patience: float = 1.0
    drives: list[Path] | None = None  # where to look for the drive of BOOTSEL
    firmware: Path = paths.FIRMWARE
    check: bool = True


@dataclass
class Report:
    """What came of it; goes into the `--json` output."""

    port: str = ""
    board: str = ""
    before: str = ""
    hash: str = ""
    slot: str = ""
    changed: bool = False
    sent: list[str] = field(default_factory=list)
    copied: int = 0
    kept: int = 0
    bytes: int = 0
    seconds: float = 0.0
    micropython: str = ""


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
        self.options, self.say, self.progress, self.before = options, say, progress, before
        self.report = Report()
        self.hello: dict[str, Any] | None = None
        self.settings: dict[str, Any] = {}
        self._serial = ""

    def run(self) -> Report:
        """Raises QuejiError; the table starts in every case, with the old program or the new one."""
        started = time.monotonic()
        port = self._find()
        self.report.port = port
        if self.hello is not None:
            mpy = _mpy(str(self.hello.get("micropython")))
            files = self._files(self._board(self.hello.get("board")), mpy, self.hello.get("image"))
            self.report.before = str(self.hello.get("hash"))
            if self.report.before == slots.identity(build.manifest(files)):
                self.report.hash = self.report.before
                self.say("flash.nothing", version=self.hello.get("firmware"), hash=self.report.hash)
                self.report.seconds = time.monotonic() - started
                return self.report
            self._ready(port)
        with self._device(port) as device:
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
            self._prove(port)
        self.report.seconds = time.monotonic() - started
        return self.report

    # Finding

    def _find(self) -> str:
        """The port of the board, with MicroPython on it; `hello` is the table's when one runs.

        A virtual table would restart into a prompt that it has not: NoTable for one that is named, or all there is.
        """
        named = self.options.port
        drives = uf2.drives(self.options.drives)
        if not named:
            with contextlib.suppress(NoTable):
                named = ports.choose(None, virtual=False)
        virtual = [one.port for one in ports.candidates() if one.virtual]
        if named in virtual or (not named and not drives and len(virtual) == 1):
            raise NoTable("error.flash_virtual", port=named or virtual[0])
        if named:
            return self._greet(named)
        if not drives:
            raise NoBoard("error.no_board")
        if len(drives) > 1:
            raise WrongBoard("error.several_drives", drives=", ".join(str(drive) for drive, _ in drives))
        drive, mcu = drives[0]
        self.say("flash.drive", drive=drive)
        image = uf2.obtain(mcu, self.options.image, self._downloading)
        if self.options.dry:
            self.say("flash.would_put", file=image.path.name)
            raise NoBoard("error.dry_no_port")
        self._put(image, drive)
        return self._greet(self._appears())

    def _greet(self, port: str) -> str:
        self._serial = _serial_of(port)
        self.hello = is_table(port, timeout_s=0.5 * self.options.patience)
        if self.hello is not None:
            self.say("flash.table", port=port, version=self.hello.get("firmware"), state=self.hello.get("state"))
        else:
            self.say("flash.prompt", port=port)
        return port

    def _downloading(self, done: int, total: int) -> None:
        self.progress(done, total, "MicroPython")

    def _put(self, image: uf2.Image, drive: Path) -> None:
        self.say("flash.put", file=image.path.name, hash=image.sha256[:16])
        uf2.put(image, drive)

    def _appears(self) -> str:
        """Waits for the port of a board that has just got MicroPython."""
        end = time.monotonic() + 30 * self.options.patience
        while time.monotonic() < end:
            found = ports.candidates()
            real = [one.port for one in found if not one.virtual]
            if len(real) == 1:
                time.sleep(1)
                return real[0]
            time.sleep(TICK_S)
        raise NoBoard("error.no_port_after_image")

    # A table that runs

    def _ready(self, port: str) -> None:
        """Settings kept, nothing at work, then the restart that leaves the program out."""
        if self.options.dry:
            self.say("flash.dry_restarts")
        with Link(port, timeout_s=1.5 * self.options.patience) as link:
            state = link.call("status")["state"]
            if state in AT_WORK:
                if not self.options.force:
                    raise Busy("error.table_busy", state=state)
                self.say("flash.pausing")
                with contextlib.suppress(TableFault, JobStopped):
                    job = link.call("pause" if state == "sorting" else "stop").get("job")
                    if job is not None:
                        _ended(link, job)
            self.settings = dict(link.call("settings"))
            kept = _keep(link.hello, self.settings)
            self.say("flash.settings_kept", file=kept)
            link.call("restart", mode="update")
        self.say("flash.restarting")
        time.sleep(0.5)

    def _device(self, port: str) -> Device:
        """The board at its prompt, waiting for it to come back if it restarts."""
        end = time.monotonic() + 15 * self.options.patience
        while True:
            try:
                device = Device(self._again(port), timeout_s=10 * self.options.patience, before=self.before)
                break
            except (PortMissing, WrongBoard):
                if self.hello is None or time.monotonic() >= end:
                    raise
                time.sleep(TICK_S)
        try:
            device.prepare()
        except BaseException:
            device.close()
            raise
        return device

    def _again(self, port: str) -> str:
        """The port's name now: a board that comes back may get another one."""
        if self._serial:
            for one in ports.candidates():
                if one.serial == self._serial:
                    return one.port
        return port

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

    # Is it well?

    def _prove(self, port: str) -> None:
        """Waits for the new program, looks at its health, and goes back when it has none. Raises NotWell."""
        try:
            with self._wait(port) as link:
                hello = link.hello
                if hello.get("hash") != self.report.hash:
                    raise NotWell("error.not_started", found=hello.get("hash"), wanted=self.report.hash)
                self.say("flash.hello", version=hello.get("firmware"), hash=hello.get("hash"))
                self._test(link)
                self._restore(link)
            self.say("flash.well")
        except NotWell:
            raise
        except (LinkError, TableFault, TableRestarted, JobStopped, Refused) as error:
            if not self.report.changed:
                raise
            self.say("flash.not_well", why=error.message())
            key = "error.not_well" if self._go_back(port) else "error.not_well_only"
            raise NotWell(key, why=error.message()) from None

    def _wait(self, port: str) -> Link:
        """The link of the table that starts now."""
        end = time.monotonic() + 20 * self.options.patience
        while True:
            try:
                return Link(self._again(port), timeout_s=1.5 * self.options.patience, tries=4)
            except (LinkError, NoTable):
                if time.monotonic() >= end:
                    raise
                time.sleep(TICK_S)

    def _test(self, link: Link) -> None:
        """Faults of the controller's own, then the self-tests in which nothing moves. Raises TableFault."""
        fault = link.call("status").get("fault")
        if fault and fault.get("code") == 9 and fault.get("sub") in (3, 4):
            raise TableFault(fault)
        for name in INSIDE:
            try:
                job = link.call("test", name=name)["job"]
            except Refused as error:  # a table in a state that allows no tests (a fault of its mechanics) is no worse
                if error.kind in ("state", "fault", "stopped", "busy"):
                    self.say("flash.untested", why=error.message())
                    return
                raise
            report = _ended(link, job)
            if report.get("state") != "done" or not (report.get("result") or {}).get("passed"):
                raise TableFault(report.get("fault"), "error.job_failed")
        self.say("flash.tested", tests=", ".join(INSIDE))

    def _restore(self, link: Link) -> None:
        """Settings as they were; what the new program does not know is told."""
        if not self.settings:
            return
        now = link.call("settings")
        lost = [name for name, value in self.settings.items() if now.get(name) != value]
        for name in lost:
            try:
                link.call("set", name=name, value=self.settings[name])
            except Refused as error:
                self.say("flash.setting_lost", name=name, why=error.message())
        self.say("flash.settings", count=len(self.settings) - len(lost), restored=len(lost))

    def _go_back(self, port: str) -> bool:
        """The program of before is back; False when there was none. Never raises."""
        try:
            with self._prompt(port) as device:
                slots.back(device)
            with self._wait(port):
                self.say("flash.back")
        except NothingThere:
            return False
        except QuejiError:  # the board itself takes the old one back after its second start
            pass
        return True

    def _prompt(self, port: str) -> Device:
        """The prompt of a table that may run or hang: by request, else by Ctrl-C in its grace time."""
        with contextlib.suppress(QuejiError), Link(port, timeout_s=self.options.patience, tries=2, return_s=2) as link:
            link.call("restart", mode="update")
            time.sleep(0.5)
            self.hello = link.hello
        return self._device(port)


def roll_back(options: Options, say: Say = lambda key, **values: None) -> dict[str, str]:
    """`queji rollback`. Raises QuejiError."""
    flasher = Flasher(options, say)
    port = flasher._find()
    if flasher.hello is not None:
        flasher._ready(port)
    with flasher._device(port) as device:
        gone, to = slots.back(device)
        say("rollback.switched", slot=to, was=gone or "-")
    with flasher._wait(port) as link:
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
    flasher = Flasher(options, say)
    port = flasher._find()
    if flasher.hello is not None:
        flasher._ready(port)
    with flasher._device(port) as device:
        yield device, flasher.hello


def _ended(link: Link, job: int) -> dict[str, Any]:
    """The last report of a job; the table bounds every job itself."""
    while (report := link.call("job", id=job)).get("state") == "running":
        link.next_event(TICK_S)
    return report


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


def _serial_of(port: str) -> str:
    return next((one.serial for one in ports.candidates() if one.port == port and one.serial), "")


def _keep(hello: dict[str, Any], settings: dict[str, Any]) -> Path:
    """A copy of the settings on this computer, in case all goes wrong."""
    folder = uf2.cache() / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{hello.get('id') or 'table'}.json"
    file.write_text(json.dumps({"hello": hello, "settings": settings}, ensure_ascii=False, indent=1), encoding="utf-8")
    return file


__all__ = ["Flasher", "Lost", "Options", "Report", "roll_back"]
