"""The MicroPython side of `queji sim`: a world with the firmware in it, and the wire to the process that started it.

Standard input and output are the serial line. Whatever ends the firmware, this stays: a reset starts it again, Ctrl-C
leads to a prompt that knows Ctrl-D (start again), and without power only the plant and the wire go on.
"""

import asyncio
import io
import json
import os
import select
import sys

from virtual import clock as clocks
from virtual.flash import Flash
from virtual.fram import Fram
from virtual.wire import Quit, Wire
from virtual.world import World

OPTIONS = json.loads(os.getenv("QUEJI_SIM"))
CHUNK = 256  # bytes of one write to the line
CUT_MS = 500  # a power cut that was injected lasts this long
NO_RESET = ("ended", "soft_reset")  # outcomes after which the USB port is still there
PROMPT = b"\r\nThe firmware has ended. Ctrl-D starts it again.\r\n>>> "


class Runner:
    def __init__(self):
        folder = OPTIONS["state"]
        self.kept = folder + "/plant.json" if folder else None
        self.last = ""
        self.refused = None  # the error number of a save that failed
        self.world = World(
            OPTIONS["board"],
            seed=OPTIONS["seed"],
            layout=OPTIONS["layout"],
            speed=OPTIONS["speed"],
            players=OPTIONS["players"],
            flash=Flash(path=folder + "/flash.bin") if folder else None,
            fram=Fram(folder + "/fram.bin") if folder else None,
            off_ms=None,
            mechanics=OPTIONS.get("mechanics"),
        )
        self.load()
        self.wire = Wire(OPTIONS["wire"], self.world, self.save)

    # -- the controller's life ---------------------------------------------------------------------------------------

    def run(self):
        """Boot again after every reset, until the wire says that it is over."""
        usb = False
        while True:
            if not usb:
                drain(sys.stdin.buffer)
                self.wire.tell({"event": "usb", "up": True})
                usb = True
            outcome = self.world.boot(self.start)
            if outcome not in NO_RESET:
                self.wire.tell({"event": "usb", "up": False})
                usb = False
            self.save()
            if not self.world.powered:
                clocks.new_loop()
                asyncio.run(self.wire.off(CUT_MS))
                self.world.power_on()

    def start(self):
        """What the controller runs: the firmware, then what MicroPython does after it."""
        asyncio.create_task(self.wire.serve())
        how = "prompt"
        try:
            import table.app

            how = table.app.main("/flash", OPTIONS["board"], sys.stdin.buffer, sys.stdout.buffer, CHUNK)
        except Exception as error:  # seen on the line, as on a board, and by who started the simulator
            sys.print_exception(error, sys.stderr)
            text = io.StringIO()
            sys.print_exception(error, text)
            self.say(text.getvalue().replace("\n", "\r\n").encode())
        if how in ("normal", "update"):
            import machine

            machine.reset()
        clocks.new_loop()
        asyncio.create_task(self.wire.serve())
        self.say(PROMPT)
        asyncio.run(ctrl_d())

    def say(self, data):
        """Bytes onto the line; what nobody fetches is dropped."""
        poll = select.poll()
        poll.register(sys.stdout.buffer, select.POLLOUT)
        while data and poll.poll(500):
            data = data[sys.stdout.buffer.write(data) or 0 :]

    # -- the state ---------------------------------------------------------------------------------------------------

    def load(self):
        if self.kept:
            try:
                with open(self.kept) as f:
                    self.world.plant.load(json.load(f))
            except OSError:
                pass  # the first time
            except (ValueError, KeyError) as error:
                print("%s cannot be read (%r): the tiles are as new" % (self.kept, error), file=sys.stderr)

    def save(self):
        """Keep the mechanics as they are (a new file takes the old one's place) and what the firmware knows of them.

        Both at once: where the tiles are and where the FRAM says they are must be of the same moment, for whoever ends
        this process ends it between two saves.
        """
        if not self.kept:
            return
        text = json.dumps(self.world.plant.dump())
        try:
            if text != self.last:
                with open(self.kept + ".new", "w") as f:
                    f.write(text)
                os.rename(self.kept + ".new", self.kept)
            self.world.board.fram.keep()
            self.last = text
            self.refused = None
        except OSError as error:  # a full disk does not stop a table; it is told once
            if self.refused != error.errno:
                told = "%s cannot be written (error %d): the state is not kept"
                print(told % (self.kept, error.errno), file=sys.stderr)
            self.refused = error.errno


async def ctrl_d():
    """MicroPython's prompt, of which only Ctrl-D is left."""
    stream = asyncio.StreamReader(sys.stdin.buffer)
    buffer = bytearray(1)
    while buffer != b"\x04":
        await stream.readinto(buffer)


def drain(stream):
    """What was sent to a controller that was not there is lost."""
    poll = select.poll()
    poll.register(stream, select.POLLIN)
    buffer = bytearray(256)
    while poll.poll(0) and stream.readinto(buffer):
        pass


def main():
    try:
        runner = Runner()
    except Exception as error:
        sys.print_exception(error, sys.stderr)
        sys.exit(1)
    try:
        runner.run()
    except Quit:
        runner.save()
    except BaseException as error:
        sys.print_exception(error, sys.stderr)
        sys.exit(1)


main()
