"""Whether the program that was put onto a table is well there; the one of before comes back when it is not."""

from __future__ import annotations

from queji.deploy import slots
from queji.deploy.approach import Approach, ended
from queji.deploy.errors import NothingThere, NotWell
from queji.deploy.options import Report
from queji.errors import JobStopped, LinkError, QuejiError, Refused, TableFault, TableRestarted
from queji.link import Link

INSIDE = ("dice", "memory", "store", "link")  # self-tests in which nothing moves and nobody is asked


class Proof:
    """`report` says which program it should be; `approach` how the table is reached."""

    def __init__(self, approach: Approach, report: Report) -> None:
        self.approach, self.report, self.say = approach, report, approach.say

    def run(self, port: str) -> None:
        """Waits for the new program, looks at its health, and goes back when it has none. Raises NotWell."""
        try:
            with self.approach.wait(port) as link:
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
            report = ended(link, job)
            if report.get("state") != "done" or not (report.get("result") or {}).get("passed"):
                raise TableFault(report.get("fault"), "error.job_failed")
        self.say("flash.tested", tests=", ".join(INSIDE))

    def _restore(self, link: Link) -> None:
        """Settings as they were; what the new program does not know is told."""
        if not self.approach.settings:
            return
        now = link.call("settings")
        lost = [name for name, value in self.approach.settings.items() if now.get(name) != value]
        for name in lost:
            try:
                link.call("set", name=name, value=self.approach.settings[name])
            except Refused as error:
                self.say("flash.setting_lost", name=name, why=error.message())
        self.say("flash.settings", count=len(self.approach.settings) - len(lost), restored=len(lost))

    def _go_back(self, port: str) -> bool:
        """The program of before is back; False when there was none. Never raises."""
        try:
            with self.approach.prompt(port) as device:
                slots.back(device)
            with self.approach.wait(port):
                self.say("flash.back")
        except NothingThere:
            return False
        except QuejiError:  # the board itself takes the old one back after its second start
            pass
        return True
