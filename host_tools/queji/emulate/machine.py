"""An emulated table as a whole: chip, wires and plant, with this firmware in its flash or none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from queji import paths
from queji.deploy import build, uf2
from queji.emulate import littlefs
from queji.emulate.chip import Chip
from queji.emulate.wires import Wires
from queji.virtual.plant import Plant
from queji.virtual.wiring import Wiring


def program(board: str = "rpi_pico", firmware: Path = paths.FIRMWARE, image: Path | None = None) -> dict[str, bytes]:
    """The files of a slot, as `queji flash` makes them for a board with this image of MicroPython."""
    return build.slot(board, build.MPY_VERSION, uf2.frozen(image, firmware) if image else None, firmware)


def flash_of(files: dict[str, bytes], slot: str = "slot_a") -> dict[str, bytes]:
    """What lies in the flash of a table that runs these files."""
    held = {f"{slot}/{name}": data for name, data in files.items()}
    held[f"{slot}/{build.MANIFEST}"] = build.manifest(files)
    return {**held, "main.py": files["main.py"], "active": f"{slot}\n".encode()}


class Machine:
    """`image`: MicroPython as a UF2 file. `files`: what lies in the flash, None for an empty one, or the flash's bytes.
    `numbers` replaces values of mechanics.json for the plant alone ({"head": {"turn_ms": 100}}): a faster table, for
    short scenes."""

    def __init__(
        self,
        image: Path,
        files: dict[str, bytes] | bytes | None = None,
        *,
        board: str = "rpi_pico",
        seed: int = 1,
        layout: tuple[int, ...] = (18, 18, 18, 18),
        players: str = "none",
        numbers: dict[str, dict[str, Any]] | None = None,
        fram: bytes | None = None,
    ) -> None:
        flash = files if isinstance(files, bytes) else littlefs.make(files) if files is not None else b""
        self.chip = Chip(image, flash)
        self.wiring = Wiring(str(paths.board(board)))
        for part, values in (numbers or {}).items():
            self.wiring.numbers[part].update(values)
        self.plant = Plant(self.wiring.numbers, seed, layout, players)
        self.wires = Wires(self.chip, self.plant, self.wiring)
        if fram is not None:
            self.wires.fram.data[:] = fram

    # The line, as a laptop has it

    def ask(self, line: str, seconds: float = 5.0) -> str:
        """Sends a line of words and gives the answer's line; events and logs are passed over. "" when none came."""
        self.chip.take()
        self.chip.send(line.encode() + b"\n")
        seen = bytearray()

        def answered() -> bool:
            seen.extend(self.chip.take())
            *done, _ = bytes(seen).split(b"\n")
            return any(one.startswith((b"ok", b"error")) for one in done)

        self.chip.run(seconds, answered)
        for one in bytes(seen).split(b"\r\n"):
            if one.startswith((b"ok", b"error")):
                return one.decode(errors="replace")
        return ""

    def call(self, method: str, seconds: float = 5.0, **params: Any) -> Any:
        """A request as JSON-RPC; its result. Raises RuntimeError with the table's error, TimeoutError."""
        number = f"{method}-{self.chip.mcu.clock.nanos:.0f}"[:40]
        request: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": method}
        if params:
            request["params"] = params
        self.chip.take()
        self.chip.send(json.dumps(request, separators=(",", ":")).encode() + b"\n")
        seen = bytearray()
        answer: list[dict[str, Any]] = []

        def answered() -> bool:
            seen.extend(self.chip.take())
            *done, rest = bytes(seen).split(b"\n")
            seen[:] = rest
            for one in done:
                try:
                    message = json.loads(one)
                except ValueError:
                    continue
                if message.get("id") == request["id"]:
                    answer.append(message)
            return bool(answer)

        if not self.chip.run(seconds, answered):
            raise TimeoutError(f"no answer to {method}: {bytes(seen)[-200:]!r}")
        if "error" in answer[0]:
            raise RuntimeError(json.dumps(answer[0]["error"]))
        return answer[0]["result"]

    def booted(self, seconds: float = 12.0) -> float:
        """Waits for the firmware to answer hello; the seconds from power-on. Raises TimeoutError with what was said."""
        start = self.chip.seconds
        said = bytearray()
        while self.chip.seconds - start < seconds:
            said += self.chip.take()
            if not self.chip.connected:
                self.chip.run(0.05)
                continue
            self.chip.send(b"hello\n")  # it waits in the chip until the firmware reads it
            if self.chip.run(1.0, lambda: b"ok product" in self.chip.received):
                took = self.chip.seconds - start
                self.chip.run(0.5)  # another answer may be on its way
                self.chip.take()
                return took
        raise TimeoutError(f"the firmware does not answer: {bytes(said)[-600:].decode(errors='replace')}")
