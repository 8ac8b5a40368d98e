"""What the READMEs and the documents say exists: links, pictures, commands; both languages have the same parts."""

from __future__ import annotations

import re
import shlex

import pytest

from queji import cli, paths

ROOT = paths.ROOT
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "boards").glob("*/*.md")])
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
FITTING = [ROOT / "docs" / "fitting.md", ROOT / "docs" / "fitting.zh-CN.md"]

# Bytes that begin with the same word: of a roll, of a file.
DATA = ("queji lot 1 ", "queji dice 1 ", "queji NUMBER ")
OWNERS = ("playing", "rules", "fitting", "service", "hil", "fair-dice", "mixing", "flashing")

pytestmark = pytest.mark.skipif(not READMES[0].is_file(), reason="not in a checkout")


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(file):
    for target in re.findall(r"\]\(([^)\s]+)\)", file.read_text(encoding="utf-8")):
        if not target.startswith(("http", "#", "mailto:")):
            assert (file.parent / target.partition("#")[0]).exists(), target


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_commands_of_the_documents_exist(file):
    """Words after `queji` up to what is no command of that group; in code and in tables."""
    root = cli.build()
    text = file.read_text(encoding="utf-8")
    found = [line for line in re.findall(r"`(queji [^`]+)`", text) if "→" not in line]
    found += [part for line in re.findall(r"^\$ (queji .*)", text, re.M) for part in line.partition("#")[0].split("&&")]
    assert len(found) > 20 or file not in READMES + FITTING
    for line in found:
        if line.startswith(DATA):
            continue
        words = shlex.split(line.split("|")[0])[1:]
        command = root
        for word in words:
            if not hasattr(command, "commands") or word.startswith("-"):
                break
            assert word in command.commands, line
            command = command.commands[word]
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        assert {word.partition("=")[0] for word in words if word.startswith("--")} <= {*known, "--help"}, line


@pytest.mark.parametrize("files", [READMES, FITTING], ids=["README", "fitting"])
def test_both_languages_have_the_same_parts(files):
    english, chinese = (file.read_text(encoding="utf-8") for file in files)
    for pattern in (r"^## ", r"^\d\. ", r"^- ", r"^\| ", r"^\$ ", r"^!\["):
        assert len(re.findall(pattern, english, re.M)) == len(re.findall(pattern, chinese, re.M)), pattern
    ours, theirs = (
        set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", t, flags=re.S))) for t in (english, chinese)
    )
    assert {said for said in ours - theirs if "NAME" not in said} == set()


@pytest.mark.parametrize("name", OWNERS)
def test_what_is_not_for_programmers_alone_is_there_in_chinese(name):
    english, chinese = (ROOT / "docs" / f"{name}{end}" for end in (".md", ".zh-CN.md"))
    assert f"({chinese.name})" in english.read_text(encoding="utf-8")
    assert f"({english.name})" in chinese.read_text(encoding="utf-8")
    for pattern in ("^#+ ", r"^\| ", "^```"):
        counts = [len(re.findall(pattern, file.read_text(encoding="utf-8"), re.M)) for file in (english, chinese)]
        assert counts[0] == counts[1], (pattern, counts)


def test_a_chinese_page_leads_to_chinese_pages():
    for file in (file for file in DOCUMENTS if file.name.endswith(".zh-CN.md")):
        for words, target in re.findall(r"\[([^\]]*)\]\(([^)#\s]+\.md)", file.read_text(encoding="utf-8")):
            chinese = (file.parent / target).with_suffix("").with_suffix(".zh-CN.md")
            assert words == "English" or target.endswith(".zh-CN.md") or not chinese.exists(), (file.name, target)


def test_every_document_is_in_the_index():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    for file in (ROOT / "docs").glob("*.md"):
        assert file.name == "README.md" or f"]({file.name})" in index, file.name
