"""The firmware on the emulated RP2040: memory, the control tick, answers, the time of a start and of an update.

    python -m queji.bench.emulated [build/bench-emulated.json]

Times are the chip's. Instructions take their cycles and bytes on the I2C bus their time; the flash's cache misses and
erasing are not emulated, so a real table is somewhat slower. Takes some minutes. What an update costs is told as the
time that the chip works for it, and what its flash takes to erase and to write by its data sheet: how long the laptop
lets it wait is not the chip's affair.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from queji.deploy import build, slots
from queji.deploy.device import Device
from queji.emulate import image, repl
from queji.emulate.machine import Machine, flash_of, program
from queji.emulate.server import Server

OUT = "build/bench-emulated.json"
HZ = 125e6
IDLE_S = 1.0
SORT_S = 4.0
TILES = 100  # on the disc: the set is in
STACKS = 4  # in the channels: each side is at work
PATIENCE_S = 600.0

# In the raw REPL: the table is built and started as main.py does it, but for its tasks; then its parts are timed.
_PARTS = """
import gc, sys, time, micropython
sys.path.insert(0, 'slot_a')
gc.threshold(16000)
from table.signals import attach
signals = attach('slot_a/board')
from table import app
t = app.App('', 'slot_a/board', sys.stdin.buffer, sys.stdout.buffer, signals=signals)
t.start()
gc.collect()
now = time.ticks_us
began = now()
gc.collect()
print('gc_us', time.ticks_diff(now(), began))
print('free', gc.mem_free())
s = t.signals
total = worst = 0
for i in range(40):
    began = now()
    s.tick()
    us = time.ticks_diff(now(), began)
    total += us
    worst = max(worst, us)
print('tick_us', total // 40)
print('tick_worst_us', worst)
def part(name, work):
    work()
    began = now()
    for i in range(10): work()
    print(name, time.ticks_diff(now(), began) // 10)
part('expanders_us', lambda: s._tick_expanders(time.ticks_ms()))
part('analog_us', lambda: s._tick_analog(time.ticks_ms()))
part('pins_us', s._read_pins)
part('flush_us', s.flush)
before = gc.mem_alloc()
for i in range(20): s.tick()
print('tick_bytes', (gc.mem_alloc() - before) // 20)
micropython.mem_info()
"""


def parts(uf2: Path) -> dict[str, Any]:
    """Memory and the tick, part by part, at rest."""
    table = Machine(uf2, {**flash_of(program(image=uf2)), "main.py": b""})
    table.chip.run(2, lambda: table.chip.connected)
    repl.enter(table.chip)
    said = repl.execute(table.chip, _PARTS, 30)
    found = {name: int(value) for name, value in re.findall(r"^(\w+) (\d+)\r?$", said, re.M)}
    largest = re.search(r"max free sz: (\d+)", said)
    return {
        "heap_free_kb": round(found["free"] / 1024, 1),
        "heap_largest_kb": round(int(largest.group(1)) * 16 / 1024, 1) if largest else None,
        "gc_pause_ms": round(found["gc_us"] / 1000, 1),
        "tick_mean_ms": round(found["tick_us"] / 1000, 2),
        "tick_expanders_ms": round(found["expanders_us"] / 1000, 2),
        "tick_analog_ms": round(found["analog_us"] / 1000, 2),
        "tick_pins_ms": round(found["pins_us"] / 1000, 2),
        "tick_flush_ms": round(found["flush_us"] / 1000, 2),
        "tick_bytes": found["tick_bytes"],
    }


def running(uf2: Path) -> dict[str, Any]:
    """From power-on to hello; then at rest, and while the dome moves."""
    table = Machine(uf2, flash_of(program(image=uf2)))
    boot = table.booted()
    rtt = _rtt(table)
    share = _share(table, IDLE_S)
    table.call("dome", to="up")
    moving = _share(table, IDLE_S)
    counters = table.call("counters")
    return {
        "boot_to_hello_s": round(boot, 2),
        "rtt_ms": round(1000 * rtt, 1),
        "busy_share": round(share, 3),
        "busy_share_moving": round(moving, 3),
        "tick_worst_ms": round(counters["tick_us_most"] / 1000, 2),
        "loop_gap_worst_ms": counters["gap_ms_most"],
        "heap_free_running_kb": round(counters["heap_free"] / 1024, 1),
    }


def sorting(uf2: Path) -> dict[str, Any]:
    """While a set is mixed and stacked: all motors, all sensors, and a laptop that is told of it."""
    table = Machine(uf2, flash_of(program(image=uf2)), players="auto")
    table.booted()
    table.call("dome", to="up")
    if not table.chip.run(8, lambda: table.plant.tiles.counts().get("disc", 0) >= TILES):
        raise TimeoutError(f"the tiles do not come: {table.plant.tiles.counts()}")
    ticks = Ticks(table)
    table.call("sort")
    mixing = _share(table, SORT_S)
    if not table.chip.run(40, lambda: sum(len(side.channel) for side in table.plant.sides) >= STACKS):
        raise TimeoutError(f"nothing is stacked: {table.plant.view()}")
    stacking = _share(table, SORT_S)
    counters = table.call("counters")
    return {
        "busy_share_mixing": round(mixing, 3),
        "busy_share_sorting": round(stacking, 3),
        "tick_worst_sorting_ms": round(counters["tick_us_most"] / 1000, 2),
        "loop_gap_worst_sorting_ms": round(1000 * ticks.longest, 1),
        "heap_free_sorting_kb": round(counters["heap_free"] / 1024, 1),
    }


class Ticks:
    """The longest time between two control ticks, as the first expander on the bus sees them; in seconds."""

    def __init__(self, table: Machine) -> None:
        self.longest = 0.0
        self._table, self._last = table, table.chip.seconds
        self._first = min(table.wires.chips)
        self._connect: Any = table.wires._i2c.on_connect
        table.wires._i2c.on_connect = self._begun

    def _begun(self, address: int, mode: Any) -> None:
        if address == self._first:
            now = self._table.chip.seconds
            self.longest = max(self.longest, now - self._last)
            self._last = now
        self._connect(address, mode)


def _share(table: Machine, seconds: float) -> float:
    """How much of its time the chip works."""
    cycles, start = table.chip.mcu.core.cycles, table.chip.seconds
    table.chip.run(seconds)
    return (table.chip.mcu.core.cycles - cycles) / HZ / (table.chip.seconds - start)


def _rtt(table: Machine, count: int = 5) -> float:
    """From a request of a laptop to its answer's end: the middle of a few, in seconds."""
    times = []
    for _ in range(count):
        start = table.chip.seconds
        table.call("tiles")
        times.append(table.chip.seconds - start)
    return sorted(times)[count // 2]


def updates(uf2: Path) -> dict[str, Any]:
    """Installing all; one changed file, when the other slot is still empty and when it has the program before; and what
    `mpremote cp` takes for the same files."""
    files = program()
    changed, again = ({**files, "table/log.mpy": files["table/log.mpy"] + end} for end in (b"\0", b"\1"))
    with Server(uf2, blank=True) as server:
        thread = threading.Thread(target=server.serve, daemon=True)
        thread.start()
        try:
            whole = _work(server, lambda: _install(server.port, files))
            one = _work(server, lambda: _install(server.port, changed))
            more = _work(server, lambda: _install(server.port, again))
            _empty(server.port, "slot_b")  # a file takes a block of 4 kB at least: a third copy would not fit
            copied = _work(server, lambda: _copy(server.port, files))
        finally:
            server.stopped = True
            thread.join()
    return {
        "install_s": round(whole, 2),
        "update_first_s": round(one, 2),
        "update_one_file_s": round(more, 2),
        "mpremote_install_s": round(copied, 2),
    }


def _work(server: Server, do: Callable[[], None]) -> float:
    chip = server.machine.chip
    before = chip.mcu.core.cycles / HZ + chip.flash_seconds
    do()
    return chip.mcu.core.cycles / HZ + chip.flash_seconds - before


def _install(port: str, files: dict[str, bytes]) -> None:
    device = Device(port, timeout_s=PATIENCE_S)
    try:
        device.prepare()
        board = slots.look(device)
        todo = slots.plan(device, board, files)
        slots.fill(device, todo, lambda done, total, name: None)
        text = f"{todo.slot}\n".encode()
        device.write("active", text, build.digest(text))
    finally:
        device.close()  # left at its prompt: the next measurement needs no start


def _empty(port: str, folder: str) -> None:
    device = Device(port, timeout_s=PATIENCE_S)
    try:
        device.prepare()
        device.remove(device.files(folder))
    finally:
        device.close()


def _copy(port: str, files: dict[str, bytes]) -> None:
    """As `mpremote cp -r` does it."""
    device = Device(port, timeout_s=PATIENCE_S)
    made = set()
    try:
        device.prepare()
        device.run("_t.deinit()")  # mpremote knows nothing of the timer that restarts a silent board
        for name, data in files.items():
            full = "copied/" + name
            parents = ["/".join(full.split("/")[:end]) for end in range(1, full.count("/") + 1)]
            for folder in parents:
                if folder not in made:
                    device.transport.fs_mkdir(folder)
                    made.add(folder)
            device.transport.fs_writefile(full, data)
    finally:
        device.close()


def run(only: tuple[str, ...] = ("parts", "running", "sorting", "updates")) -> dict[str, Any]:
    """All of it, or some."""
    uf2 = image.find()
    results: dict[str, Any] = {}
    for one in (parts, running, sorting, updates):
        if one.__name__ in only:
            started = time.monotonic()
            results.update(one(uf2))
            sys.stderr.write(f"{one.__name__}: {time.monotonic() - started:.0f} s\n")
    return results


def main(out: str = OUT, *only: str) -> None:
    try:
        image.find()
    except image.ImageMissing as missing:
        sys.exit(f"bench-emulated: no image of MicroPython: {missing}")
    results = run(only) if only else run()
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    path.write_text(json.dumps({**before, **results}, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
