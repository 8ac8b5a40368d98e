"""Wear: what is counted, that it survives power-off, and the trend over a long life in one small file."""

from table import trends


async def sort(t):
    await t.request("dome", to="up")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)
    await t.sleep(4000)
    await t.request("sort")
    await t.until(lambda: t.app.cycle.state == "ready", 90_000)


async def test_a_sort_is_counted_and_kept(t):
    await sort(t)
    wear = await t.request("wear")
    assert (wear["sorts"], wear["tiles"]) == (1, 144), wear
    assert wear["head_turns"] == [18] * 4 and wear["dome_strokes"] == 2, wear
    assert min(wear["pickup_s"]) > 5 and wear["disc_s"] > 10, wear
    old = t.app
    t.plant.inject("power_cut")
    await t.until(lambda: t.app is not old and t.app.cycle.state != "starting", 8000)
    after = await t.request("wear")
    for name in ("sorts", "tiles", "head_turns", "pickup_s", "disc_s"):
        assert after[name] == wear[name], (name, after[name], wear[name])
    assert after["boots"] == wear["boots"] + 1
    page = await t.request("trend")
    assert page["count"] == 1 and len(page["rows"][0]) == len(trends.COLUMNS), page
    row = dict(zip(trends.COLUMNS, page["rows"][0]))
    assert row["sorts"] == 1 and 390 <= row["east_head"] <= 450 and row["west_tile"] > 70, row
    assert page["nominal"]["head"] == 420


async def test_retries_and_jams_are_counted_by_side(t):
    await t.request("dome", to="up")
    await t.until(lambda: t.app.cycle.state == "dome_open", 4000)
    await t.sleep(4000)
    t.plant.inject("tile_stuck", "south", where="head", clears="jog")
    t.plant.inject("tile_stuck", "west", where="head", clears="repair")
    await t.request("sort")
    await t.until(lambda: t.app.cycle.state == "fault", 90_000)
    wear = await t.request("wear")
    assert wear["head_retries"][1] == 1 and wear["jams"] == [0, 0, 1, 0], wear
    assert wear["faults"][1] == 1 and wear["sorts"] == 0, wear


async def test_hours_are_counted(t):
    await t.sleep(150_000)
    assert (await t.request("wear"))["minutes"] == 2


async def test_the_answers_fit_a_line_after_a_long_life(t):
    kept = t.app.wear.kept
    for name, value in kept.items():
        most = 99_999 if "retries" in name or name in ("jams", "faults") else 99_999_999
        kept[name] = [most] * len(value) if isinstance(value, list) else most
    await t.request("wear")
    row = [4_000_000_000] + [65535] * 11 + [255] * 22
    every, rows = 16, []
    for _ in range(300):
        every, rows = trends.add(every, rows, list(row))
    from table.store import atomic

    data = trends.pack(every, rows)
    assert len(data) < 3000
    atomic.write("/flash/trends", data)
    for name in t.app.signals.motors:
        t.app.parts.base.times[name] = [65535, 100_000]
    at, count = 0, 0
    while at is not None:
        page = await t.request("trend", first=at)
        count += len(page["rows"])
        at = page["next"]
    assert count == page["count"] <= trends.ROWS


async def test_a_damaged_file_of_trends_begins_anew(t):
    for slot in (".0", ".1"):
        with open("/flash/trends" + slot, "wb") as f:
            f.write(b"nonsense")
    await sort(t)
    assert (await t.request("trend"))["count"] == 1
    assert not t.app.latch.faults


def test_fifty_two_rows_span_a_whole_life(w):
    every, rows = trends.FIRST_EVERY, []
    for sorts in range(1, 20_000):
        if not rows or sorts - rows[-1][0] >= every:
            row = [sorts, sorts // 2] + [400] * 10 + [80] * 12 + [1] * 10
            every, rows = trends.add(every, rows, row)
        assert len(rows) <= trends.ROWS
    assert rows[0][0] == 1 and rows[-1][0] > 19_000
    gaps = [b[0] - a[0] for a, b in zip(rows, rows[1:])]
    assert max(gaps) <= 2 * every, gaps
    assert trends.unpack(trends.pack(every, rows)) == (every, rows)


OPTIONS = {"*": {"limit_ms": 1_000_000}}
