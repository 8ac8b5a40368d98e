"""The controller's short list of faults is that of data/faults.csv."""

from __future__ import annotations

import csv
import re

from queji import paths


def test_names_are_those_of_the_table():
    text = (paths.TABLE / "faults.py").read_text(encoding="utf-8")
    short = text[text.index("_NAMES = (") : text.index("\n)\n")]
    with (paths.TABLE / "data" / "faults.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["code"], row["sub"], row["name"]) for row in csv.DictReader(file)}
    assert set(re.findall(r" (\d)(\d)(\w+)", short)) == rows
    assert all(f" {code}{sub}{name}" in short for code, sub, name in rows)
