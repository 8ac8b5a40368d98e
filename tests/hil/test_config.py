"""`queji config export` and `import`, through the line: out of one table, into it again, into another one."""

from __future__ import annotations

import json

import pytest

from queji.cli import run
from queji.virtual.sim import Simulator

pytestmark = pytest.mark.virtual


@pytest.fixture(scope="module")
def sim(request):
    request.getfixturevalue("interpreter")
    with Simulator(seed=3, speed=4.0) as sim:
        yield sim


@pytest.fixture
def queji(sim, capsys):
    def command(*words, port=None):
        code = run([*words, "--port", port or sim.port])
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_out_and_in_again(queji, tmp_path):
    file = tmp_path / "table.json"
    assert queji("config", "set", "brightness", "21")[0] == 0
    code, out, _ = queji("config", "export", str(file))
    assert code == 0 and "6 parts" in out
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["queji"] == "config" and found["version"] == 1 and found["table"]["board"] == "rpi_pico"
    assert found["parts"]["settings"]["brightness"] == 21
    assert not {"secret", "fair", "journal"} & set(found["parts"])
    assert "Nothing differs" in queji("config", "import", str(file))[1]
    queji("config", "set", "brightness", "90")
    code, out, _ = queji("config", "import", str(file), "--check")
    assert code == 0 and "settings.brightness: 90 -> 21" in out and "nothing was changed" in out
    assert "90" in queji("config", "get", "brightness")[1]
    code, out, _ = queji("config", "import", str(file), "--json")
    assert code == 0 and json.loads(out)["changed"] == [["settings", "brightness", 90, 21]]
    assert "21" in queji("config", "get", "brightness")[1]


def test_one_wrong_value_and_nothing_is_changed(queji, tmp_path):
    file = tmp_path / "table.json"
    queji("config", "set", "brightness", "21")
    queji("config", "export", str(file))
    found = json.loads(file.read_text(encoding="utf-8"))
    found["parts"]["settings"]["brightness"] = 50
    found["parts"]["counters"]["sorts"] = -3
    file.write_text(json.dumps(found), encoding="utf-8")
    code, _, err = queji("config", "import", str(file))
    assert code == 1 and "counters" in err and "nothing was changed" in err
    assert "21" in queji("config", "get", "brightness")[1]


def test_a_file_of_another_table_brings_settings_alone(queji, tmp_path):
    file = tmp_path / "table.json"
    queji("config", "export", str(file))
    found = json.loads(file.read_text(encoding="utf-8"))
    found["table"]["id"] = "e661000000000099"
    found["parts"]["settings"]["brightness"] = 44
    found["parts"]["counters"]["sorts"] = 99
    found["parts"]["later"] = {"a": 1}
    file.write_text(json.dumps(found), encoding="utf-8")
    code, out, err = queji("config", "import", str(file))
    assert code == 0 and "e661000000000099" in err and "later" in err
    assert "brightness" in out and "sorts" not in out
    assert "counters.sorts" in queji("config", "import", str(file), "--all")[1]


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"queji":"config"}', '{"queji":"config","version":1,"parts":[1]}']
)
def test_what_is_no_export_is_told(queji, tmp_path, content):
    file = tmp_path / "table.json"
    file.write_text(content, encoding="utf-8")
    code, _, err = queji("config", "import", str(file))
    assert code == 2 and "queji config export" in err


def test_a_newer_file_and_none(queji, tmp_path):
    file = tmp_path / "table.json"
    file.write_text('{"queji":"config","version":2,"parts":{}}', encoding="utf-8")
    assert "version 2" in queji("config", "import", str(file))[2]
    assert queji("config", "import", str(tmp_path / "nothing.json"))[0] == 2
    assert queji("config", "export", str(tmp_path / "no" / "folder.json"))[0] == 9
