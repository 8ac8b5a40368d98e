"""The content of the Pico's flash from files, with MicroPython's own littlefs: a table installed in an instant."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from queji import micropython

BLOCKS = 352
BLOCK = 4096

_SCRIPT = """
import json, os, sys, vfs
class Flash:
    def __init__(self, data): self.data = data
    def readblocks(self, n, buf, off=0):
        at = n * 4096 + off
        buf[:] = self.data[at : at + len(buf)]
    def writeblocks(self, n, buf, off=0):
        at = n * 4096 + off
        self.data[at : at + len(buf)] = buf
    def ioctl(self, op, arg):
        if op == 4: return len(self.data) // 4096
        if op == 5: return 4096
        if op == 6:
            self.data[arg * 4096 : arg * 4096 + 4096] = b"\\xff" * 4096
            return 0
what, image, folder = sys.argv[1:4]
if what == "make":
    flash = Flash(bytearray(b"\\xff" * (4096 * 352)))
    vfs.VfsLfs2.mkfs(flash, progsize=256)
else:
    with open(image, "rb") as f: flash = Flash(bytearray(f.read()))
names = json.load(open(folder + "/names.json"))
fs = vfs.VfsLfs2(flash, progsize=256)
vfs.mount(fs, "/t")
if what == "make":
    made = set()
    for source, name in names:
        parts = name.split("/")[:-1]
        for i in range(len(parts)):
            path = "/t/" + "/".join(parts[: i + 1])
            if path not in made:
                os.mkdir(path)
                made.add(path)
        with open(folder + "/" + source, "rb") as f, open("/t/" + name, "wb") as g: g.write(f.read())
    vfs.umount("/t")
    with open(image, "wb") as f: f.write(flash.data)
else:
    found = []
    def walk(path, name):
        for entry in os.ilistdir(path):
            full = path + "/" + entry[0]
            if entry[1] & 0x4000: walk(full, name + entry[0] + "/")
            else:
                with open(full, "rb") as f, open(folder + "/%d" % len(found), "wb") as g: g.write(f.read())
                found.append(name + entry[0])
    walk("/t", "")
    json.dump(found, open(folder + "/found.json", "w"))
"""


def make(files: Mapping[str, bytes]) -> bytes:
    """The flash's content with these files ("table/app.mpy": bytes) in it. Raises MicroPythonMissing, RuntimeError."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, (name, data) in enumerate(files.items()):
            (Path(folder) / str(number)).write_bytes(data)
            names.append((str(number), name))
        _run("make", folder, names)
        return (Path(folder) / "image").read_bytes()


def read(image: bytes) -> dict[str, bytes]:
    """All files of a flash's content."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "image").write_bytes(image)
        _run("read", folder, [])
        found = json.loads((Path(folder) / "found.json").read_text())
        return {name: (Path(folder) / str(number)).read_bytes() for number, name in enumerate(found)}


def _run(what: str, folder: str, names: list[tuple[str, str]]) -> None:
    (Path(folder) / "names.json").write_text(json.dumps(names))
    script = Path(folder) / "script.py"
    script.write_text(_SCRIPT)
    command = [str(micropython.find()), "-X", "heapsize=32m", str(script), what, f"{folder}/image", folder]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "MICROPYPATH": ".frozen"})
    if done.returncode:
        raise RuntimeError(f"littlefs: {(done.stdout + done.stderr).strip()[-300:]}")
