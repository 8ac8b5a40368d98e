"""The table's states and what leads from one to another (what the jobs do: sequence.py; what lies below: below.py).

Every command, from a key or from the laptop, comes through `Cycle.command`; every end of a job, good or bad,
through `_settle`, which finds the state that the table is really in.
"""

import asyncio
import gc
from time import ticks_ms

from table import commands, reasons
from table.below import Below
from table.errors import Refusal
from table.faults import Fault
from table.job import Job
from table.motor import Cut
from table.sequence import Sequence


class Cycle:
    """`parts` are the mechanisms (app.Parts), `memory` is what survives power-off, `settings` the owner's choices."""

    def __init__(self, parts, settings, memory, events, latch, crash):
        self.state = "starting"
        self.stage = ""
        self.jobs = []
        self.testing = False  # the self-test at the table is on
        self.below = Below(parts, settings, memory, events, latch)
        self._sequence = Sequence(self, self.below, parts, settings, memory, events, latch)
        self._parts = parts
        self._signals = parts.signals
        self._memory = memory
        self._events = events
        self._latch = latch
        self._crash = crash
        self._task = None
        self._ready = False
        memory.live.silent = self._blind

    # -- what is known -------------------------------------------------------------------------------------------

    @property
    def job(self):
        """The running job, or None."""
        return self.jobs[-1] if self.jobs and self.jobs[-1].state == "running" else None

    @property
    def sort(self):
        """The sort under way, or None."""
        return self.below.sort

    @property
    def lost(self):
        return self.below.lost

    @property
    def waiting(self):
        return self.below.waiting

    @property
    def raised(self):
        return self.below.raised

    @property
    def counts(self):
        return self.below.counts

    @property
    def layout(self):
        return self.below.layout

    @property
    def cut(self):
        """Why everything is cut; empty when it is not."""
        return self._signals.cut

    @property
    def first_fault(self):
        return self._latch.first

    def begin(self):
        """After `Below.take_up`: nothing moves; the state is what the sensors and the memory say."""
        self.below.begin()
        live = self._memory.live
        if live.chip is not None and not live.ok:
            self._blind()
        self._ready = True
        self._settle("power-up")

    # -- commands ------------------------------------------------------------------------------------------------

    def check(self, command):
        """Raise Refusal when `command` is not accepted now."""
        if not commands.allowed(command, self.state) or self._other_way(command):
            raise reasons.refusal(self, command)
        if commands.COMMANDS.get(command, ((), False))[1] and self.job and command != "pause":
            raise Refusal("busy", "%s is running" % self.job.name, "wait for its end")

    def _other_way(self, command):
        """A paused sort whose counts are lost cannot go on; one that can go on is not given up."""
        return self.state == "paused" and command in ("resume", "raise") and self.lost is (command == "resume")

    def command(self, name, **params):
        """Carry out a command that takes time; returns its Job. Raises Refusal."""
        self.check(name)
        work = self._sequence
        if name == "dome":
            return self._start("dome", work.dome(params["to"] == "up"))
        if name == "sort":
            return self._start("sort", work.sort())
        if name == "raise":
            return self._start("raise", work.raise_walls())
        if name == "resume":
            return self._start("resume", work.sort())
        if name == "pause":
            return self._start("pause", work.pause(self._task))
        raise ValueError(name)

    def lift_key(self):
        """One press of a lift key: the next step of the hand."""
        if self.state == "paused":
            return self.command("resume")
        if self.state == "dome_open":
            return self.command("sort")
        return self.command("dome", to="up")

    def lift_key_held(self):
        """A lift key held clears and acknowledges; what is below comes up, where that is the only way on."""
        if self.state == "fault":
            self.clear()
        elif self.state == "stopped":
            self.acknowledge()
        elif self.lost and self.state == "paused":
            self.command("raise")

    def test(self, name, work):
        """Run the coroutine `work` of a self-test as a job; its return value is the job's result."""
        self.check("test")
        return self._start("test " + name, work, "self_test")

    def stop(self, why="stopped by command"):
        """Every motor off now. The table stays stopped until `acknowledge`."""
        self._signals.cut_all(why)
        if self.job is None:
            self._settle(why)
        elif self.job.asks is not None:  # it waits for a person, who may not come
            self._task.cancel()

    def acknowledge(self):
        """Leave `stopped`; nothing moves. Raises Refusal while the emergency stop is pressed."""
        self.check("acknowledge")
        if not self._signals.uncut():
            raise Refusal("stopped", "the emergency stop is pressed or its wire is broken", "release it first")
        self._settle("acknowledged")

    def clear(self):
        """Clear the faults and warnings; nothing moves. Returns how many faults stood; Refusal while a cause stands."""
        self.check("clear")
        if self._signals.stop_pressed:
            raise Refusal("stopped", "the emergency stop is pressed or its wire is broken", "release it first")
        self._parts.recover()
        fault = self._signals.supply_fault()
        if fault is not None:
            message = "the supply is still at %s %s" % (fault.measured, fault.unit)
            raise Refusal("fault", message, "check the supply first", fault.fields())
        n = self._latch.clear()
        if self.lost:
            self._latch.warn(Fault(0, 4, None, "sort", "below is to be emptied", unit=""))
        self._signals.uncut()
        self._settle("cleared")
        return n

    def cut_happened(self):
        """The tick cut everything, or latched a fault: find the state, unless a job will when it ends."""
        if self.job is None and self._ready:
            self._settle(self._signals.cut)

    def ran_on(self, fault):
        """A motor ran on by itself, and everything is cut. What a lift has raised meanwhile is not known."""
        if fault.part == "lift" and (self.sort is not None or self.waiting is None or any(self.waiting)):
            self.below.give_up(self.layout)
        self.cut_happened()

    # -- jobs ----------------------------------------------------------------------------------------------------

    def _start(self, name, work, state="moving"):
        if not self._signals.running:
            gc.collect()  # now, rather than while a cam comes home
        number = self._memory.get("jobs") + 1
        self._memory.put("jobs", number)
        job = Job(number, name)
        self.jobs = self.jobs[-3:] + [job]
        self.set(state, name)
        self._events.emit("job", **job.fields())
        self._task = asyncio.create_task(self._run(job, work))
        return job

    async def _run(self, job, work):
        try:
            job.result = await work
            job.state = "done"
        except (Cut, asyncio.CancelledError):
            job.state = "stopped"
        except Fault as fault:
            job.state = "failed"
            job.fault = fault
            self._latch.add(fault)
        except Exception as e:
            self._signals.cut_all("internal error")
            job.state = "failed"
            self._crash(e)  # first of all: where the memory is full it makes room
            job.fault = Fault(9, 3, None, "controller", job.name, unit="")
            self._latch.add(job.fault)
        job.ended_ms = ticks_ms()
        self._events.emit("job", **job.fields())
        if self.jobs[-1] is job:
            self._settle(self._signals.cut or job.name)

    def heartbeat(self):
        """Told every 2 s while a job runs, so that a laptop can tell slow from dead."""
        if self.job:
            self._events.emit("job", **self.job.fields())

    def set(self, state, reason, stage=""):
        """Another state, or another stage of it; told when it is another state."""
        was = self.state
        self.stage = stage
        if state != was:
            self.state = state
            self._events.emit("state", state=state, was=was, reason=reason)

    def _settle(self, reason):
        """Find the state of a table at rest, and keep what is known."""
        if self._signals.running:
            self._signals.cut_all("a motor was left on")
            self._latch.add(Fault(9, 3, None, "controller", "motor left on", unit=""))
        if self._latch.faults:
            state = "fault"
        elif self._signals.cut:
            state = "stopped"
        elif self.testing:
            state = "self_test"
        elif self.sort is not None or self.lost:
            state = "paused"
        elif self._parts.dome.position == "up":
            state = "dome_open"
        elif self.waiting is None or any(self.waiting):
            state = "ready"
        else:
            state = "idle"
        self.set(state, reason)
        self.save()

    def find_state(self, reason):
        """Find the state anew, unless a job will when it ends."""
        if self.job is None:
            self._settle(reason)

    def save(self, flash=False):
        """Keep what is known over power-off (Below.save)."""
        self.below.save(flash)

    def _blind(self):
        """The chip fell silent: its record is old from now on. A sort stops for a moment, for the flash to tell so."""
        self._latch.warn(Fault(9, 8, None, self._memory.live.chip.name, "I2C", unit=""))
        if self.sort is not None and self.stage == "stacking":
            self.sort.pause()
