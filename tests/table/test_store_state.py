"""What a table knows over power-off."""

from store_flash import ROOT, Store, at_every_cut, damage

from table.store import atomic
from table.store.state import NAMES, State

PATH = ROOT + "/state"


def _loaded():
    state = State(ROOT)
    return state, state.load()


def test_a_new_table_knows_nothing(w):
    Store()
    state, problems = _loaded()
    assert problems == [] and state.get("waiting") is None and state.get("dealer") == 0 and state.get("rolls") == []


def test_what_was_put_survives(w):
    Store()
    state, _ = _loaded()
    kept = {"waiting": [18, 18, 17, None], "counts": [24, 28, 26, 22], "dealer": 2, "rolls": [[3, 4], [2, 2]]}
    for name in kept:
        state.put(name, kept[name])
    assert state.dirty
    state.save()
    assert not state.dirty
    again, problems = _loaded()
    assert problems == []
    for name in NAMES:
        if name in kept:
            assert again.get(name) == kept[name]


def test_a_name_that_is_none_is_a_defect(w):
    Store()
    state, _ = _loaded()
    for call in (lambda: state.get("waitng"), lambda: state.put("waitng", 1)):
        try:
            call()
            raise AssertionError("taken")
        except KeyError:
            pass


def test_starts_are_counted_with_one_write_each(w):
    store = Store()
    state, _ = _loaded()
    assert state.boot() == 1
    for boots in range(2, 6):
        state, _ = _loaded()
        assert state.boot() == boots
    before = store.flash.ops
    state.save()
    assert store.flash.ops == before  # the same again costs the flash nothing


def test_names_of_another_version_are_kept(w):
    Store()
    atomic.write(PATH, b'{"dealer":3,"later":[1]}')
    state, problems = _loaded()
    assert problems == [] and state.get("dealer") == 3
    state.boot()
    assert b'"later": [1]' in atomic.read(PATH)[0] or b'"later":[1]' in atomic.read(PATH)[0]


def test_damage_is_told(w):
    store = Store()
    state, _ = _loaded()
    for dealer in (1, 2):
        state.put("dealer", dealer)
        state.save()
    damage(PATH + ".1")
    state, problems = _loaded()
    assert state.get("dealer") == 1 and problems == ["state.1 is damaged"]
    damage(PATH + ".0")
    state, problems = _loaded()
    assert state.get("waiting") is None and "not known" in problems[-1]
    state.boot()
    assert "state.bad" in store.names()
    atomic.write(PATH, b"[1]")
    state, problems = _loaded()
    assert "state cannot be understood" in problems and state.get("dealer") == 0


def test_power_cut_at_every_operation(w):
    store = Store()
    state, _ = _loaded()
    state.put("waiting", [18] * 4)
    state.put("raised", [0] * 4)
    state.save()

    def save():
        changed, problems = _loaded()
        assert problems == []
        changed.put("waiting", [0] * 4)
        changed.put("raised", [18] * 4)
        changed.save()

    def check(finished):
        found, problems = _loaded()
        both = found.get("waiting"), found.get("raised")
        assert problems == []
        assert both == ([0] * 4, [18] * 4) or (both == ([18] * 4, [0] * 4) and not finished), both

    at_every_cut(save, check, store)


def test_power_cuts_never_count_a_start_twice_or_lose_the_count(w):
    store = Store()
    for _ in range(3):
        _loaded()[0].boot()

    def check(finished):
        assert _loaded()[0].get("boots") in ((4,) if finished else (3, 4))

    def start():
        _loaded()[0].boot()

    at_every_cut(start, check, store)
