"""The package.json files for `mpremote mip install`: the firmware, and each board's own files, by relative addresses.

    python -m queji.deploy.mip      # writes them anew, after a file was added or renamed

One in the root of the repository has the firmware; one in each board's folder has that board's files. So an update of
the firmware leaves alone what was measured on a table.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from queji import paths
from queji.deploy.build import BOARD_FILES

NAME = "package.json"


def firmware(root: Path = paths.ROOT) -> str:
    """The text of the firmware's package.json: main.py and all of table/, in the order of their names."""
    folder = root / "firmware"
    files = [path for path in (folder / "table").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    names = ["main.py", *sorted(path.relative_to(folder).as_posix() for path in files)]
    return _text([(name, f"firmware/{name}") for name in names], root)


def board(folder: Path, root: Path = paths.ROOT) -> str:
    """The text of a board's package.json: what the table reads of its folder, as `board/`."""
    return _text([(f"board/{name}", name) for name in BOARD_FILES if (folder / name).is_file()], root)


def packages(root: Path = paths.ROOT) -> dict[Path, str]:
    """All package.json files of the repository, by their paths."""
    folders = [path.parent for path in sorted((root / "boards").glob("*/pins.csv"))]
    return {root / NAME: firmware(root), **{folder / NAME: board(folder, root) for folder in folders}}


def _text(urls: list[tuple[str, str]], root: Path) -> str:
    """One file a line, so that a change shows as the lines that it is."""
    found = re.search(r'VERSION = "([^"]+)"', (root / "firmware/table/__init__.py").read_text(encoding="utf-8"))
    version = found[1] if found else "0"
    lines = ",\n".join("    " + json.dumps(list(row)) for row in urls)
    return f'{{\n  "version": {json.dumps(version)},\n  "urls": [\n{lines}\n  ]\n}}\n'


def main() -> None:
    """Writes every package.json whose text is another than that in the tree."""
    for path, words in packages().items():
        if not path.is_file() or path.read_text(encoding="utf-8") != words:
            path.write_text(words, encoding="utf-8", newline="\n")
            print(path)  # noqa: T201


if __name__ == "__main__":
    main()
