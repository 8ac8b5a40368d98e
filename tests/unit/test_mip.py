"""The package.json files for `mpremote mip install`: whole, current, and installed by mpremote's own code."""

import json
import shutil

import pytest

from queji import paths
from queji.deploy import mip

pytestmark = pytest.mark.skipif(not (paths.ROOT / "package.json").is_file(), reason="not in a checkout")


class Folder:
    """What mpremote's installer asks of a board, with a folder in its place."""

    def __init__(self, root):
        self.root = root

    def _at(self, path):
        return self.root / path.lstrip("/")

    def fs_exists(self, path):
        return self._at(path).exists()

    def fs_mkdir(self, path):
        self._at(path).mkdir()

    def fs_writefile(self, path, data, progress_callback=None):
        self._at(path).write_bytes(data)


@pytest.mark.parametrize("path", mip.packages(), ids=lambda path: path.parent.name)
def test_those_in_the_tree_are_up_to_date(path):
    assert path.read_text(encoding="utf-8") == mip.packages()[path], "run: make package"


def test_addresses_are_relative_and_lead_to_files():
    for path, words in mip.packages().items():
        for target, url in json.loads(words)["urls"]:
            assert ":" not in url and not url.startswith("/")
            assert (path.parent / url).is_file()
            assert not target.startswith("/")


def test_a_new_file_shows(tmp_path):
    shutil.copytree(paths.FIRMWARE, tmp_path / "firmware", ignore=shutil.ignore_patterns("__pycache__"))
    before = mip.firmware(tmp_path)
    (tmp_path / "firmware" / "table" / "link" / "radio.py").write_text("", encoding="utf-8")
    assert '["table/link/radio.py", "firmware/table/link/radio.py"]' in mip.firmware(tmp_path)
    assert before != mip.firmware(tmp_path)


def test_installed_as_mpremote_does_it(tmp_path, capsys):
    """From the repository in a folder; from GitHub only where the bytes come from differs."""
    installer = pytest.importorskip("mpremote.mip")
    for package in (paths.ROOT / "package.json", paths.BOARDS / "rpi_pico" / "package.json"):
        installer._install_package(Folder(tmp_path), str(package), "", "", None, True)
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    here = {path.relative_to(paths.FIRMWARE).as_posix(): path for path in paths.TABLE.rglob("*") if path.is_file()}
    here = {name: path for name, path in here.items() if "__pycache__" not in name}
    assert there == {*here, "main.py", "board/pins.csv", "board/mechanics.json", "board/board.json"}
    for name, path in here.items():
        assert (tmp_path / name).read_bytes() == path.read_bytes()
