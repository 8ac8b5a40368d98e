"""Settings: checked, saved whole, told of when they are not, kept through updates and back."""

import json

from store_flash import ROOT, Store, at_every_cut, damage

from table.errors import Refusal
from table.store import atomic, rows
from table.store.settings import Settings

PATH = ROOT + "/settings"


def _loaded():
    settings = Settings(ROOT)
    return settings, settings.load()


def test_a_new_table_has_defaults(w):
    store = Store()
    settings, problems = _loaded()
    assert problems == [] and not settings.dirty
    assert settings.get("layout") == [18, 18, 18, 18] and settings.get("stir_turns") == 8
    assert len(settings.values()) == len(rows.ROWS)
    for row in rows.ROWS:
        assert Settings(ROOT).set(row[0], settings.get(row[0])) == settings.get(row[0])  # a default fits its row
    assert store.names() == []


def test_values_survive(w):
    Store()
    settings, _ = _loaded()
    crc = settings.crc()
    for name, value in (
        ("layout", [17, 17, 17, 17]),
        ("dice", 3),
        ("language", "en"),
        ("buzzer", False),
        ("name", "\u9ebb\u5c06 \U0001f004 'a\"b"),
    ):
        was = settings.get(name)
        assert settings.set(name, value) == was and settings.get(name) == value
    assert settings.dirty and settings.crc() != crc and len(crc) == 8
    settings.save()
    assert not settings.dirty
    again, problems = _loaded()
    assert problems == [] and again.values() == settings.values() and again.crc() == settings.crc()


def test_setting_the_same_is_no_change(w):
    Store()
    settings, _ = _loaded()
    settings.set("dice", 2)
    settings.set("layout", (18, 18, 18, 18))
    assert not settings.dirty


def test_ranges(w):
    Store()
    settings, _ = _loaded()
    for name, value, kind, words in (
        ("dice", 0, "params", "1 to 3"),
        ("dice", True, "params", "integer"),
        ("dice", "2", "params", "integer"),
        ("dice", None, "params", "integer"),
        ("language", "fr", "params", "en or zh"),
        ("brightness", 101, "params", "1 to 100 %"),
        ("buzzer", 1, "params", "true or false"),
        ("stir_turns", 1, "params", "2 to 20 turns"),
        ("name", "x" * 25, "params", "0 to 24"),
        ("layout", [18, 18, 18], "params", "4 integers"),
        ("layout", 18, "params", "4 integers"),
        ("layout", [18, 18, 18, -1], "params", "from 0"),
        ("layout", [20, 18, 18, 18], "refused", "19 stacks"),
        ("layout", [18, 18, 18, 17], "refused", "multiple of four"),
        ("layout", [13, 13, 13, 13], "refused", "108 to 152"),
        ("layout", [0, 0, 0, 0], "refused", "108 to 152"),
        ("nothing", 1, "params", "no setting nothing"),
    ):
        before = settings.values()
        try:
            settings.set(name, value)
            raise AssertionError((name, value))
        except Refusal as error:
            assert error.kind == kind and words in error.message and error.hint, (name, value, error.message)
        assert settings.values() == before and not settings.dirty
    for layout in ([14, 13, 14, 13], [18, 18, 18, 0], [19, 19, 19, 19], [17, 17, 17, 17], [19, 19, 19, 1]):
        settings.set("layout", layout)


def test_a_terminal_spelling(w):
    Store()
    settings, _ = _loaded()
    settings.set("buzzer", "off")
    settings.set("name", 12)
    assert settings.get("buzzer") is False and settings.get("name") == "12"


def test_a_list_that_was_given_out_is_a_copy(w):
    Store()
    settings, _ = _loaded()
    mine = [17, 17, 17, 17]
    settings.set("layout", mine)
    mine[0] = 99
    settings.get("layout")[1] = 99
    assert settings.get("layout") == [17, 17, 17, 17]


def test_defaults(w):
    Store()
    settings, _ = _loaded()
    settings.set("dice", 3)
    settings.set("buzzer", False)
    settings.save()
    assert settings.defaults("dice") == {"dice": 2} and settings.get("buzzer") is False and settings.dirty
    assert settings.defaults()["buzzer"] is True
    settings.save()
    assert _loaded()[0].values() == Settings(ROOT).values()


def test_a_damaged_file_loses_nothing(w):
    """Both generations are of the last save."""
    store = Store()
    settings, _ = _loaded()
    settings.set("dice", 3)
    settings.save()
    settings.set("stir_turns", 9)
    settings.save()
    damage(PATH + ".1")
    again, problems = _loaded()
    assert again.get("dice") == 3 and again.get("stir_turns") == 9
    assert "settings.1 is damaged" in problems and "generation before" in problems[-1]
    assert again.dirty
    again.set("dice", 1)
    again.save()
    assert "settings.bad" in store.names()
    assert _loaded()[1] == [] and _loaded()[0].get("dice") == 1


def test_both_damaged_is_told_and_kept(w):
    store = Store()
    settings, _ = _loaded()
    for dice in (3, 1):
        settings.set("dice", dice)
        settings.save()
    damage(PATH + ".0")
    damage(PATH + ".1", "half")
    again, problems = _loaded()
    assert again.values() == Settings(ROOT).values()
    assert len(problems) == 3 and "defaults are used" in problems[-1]
    assert store.names() == ["settings.0", "settings.1"]  # a load overwrites nothing
    again.save()
    assert "settings.bad" in store.names()


def test_content_that_is_no_settings(w):
    for content in (b"", b"[]", b"{}", b'{"version":"1","values":{}}', b'{"version":1,"values":[]}', b"\xff\xfe", b"{"):
        store = Store()
        atomic.write(PATH, content)
        settings, problems = _loaded()
        assert settings.get("dice") == 2 and "kept as settings.bad" in problems[0], (content, problems)
        with open(ROOT + "/settings.bad", "rb") as file:
            assert file.read() == content
        settings.save()
        assert _loaded()[1] == [] and "settings.bad" in store.names()


def test_a_value_that_does_not_fit_alone_is_lost(w):
    Store()
    values = {"dice": 7, "stir_turns": 9, "layout": [30, 30, 8, 8], "later": {"x": 1}}
    atomic.write(PATH, json.dumps({"version": 1, "values": values}).encode())
    settings, problems = _loaded()
    assert settings.get("dice") == 2 and settings.get("stir_turns") == 9 and settings.get("layout") == [18] * 4
    assert any("setting dice: must be an integer from 1 to 3" in text for text in problems)
    assert any("setting layout: the longest wall" in text for text in problems)
    settings.save()
    settings, problems = _loaded()
    assert problems == []
    assert json.loads(atomic.read(PATH)[0])["values"]["later"] == {"x": 1}  # unknown names stay


def test_migration_and_back(w):
    """A newer firmware raises the version; the older one, started again, finds its own settings."""
    store = Store()
    settings, _ = _loaded()
    settings.set("dice", 3)
    settings.save()
    before = rows.VERSION
    rows.VERSION = before + 1
    rows.MIGRATIONS[before] = lambda values: dict(values, stir_turns=5)
    try:
        newer, problems = _loaded()
        assert newer.get("dice") == 3 and newer.get("stir_turns") == 5 and newer.dirty
        assert "brought from version 1 to 2; kept as settings.v1" in problems[0]
        newer.set("dice", 1)
        newer.save()
        assert _loaded()[1] == []
    finally:
        rows.VERSION = before
        del rows.MIGRATIONS[before]
    older, problems = _loaded()
    assert older.get("dice") == 3 and older.get("stir_turns") == 8
    assert "newer firmware (version 2); kept as settings.v2" in problems[0]
    assert "before the newer" in problems[1]
    older.save()
    assert _loaded()[1] == [] and _loaded()[0].get("dice") == 3
    assert "settings.v2" in store.names()


def test_settings_of_a_newer_firmware_alone(w):
    Store()
    atomic.write(PATH, b'{"version":9,"values":{"dice":3,"new":true}}')
    settings, problems = _loaded()
    assert settings.get("dice") == 3 and "version 9" in problems[0]
    settings.save()
    with open(ROOT + "/settings.v9", "rb") as file:
        assert b'"version":9' in file.read()


def test_power_cut_at_every_operation_of_a_save(w):
    store = Store()
    settings, _ = _loaded()
    settings.set("layout", [17, 17, 17, 17])
    settings.set("dice", 1)
    settings.save()
    old = settings.values()

    def save():
        changed, problems = _loaded()
        assert problems == []
        changed.set("dice", 3)
        changed.set("layout", [19, 19, 19, 19])
        changed.save()

    def check(finished):
        found, problems = _loaded()
        assert problems == []
        values = found.values()
        if values != old:
            assert values["dice"] == 3 and values["layout"] == [19, 19, 19, 19]
        else:
            assert not finished

    at_every_cut(save, check, store)


def test_power_cut_at_every_operation_of_a_migration(w):
    store = Store()
    settings, _ = _loaded()
    settings.set("dice", 3)
    settings.save()
    before = rows.VERSION

    def save():
        rows.VERSION = before + 1
        rows.MIGRATIONS[before] = lambda values: dict(values, stir_turns=5)
        try:
            _loaded()[0].save()
        finally:
            rows.VERSION = before
            del rows.MIGRATIONS[before]

    def check(finished):
        found, _ = _loaded()  # the older firmware starts again
        assert found.get("dice") == 3 and found.get("stir_turns") == 8

    at_every_cut(save, check, store)


def test_a_full_flash_is_told_and_the_change_stays_unsaved(w):
    store = Store()
    settings, _ = _loaded()
    settings.set("dice", 3)
    settings.save()
    settings.set("dice", 1)
    store.flash.full = True
    try:
        settings.save()
        raise AssertionError("saved")
    except Refusal as error:
        assert error.kind == "storage" and settings.dirty and settings.get("dice") == 1
    store.flash.full = False
    store.boot()
    assert _loaded()[0].get("dice") == 3
    settings.save()
    assert _loaded()[0].get("dice") == 1
