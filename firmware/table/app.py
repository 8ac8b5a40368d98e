"""The table as a whole: everything wired together, started, supervised and made safe on every way out."""

import asyncio
import gc
import io
import json
import sys
from binascii import crc32
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

import machine
from micropython import const

from table import VERSION, later
from table.api import Api
from table.clock import no_streams
from table.console import Console
from table.cycle import Cycle
from table.drivers.buzzer import Buzzer
from table.drivers.strip import Strip
from table.entropy import Entropy
from table.errors import Refusal
from table.events import Events
from table.fair.fair import Fair
from table.faults import SIDES, Fault, Latch
from table.guard import Guard
from table.hand import Hand
from table.lights import Lights
from table.link.service import Service
from table.log import Log
from table.mechanisms.base import BaseTimes
from table.mechanisms.cam import Cam
from table.mechanisms.disc import Disc
from table.mechanisms.dome import Dome
from table.mechanisms.pickup import Pickup
from table.play import Play
from table.service import Wear
from table.signals import attach
from table.store.journal import Journal
from table.store.live import Live
from table.store.settings import Settings
from table.store.state import State

selftests = later.Later("table.selftest")

_WATCHDOG_MS = const(4000)  # at rest, where a flash erase may take its time
_MOVING_MS = const(1000)  # while a motor is on: a loop that hangs stops it before it does harm
_SILENT_MS = const(10_000)
_GUARD_MS = const(50)
_GARBAGE = const(16_000)  # bytes
_ANSWER = const(900)  # bytes, of the 1024 of a line
_PROVED_MS = const(10_000)


class Parts:
    """The mechanisms, built on the signals."""

    def __init__(self, signals, base):
        self.signals = signals
        self.base = base
        self.dome = Dome(signals, base)
        self.disc = Disc(signals, base)
        self.heads = [Cam(signals, base, seat, "head") for seat in range(4)]
        self.lifts = [Cam(signals, base, seat, "lift") for seat in range(4)]
        self.pickups = [Pickup(signals, base, seat) for seat in range(4)]
        mechanics = signals.mechanics
        self.lights = Lights(Strip(signals.strip_pin, mechanics["strip"], mechanics["longest_wall"]), signals.lamps)
        self.buzzer = Buzzer(signals.buzzer_pin)

    def channels_seen(self):
        """By seat, whether the channel's sensor sees tiles."""
        return [self.signals.photos[side + "_channel"].active for side in SIDES]

    def recover(self):
        """Bring back expanders that were cut off. Raises Refusal while one does not answer."""
        try:
            self.signals.recover()
        except Fault as fault:
            message = "%s does not answer" % fault.part
            raise Refusal("fault", message, "check its cable and the I2C wires", fault.fields()) from None


class App:
    """`root`: the folder of the flash; `board`: that of pins.csv and mechanics.json; `reader`, `writer`: the link.

    `chunk`: how many bytes a write to it may have once poll says that there is room; None: it is the controller's USB.
    `signals`: the board's (signals.attach), if they are there already.
    """

    def __init__(self, root, board, reader, writer, chunk=1, signals=None):
        self.signals = signals or attach(board)
        mechanics = self.signals.mechanics
        self.root = root.rstrip("/")
        self.events = Events()
        self.latch = Latch(self.events)
        live = Live(self.signals.fram, crc32(machine.unique_id()))
        self.log = Log(self.events, live)
        self.settings = Settings(root, mechanics["longest_wall"])
        self.memory = State(root, live)
        self.fair = Fair(root, Entropy(), Journal(root, tail=live.tail), self.events, self.latch, live)
        self.problems = self.settings.load() + self.memory.load() + self.fair.load()
        base, bad = self.memory.get("base") or {}, self.memory.get("bad") or []
        self.memory.put("base", base)
        self.memory.put("bad", bad)
        self.guard = Guard(self.signals)
        self.parts = Parts(self.signals, BaseTimes(base, bad, self.latch))
        self.cycle = Cycle(self.parts, self.settings, self.memory, self.events, self.latch, self.crash)
        self.hand = Hand(self.memory, self.settings, self.events, self.fair)
        self.play = Play(
            self.memory, self.settings, self.events, self.hand, self.fair, self.keep, lambda: self.cycle.job is None
        )
        self.console = Console(self.parts, self.cycle, self.hand, self.play, self.settings, self.events, self.latch)
        self.selftest_at_work = None  # the SelfTest while one of its tests runs, or the keys are its own
        self.wear = Wear(self)
        self.calibrated = {}
        self.cycle.below.before_save = self.wear.keep
        self._identify(board)
        self.link = Service(Api(self), self.events, reader, writer, self._urgent, self.interrupt, _grant(chunk))
        self.events.listen(self._on_event)
        self._on_usb = chunk is None
        self._ending = asyncio.Event()
        self._restart = None
        self.works = ()  # the tasks without which nothing goes on
        self.watched = False  # by the watchdog
        self.dead = False  # one of them has ended, or nothing can be told any more: the watchdog is to start afresh
        self.well = None  # to be told when a program that is on trial has proved itself

    def _identify(self, board):
        """What `hello` tells and does not change, by modules that nobody else needs."""
        from table.drivers.reset import cause
        from table.firmware_hash import firmware_hash, frozen

        self.image = frozen()
        self.hash = firmware_hash(board, self.image)
        self.board_name, mcu = about(board)
        self.unique_id = "".join(["%02x" % b for b in machine.unique_id()])
        self.reset_cause = cause(mcu)
        later.forget("table.drivers.reset", "table.firmware_hash")

    @property
    def selftest(self):
        """The self-tests at work, else new ones; loaded when they are asked for: a table at play keeps its memory."""
        return self.selftest_at_work or selftests.SelfTest(self)

    # -- running -------------------------------------------------------------------------------------------------

    async def run(self):
        """Run until Ctrl-C on the link or a restart. Returns "prompt", "normal" or "update"."""
        asyncio.get_event_loop().set_exception_handler(self._on_exception)
        if self._on_usb:
            no_streams()
        self.start()
        works = self._ticks(), self.console.run(), self.link.run()
        self.works = [asyncio.create_task(work) for work in works]
        tasks = self.works + [asyncio.create_task(self._prove())]
        await self._ending.wait()
        self.signals.cut_all("ending")
        await self.link.flush()
        for task in tasks:
            task.cancel()
        return self._restart or "prompt"

    def start(self):
        """Power-up: outputs low, inputs read, what was lost is told. Nothing moves."""
        from table import calibration

        self.calibrated = calibration.load(self)
        later.forget("table.calibration")
        self.wear.begin()
        try:
            self.signals.begin()
        except Fault as fault:
            self.latch.add(fault)
            self.signals.cut_all(fault.name)
        for _ in range(20):  # every photo sensor and every filter has seen its level twice
            self.signals.tick()
        self.cycle.below.take_up(2 if self.reset_cause == "watchdog" else 1)  # while the program hung, tiles came on
        for text in self.problems:
            self.log.add(text)
            self.latch.warn(Fault(9, 5, None, "store", text, unit=""))
        if self.reset_cause == "watchdog":
            self.latch.add(Fault(9, 4, None, "controller", "running", unit=""))
        self.log.add("start %d, reset: %s" % (self.memory.get("boots") + 1, self.reset_cause))
        try:
            self.memory.boot()
        except Refusal as e:
            self.log.add(e.message)
            self.latch.warn(Fault(9, 5, None, "store", e.message, unit=""))
        boots = self.memory.get("boots")
        self.fair.begin(boots=boots, version=VERSION, hash=self.hash, board=self.board_name, reset=self.reset_cause)
        self.play.begin()
        self.cycle.begin()
        later.breathe = self._breathe
        if sum([self.signals.inputs[side + "_lift_key"].active for side in SIDES]) >= 2:
            self.selftest.enter()  # two lift keys held at power-on
        gc.collect()
        self.signals.rest()

    async def _ticks(self):
        """The control tick at its rate, the watchdog, and what the tick found broken."""
        signals = self.signals
        period = signals.mechanics["tick_ms"]
        watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        self.watched = True
        self._collect_early(True)
        moving = False
        due = look = ticks_ms()
        while True:
            signals.tick()
            self.link.look()
            if moving is not bool(signals.running):
                moving = not moving
                watchdog = machine.WDT(timeout=_MOVING_MS if moving else _WATCHDOG_MS)
                self._collect_early(not moving)
            if signals.trouble is not None:
                fault, signals.trouble = signals.trouble, None
                self.latch.add(fault)
                self.cycle.cut_happened()
            elif signals.cut and self.cycle.state not in ("stopped", "fault"):
                self.cycle.cut_happened()
            now = ticks_ms()
            if ticks_diff(now, look) >= 0:
                look = ticks_add(now, _GUARD_MS)
                if not signals.cut:
                    self._guarded()
                if not self.dead and ticks_diff(now, self.console.beat_ms) < _SILENT_MS:
                    watchdog.feed()  # a table whose keys and lamps are dead is not alive
            due = ticks_add(due, period)
            left = ticks_diff(due, ticks_ms())
            if not -period < left <= period:  # missed ticks are not made up for: two readings in a row lie apart
                left = period
                due = ticks_add(ticks_ms(), period)
            await asyncio.sleep_ms(left if left > 0 else 0)

    def _collect_early(self, on):
        """At rest garbage is collected before it lies about everywhere: what stays then leaves the heap in one piece.
        While motors run, whoever runs them knows when there is time for it (sorting, Below)."""
        if self._on_usb:
            gc.threshold(_GARBAGE if on else -1)

    def _breathe(self):
        """Between two modules that are loaded: the motors that run are looked at, as the tick's task cannot."""
        if self.signals.running:
            self.signals.tick()

    def _guarded(self):
        fault = self.guard.look()
        odd, self.guard.odd = self.guard.odd, None
        if odd is not None:
            self.latch.warn(odd)
        if fault is not None:
            self.signals.cut_all(fault.name)
            self.latch.add(fault)
            self.cycle.ran_on(fault)

    async def _prove(self):
        """A program that runs for a while without a defect of its own need not be taken back."""
        await asyncio.sleep_ms(_PROVED_MS)
        if self.well and not any(fault.code == 9 and fault.sub in (3, 4) for fault in self.latch.faults):
            self.well()
            self.log.add("the new program is well")

    def _urgent(self):
        self.cycle.stop("stopped by '!'")

    def interrupt(self):
        """Ctrl-C on the link: motors off, then the MicroPython prompt."""
        self.signals.cut_all("interrupted")
        self._ending.set()

    def restart(self, mode):
        self._restart = mode
        self.cycle.save(flash=True)
        self._ending.set()

    # -- told by others ------------------------------------------------------------------------------------------

    def crash(self, error):
        """An exception that nobody expected: keep its text; the motors are off already."""
        later.give_way()
        text = io.BytesIO()
        sys.print_exception(error, text)  # type: ignore[arg-type]  # the stub of io lacks the base class
        for line in text.getvalue().decode().split("\n")[-4:]:  # pyright: ignore[reportAttributeAccessIssue]
            if line:
                self.log.add(line.strip())
        self.events.emit("log", text=repr(error)[:200])

    def _on_exception(self, loop, context):
        """A task has ended by an exception."""
        self.dead = self.dead or context["future"] in self.works
        try:
            self.signals.cut_all("internal error")
            self.crash(context["exception"])
            self.latch.add(Fault(9, 3, None, "controller", repr(context["exception"])[:60], unit=""))
            self.cycle.cut_happened()
        except Exception:  # no memory even for that
            self.dead = True

    def _on_event(self, n, name, fields):
        """A stop or a fault is kept with what led to it, for whoever asks after the next start."""
        if name == "state" and fields["state"] in ("fault", "stopped"):
            first = self.latch.first
            lines = [] if self.memory.live.ok else self.log.last()[-5:]  # the FRAM has them
            kept = {"reason": fields["reason"], "fault": first and first.fields(), "lines": lines}
            kept["boots"] = self.memory.get("boots")
            self.memory.put("last", kept)

    def before(self):
        """What is known of the time before this start: `reset`, the last fault or stop, the last lines of the log."""
        last: dict = dict(self.memory.get("last") or {})
        lines = self.log.before or last.get("lines") or []
        answer: dict = {"boots": self.memory.get("boots"), "reset": self.reset_cause, "lines": lines}
        answer["last"] = {name: last[name] for name in last if name != "lines"} or None
        while len(json.dumps(answer)) > _ANSWER and answer["lines"]:
            answer["lines"] = answer["lines"][1:]
        return answer

    def keep(self):
        """Save what the table knows, now if nothing moves; else the end of the job does."""
        if self.cycle.job is None:
            self.cycle.save()

    def settings_changed(self, what):
        """Settings were changed and kept, or will be when the table rests."""

    def up_ms(self):
        return self.signals.up_s * 1000 + self.signals.up_ms


def about(board):
    """Of the board's board.json: its name, or else the last part of its folder's; its microcontroller, or ""."""
    try:
        with open(board + "/board.json") as f:
            found = json.load(f)
    except (OSError, ValueError):
        found = {}
    return found.get("id") or board.rstrip("/").split("/")[-1], found.get("mcu", "")


def _grant(chunk):
    if chunk is None:
        from table.drivers.usb import Packets

        return Packets().grant
    return lambda n: min(n, chunk)


def main(root="", board=None, reader=None, writer=None, chunk=None, well=None, signals=None):
    """Run the table; motors are off whatever happens. Returns how it ended (see App.run).

    `well()` is called when a program that is on trial has run for a while without a fault of its own.
    """
    app = App(root, board or root + "/board", reader or sys.stdin.buffer, writer or sys.stdout.buffer, chunk, signals)
    app.well = well
    try:
        return asyncio.run(app.run())
    except Exception as e:
        if not app.watched:  # it did not even start: for a technician
            raise
        app.signals.safe()
        sys.print_exception(e)
        while True:  # the watchdog starts the table again, and that is told (9.4)
            sleep_ms(1000)
    finally:
        # The other tasks' finally blocks do not run when asyncio.run ends: this one does.
        app.signals.safe()
        asyncio.new_event_loop()
