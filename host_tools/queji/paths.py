"""Where the firmware, the boards and the tool's own data files are, in a checkout and in an installed wheel."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
DATA = PACKAGE / "data"


def _root() -> Path:
    """The folder that holds `firmware/` and `boards/`: the checkout, or the package's data in a wheel."""
    checkout = PACKAGE.parent.parent
    if (checkout / "firmware" / "table").is_dir() and (checkout / "boards").is_dir():
        return checkout
    return DATA


ROOT = _root()
FIRMWARE = ROOT / "firmware"
TABLE = FIRMWARE / "table"
BOARDS = ROOT / "boards"

if str(FIRMWARE) not in sys.path:  # its pure modules serve the tool too: `from table.game import sets`
    sys.path.append(str(FIRMWARE))


def board(name: str) -> Path:
    """The folder of one board: a folder's path as given, or a name under `boards/`."""
    given = Path(name)
    return given if (given / "pins.csv").is_file() else BOARDS / name


def boards() -> list[str]:
    """Names of the boards that come with the tool."""
    if not BOARDS.is_dir():
        return []
    return sorted(folder.name for folder in BOARDS.iterdir() if (folder / "pins.csv").is_file())
