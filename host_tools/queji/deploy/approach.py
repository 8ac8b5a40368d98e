"""From whatever is plugged in to a board at its prompt, and to the table that starts on it again."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from queji import ports
from queji.deploy import slots, uf2
from queji.deploy.device import Device
from queji.deploy.errors import Busy, NoBoard, WrongBoard
from queji.deploy.options import Options, Say
from queji.errors import JobStopped, LinkError, NoTable, PortMissing, QuejiError, TableFault
from queji.link import Link, is_table

AT_WORK = ("moving", "sorting", "self_test")
TICK_S = 0.2


class Approach:
    """`hello` is that of the table that ran, None where there was a prompt; `settings` those that it had.

    `say(key, **values)` tells each step; `progress(done, total, file)` counts bytes of a download; `before(what)` is
    called before each operation on the board.
    """

    def __init__(
        self,
        options: Options,
        say: Say = lambda key, **values: None,
        progress: slots.Progress = lambda done, total, name: None,
        before: Callable[[str], None] = lambda what: None,
    ) -> None:
        self.options, self.say, self.progress, self.before = options, say, progress, before
        self.hello: dict[str, Any] | None = None
        self.settings: dict[str, Any] = {}
        self._serial = ""

    def find(self) -> str:
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

    def ready(self, port: str) -> None:
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
                        ended(link, job)
            self.settings = dict(link.call("settings"))
            kept = _keep(link.hello, self.settings)
            self.say("flash.settings_kept", file=kept)
            link.call("restart", mode="update")
        self.say("flash.restarting")
        time.sleep(0.5)

    def device(self, port: str) -> Device:
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

    def wait(self, port: str) -> Link:
        """The link of the table that starts now."""
        end = time.monotonic() + 20 * self.options.patience
        while True:
            try:
                return Link(self._again(port), timeout_s=1.5 * self.options.patience, tries=4)
            except (LinkError, NoTable):
                if time.monotonic() >= end:
                    raise
                time.sleep(TICK_S)

    def prompt(self, port: str) -> Device:
        """The prompt of a table that may run or hang: by request, else by Ctrl-C in its grace time."""
        with contextlib.suppress(QuejiError), Link(port, timeout_s=self.options.patience, tries=2, return_s=2) as link:
            link.call("restart", mode="update")
            time.sleep(0.5)
            self.hello = link.hello
        return self.device(port)


def ended(link: Link, job: int) -> dict[str, Any]:
    """The last report of a job; the table bounds every job itself."""
    while (report := link.call("job", id=job)).get("state") == "running":
        link.next_event(TICK_S)
    return report


def _serial_of(port: str) -> str:
    return next((one.serial for one in ports.candidates() if one.port == port and one.serial), "")


def _keep(hello: dict[str, Any], settings: dict[str, Any]) -> Path:
    """A copy of the settings on this computer, in case all goes wrong."""
    folder = uf2.cache() / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{hello.get('id') or 'table'}.json"
    file.write_text(json.dumps({"hello": hello, "settings": settings}, ensure_ascii=False, indent=1), encoding="utf-8")
    return file
