"""Numbers as the tool tells them: what is nothing has no sign."""

from __future__ import annotations

import json
import re

import pytest

from queji import describe, paths, protocol


@pytest.mark.parametrize(
    ("value", "digits", "sign", "told"),
    [
        (-0.4, 0, True, "0"),
        (-0.0, 0, False, "0"),
        (-0.004, 2, False, "0.00"),
        (0.4, 0, True, "0"),
        (0.6, 0, True, "+1"),
        (-0.6, 0, True, "-1"),
        (12.345, 1, False, "12.3"),
        (float("inf"), 0, True, "+inf"),
    ],
)
def test_a_number(value, digits, sign, told):
    assert describe.number(value, digits, sign) == told


def test_what_the_table_rounded_to_nothing():
    """A current a little less than at rest comes over the line as -0.0."""
    line = protocol.seal('{"jsonrpc":"2.0","id":"1","result":{"amps":-0.0,"all":[-0.0,-0.3]}}')
    answer = protocol.parse(line.rstrip())
    assert isinstance(answer, protocol.Answer)
    assert json.dumps(answer.result) == '{"amps": 0.0, "all": [0.0, -0.3]}'


def test_signs_are_written_in_one_place():
    """A plus that is asked for of a format by itself gives `-0` for what rounds to nothing."""
    signed = re.compile(r"\{[^{}]*:\+[^{}]*\}")
    for file in (paths.ROOT / "host_tools" / "queji").rglob("*.py"):
        assert not signed.search(file.read_text(encoding="utf-8")), file
