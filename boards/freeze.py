# Part of each board's manifest.py: MicroPython's build freezes the firmware, which then takes flash instead of memory.
#
# table/image.py, made here, tells a table (and `queji flash`) from which files its image was made.

from pathlib import Path
from runpy import run_path

_places = ("../host_tools/queji/deploy/sources.py", "../../deploy/sources.py")  # in a checkout; in an installed queji
_sources = next(place for place in _places if Path(place).is_file())
_hash = run_path(_sources)["short_hash"](Path("../firmware/table"))
_made = Path("../build/frozen")
(_made / "table").mkdir(parents=True, exist_ok=True)
(_made / "table" / "image.py").write_text(f'HASH = "{_hash}"\n')

include("$(PORT_DIR)/boards/manifest.py")
package("table", base_path="../firmware")
module("main.py", base_path="../firmware")
module("table/image.py", base_path=str(_made))
