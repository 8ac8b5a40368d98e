"""The raw REPL of an emulated chip, in the chip's own time: what mpremote does, without the waiting."""

from __future__ import annotations

from queji.emulate.chip import Chip

PROMPT = b"raw REPL; CTRL-B to exit\r\n>"


class ReplError(Exception):
    """What the chip answered in the place of a result."""


def enter(chip: Chip, seconds: float = 2.0) -> None:
    """From wherever the chip is to its raw REPL. Raises ReplError."""
    chip.take()
    chip.send(b"\r\x03")
    chip.run(0.02)
    chip.send(b"\r\x01")
    if not chip.run(seconds, lambda: PROMPT in chip.received):
        raise ReplError(f"no raw REPL: {bytes(chip.received[-200:])!r}")
    chip.take()


def execute(chip: Chip, code: str, seconds: float = 5.0) -> str:
    """Runs code in the raw REPL and gives what it printed; `seconds` of the chip's time. Raises ReplError."""
    data = code.encode()
    for at in range(0, len(data), 256):
        chip.send(data[at : at + 256])
        chip.run(1, lambda: not chip.unsent)
    chip.send(b"\x04")
    if not chip.run(seconds, lambda: chip.received.count(b"\x04") >= 2 and chip.received.endswith(b">")):
        raise ReplError(f"not done: {bytes(chip.received[-300:])!r}")
    answer = chip.take()
    out, error, _ = answer.removeprefix(b"OK").split(b"\x04", 2)
    if error:
        raise ReplError(error.decode(errors="replace"))
    return out.decode(errors="replace")
