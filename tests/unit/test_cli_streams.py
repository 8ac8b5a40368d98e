"""The command with streams that are closed, full or poor, with Ctrl-C early, and with a command line that is wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

from queji import cli
from queji.cli import output

FULL = Path("/dev/full")
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and descriptors of POSIX")


def queji(*args: str, **more) -> subprocess.CompletedProcess:
    env = {**os.environ, "XDG_RUNTIME_DIR": "/nonexistent", **more.pop("env", {})}
    command = [sys.executable, "-m", "queji", *args]
    return subprocess.run(command, capture_output="stdout" not in more, env=env, timeout=60, **more)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gbk", "utf-8"])
@pytest.mark.parametrize("command", ["sim faults --lang zh", "rules deal --set 136 --roll 3,4 --roll 2,5", "--help"])
def test_no_encoding_makes_a_traceback(encoding, command):
    done = queji(*command.split(), env={"PYTHONIOENCODING": encoding})
    assert done.returncode == 0 and not done.stderr
    text = done.stdout.decode(encoding)
    if "zh" in command:  # where Chinese cannot be written, English
        assert ("故障" in text) == (encoding in ("gbk", "utf-8"))
        assert "??" not in text


def test_an_error_keeps_its_exit_code_in_every_encoding():
    for encoding in ("ascii", "gbk"):
        done = queji("--lang", "zh", "--json", "tiles", "abc", env={"PYTHONIOENCODING": encoding})
        assert done.returncode == 2 and json.loads(done.stdout.decode(encoding))["error"]["kind"] == "usage"


def test_signs_that_are_not_there_keep_their_width():
    assert all(cell_len(sign) == cell_len(plain) == 1 for sign, plain in output.PLAIN.items())
    assert "╭─█·│牌".encode("ascii", "queji_plain") == b"+-#.|?"


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", [["rules", "dora", "3m"], ["--help"], ["rules", "dora", "3m", "--json"]])
def test_a_full_disk_behind_stdout_is_one_line(command):
    with FULL.open("w") as full:
        done = queji(*command, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 9
    assert b"Traceback" not in done.stderr and b"full" in done.stderr


@POSIX
@pytest.mark.parametrize("closed", [1, 2])
@pytest.mark.parametrize("command", [["rules", "dora", "3m"], ["tiles", "abc", "--json"], ["nonsense"]])
def test_closed_streams(closed, command):
    done = queji(*command, preexec_fn=lambda: os.close(closed))
    assert done.returncode == (0 if command[0] == "rules" else 2)
    assert b"Traceback" not in done.stderr


@POSIX
@pytest.mark.parametrize("after_s", [0.0, 0.02, 0.05, 0.1, 0.2])
def test_ctrl_c_while_it_is_loading(after_s):
    """As soon as our first module runs, and from then on, it is one line and 130."""
    code = "import queji.start, sys; sys.stdout.write('!'); sys.stdout.flush(); queji.start.main()"
    child = subprocess.Popen([sys.executable, "-c", code, "sim"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout.read(1) == b"!"
    time.sleep(0.02 + after_s)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=30)[1]
    assert (child.returncode, said.strip()) in ((130, b"queji: Interrupted."), (0, b"The virtual table has ended."))


@pytest.mark.parametrize(
    ("line", "english", "chinese"),
    [
        ("nonsense", "There is no command 'nonsense'.", "没有命令 'nonsense'。"),
        ("statis", "There is no command 'statis'.", "没有命令 'statis'。"),
        ("--port", "Option '--port' needs a value.", "选项 '--port' 需要一个值。"),
        ("dome", "'{up|down}' is missing: one of up, down", "缺少 '{up|down}'：应为 up, down 之一。"),
        ("dome sideways", "'sideways' is none of 'up', 'down'.", "'sideways' 不是 'up'、'down' 之一。"),
        ("dome up down", "down is too much.", "多了 down。"),
        ("dice 4", "4 is not from 1 to 3.", "4 不在 1 至 3 之间。"),
        ("dice x", "'x' is not a whole number.", "'x' 不是整数。"),
        ("demo --speed x", "'x' is not a number.", "'x' 不是数。"),
        ("status --nope", "There is no option '--nope'.", "没有选项 '--nope'。"),
        ("tiles -1,18,18,18", "", ""),
        ("config reset", "Which setting?", "要恢复哪一项？"),
        ("call dice foo", "'foo' is neither name=value", "“foo”既不是 名=值"),
        ("break --rolls x", "'x' are no sums", "“x”不是点数"),
        ("sim --speed nan", "0.1 to 100, not nan", "0.1 至 100，不是 nan"),
        ("sim --layout 18,18,18,-1", "is not a layout", "不是有效布局"),
        ("sim --layout 20,18,18,18", "has 19 stacks", "最长的牌墙为 19 墩"),
        ("sim --layout 0,0,0,0", "108 to 152 tiles", "108 至 152 张"),
        ("sim --board nowhere", "There is no board 'nowhere'", "没有控制板“nowhere”"),
        ("-p sim:speed=0 status", "not 0", "不是 0"),
        ("watch --svg /", "is a folder", "是文件夹"),
    ],
)
def test_a_wrong_command_is_one_line_in_both_languages(capsys, monkeypatch, tmp_path, line, english, chinese):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))  # a virtual table of another test is not ours
    for language, words in (("en", english), ("zh", chinese)):
        assert cli.run(["--lang", language, *line.split()]) in (2, 3)
        out, err = capsys.readouterr()
        first, *rest = err.strip().splitlines()
        assert words in first and not out and len(rest) < 2
        if language == "zh":
            assert not {"Error", "Usage", "Invalid", "Missing", "the"} & set(first.replace(":", " ").split())


def test_help_fits_the_terminal_in_both_languages(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for language in ("en", "zh"):
        for command in ("", "sim", "watch", "board check", "test run", "rules deal"):
            assert cli.run(["--lang", language, *command.split(), "--help"]) == 0
            for line in capsys.readouterr().out.splitlines():
                assert cell_len(line) <= 80 or "  queji" in line or line.startswith("  --ruleset ["), line


@POSIX
def test_ctrl_c_ends_a_bench_and_what_it_runs(tmp_path):
    """Also where only this process is told, as a service manager does: in a terminal its children would be told too."""
    slow = tmp_path / "micropython"
    slow.write_text(f"#!/bin/sh\necho $$ >> {tmp_path}/pids\nexec sleep 20\n")
    slow.chmod(0o755)
    command = [sys.executable, "-m", "queji", "bench", "sorts", "--out", str(tmp_path / "out.json")]
    environment = {**os.environ, "QUEJI_MICROPYTHON": str(slow)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) as running:
        deadline = time.monotonic() + 30
        while not (tmp_path / "pids").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        assert running.wait(10) == 130
    for pid in (tmp_path / "pids").read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)
