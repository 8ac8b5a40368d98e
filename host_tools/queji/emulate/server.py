"""An emulated table behind a pseudo-terminal, for `queji`, mpremote and any other program that opens a serial port."""

from __future__ import annotations

import os
import tty
from pathlib import Path

from queji.emulate.machine import Machine, flash_of, program

_READ = 2048


class Server:
    """Call `serve` in the thread that is to do the work. `state`: a folder that keeps flash and FRAM. Use as a context
    manager. Raises OSError, and what queji.emulate.littlefs raises."""

    def __init__(self, uf2: Path, *, board: str = "rpi_pico", blank: bool = False, state: Path | None = None) -> None:
        self.state = state
        kept = self._kept("flash.bin")
        files = kept if kept is not None else None if blank else flash_of(program(board, image=uf2))
        self.machine = Machine(uf2, files, board=board, players="auto", fram=self._kept("fram.bin"))
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        self.port = os.ttyname(self.slave)
        self.stopped = False
        self._held = b""
        self.machine.chip.on_data = self._say

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.save()
        os.close(self.master)
        os.close(self.slave)

    def _kept(self, name: str) -> bytes | None:
        file = self.state / name if self.state else None
        return file.read_bytes() if file and file.is_file() else None

    def save(self) -> None:
        """Keeps flash and FRAM."""
        if self.state:
            self.state.mkdir(parents=True, exist_ok=True)
            (self.state / "flash.bin").write_bytes(self.machine.chip.files())
            (self.state / "fram.bin").write_bytes(bytes(self.machine.wires.fram.data))

    def serve(self) -> None:
        """Runs until `stopped` is set."""
        chip = self.machine.chip
        while not self.stopped:
            there = chip.connected or chip.resets  # before its first start a real one has no port to open
            try:
                data = os.read(self.master, _READ) if there and chip.unsent < _READ else b""
            except (BlockingIOError, OSError):  # nothing was sent; nobody has the port open
                data = b""
            if data and chip.connected:
                chip.send(data)
            chip.step()
            self._flush()

    def _say(self, data: bytes) -> None:
        self._held += data

    def _flush(self) -> None:
        if not self._held:
            return
        try:
            sent = os.write(self.master, self._held)
            self._held = self._held[sent:]
        except (BlockingIOError, OSError):
            self._held = self._held[-65536:]  # nobody reads
