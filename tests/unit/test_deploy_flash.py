"""`queji flash` from beginning to end through a serial line, with a board that is only its files and its prompt."""

from __future__ import annotations

import json
import shutil
import struct
import time

import pytest
from fake_board import Board, Serial

from queji import paths, ports
from queji.cli import run
from queji.deploy import build, files, slots, uf2
from queji.deploy.approach import Approach
from queji.deploy.errors import BadImage, Busy, NoBoard, NotWell, TooOld, WrongBoard
from queji.deploy.flash import Flasher, Options, at_prompt, roll_back
from queji.deploy.sources import short_hash
from queji.errors import PortMissing, Usage


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """No test sees or changes what this machine has in its cache."""
    monkeypatch.setattr(uf2, "cache", lambda: tmp_path / "cache")
    monkeypatch.delenv(uf2.VARIABLE, raising=False)


@pytest.fixture
def firmware(tmp_path):
    """A small one, in a folder."""
    folder = tmp_path / "firmware"
    (folder / "table").mkdir(parents=True)
    (folder / "table" / "app.py").write_text("version = 1\n")
    (folder / "table" / "other.py").write_text("x = 1\n")
    shutil.copy(paths.FIRMWARE / "main.py", folder)
    return folder


@pytest.fixture
def board(tmp_path):
    folder = tmp_path / "flash"
    folder.mkdir()
    made = Board(folder)
    made.boot()
    return made


@pytest.fixture
def line(board):
    serial = Serial(board)
    yield serial
    serial.close()


def flash(line, firmware, **more):
    said = []
    options = Options(port=line.port, firmware=firmware, patience=1, **more)
    report = Flasher(options, lambda key, **values: said.append(key)).run()
    return report, said


def change(firmware, version):
    (firmware / "table" / "app.py").write_text(f"version = {version}\n")


def test_blank_then_nothing_then_an_update(line, board, firmware):
    report, said = flash(line, firmware)
    assert board.running == report.hash and report.slot == "slot_a" and report.changed
    assert said[-1] == "flash.well" and "flash.prompt" in said and "flash.tested" in said
    board.well()
    started = time.monotonic()
    report, said = flash(line, firmware)
    assert said == ["flash.table", "flash.nothing"] and not report.changed
    assert time.monotonic() - started < 2
    change(firmware, 2)
    report, said = flash(line, firmware)
    assert report.sent == ["table/app.mpy"] and board.running == report.hash and report.slot == "slot_b"
    assert "flash.settings_kept" in said and "flash.settings" in said
    kept = json.loads((uf2.cache() / "settings" / "T1.json").read_text())
    assert kept["settings"] == board.settings
    board.well()
    answer = roll_back(Options(port=line.port, firmware=firmware, patience=1))
    assert answer["to"] == "slot_a" and board.slot == "slot_a"


def test_a_program_frozen_in_the_image(line, board, firmware):
    """Only the board's files go onto it; another program's files do, and back again only a name is needed."""
    board.image = short_hash(firmware / "table")
    report, said = flash(line, firmware)
    assert sorted(report.sent) == ["board/board.json", "board/mechanics.json", "board/pins.csv", "image", "main.py"]
    assert "flash.image" in said and board.running == report.hash and not (board.folder / "slot_a" / "table").exists()
    board.well()
    assert flash(line, firmware)[1] == ["flash.table", "flash.nothing"]
    change(firmware, 2)
    report, said = flash(line, firmware)
    assert "flash.other_image" in said and "table/app.mpy" in report.sent and board.running == report.hash
    board.well()
    change(firmware, 1)
    report, said = flash(line, firmware)
    assert "flash.image" in said and report.slot == "slot_a" and board.running == report.hash and report.sent == []
    board.image = "0123456789abcdef"  # another image was put on: the slot's name is not believed
    assert board.boot() == board.image


def test_dry_run_changes_nothing(line, board, firmware):
    flash(line, firmware)
    board.well()
    before = {path: path.read_bytes() for path in board.folder.rglob("*") if path.is_file()}
    change(firmware, 2)
    report, said = flash(line, firmware, dry=True)
    assert report.sent == ["table/app.mpy"] and not report.changed and "flash.dry" in said
    assert {path: path.read_bytes() for path in board.folder.rglob("*") if path.is_file()} == before
    assert board.running == report.before


def test_a_fitted_folder_comes_onto_the_table_and_the_references_pins_never_by_themselves(
    line, board, firmware, tmp_path
):
    """A changed mechanics.json is sent alone; without --board a table of its own kind is refused, at its prompt too."""
    own = tmp_path / "table_7"
    shutil.copytree(paths.BOARDS / "rpi_pico", own)
    flash(line, firmware, board=str(own))
    board.well()
    fitted = (own / "mechanics.json").read_text().replace('"turn_ms": 420', '"turn_ms": 504')
    (own / "mechanics.json").write_text(fitted)
    report, _ = flash(line, firmware, board=str(own))
    assert report.sent == ["board/mechanics.json"]
    assert (board.folder / report.slot / "board" / "mechanics.json").read_text() == fitted
    board.well()
    running = board.running
    with pytest.raises(WrongBoard, match="table_7"):
        flash(line, firmware)
    board.running = ""  # its program is broken: it is at its prompt
    with pytest.raises(WrongBoard, match="table_7"):
        flash(line, firmware)
    assert (board.folder / report.slot / "board" / "mechanics.json").read_text() == fitted
    board.running = running
    assert flash(line, firmware, board="rpi_pico")[0].changed


def test_files_copied_by_hand_are_known_by_their_pins(line, board, firmware):
    shutil.copytree(paths.BOARDS / "rpi_pico", board.folder / "board")
    assert flash(line, firmware, dry=True)[0].board == "rpi_pico"
    (board.folder / "board" / "pins.csv").write_text("signal,pin\ndisc,GP20\n")
    with pytest.raises(WrongBoard, match="board"):
        flash(line, firmware, dry=True)


@pytest.mark.parametrize("how", ["crash", "import", "silent", "fault", "test"])
def test_a_program_that_is_not_well_goes_back(line, board, firmware, how, monkeypatch):
    first, _ = flash(line, firmware)
    board.well()
    change(firmware, 2)
    made = build.slot("rpi_pico", 6, None, firmware)
    board.sick[slots.identity(build.manifest(made))] = how
    monkeypatch.setattr("queji.deploy.approach.TICK_S", 0.05)
    options = Options(port=line.port, firmware=firmware, patience=0.3)
    if how == "silent":  # a hung program: its watchdog resets the controller until main.py takes the old one
        import threading

        threading.Timer(4, board.boot).start()
        threading.Timer(5, board.boot).start()
    with pytest.raises(NotWell):
        Flasher(options).run()
    assert board.boot() == first.hash


def test_a_first_program_that_is_not_well_stays_and_says_so(line, board, firmware, monkeypatch):
    made = build.slot("rpi_pico", 6, None, firmware)
    board.sick[slots.identity(build.manifest(made))] = "fault"
    monkeypatch.setattr("queji.deploy.approach.TICK_S", 0.05)
    with pytest.raises(NotWell) as told:
        Flasher(Options(port=line.port, firmware=firmware, patience=0.3)).run()
    assert told.value.key == "error.not_well_only"
    assert board.boot() == slots.identity(build.manifest(made))


def test_a_table_at_work_is_refused_unless_forced(line, board, firmware):
    flash(line, firmware)
    board.well()
    change(firmware, 2)
    board.state = "sorting"
    with pytest.raises(Busy):
        flash(line, firmware)
    assert board.running and "restart" not in line.requests
    report, said = flash(line, firmware, force=True)
    assert "flash.pausing" in said and line.requests.index("pause") < line.requests.index("restart")
    assert board.running == report.hash


def test_boards_that_will_not_do(line, board, firmware):
    board.version = (1, 19, 1)
    with pytest.raises(TooOld):
        flash(line, firmware)
    board.version, board.machine = (1, 28, 0, ""), "ESP32 module with ESP32"
    with pytest.raises(WrongBoard):
        flash(line, firmware)
    board.machine, board.name = "Raspberry Pi Pico with RP2040", "circuitpython"
    with pytest.raises(WrongBoard):
        flash(line, firmware)
    assert not list(board.folder.iterdir())
    line.deaf = True
    with pytest.raises(WrongBoard) as raised:
        Flasher(Options(port=line.port, firmware=firmware, patience=0.1)).run()
    assert raised.value.key == "error.no_prompt"


def test_no_board_no_port(monkeypatch, tmp_path, firmware):
    monkeypatch.setattr("queji.ports.candidates", list)
    monkeypatch.delenv("QUEJI_PORT", raising=False)
    with pytest.raises(NoBoard):
        Flasher(Options(drives=[tmp_path])).run()
    with pytest.raises(PortMissing):
        Flasher(Options(port=str(tmp_path / "tty"))).run()


# Images


def image(blocks=4, family=0xE48BFF56, first=0):
    data = b""
    for number in range(first, blocks):
        at = 0x10000000 + 256 * number
        head = struct.pack("<8I", uf2.MAGIC0, uf2.MAGIC1, 0x2000, at, 256, number, blocks, family)
        data += head + bytes([number]) * 256 + bytes(220) + struct.pack("<I", uf2.MAGIC_END)
    return data


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "error.image_no_uf2"),
        (b"text" * 200, "error.image_no_uf2"),
        (image()[:-10], "error.image_torn"),
        (image()[:-512], "error.image_torn"),
        (image(first=1), "error.image_torn"),
        (image()[:600] + b"\0" + image()[601:1020] + b"\0\0\0\0" + image()[1024:], "error.image_torn"),
        (image(family=0xE48BFF59), "error.image_other_chip"),
        (image(family=0x1C5F21B0), "error.image_other_chip"),
        (image() + image(family=0xE48BFF59), "error.image_other_chip"),
    ],
)
def test_bad_images(tmp_path, data, key):
    file = tmp_path / "x.uf2"
    file.write_bytes(data)
    with pytest.raises(BadImage) as raised:
        uf2.check(file, "rp2040")
    assert raised.value.key == key and raised.value.message()


def test_a_good_image(tmp_path):
    file = tmp_path / "x.uf2"
    file.write_bytes(image())
    assert uf2.check(file, "rp2040").size == 1024
    with pytest.raises(Usage):
        uf2.check(tmp_path / "none.uf2")


def test_downloads_are_pinned(tmp_path, monkeypatch):
    place = tmp_path / "server"
    place.mkdir()
    (place / "x.uf2").write_bytes(image())
    url = place.as_uri() + "/"
    monkeypatch.setitem(uf2.IMAGES, "rp2040", ("x.uf2", "0" * 64))
    with pytest.raises(BadImage) as raised:
        uf2.download("rp2040", url)
    assert raised.value.key == "error.image_other_hash" and not list((tmp_path / "cache").iterdir())
    monkeypatch.setitem(uf2.IMAGES, "rp2040", ("x.uf2", build.digest(image())))
    found = uf2.download("rp2040", url)
    assert uf2.obtain("rp2040", None).path == found == uf2.cached()
    monkeypatch.setitem(uf2.IMAGES, "rp2040", ("y.uf2", build.digest(image())))
    with pytest.raises(BadImage) as raised:
        uf2.download("rp2040", url)
    assert raised.value.key == "error.image_download"
    with pytest.raises(BadImage):
        uf2.download("rp2350")


def test_the_drive_of_bootsel(tmp_path, monkeypatch, line, board, firmware):
    drive = tmp_path / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n")
    assert uf2.drives([drive, tmp_path]) == [(drive, "rp2040")]
    file = tmp_path / "x.uf2"
    file.write_bytes(image())
    # A virtual table that happens to run is not what is flashed.
    monkeypatch.setattr("queji.ports.candidates", lambda: [ports.Found("/dev/pts/9", "virtual table", virtual=True)])
    monkeypatch.delenv("QUEJI_PORT", raising=False)
    monkeypatch.setattr(Approach, "_appears", lambda self: line.port)
    said = []
    options = Options(image=str(file), drives=[drive], firmware=firmware, patience=1)
    report = Flasher(options, lambda key, **values: said.append(key)).run()
    assert (drive / "queji.uf2").read_bytes() == image()
    assert said[:3] == ["flash.drive", "flash.put", "flash.prompt"] and board.running == report.hash
    with pytest.raises(BadImage):
        file.write_bytes(image(family=0xE48BFF59))
        Flasher(Options(image=str(file), drives=[drive])).run()


# Backups


def test_backup_and_restore(line, board, firmware, tmp_path):
    flash(line, firmware)
    board.well()
    own = {"settings.0": b"s0", "settings.1": b"s1", "state.0": b"st", "journal/1": b"line\n", "fair.0": b"secret"}
    for name, data in own.items():
        board.path(name).parent.mkdir(exist_ok=True)
        board.path(name).write_bytes(data)
    pack = tmp_path / "b.zip"
    with at_prompt(Options(port=line.port, patience=1)) as (device, hello):
        names = files.save(device, pack, hello)
    assert sorted(names) == ["journal/1", "settings.0", "settings.1", "state.0"] and board.running
    board.path("settings.0").write_bytes(b"changed")
    board.path("state.1").write_bytes(b"newer")
    about, found = files.read(pack)
    with at_prompt(Options(port=line.port, patience=1)) as (device, _):
        assert sorted(files.restore(device, about, found, False)) == ["settings.0", "settings.1", "state.0"]
    assert board.path("settings.0").read_bytes() == b"s0" and not board.path("state.1").exists()
    with at_prompt(Options(port=line.port, patience=1)) as (device, _):
        assert sorted(files.restore(device, {**about, "id": "other"}, found, False)) == ["settings.0", "settings.1"]
    data = pack.read_bytes()
    pack.write_bytes(data[: len(data) // 2])
    with pytest.raises(Usage):
        files.read(pack)


def test_the_command(line, board, firmware, monkeypatch, capsys):
    monkeypatch.setattr(Options, "firmware", firmware)
    monkeypatch.setattr(Options.__init__, "__defaults__", (None, "", None, False, False, 1.0, None, firmware, True))
    assert run(["--port", line.port, "--lang", "en", "flash", "--patience", "1"]) == 0
    told = capsys.readouterr()
    assert "proved on the board" in told.err and "Done in" in told.out
    board.well()
    board.state = "sorting"
    change(firmware, 2)
    assert run(["--port", line.port, "--lang", "zh", "flash", "--patience", "1"]) == 5
    assert "牌桌正在工作" in capsys.readouterr().err
    assert run(["--port", line.port, "--json", "rollback", "--force", "--patience", "1"]) == 8
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "no_other_program"
