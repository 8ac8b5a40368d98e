"""The hash of a program's files. On its own, because boards/freeze.py runs it inside MicroPython's build."""

import hashlib
from pathlib import Path


def short_hash(package: Path) -> str:
    """Sixteen digits over all files of the package `table`: by these a table calls a program that is no slot's."""
    total = hashlib.sha256()

    def add(folder: Path, name: str) -> None:
        for path in sorted(folder.iterdir(), key=lambda one: one.name):
            if path.name.startswith("__pycache"):
                continue
            full = f"{name}/{path.name}"
            if path.is_dir():
                add(path, full)
            else:
                total.update(full.encode())
                total.update(path.read_bytes())

    add(package, "")
    return total.hexdigest()[:16]
