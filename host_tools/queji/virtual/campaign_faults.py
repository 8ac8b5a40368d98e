"""The faults of one hand of the campaign: put in when their moment has come, taken out when their time is over."""

from . import campaign_plan as plans
from . import flashfaults
from .parts import INDEX, SIDES
from .rng import Rng

_FREED_MS = 25000


class Faults:
    """`plan` is that of the hand; `in_` are those put in, with `ms` (when) and `stands` (not taken out yet)."""

    def __init__(self, t, plan):
        self.t = t
        self.plan = plan
        self.in_ = []
        self.pending = [dict(fault) for fault in plan["faults"]]
        self.spoil = None  # how bytes on the line are spoilt, while they are

    @property
    def first_ms(self):
        """When the first one was put in; None: not yet."""
        return self.in_[0]["ms"] if self.in_ else None

    def look(self, cycle, moments, now):
        """Takes out and puts in what is due. `cycle` is the firmware's, None while it does not run."""
        for fault in self.in_:
            if fault["stands"] and fault["for_ms"] is not None and now >= fault["ms"] + fault["for_ms"]:
                self.take_out(fault)
        for fault in list(self.pending):
            if _due(fault, moments, now):
                self.pending.remove(fault)
                self.put_in(fault, cycle, now)

    def put_in(self, fault, cycle, now):
        name, target, args = fault["name"], fault["target"], dict(fault["args"])
        t = self.t
        fault["ms"] = now
        fault["state"] = cycle.state if cycle else None
        fault["stage"] = cycle.stage if cycle else None
        fault["contact_ms"] = 0
        fault["stands"] = True
        self.in_.append(fault)
        if name == "serial":
            fault["was"] = self.plan["talk"]
            self.plan["talk"] = "spoilt"
            self.spoil = args
        elif name == "file_torn":
            fault["stands"] = False
            try:
                flashfaults.inject(t.world.flash, "file_torn", "%s.%d" % (target, args["generation"]))
                fault["contact_ms"] = 1
            except (ValueError, OSError):
                pass
            t.plant.inject("power_cut")
        elif name == "emergency":
            t.plant.emergency(True)
        elif name == "stop":
            fault["stands"] = False
            t.send("\n!\n")
        elif name == "sensors_random":
            self._scramble(args["seed"])
        else:
            if name in ("controller_reset", "power_cut"):
                fault["stands"] = False
            tiles = t.plant.tiles.on_disc
            t.plant.inject(name, target, **args)
            if fault["state"] == "sorting":
                fault["tiles"] = abs(t.plant.tiles.on_disc - tiles)

    def _scramble(self, seed):
        rng = Rng(seed)
        for signal in plans.SENSORS:
            self.t.plant.stick(INDEX[signal], rng.below(3))

    def take_out(self, fault):
        plant = self.t.plant
        fault["stands"] = False
        name = fault["name"]
        if name == "serial":
            self.plan["talk"] = fault["was"]
        elif name == "emergency":
            plant.emergency(False)
        elif name == "sensors_random":
            for signal in plans.SENSORS:
                plant.stick(INDEX[signal], 0)
            for other in self.in_:
                if other["stands"] and other["name"] in ("sensor_stuck", "limit_never"):
                    plant.stick(INDEX[other["target"]], 2 if other["args"].get("value") == "on" else 1)
        else:
            plant.repair(name, target_of(fault))

    def repair(self):
        """What stands is repaired; but nobody gets a stuck key free within seconds, as if he had pressed it."""
        now = self.t.now_ms()
        for fault in self.in_:
            if fault["stands"] and (fault["name"] != "key_stuck" or now - fault["ms"] > _FREED_MS):
                self.take_out(fault)


def _due(fault, moments, now):
    moment, ms = fault["at"]
    at = moments.get(moment)
    if at is None and moment == "walls_up":
        at = moments.get("stirring")  # none waited
    late = moments.get("ready")  # the hand was over before
    if at is None:
        at = late
    return at is not None and (now >= at + ms or late is not None)


def target_of(fault):
    """The target as the plant keeps it."""
    if fault["name"] == "expander_dead":
        return 0x20 + SIDES.index(fault["target"])
    return fault["target"]
