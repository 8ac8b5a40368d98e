"""Flashing broken off at every file and every step leaves a table that starts, from the old program or the new one."""

from __future__ import annotations

import pytest
from fake_board import Board, Direct

from queji import paths
from queji.deploy import build, slots
from queji.deploy.device import Device
from queji.deploy.errors import Lost, Mismatch, NothingThere, Storage, WrongBoard
from queji.errors import QuejiError

MAIN = (paths.FIRMWARE / "main.py").read_bytes()
BOARD_FILES = {"board/pins.csv": b"expander_reset,GP2\ndisc,GP8\n", "board/mechanics.json": b"{}"}


def program(version: int, more: int = 3) -> dict[str, bytes]:
    """A small firmware; from one version to the next one file changes, one goes and one comes."""
    files = {f"table/same{i}.mpy": b"same %d " % i * 40 for i in range(more)}
    files["table/app.mpy"] = b"app %d " % version * 300
    files[f"table/only{version}.mpy"] = b"x" * version
    return {**files, **BOARD_FILES, "main.py": MAIN}


def identity(files):
    return slots.identity(build.manifest(files))


def install(board, files, before=lambda what: None, progress=lambda done, total, name: None):
    """What `queji flash` does with a board at its prompt."""
    with Device("fake", opener=Direct(board), before=before) as device:
        device.prepare()
        now = slots.look(device)
        todo = slots.plan(device, now, files)
        slots.fill(device, todo, progress)
        slots.switch(device, todo.slot, now.active if now.whole(now.active) else "")
    return todo


@pytest.fixture
def board(tmp_path):
    return Board(tmp_path)


@pytest.fixture
def installed(board):
    install(board, program(1))
    board.well()
    return board


def test_blank_board(board):
    todo = install(board, program(1))
    assert board.running == identity(program(1)) and board.slot == "slot_a"
    assert len(todo.send) == len(program(1)) and todo.main and not todo.copy


def test_update_sends_what_changed(installed):
    todo = install(installed, program(2))
    assert installed.running == identity(program(2)) and installed.slot == "slot_b"
    assert sorted(todo.send) == ["table/app.mpy", "table/only2.mpy"] and not todo.main
    assert len(todo.copy) == len(program(2)) - 2
    installed.well()
    todo = install(installed, program(3))
    assert installed.running == identity(program(3)) and installed.slot == "slot_a"
    assert todo.remove == ["slot_a/table/only1.mpy"] and len(todo.keep) == len(program(3)) - 2


def test_a_new_program_is_on_trial(installed):
    new = identity(program(2))
    installed.sick[new] = "crash"
    install(installed, program(2))
    assert installed.running == identity(program(1)), "two starts, then the old one is back"
    assert installed.path("active").read_text() == "slot_a\n"
    installed.sick.clear()
    assert installed.boot() == identity(program(1))


def test_on_trial_power_goes_before_it_is_well(installed):
    install(installed, program(2))
    assert installed.boot() == identity(program(2))
    assert installed.boot() == identity(program(1)), "started twice and never well"
    install(installed, program(2))
    installed.well()
    assert [installed.boot() for _ in range(4)] == [identity(program(2))] * 4


def test_a_slot_that_is_damaged_later(installed):
    install(installed, program(2))
    installed.well()
    installed.path("slot_b/table/app.mpy").write_bytes(b"rubbish")
    assert installed.boot() == identity(program(1))
    installed.path("slot_a/manifest").unlink()
    assert installed.boot() == "", "nothing is whole: the prompt, and no endless resets"


RUBBISH = [b"", b"\xff\xfe", b"slot_x", b"slot_b", b"slot_b 1", b"slot_b x y", b"slot_b 9 slot_b"]


@pytest.mark.parametrize("content", RUBBISH)
def test_rubbish_in_active(installed, content):
    installed.path("active").write_bytes(content)
    assert installed.boot() == identity(program(1))


def test_files_copied_by_hand(board):
    for name, data in program(1).items():
        board.path(name).parent.mkdir(parents=True, exist_ok=True)
        board.path(name).write_bytes(data)
    assert board.boot() == "root"
    install(board, program(2))
    assert board.running == identity(program(2)) and board.path("active").read_text() == "slot_a 1 root\n"
    board.boot()
    assert board.boot() == "root"


def cuts(tmp_path, files, old):
    """Every operation on the flash in an update, as the number of the one that does not happen."""
    whole = Board(tmp_path / "whole")
    whole.folder.mkdir()
    if old:
        install(whole, old)
        whole.well()
    start = whole.operations
    install(whole, files)
    return range(whole.operations - start)


@pytest.mark.parametrize("old", [None, program(1, 1)], ids=["blank", "update"])
def test_power_cut_at_every_write(tmp_path, old):
    """What starts afterwards is the old program or the new one; and the next try succeeds."""
    new = program(2, 1)
    allowed = {identity(new), identity(old) if old else ""}
    seen = set()
    for cut in cuts(tmp_path, new, old):
        board = Board(tmp_path / str(cut))
        board.folder.mkdir()
        if old:
            install(board, old)
            board.well()
        board.cut_at = board.operations + cut
        try:
            install(board, new)
        except Lost:
            pass
        running = board.boot()
        assert running in allowed, f"cut {cut}: {running}"
        seen.add(running)
        install(board, new)
        assert board.running == identity(new)
    assert seen == allowed


def test_broken_off_at_every_step(tmp_path):
    """Ctrl-C, or a cable that is pulled, before each thing that is asked of the board."""
    old, new = program(1, 1), program(2, 1)
    steps = []
    probe = Board(tmp_path / "probe")
    probe.folder.mkdir()
    install(probe, old)
    probe.well()
    install(probe, new, before=steps.append)
    assert {"hash", "remove", "copy", "open", "write", "close", "rename", "restart"} <= set(steps)
    for count in range(len(steps)):
        board = Board(tmp_path / str(count))
        board.folder.mkdir()
        install(board, old)
        board.well()
        left = [count]

        def stop(what, left=left):
            left[0] -= 1
            if left[0] == -1:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            install(board, new, before=stop)
        if steps[count] != "restart":
            assert board.running in (identity(old), identity(new)), "leaving restarts the table"
        assert board.boot() in (identity(old), identity(new))


def test_a_program_that_cannot_be_stored(installed):
    installed.room = 300_000
    with Device("fake", opener=Direct(installed)) as device:
        device.prepare()
        todo = slots.plan(device, slots.look(device), program(2))
        installed.room = 66_000
        with pytest.raises(Storage) as raised:
            slots.fill(device, todo, lambda done, total, name: None)
    assert raised.value.key == "error.board_full"
    installed.room = None
    assert installed.boot() == identity(program(1))


def test_the_flash_is_full_in_the_middle(installed):
    class Fuller(Direct):
        def exec(self, code):
            if "_w(" in code:
                installed.room = 100
            return super().exec(code)

    with pytest.raises(Storage), Device("fake", opener=Fuller(installed)) as device:
        device.prepare()
        slots.fill(device, slots.plan(device, slots.look(device), program(2)), lambda done, total, name: None)
    installed.room = None
    assert installed.boot() == identity(program(1))


def test_a_read_only_flash(installed):
    installed.read_only = True
    with pytest.raises(Storage) as raised:
        install(installed, program(2))
    assert raised.value.key == "error.board_read_only"
    installed.read_only = False
    assert installed.boot() == identity(program(1))


def test_a_byte_changes_on_the_way(installed):
    class Noisy(Direct):
        def exec(self, code):
            return super().exec(code.replace("b'YXBw", "b'YXBx"))

    with pytest.raises(Mismatch), Device("fake", opener=Noisy(installed)) as device:
        device.prepare()
        slots.fill(device, slots.plan(device, slots.look(device), program(2)), lambda done, total, name: None)
    assert installed.running == identity(program(1))


def test_a_damaged_file_in_the_running_slot_is_not_copied(installed):
    installed.path("slot_a/table/same1.mpy").write_bytes(b"bad")
    todo = install(installed, program(2))
    assert "table/same1.mpy" in todo.send and installed.running == identity(program(2))


def test_rollback_and_back_again(installed):
    install(installed, program(2))
    installed.well()
    for wanted in (program(1), program(2), program(1)):
        with Device("fake", opener=Direct(installed)) as device:
            device.prepare()
            slots.back(device)
        assert installed.running == identity(wanted)


def test_nothing_to_go_back_to(installed):
    with pytest.raises(NothingThere), Device("fake", opener=Direct(installed)) as device:
        device.prepare()
        slots.back(device)
    assert installed.running == identity(program(1))


def test_progress_is_honest(installed):
    seen = []
    todo = install(installed, program(2), progress=lambda done, total, name: seen.append((done, total)))
    done = [one[0] for one in seen]
    assert done == sorted(done) and seen[-1][0] == seen[-1][1] == todo.bytes_to_send
    assert {one[1] for one in seen} == {todo.bytes_to_send}


def test_what_the_board_says_of_itself(installed):
    with Device("fake", opener=Direct(installed)) as device:
        about = device.about()
    assert about["version"][:2] == (1, 28) and about["mpy"] == 6 and "RP2040" in about["machine"]


def test_the_boards_errors_are_told(installed):
    with Device("fake", opener=Direct(installed)) as device:
        with pytest.raises(WrongBoard):
            device.run("1/0")
        with pytest.raises(Storage):
            device.run("open('nowhere/x','wb')")
    assert issubclass(Storage, QuejiError)


def test_sources_go_where_the_compiler_is_of_another_version(tmp_path):
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "app.py").write_text("x = 1\n")
    assert set(build.program("rp2040", 5, tmp_path)) == {"table/app.py"}
    assert set(build.program("rp2040", 6, tmp_path)) == {"table/app.mpy"}
    (tmp_path / "table" / "app.py").write_text("x = = 1\n")
    with pytest.raises(build.CompileFailed):
        build.program("rp2040", 6, tmp_path)


def test_a_manifest_that_is_torn():
    whole = build.manifest(program(1))
    assert set(slots.parse(whole)) == set(program(1))
    for end in range(0, len(whole) - 1, 7):
        assert slots.parse(whole[:end]) == {}
    assert slots.parse(None) == {} and slots.parse(whole.replace(b"app", b"apq")) == {}
