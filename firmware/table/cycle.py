"""The table's states and what leads from one to another: the hand from dome up to walls raised.

Every command, from a key or from the laptop, comes through `Cycle.command`; every end of a job, good or bad,
through `_settle`, which finds the state that the table is really in.
"""

import asyncio
import gc
from time import ticks_diff, ticks_ms

from table import commands, recovery
from table.errors import Refusal
from table.faults import Fault
from table.motor import Cut
from table.sorting import Side, Sort

_NONE = (0, 0, 0, 0)
_SEEN_MS = 100  # each of the slow light barriers has been read twice


class Job:
    """Something that takes time: told when it starts and ends, and asked for by its number."""

    def __init__(self, number, name):
        self.id = number
        self.name = name
        self.state = "running"
        self.started_ms = ticks_ms()
        self.ended_ms = None
        self.fault = None
        self.result = None
        self.asks = None  # what a self-test asks of the person

    def fields(self):
        end = ticks_ms() if self.ended_ms is None else self.ended_ms
        row = {"id": self.id, "name": self.name, "state": self.state, "ms": ticks_diff(end, self.started_ms)}
        if self.fault is not None:
            row["fault"] = self.fault.fields()
        if self.result is not None:
            row["result"] = self.result
        if self.asks is not None:
            row["asks"] = self.asks
        return row


class Cycle:
    """`parts` are the mechanisms (app.Parts), `memory` is what survives power-off, `settings` the owner's choices."""

    def __init__(self, parts, settings, memory, events, latch, crash):
        self.state = "starting"
        self.stage = ""
        self.jobs = []
        self.sort = None
        self.testing = False  # the self-test at the table is on
        self.before_save = lambda: None  # called before the state is saved
        self._parts = parts
        self._signals = parts.signals
        self._settings = settings
        self._memory = memory
        self._events = events
        self._latch = latch
        self._crash = crash
        self._task = None
        self._sort_task = None
        self._ready = False
        self.lost = False  # a sort was cut and its counts are not known: below has to be emptied
        self._unsure = 2  # nothing was sorted since the start: tiles may be in the heads
        self._asked = False  # a pause was asked for
        memory.live.silent = self._blind

    # -- what is known -------------------------------------------------------------------------------------------

    @property
    def job(self):
        """The running job, or None."""
        return self.jobs[-1] if self.jobs and self.jobs[-1].state == "running" else None

    @property
    def waiting(self):
        """Stacks per seat below, or None when not known."""
        return self._memory.get("waiting")

    @property
    def raised(self):
        return self._memory.get("raised")

    @property
    def counts(self):
        """Tiles a side in the sort under way or last done; None when they are not known."""
        if self.lost:
            return None
        return self.sort.counts if self.sort else self._memory.get("counts") or list(_NONE)

    @property
    def layout(self):
        """Of the sort under way, or the one the next sort will use."""
        return list(self.sort.layout) if self.sort else list(self._settings.get("layout"))

    def take_up(self, unseen):
        """After power-up, before anything is saved: what the memory and the live record say of a sort that was cut.

        `unseen`: so many tiles may have come to a head since the record was written.
        """
        cut = recovery.take_up(self._memory, self._parts.channels_seen(), self._settings.get("layout"))
        if cut is not None and cut["stacks"] is not None:
            cut["unsure"] = [min(2, n + unseen) for n in cut["unsure"]]
        self._memory.put("sort", cut)

    def begin(self):
        """After `take_up`: nothing moves; the state is what the sensors and the memory say."""
        cut = self._memory.get("sort")
        self.lost = cut is not None and cut["stacks"] is None
        if self.lost:
            self._latch.warn(Fault(0, 4, None, "sort", "power-up", unit=""))
        elif cut is not None:
            self._restore(cut)
        if self._memory.live.chip is not None and not self._memory.live.ok:
            self._blind()
        self._ready = True
        self._settle("power-up")

    def _restore(self, cut):
        sort = self._new_sort(cut["layout"])
        for seat in range(4):
            side = sort.sides[seat]
            pushing = bool(cut["pushing"] >> seat & 1)
            side.restore(cut["stacks"][seat], cut["tiles"][seat], pushing, cut["unsure"][seat])
        if sort.done:
            self._memory.put("waiting", list(sort.layout))
            self._memory.put("counts", sort.counts)
        else:
            self.sort = sort

    # -- commands ------------------------------------------------------------------------------------------------

    def check(self, command):
        """Raise Refusal when `command` is not accepted now."""
        if self.state == "paused" and command in ("resume", "raise") and self.lost is (command == "resume"):
            raise self._not_so(command)
        if commands.allowed(command, self.state):
            if commands.COMMANDS.get(command, ((), False))[1] and self.job and command != "pause":
                raise Refusal("busy", "%s is running" % self.job.name, "wait for its end")
            return
        reason = {
            "sorting": ("state", "tiles are being sorted", "both lift keys, or 'pause', pause the sort"),
            "moving": ("state", "the %s is moving" % (self.stage or "table"), "wait for its end"),
            "paused": ("state", "a sort is paused", "a lift key, or 'resume', goes on with it"),
            "fault": ("fault", self._fault_text(), "remove the cause, then 'clear' or hold a lift key"),
            "stopped": ("stopped", self._signals.cut or "stopped", "release the emergency stop, then 'acknowledge'"),
            "self_test": ("state", "a self-test is running", "wait for its end"),
            "starting": ("state", "the table is starting", "try again in a moment"),
        }.get(self.state, ("state", "not possible while the table is %s" % self.state, self._hint(command)))
        raise Refusal(reason[0], reason[1], reason[2], {"state": self.state})

    def _not_so(self, command):
        """Why a sort that was cut does not go on, or one that could go on is not given up."""
        data = {"state": self.state, "lost": self.lost}
        if command == "raise":
            return Refusal("state", "a sort is paused", "a lift key, or 'resume', goes on with it", data)
        message = "the power went out while tiles were sorted, and how many stacks are below is not known"
        hint = (
            "take all tiles off the table top, then hold a lift key, or 'raise': what is below comes up; "
            "push it in and sort it anew"
        )
        return Refusal("state", message, hint, data)

    def _hint(self, command):
        states = commands.COMMANDS[command][0]
        return "possible when: " + ", ".join(states)

    def _fault_text(self):
        fault = self._latch.first
        if fault is None:
            return "a fault stands"
        return "fault %d.%d %s stands" % (fault.code, fault.sub, fault.name)

    def command(self, name, **params):
        """Carry out a command that takes time; returns its Job. Raises Refusal."""
        self.check(name)
        if name == "dome":
            return self._start("dome", self._dome(params["to"] == "up"))
        if name == "sort":
            return self._start("sort", self._sort())
        if name == "raise":
            return self._start("raise", self._raise())
        if name == "resume":
            return self._start("resume", self._sort())
        if name == "pause":
            return self._start("pause", self._pause(self._task))
        raise ValueError(name)

    def lift_key(self):
        """One press of a lift key: the next step of the hand."""
        if self.state == "paused":
            return self.command("resume")
        if self.state == "dome_open":
            return self.command("sort")
        return self.command("dome", to="up")

    def lift_key_held(self):
        """A lift key held: what is below comes up, where that is the only way on; else it is as one pressed."""
        return self.command("raise") if self.lost and self.state == "paused" else None

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
            self._give_up(self.layout)
        self.cut_happened()

    # -- jobs ----------------------------------------------------------------------------------------------------

    def _start(self, name, work, state="moving"):
        if not self._signals.running:
            gc.collect()  # now, rather than while a cam comes home
        number = self._memory.get("jobs") + 1
        self._memory.put("jobs", number)
        job = Job(number, name)
        self.jobs = self.jobs[-3:] + [job]
        self._set(state, name)
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

    def _set(self, state, reason, stage=""):
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
        self._set(state, reason)
        self.save()

    def find_state(self, reason):
        """Find the state anew, unless a job will when it ends."""
        if self.job is None:
            self._settle(reason)

    def save(self, flash=False):
        """Keep what is known over power-off; only while nothing moves, for a flash that is erased stops everything."""
        if not self.lost:
            self._memory.put("sort", self._snapshot())
        self._keep(flash)

    def _snapshot(self):
        """The sort under way as it is kept; None if there is none."""
        if self.sort is None:
            return None
        sides = self.sort.sides
        return {
            "layout": list(self.sort.layout),
            "stacks": [side.stacks for side in sides],
            "tiles": [side.counted for side in sides],
            "pushing": sum([1 << side.seat for side in sides if side.pushing]),
            "unsure": [side.unsure for side in sides],
        }

    def _set_out(self):
        """Before a sort moves: from here on the state says that it is under way, and the live record how far."""
        if self.sort is None or self.lost:
            return
        self._note(self._memory.number + 1)
        self._memory.put("sort", {"layout": list(self.sort.layout), "stacks": None})
        self._keep()
        self._note()

    def _note(self, saved=None):
        """Into the live record: where every stack is at this instant."""
        sort, memory = self._snapshot(), self._memory
        if sort is not None and memory.live.ok:
            memory.live.note(memory.number if saved is None else saved, sort, self.waiting, self.raised)

    def _blind(self):
        """The chip fell silent: its record is old from now on. A sort stops for a moment, for the flash to tell so."""
        self._latch.warn(Fault(9, 8, None, self._memory.live.chip.name, "I2C", unit=""))
        if self.sort is not None and self.stage == "stacking":
            self.sort.pause()

    def _keep(self, flash=False):
        self.before_save()
        try:
            self._memory.save(flash)
            if self._settings.dirty:
                self._settings.save()
        except Refusal as e:
            self._latch.warn(Fault(9, 5, None, "store", e.message, unit=""))

    # -- what the jobs do ----------------------------------------------------------------------------------------

    async def _dome(self, up):
        self._set("moving", "dome", "dome " + ("up" if up else "down"))
        await self._parts.dome.move(up)

    async def _raise(self):
        await self._dome(False)
        await self._walls_up()
        if self.lost:
            self.lost = False
            self._latch.drop(0, 4)

    def _to_lift(self):
        """Seats whose walls wait below, or whose lift was caught half-way: no stack may come while it stands so."""
        waiting, lifts = self.waiting, self._parts.lifts
        return [s for s in range(4) if waiting is None or waiting[s] or not lifts[s].at_home]

    async def _walls_up(self):
        """Raise the walls that wait below; each side for itself. Raises the first Fault after all have ended."""
        waiting = self.waiting
        seats = self._to_lift()
        if not seats:
            return
        for seat in range(4):
            if not self._parts.heads[seat].at_home:  # a power cut caught it: a stack that is half in stops the lift
                self.stage = "head home"
                await self._parts.heads[seat].turn()
        self.stage = "walls up"
        failed = []
        raised = list(self.raised or _NONE)
        left: list = list(waiting or (None,) * 4)  # stacks, or None where not known

        async def lift(seat):
            cam, pickup = self._parts.lifts[seat], self._parts.pickups[seat]
            try:
                whole = cam.at_home
                await cam.turn()
                await asyncio.sleep_ms(_SEEN_MS)
                if not whole and pickup.channel.active:  # what was left of the turn raised nothing
                    await cam.turn()
                    await asyncio.sleep_ms(_SEEN_MS)
                pickup.judge("channel", False)
                if left[seat] != 0:
                    raised[seat], left[seat] = left[seat], 0
                if waiting is not None:
                    self._memory.put("raised", list(raised))
                    self._memory.put("waiting", list(left))
                    self._note()
            except (Fault, Cut) as e:
                failed.append(e)

        tasks = [asyncio.create_task(lift(seat)) for seat in seats]
        for task in tasks:
            await task
        if failed:
            raise failed[0]
        self._memory.put("raised", None if waiting is None else raised)
        self._memory.put("waiting", left)

    def _new_sort(self, layout):
        parts = self._parts
        sides = [Side(seat, layout[seat], parts.pickups[seat], parts.heads[seat], self._note) for seat in range(4)]
        for side in sides:
            side.unsure = self._unsure
        stir = {"turns": self._settings.get("stir_turns"), "reversals": self._signals.mechanics["stir"]["reversals"]}
        return Sort(layout, sides, self._parts.disc, stir, self._events, self._latch.add)

    async def _sort(self):
        """Dome down, waiting walls up while the disc stirs, then stack. Returns times and counts."""
        began = ticks_ms()
        from_above = self._parts.dome.position != "down"
        await self._dome(False)
        sort = self.sort
        if sort is None:
            if from_above:
                self._memory.put("raised", list(_NONE))  # the used set went into the hole
            sort = self.sort = self._new_sort(list(self._settings.get("layout")))
        sort.pausing = self._asked = False
        self._set("sorting", "dome down", "stirring")
        self._set_out()
        rpm = self._signals.mechanics["disc"]["rpm"]
        await self._stir_and_raise(sort, rpm)
        self._events.emit("log", text="stirred %d turns before the first tile" % sort.stirred)
        self.stage = "stacking"
        stacking = ticks_ms()
        try:
            await self._stack(sort, rpm)
        except Fault as fault:
            if (fault.code, fault.sub) == (0, 4):
                self._give_up(sort.layout)
            if (fault.code, fault.sub) != (0, 3):
                raise
            self._latch.warn(fault)  # nobody put tiles in: that is no fault of the table
            self.sort = None
        if sort.done:
            self._memory.put("waiting", list(sort.layout))
            self.sort = None
            self._unsure = 0
        self._memory.put("counts", sort.counts)
        for side in sort.sides:
            if side.over:
                self._unsure = 2
                found, most = sort.tiles + 1, sort.tiles
                raise Fault(0, 5, side.seat, "sort", "after the last", found, most, "tiles", counts=sort.counts)
        return {
            "counts": sort.counts,
            "paused": self.sort is not None,
            "stirred": sort.stirred,
            "reversed": sort.reversed,
            "stack_ms": ticks_diff(ticks_ms(), stacking),
            "ms": ticks_diff(ticks_ms(), began),
        }

    def _give_up(self, layout):
        """The counts cannot be right: what is below has to come up and be sorted anew."""
        self.sort, self.lost, self._unsure = None, True, 2
        self._memory.put("sort", {"layout": list(layout), "stacks": None})
        self._memory.put("waiting", None)
        self._memory.put("raised", None)

    async def _stack(self, sort, rpm):
        """Stack until all is done or a pause was asked for; a chip that fell silent only interrupts."""
        while not self._asked:
            sort.pausing = False
            if not self._memory.live.ok and self._memory.chip:
                self._set_out()
            await sort.run(rpm)
            if not sort.pausing or self._memory.live.ok or not self._memory.chip:
                return

    async def _stir_and_raise(self, sort, rpm):
        """The disc stirs the used set below while the walls of the other set go up."""
        lifting = bool(self._to_lift()) and not any(side.stacks for side in sort.sides)
        up = [not lifting]
        stirring = asyncio.create_task(sort.stir(rpm, lambda: up[0]))
        try:
            if lifting:
                await self._walls_up()
            up[0] = True
            self.stage = "stirring"
        finally:
            if not up[0]:
                sort.pausing = True  # a lift failed: the stir ends, nothing is stacked into a full channel
            await stirring
        sort.check()

    async def _pause(self, sorting):
        self._asked = True
        if self.sort is not None:
            self.sort.pause()
        await sorting
        if not self._latch.faults:
            await self._dome(True)
