"""What lies below, and how it is kept over power-off: the sort under way, the walls that wait, those raised before."""

from table.errors import Refusal
from table.faults import Fault
from table.later import forget
from table.sorting import Side, Sort

NONE = (0, 0, 0, 0)


class Below:
    """`parts` are the mechanisms, `memory` is what survives power-off, `settings` the owner's choices."""

    def __init__(self, parts, settings, memory, events, latch):
        self.sort = None
        self.lost = False  # a sort was cut and its counts are not known: below has to be emptied
        self.unsure = 2  # nothing was sorted since the start: so many tiles may be in a head
        self.before_save = lambda: None  # called before the state is saved
        self._parts = parts
        self._settings = settings
        self._memory = memory
        self._events = events
        self._latch = latch

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
        return self.sort.counts if self.sort else self._memory.get("counts") or list(NONE)

    @property
    def layout(self):
        """Of the sort under way, or the one the next sort will use."""
        return list(self.sort.layout) if self.sort else list(self._settings.get("layout"))

    # -- after power-up ------------------------------------------------------------------------------------------

    def take_up(self, unseen):
        """After power-up, before anything is saved: what the memory and the live record say of a sort that was cut.

        `unseen`: so many tiles may have come to a head since the record was written.
        """
        from table import recovery

        cut = recovery.take_up(self._memory, self._parts.channels_seen(), self._settings.get("layout"))
        if cut is not None and cut["stacks"] is not None:
            cut["unsure"] = [min(2, n + unseen) for n in cut["unsure"]]
        self._memory.put("sort", cut)
        forget("table.recovery")

    def begin(self):
        """After `take_up`: a sort that was cut goes on where its counts are known, else they are lost."""
        cut = self._memory.get("sort")
        self.lost = cut is not None and cut["stacks"] is None
        if self.lost:
            self._latch.warn(Fault(0, 4, None, "sort", "power-up", unit=""))
        elif cut is not None:
            self._restore(cut)

    def _restore(self, cut):
        sort = self.new_sort(cut["layout"])
        for seat in range(4):
            side = sort.sides[seat]
            pushing = bool(cut["pushing"] >> seat & 1)
            side.restore(cut["stacks"][seat], cut["tiles"][seat], pushing, cut["unsure"][seat])
        if sort.done:
            self._memory.put("waiting", list(sort.layout))
            self._memory.put("counts", sort.counts)
        else:
            self.sort = sort

    # -- a sort --------------------------------------------------------------------------------------------------

    def new_sort(self, layout):
        """A Sort of this layout, nothing done yet."""
        parts = self._parts
        sides = [Side(seat, layout[seat], parts.pickups[seat], parts.heads[seat], self.note) for seat in range(4)]
        for side in sides:
            side.unsure = self.unsure
        reversals = parts.signals.mechanics["stir"]["reversals"]
        stir = {"turns": self._settings.get("stir_turns"), "reversals": reversals}
        return Sort(layout, sides, parts.disc, stir, self._events, self._latch.add)

    def give_up(self, layout):
        """The counts cannot be right: what is below has to come up and be sorted anew."""
        self.sort, self.lost, self.unsure = None, True, 2
        self._memory.put("sort", {"layout": list(layout), "stacks": None})
        self.put_walls(None, None)

    def sorted(self, sort):
        """A sort has come to its end, or to a pause."""
        if sort.done:
            self._memory.put("waiting", list(sort.layout))
            self.sort = None
            self.unsure = 0
        self._memory.put("counts", sort.counts)

    def put_walls(self, waiting, raised):
        """Stacks per seat that wait below, and that stand on the table top; None: not known."""
        self._memory.put("waiting", waiting)
        self._memory.put("raised", raised)

    # -- kept ----------------------------------------------------------------------------------------------------

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

    def set_out(self):
        """Before a sort moves: from here on the state says that it is under way, and the live record how far."""
        if self.sort is None or self.lost:
            return
        self.note(self._memory.number + 1)
        self._memory.put("sort", {"layout": list(self.sort.layout), "stacks": None})
        self._keep()
        self.note()

    def note(self, saved=None):
        """Into the live record: where every stack is at this instant."""
        sort, memory = self._snapshot(), self._memory
        if sort is not None and memory.live.ok:
            memory.live.note(memory.number if saved is None else saved, sort, self.waiting, self.raised)

    def _keep(self, flash=False):
        self.before_save()
        try:
            self._memory.save(flash)
            if self._settings.dirty:
                self._settings.save()
        except Refusal as e:
            self._latch.warn(Fault(9, 5, None, "store", e.message, unit=""))
