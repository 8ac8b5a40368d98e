"""Every text exists in both languages with the same values to fill in, and every key that is used exists."""

from __future__ import annotations

import re
import string

from queji import faults, paths, texts
from queji.protocol import parse, request, seal


def fields(words):
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def test_both_languages_say_the_same():
    for key, (english, chinese) in texts.TEXTS.items():
        assert english and chinese, key
        if not key.startswith(("help", "option")):  # shown as they are
            assert fields(chinese) <= fields(english), key


def test_keys_in_the_code_exist():
    wanted = re.compile(
        r"""(?:\btext|\bnote|Usage|Failed|Error|Unavailable|Interrupted)\(\s*"([a-z_0-9]+\.[a-z_0-9. -]+)\""""
    )
    options = re.compile(r'help="(option\.[a-z_0-9-]+)"')
    for file in paths.PACKAGE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        for key in [*wanted.findall(source), *options.findall(source)]:
            assert key in texts.TEXTS, f"{key} in {file.name}"


def test_faults_are_told_in_both_languages():
    assert len(faults.catalogue()) > 20
    fault = {"code": 1, "sub": 1, "side": 1, "part": "head", "stage": "pushing", "measured": 842, "limit": 840}
    with texts.using("en"):
        told = faults.describe(fault)
        assert "E1.1 South" in told and "842" in told and "840" in told and faults.hint(fault)
    with texts.using("zh"):
        assert "南" in faults.describe(fault)
    assert faults.describe({"code": 77, "sub": 1, "name": "new_fault"})  # of a newer firmware
    assert faults.describe({}) and faults.describe(None)


def test_language_of_the_environment(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert texts.from_environment() == "en"
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert texts.from_environment() == "zh"
    monkeypatch.setenv("LC_ALL", "C")
    assert texts.from_environment() == "en"


def test_checksum_of_the_line():
    assert seal("123456789") == b"123456789*cbf43926\n"  # the check value of CRC-32
    line = request("a-1", "tiles", {"set": 136}).rstrip(b"\n")
    assert type(parse(line)).__name__ == "Noise"  # a request is no answer
    answer = seal('{"jsonrpc":"2.0","id":"a-1","result":{"text":"5 * 3"}}').rstrip(b"\n")
    assert parse(answer).result == {"text": "5 * 3"}
    assert parse(answer.replace(b"5", b"6", 1)).why == "checksum"
    assert parse(answer[:-9]).result  # without a checksum, as to a person


def test_no_key_is_said_twice():
    seen = {}
    for file in sorted((paths.PACKAGE / "texts").glob("*.py")):
        if "SENTENCES = {" in file.read_text(encoding="utf-8"):
            continue  # of others, no keys
        for key in re.findall(r'^    "([^"]+)": \(', file.read_text(encoding="utf-8"), re.M):
            assert key not in seen, f"{key} in {seen[key]} and {file.name}"
            seen[key] = file.name
