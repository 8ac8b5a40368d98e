"""What a laptop copies out is put back as it was: whole or not at all, and only what fits."""


async def _refused(t, **params):
    try:
        await t.request("import", **params)
    except Exception as refused:
        return refused.error
    raise AssertionError("accepted")


async def _all(t):
    found = {}
    for part in ("settings", "rules", "base", "counters", "photos", "bad"):
        found[part] = (await t.request("export", part=part))["value"]
    return found


def _busy_life(t):
    """Everything as long as it gets."""
    for name in t.app.wear.kept:
        many = t.app.wear.kept[name]
        t.app.wear.kept[name] = 123456789 if isinstance(many, int) else [123456789] * len(many)
    for name in [s + p for s in ("east", "south", "west", "north") for p in ("_head", "_lift")] + [
        "dome_up",
        "dome_down",
    ]:
        t.app.parts.base.times[name] = [1812, 123456]


def _learned(t):
    return {name: [52123, 9123, 888] for name in t.app.signals.photos}


async def test_out_and_in_again(t):
    _busy_life(t)
    await t.request("import", part="photos", value=_learned(t))
    for name, value in (("brightness", 7), ("name", "麻将桌在东边的房间里面"), ("layout", [17, 17, 17, 17])):
        await t.request("set", name=name, value=value)
    t.app.parts.base.bad += ["east_head_home", "north_channel"]
    kept = await _all(t)
    assert len(kept["bad"]) == 2 and len(kept["photos"]) == 12 and kept["settings"]["brightness"] == 7
    await t.request("defaults")
    for part in ("base", "photos", "bad"):
        answer = await t.request("import", part=part, value={})
        assert len(answer["changed"]) == len(kept[part])
    t.app.wear.kept["sorts"] = 3
    assert (await _all(t)) != kept
    for part in kept:
        looked = await t.request("import", part=part, value=kept[part], check=True)
        before = (await t.request("export", part=part))["value"]
        done = await t.request("import", part=part, value=kept[part])
        assert looked == done and done["unknown"] == []
        assert (before != kept[part]) == bool(done["changed"]), part
    after = await _all(t)
    for part in kept:
        assert after[part] == kept[part], (part, after[part])
    assert t.app.signals.photos["east_tile"].level and t.app.calibrated == kept["photos"]
    # It is kept over a power cut, by a table whose chip is gone too.
    old = t.app
    t.plant.inject("fram_dead")
    t.plant.inject("power_cut")
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 20_000)
    after = await _all(t)
    for part in ("settings", "rules", "base", "photos", "bad"):
        assert after[part] == kept[part], part
    assert after["counters"]["sorts"] == 123456789


async def test_what_does_not_fit_changes_nothing(t):
    before = await _all(t)
    for part, value, says in (
        ("settings", {"brightness": 20, "stir_turns": 99}, "stir_turns"),
        ("settings", {"brightness": 20, "layout": [20, 18, 18, 18]}, "longest wall"),
        ("settings", [1], "not an object"),
        ("rules", {"policy": "nonsense"}, "policy"),
        ("bad", {"east_head_home": False}, "east_head_home"),
        ("base", {"east_head": [420]}, "east_head"),
        ("base", {"east_head": [420, True]}, "east_head"),
        ("base", {"east_head": [0, 3]}, "east_head"),
        ("counters", {"sorts": -1}, "sorts"),
        ("counters", {"sorts": 1, "faults": [1, 2]}, "faults"),
        ("photos", {"east_tile": [9000, 52000, 10]}, "east_tile"),
        ("photos", {"east_tile": "dark"}, "east_tile"),
    ):
        error = await _refused(t, part=part, value=value)
        assert says in error["message"], (part, value, error)
        assert await _all(t) == before
    answer = await t.request("import", part="settings", value={"brightness": 20, "colour": "red"})
    assert answer == {"part": "settings", "changed": ["brightness"], "unknown": ["colour"]}
    assert t.app.settings.get("brightness") == 20


async def test_nothing_is_put_back_while_it_moves(t):
    await t.request("dome", to="up")
    error = await _refused(t, part="settings", value={"brightness": 20})
    assert error["code"] == -32010
