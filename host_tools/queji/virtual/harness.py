"""Runs one test of tests/table in this MicroPython process: `harness.py FILE NAME BOARD_DIR KIND`.

`def test_x(w)` and `async def test_x(w)` get a World with power on and no firmware. `async def test_x(t)` gets a Table,
with the firmware running beside the test in virtual time. KIND is "sync", "async" or "table".
A module may have OPTIONS = {"test_x": {...}} ("*" for all): arguments of World, and
  firmware   a function of the module, `firmware(world, port)`, whose coroutine runs instead of table.app
  before     a function of the module, `before(t)`, called before the controller starts
  hello      False: do not say hello before the test (the link sends events only after the first line)
  flash      blocks of flash
  limit_ms   the test fails when it takes longer than this, in virtual time (default 600000)
"""

import asyncio.core as core
import json
import sys

import utime

from .flash import Flash
from .serial import Line
from .world import World


class Done(BaseException):
    """Ends the event loop when the test has ended."""


class Table:
    """What a test has in hand. All times are virtual, in ms. Only await what is here: a reset wakes a test early, and
    these go on waiting."""

    def __init__(self, world, limit_ms):
        self.world = world
        self.plant = world.plant
        self.clock = world.clock
        self.board = world.board
        self.line = Line()
        self.events = []  # events of the link so far: dicts
        self.answers = {}  # by id
        self.words = []  # lines that are not JSON
        self.app = None  # the running table.app.App
        self.outcome = None  # how the firmware ended: "ended", or None while it runs
        self._id = 0
        self._limit_us = limit_ms * 1000

    @property
    def port(self):
        return (self.line, self.line)

    def now_ms(self):
        return self.clock.us // 1000

    async def sleep(self, ms):
        until = self.clock.us + int(ms * 1000)
        while self.clock.us < until:
            if self.clock.us > self._limit_us:
                raise AssertionError("the test takes longer than its limit_ms")
            await core.sleep_ms(max(1, min(50, (until - self.clock.us) // 1000)))
        self._listen()

    async def until(self, predicate, ms=10000, what=None, step_ms=5):
        """Wait until `predicate()`, looked at every `step_ms`, is true; its value. Raises AssertionError after `ms`."""
        until = self.clock.us + int(ms * 1000)
        while True:
            value = predicate()
            if value:
                return value
            if self.clock.us >= until:
                message = "not within {} ms: {}".format(ms, what or predicate)
                raise AssertionError("{}\n  plant: {}".format(message, self.plant.view()))
            await self.sleep(step_ms)

    def press(self, key, ms=120):
        self.plant.press(key, ms)

    def hold(self, keys, on=True):
        self.plant.hold(keys, on)

    def send(self, data):
        """Raw bytes to the firmware."""
        self.line.feed(data.encode() if isinstance(data, str) else data)

    def _listen(self):
        for line in self.line.take_lines():
            start = line[:1]
            if start != b"{":
                self.words.append(line.decode())
                continue
            end = line.rfind(b"*")
            if end > line.rfind(b"}"):
                line = line[:end]
            whole = max(0, line.rfind(b'{"jsonrpc"'))  # before it may stand a line that a reset cut off
            try:
                message = json.loads(line[whole:])
            except ValueError:  # cut off by a reset
                self.words.append(line.decode())
                continue
            if message.get("method") == "event":
                self.events.append(message["params"])
            else:
                self.answers[message.get("id")] = message

    async def request(self, method, ms=2000, **params):
        """Ask by JSON-RPC; the result. Raises Refused with the error object."""
        self._id += 1
        key = "t%d" % self._id
        message = {"jsonrpc": "2.0", "id": key, "method": method}
        if params:
            message["params"] = params
        self.send(json.dumps(message) + "\n")
        await self.until(lambda: key in self.answers, ms, "an answer to " + method)
        answer = self.answers.pop(key)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    async def say(self, words, ms=2000):
        """Send a line of words; the answer line."""
        before = len(self.words)
        self.send(words + "\n")
        return await self.until(lambda: self._answer(before), ms, "an answer to " + words)

    def _answer(self, before):
        for line in self.words[before:]:
            if line[:1] not in ("!", ";"):
                return line
        return None

    async def restart(self, ms=5000):
        """Wait until the controller has booted again, after a reset or a power cut that is under way."""
        boots = self.world.boots
        await self.until(lambda: self.world.boots > boots, ms, "a restart")

    def check_motors(self):
        """No motor was ever on for longer than its bound."""
        assert not self.plant.motors.violations, self.plant.motors.violations


class Refused(Exception):
    """The firmware answered with an error: `error` is the JSON-RPC error object."""

    def __init__(self, error):
        super().__init__(error)
        self.error = error
        self.code = error["code"]
        self.kind = error.get("data", {}).get("kind")


def options_of(module, name):
    options = {}
    table = getattr(module, "OPTIONS", {})
    options.update(table.get("*", {}))
    options.update(table.get(name, {}))
    return options


def _load(path):
    folder, _, name = path.rpartition("/")
    sys.path.insert(0, folder)
    return __import__(name[:-3])


async def _app(table, board_dir):
    """What firmware/main.py does, in the event loop that the test runs in too."""
    import machine

    from table.app import App

    app = table.app = App("/flash", board_dir, table.line, table.line)
    try:
        how = await app.run()
    finally:
        app.signals.safe()
    if how != "prompt":
        machine.reset()


async def _started(table, hello):
    """The firmware is past its power-up checks."""
    await table.until(lambda: table.app and table.app.cycle.state != "starting", 5000, "the firmware's start")
    if hello:
        await table.request("hello")
        await table.until(lambda: not table.line.waiting, 100)


async def _test(table, function, start, result):
    try:
        if start is not None:
            await start
        await function(table)
        table.check_motors()
    except Exception as error:
        result.append(error)
    raise Done()


def run_table(world, board_dir, function, firmware, limit_ms, before, hello):
    """Run the test beside the firmware; raises what the test raised."""
    table = Table(world, limit_ms)
    result = []

    def main():
        table.outcome = None
        table.line.waiting = bytearray()
        if firmware is None:
            return _app(table, board_dir)
        return firmware(world, table.port)

    if before:
        before(table)
    start = _started(table, hello) if firmware is None else None
    world.background(_test(table, function, start, result))
    try:
        world.run(main)
        table.outcome = "ended"
        while True:
            world.idle(lambda: False, limit_ms)
    except Done:
        pass
    if result:
        raise result[0]


def run(path, name, board_dir, kind):
    """Run one test; its exception comes through."""
    module = _load(path)
    function = getattr(module, name)
    options = options_of(module, name)
    firmware = options.pop("firmware", None)
    limit_ms = options.pop("limit_ms", 600000)
    before = options.pop("before", None)
    hello = options.pop("hello", True)
    flash = Flash(options.pop("flash", 64))
    world = World(board_dir, flash=flash, **options)
    if kind == "sync":
        function(world)
    elif kind == "async":
        core.run_until_complete(core.create_task(function(world)))
    else:
        run_table(world, board_dir, function, firmware, limit_ms, before, hello)


def main(path, name, board_dir, kind):
    started = utime.ticks_us()
    try:
        run(path, name, board_dir, kind)
    except BaseException as error:
        sys.print_exception(error)
        return 1
    seconds = utime.ticks_diff(utime.ticks_us(), started) / 1000000
    sys.stdout.write("{}: passed in {:.3f} s\n".format(name, seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5]))
