"""The two program slots of a board: what is in them, how one is filled, and how a table goes from one to the other.

At every instant /active names a slot whose manifest is whole, or firmware/main.py finds another one that is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from queji.deploy import build
from queji.deploy.device import Device
from queji.deploy.errors import Mismatch, NothingThere, Storage

SLOTS = ("slot_a", "slot_b")
ROOT = "root"
MARGIN = 64 * 1024  # bytes that stay free for the table's own files

Progress = Callable[[int, int, str], None]  # bytes done, bytes in all, file


def parse(manifest: bytes | None) -> dict[str, tuple[str, int]]:
    """`{name: (SHA-256, size)}` of a manifest; empty when there is none or it is torn."""
    if not manifest:
        return {}
    head, _, last = manifest.rstrip(b"\n").rpartition(b"\n")
    body = head + b"\n"
    if last != f"{build.digest(body)} {body.count(10)} .".encode():
        return {}
    found = {}
    for line in body.decode().splitlines():
        digest, size, name = line.split(" ", 2)
        found[name] = (digest, int(size))
    return found


def identity(manifest: bytes) -> str:
    """What a table that runs this program says as its `hash`."""
    return manifest.rstrip(b"\n").rpartition(b"\n")[2][:16].decode()


@dataclass
class Board:
    """What is on a board."""

    active: str  # a slot, "root", or "" for none
    trial: str | None  # while `active` is on trial: what was there before it
    manifests: dict[str, dict[str, tuple[str, int]]]
    root: bool  # files in the root, copied by hand
    main: str | None  # the hash of main.py

    @property
    def other(self) -> str:
        """The slot that the active one is not."""
        return SLOTS[1] if self.active == SLOTS[0] else SLOTS[0]

    def whole(self, slot: str) -> bool:
        return bool(self.manifests.get(slot)) or (slot == ROOT and self.root)


def look(device: Device) -> Board:
    """Reads the board's slots."""
    manifests = {slot: parse(device.read(f"{slot}/{build.MANIFEST}")) for slot in SLOTS}
    words = (device.read("active") or b"").decode("ascii", "replace").split()
    root = any(name.startswith("table/app.") for name in device.files("table"))
    active = words[0] if words else ""
    trial = words[2] if len(words) > 2 else None
    if active not in (*SLOTS, ROOT) or (active in SLOTS and not manifests[active]):
        active = next((slot for slot in SLOTS if manifests[slot]), ROOT if root else "")
        trial = None
    return Board(active, trial, manifests, root, device.hashes(["main.py"])["main.py"])


@dataclass
class Plan:
    """What has to be done to have `files` in `slot`."""

    slot: str
    files: dict[str, bytes]
    keep: list[str] = field(default_factory=list)  # there already
    copy: dict[str, str] = field(default_factory=dict)  # name: where on the board the same file is
    send: list[str] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)  # full names
    main: bool = False

    @property
    def bytes_to_send(self) -> int:
        return sum(len(self.files[name]) for name in self.send) + (len(self.files["main.py"]) if self.main else 0)


def plan(device: Device, board: Board, files: dict[str, bytes]) -> Plan:
    """Compares by hash. The slot that is filled is the one that does not run."""
    slot = board.other
    made = Plan(slot, files, main=board.main != build.digest(files["main.py"]))
    there = device.files(slot)
    names = {f"{slot}/{name}": name for name in files}
    maybe = [full for full, name in names.items() if there.get(full) == len(files[name])]
    hashes = device.hashes(maybe)
    running = board.manifests.get(board.active, {})
    for full, name in names.items():
        digest = build.digest(files[name])
        if hashes.get(full) == digest:
            made.keep.append(name)
        elif running.get(name, ("", 0))[0] == digest:
            made.copy[name] = f"{board.active}/{name}"
        else:
            made.send.append(name)
    made.remove = [full for full in there if full not in names and full != f"{slot}/{build.MANIFEST}"]
    return made


def fill(device: Device, todo: Plan, progress: Progress) -> None:
    """Brings the slot to its content, proves it, and writes its manifest last. Raises Storage, Mismatch, Lost."""
    slot = todo.slot
    device.remove([f"{slot}/{build.MANIFEST}"])  # from here on nobody starts it
    device.remove(todo.remove)
    need = todo.bytes_to_send + sum(len(todo.files[name]) for name in todo.copy)
    if device.free() < need + MARGIN:
        raise Storage("error.board_full")
    total, done = todo.bytes_to_send, 0
    for name, source in todo.copy.items():
        try:
            device.copy(source, f"{slot}/{name}", build.digest(todo.files[name]))
        except Mismatch:  # the running slot has a damaged file: send it
            todo.send.append(name)
            total += len(todo.files[name])
    for name in todo.send:

        def sent(count: int, name: str = name) -> None:
            nonlocal done
            done += count
            progress(done, total, name)

        progress(done, total, name)
        device.write(f"{slot}/{name}", todo.files[name], build.digest(todo.files[name]), sent)
    verify(device, todo)
    manifest = build.manifest(todo.files)
    device.write(f"{slot}/{build.MANIFEST}", manifest, build.digest(manifest))
    if todo.main:
        data = todo.files["main.py"]
        device.write("main.py", data, build.digest(data))
    progress(total, total, "")


def verify(device: Device, todo: Plan) -> None:
    """Every file's hash, as the board reads it back. Raises Mismatch."""
    names = {f"{todo.slot}/{name}": name for name in todo.files}
    for full, digest in device.hashes(names).items():
        if digest != build.digest(todo.files[names[full]]):
            raise Mismatch("error.mismatch", file=full)


def switch(device: Device, slot: str, before: str) -> None:
    """From the next start on the table runs from `slot`, on trial when there is something to go back to."""
    text = f"{slot} 0 {before}\n" if before else f"{slot}\n"
    device.write("active", text.encode(), build.digest(text.encode()))


def back(device: Device) -> tuple[str, str]:
    """Back to the program of before; `(from, to)`. Raises NothingThere."""
    board = look(device)
    to = board.trial if board.trial and board.whole(board.trial) else board.other
    if to not in (*SLOTS, ROOT) or not board.whole(to):
        to = ROOT if board.root and board.active != ROOT else ""
    if not to:
        raise NothingThere("error.no_other_program")
    text = f"{to}\n"
    device.write("active", text.encode(), build.digest(text.encode()))
    return board.active, to
