"""Every sentence that the firmware can say has a Chinese one, and is found among them by its template."""

from __future__ import annotations

import re

import firmware_sentences
import pytest

from queji import faults, texts
from queji.errors import Refused
from queji.selftests import remark
from queji.texts import sentences

FIRMWARE = firmware_sentences.sentences()
CHINESE = re.compile("[一-鿿]")
VALUES = re.compile("%[sd]")


def test_the_firmware_was_read():
    assert len(FIRMWARE) > 150
    for known in ("no room left to save %s", "%s must be %s", "tiles are being sorted", "release it first"):
        assert known in FIRMWARE


def test_every_sentence_of_the_firmware_has_a_chinese_one():
    missing = {said: where for said, where in FIRMWARE.items() if said not in sentences.SENTENCES}
    assert not missing, f"add them to texts/refusals.py: {missing}"


def test_what_a_part_was_doing_is_told_in_chinese():
    stages = firmware_sentences.stages()
    assert len(stages) > 20 and "coming home" in stages
    fault = {"code": 1, "sub": 1, "side": 1, "part": "head", "measured": 842, "limit": 840, "unit": "ms"}
    with texts.using("zh"):
        done = {VALUES.sub("stirring", stage) for stage in stages}
        missing = [
            s for s in done if not CHINESE.search(faults.describe({**fault, "stage": s}).rpartition("推牌头")[2])
        ]
    assert not missing, f"add them to texts/refusals.py: {missing}"


def test_what_self_tests_say_of_what_they_measured_is_told_in_chinese():
    said = firmware_sentences.measured()
    assert len(said) > 40 and "reads %d: margin %d" in said and "kB free" in said
    names_and_units = {"%s", "%s%s", "%s: %s", "A", "V", "ms"}
    with texts.using("zh"):
        for template in set(said) - names_and_units:
            part = template.replace("%s", "east_tile", 1) if re.match("%s[: ]", template) else template
            told = remark(re.sub("^%s(?=[a-z])", "", part).replace("%d", "7").replace("%s", "7"))
            assert CHINESE.search(told), template
            assert not re.search(r"\b(the|is|no|not|one|it|of|by|was)\b", told), (template, told)


def test_a_remark_names_the_part_it_is_about():
    with texts.using("zh"):
        assert remark("least: west_tile reads 51831; not calibrated") == "最小：west_tile，读数 51831；未校准"
        assert remark("south tile reads 9000: margin 120") == "南 来牌传感器：读数 9000：裕量 120"
        assert remark("east_channel: no tile was seen") == "东 牌道传感器：没有看到牌"
        assert remark("something of a newer firmware") == "something of a newer firmware"
    with texts.using("en"):
        assert remark("south tile reads 9000: margin 120; not calibrated").endswith("margin 120; not calibrated")


@pytest.mark.parametrize("template", sentences.SENTENCES)
def test_each_row_fits_its_template(template):
    english, chinese = sentences.SENTENCES[template]
    values = len(VALUES.findall(template))
    assert CHINESE.search(chinese) or re.fullmatch(r"(\{\d(:name)?\}|[：: ])+", chinese), template
    for words in (english, chinese):
        assert {int(one) for one in re.findall(r"\{(\d)[:}]", words)} <= set(range(values)), template
    count = iter(range(7, 99))
    filled = VALUES.sub(lambda one: str(next(count)) if one.group() == "%d" else f"<{next(count)}>", template)
    found, given = sentences.find(filled)
    assert found == template and len(given) == values
    for language in (0, 1):
        told = sentences.told(filled, language)
        assert told and "%" not in told.replace("%", "", template.count("%") - values)
        assert "{0}" not in told


def test_a_value_may_be_a_sentence_itself():
    said = "layout: the longest wall this table can build has 19 stacks"
    assert sentences.told(said, 1) == "布局：本牌桌最长的牌墙为 19 墩"
    assert sentences.told("brightness must be an integer from 1 to 100 %", 1) == "brightness 应为 1 至 100 的整数（%）"
    assert sentences.told("dice must be an integer from 1 to 3 dice", 1) == "dice 应为 1 至 3 的整数（骰子）"
    assert sentences.told("language must be en or zh", 1) == "language 应为 en 或 zh"
    assert sentences.told("possible when: ready, dome_open", 0) == "Possible when the table is: ready, dome open."
    assert sentences.told("possible when: ready, dome_open", 1) == "牌桌处于以下状态时可以：就绪、罩盖已开。"
    assert "name=break'" in sentences.told("usage: break [rolls=]", 0)
    assert sentences.told("something of a newer firmware", 1) == "something of a newer firmware"


@pytest.mark.parametrize("template", sorted(FIRMWARE))
def test_a_refusal_is_told_in_chinese_alone(template):
    """What is left of the English are names: of requests, settings, files, commands."""
    message = VALUES.sub("7", template)
    with texts.using("zh"):
        error = Refused(-32014, message, {"kind": "refused", "hint": message})
        for told in (error.message(), error.hint()):
            assert CHINESE.search(told), told
            assert not re.search(r"\b(the|is|are|not|cannot|must|and)\b", told), told


def test_hints_name_what_can_be_typed():
    """The table's hints name its requests; the tool's name its commands."""
    error = Refused(
        -32013, "emergency stop", {"kind": "stopped", "hint": "release the emergency stop, then 'acknowledge'"}
    )
    with texts.using("en"):
        assert "'queji acknowledge'" in error.hint()
    error = Refused(-32602, "no setting nope", {"kind": "params", "hint": "settings lists them", "param": "name"})
    with texts.using("en"):
        assert "'queji config'" in error.hint()


def test_a_setting_that_does_not_fit_has_a_hint_that_helps():
    said = {"kind": "params", "hint": "Brightness of the lights.", "param": "value"}
    with texts.using("en"):
        assert "queji config" in Refused(-32602, "brightness must be an integer from 1 to 100 %", said).hint()
        assert "queji tiles" in Refused(-32014, "layout: a layout needs at least one stack", said).hint()
