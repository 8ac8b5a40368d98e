"""The wire: JSON lines from the process that started the simulator, carried out on the world, and the answers.

Runs as a task beside the firmware, in the same event loop; so what is injected happens between two steps of it.
"""

import asyncio
import json
import select

from virtual import flashfaults
from virtual.faults import FAULTS
from virtual.parts import INDEX
from virtual.tiles import SET

SAVE_MS = 2000
LOOK_MS = 200  # what the firmware has kept is saved sooner


class Quit(BaseException):
    """The other process said so, or is gone. No `except Exception` of the firmware holds it up."""


class Wire:
    def __init__(self, fd, world, save):
        """`save()` keeps the state, if there is a folder for it."""
        self._file = open(fd, "r+b", 0)
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLOUT)
        self._buffer = bytearray(1024)
        self._coming = b""
        self.world = world
        self._save = save
        self.power = True
        self._on = None  # set when the power returns

    def tell(self, what):
        """One line to the other process."""
        data = memoryview(json.dumps(what).encode() + b"\n")
        while data:
            sent = self._file.write(data)
            if sent:
                data = data[sent:]
            else:
                self._poll.poll(100)

    async def serve(self):
        """Never returns; raises Quit."""
        stream = asyncio.StreamReader(self._file)
        saver = asyncio.create_task(self._keep())
        try:
            while True:
                count = await stream.readinto(self._buffer)
                if count == 0:
                    raise Quit
                self._coming += bytes(memoryview(self._buffer)[:count])
                while b"\n" in self._coming:
                    line, self._coming = self._coming.split(b"\n", 1)
                    self._obey(json.loads(line))
        finally:
            saver.cancel()

    async def off(self, ms):
        """Without power: until it is switched on, or for `ms` when it only failed."""
        server = asyncio.create_task(self.serve())
        if self.power:
            await asyncio.sleep_ms(ms)
        else:
            self._on = asyncio.Event()
            await self._on.wait()
        server.cancel()

    async def _keep(self):
        waited = 0
        while True:
            await asyncio.sleep_ms(LOOK_MS)
            waited += LOOK_MS
            if waited >= SAVE_MS or self.world.board.fram.changed:
                waited = 0
                self._save()

    def _obey(self, request):
        number = request.pop("n", 0)
        do = request.pop("do")
        if do == "quit":
            raise Quit
        try:
            action = _ACTIONS.get(do)
            if action is None:
                raise ValueError("no request '%s': there are %s" % (do, ", ".join(sorted(_ACTIONS))))
            answer = action(self, self.world.plant, **request) or {}
            answer["ok"] = True
        except Exception as error:
            answer = {"ok": False, "error": _reason(error)}
        answer["n"] = number
        after = answer.pop("then", None)
        self.tell(answer)
        if after:
            after()

    def _power(self, plant, on=True):
        was, self.power = self.power, bool(on)
        if on and self._on is not None:
            self._on.set()
            self._on = None
        if was and not on:
            return {"then": lambda: plant.inject("power_cut", None)}
        return None

    def _speed(self, plant, factor=1.0):
        if not 0.01 <= factor <= 1000:
            raise ValueError("speed is 0.01 to 1000, not %s" % factor)
        self.world.clock.set_speed(factor)

    def _reset(self, plant):
        if not self.power:
            raise ValueError("the power is off")
        return {"then": lambda: plant.inject("controller_reset", None)}


def _inject(wire, plant, fault, target=None, **args):
    if fault in flashfaults.FLASH_FAULTS:
        return flashfaults.inject(wire.world.flash, fault, target, **args)
    if fault in ("power_cut", "controller_reset"):
        return {"then": lambda: plant.inject(fault, target, **args)}
    plant.inject(fault, target, **args)
    return None


def _repair(wire, plant, fault=None, target=None):
    if fault is not None and fault not in FAULTS and fault not in flashfaults.FLASH_FAULTS:
        raise ValueError("no fault '%s': there are %s" % (fault, ", ".join(sorted(FAULTS))))
    return {"repaired": plant.repair(fault, target) + flashfaults.repair(wire.world.flash, fault)}


def _press(wire, plant, key=None, keys=(), ms=120):
    keys = list(keys) + ([key] if key else [])
    _known(keys)
    for each in keys:
        plant.press(each, ms)


def _known(keys):
    """Nothing but keys can be pressed, and none when one of several is unknown."""
    every = [name for name in INDEX if name.endswith("_key")]
    for each in keys:
        if each not in every:
            raise ValueError("there is no key '%s': there are %s" % (each, ", ".join(sorted(every))))


def _hold(wire, plant, keys, on=True):
    _known([keys] if isinstance(keys, str) else keys)
    plant.hold(keys, on)


def _emergency(wire, plant, on=True):
    plant.emergency(on)


def _push_in(wire, plant, tiles=None):
    return {"tiles": plant.push_in(tiles)}


def _put_in(wire, plant, tiles):
    return {"tiles": plant.put_in(tiles)}


def _players(wire, plant, layout=None, auto=None):
    players = plant.players
    if layout is not None:
        if len(layout) != 4 or min(layout) < 0 or 2 * sum(layout) > SET:
            raise ValueError("a layout is four counts of stacks, %d in all at most" % (SET // 2))
        players.layout = tuple(layout)
    if auto is not None:
        players.auto = auto
    return {"layout": players.layout, "auto": players.auto}


def _view(wire, plant):
    view = plant.view()
    view["power"] = wire.power
    view["speed"] = wire.world.clock.speed
    return view


_ACTIONS = {
    "emergency": _emergency,
    "hold": _hold,
    "inject": _inject,
    "players": _players,
    "power": Wire._power,
    "press": _press,
    "push_in": _push_in,
    "put_in": _put_in,
    "repair": _repair,
    "reset": Wire._reset,
    "speed": Wire._speed,
    "view": _view,
}


def _reason(error):
    if isinstance(error, KeyError):
        return "there is no '%s'" % error.args[0]
    return str(error) or type(error).__name__
