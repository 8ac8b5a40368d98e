"""The firmware's list of faults and the table in both languages are the same list."""

import csv
import sys

import pytest

from queji import paths

sys.path[:0] = [str(paths.FIRMWARE)]

from table import faults  # noqa: E402

with (paths.TABLE / "data" / "faults.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def test_every_fault_is_explained():
    listed = [(int(one[0]), int(one[1]), one[2:]) for one in faults._NAMES.split()]
    assert [(int(row["code"]), int(row["sub"]), row["name"]) for row in ROWS] == listed
    assert len({row[2] for row in listed}) == len(listed)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_a_fault_has_its_name(row):
    fault = faults.Fault(int(row["code"]), int(row["sub"]), 2, "x")
    assert fault.fields()["name"] == row["name"] == str(fault)
    assert fault.fields()["side"] == "west"


def test_there_are_no_others():
    for code, sub in ((9, 9), (0, 6), (5, 0), (10, 1)):
        with pytest.raises(KeyError):
            faults.name_of(code, sub)
