"""The power goes at random instants of a hand, again and again: nothing moves by itself, nothing is lost, no channel is
overfilled, and the walls come out exact. Chance is seeded: a failure comes again.

QUEJI_CUTS=40 makes so many a test (by default fewer, for time's sake), QUEJI_SEED=5 others.
"""

import os

from virtual.rng import Rng

CUTS = int(os.getenv("QUEJI_CUTS") or 5)
SEED = int(os.getenv("QUEJI_SEED") or 0)
LAYOUT = [18, 18, 18, 18]
OPTIONS = {"*": {"limit_ms": 100_000_000}, "test_cuts_of_a_small_set": {"layout": (14, 13, 14, 13)}}


def _state(t):
    return t.app.cycle.state


async def _booted(t, old, ms=20_000):
    await t.until(lambda: t.app is not None and t.app is not old and _state(t) != "starting", ms, "a start")


def _gone(t, old):
    return lambda: t.app is not old or not t.board.alive


def _check_counts(t):
    """What the firmware holds for true against the plant; a push that was cut may be on either side of its end."""
    sort = t.app.cycle.sort
    channel = [len(side.channel) for side in t.plant.sides]
    if sort is None:
        return
    assert t.app.cycle.waiting is not None
    for seat in range(4):
        stacks = sort.sides[seat].stacks
        if t.app.cycle.waiting[seat]:
            continue  # the walls of the other set, or just raised
        pushed = (stacks, stacks + 1) if sort.sides[seat].pushing else (stacks,)
        assert channel[seat] in pushed, (seat, channel, stacks, sort.sides[seat].pushing)
        nest = len(t.plant.sides[seat].nest) + (1 if t.plant.sides[seat].passing >= 0 else 0)
        held = sort.sides[seat].counted - 2 * stacks
        if channel[seat] == stacks:  # … and the head holds what was counted, and at most one tile more a cut
            assert held <= nest <= held + sort.sides[seat].unsure, (seat, nest, held)


def _never_overfilled(t, layout):
    for seat in range(4):
        assert len(t.plant.sides[seat].channel) <= layout[seat], t.plant.view()["channel"]


async def _go_on(t):
    """What a player does after the power is back, until tiles are sorted again; a lift key, and nothing clever."""
    cycle = t.app.cycle
    if cycle.state in ("fault", "stopped"):
        await t.request("clear" if cycle.state == "fault" else "acknowledge")
    if cycle.state == "paused":
        await t.request("resume")
    elif cycle.state in ("idle", "ready"):
        await t.request("dome", to="up")
        await t.until(lambda: _state(t) == "dome_open", 10_000)
        await t.sleep(3000)  # the players push in what there is
    if cycle.state == "dome_open":
        await t.request("sort")


async def _hands(t, kinds, layout, seed):
    """Hands, each cut several times, until there were CUTS cuts; after each hand the walls are exact."""
    rng = Rng(seed + 100 * SEED)
    cuts = hands = 0
    used = 2 * sum(layout)
    t.plant.players.auto = True
    await t.request("set", name="brightness", value=33)
    await t.request("tiles", layout=layout)
    while cuts < CUTS:
        hands += 1
        await _go_on(t)
        for _ in range(1 + rng.below(3)):
            if cuts == CUTS:
                break
            if _state(t) == "ready":
                break
            await t.sleep(rng.below(9000) + rng.below(9000) + rng.below(9000) + rng.below(1000))
            cuts += 1
            old, kind = t.app, kinds[rng.below(len(kinds))]
            before = t.plant.count_tiles()
            if kind == "hang":
                _hang(t)
            else:
                t.plant.inject(kind, in_ms=rng.below(400))
            await t.until(_gone(t, old), 12_000)
            assert not t.plant.motors.on()
            await _booted(t, old)
            assert t.plant.count_tiles() == before
            assert t.app.settings.get("brightness") == 33 and t.app.settings.get("layout") == layout
            view = t.plant.view()
            for _ in range(20):
                assert not t.plant.motors.on()
                await t.sleep(100)
            assert t.plant.view()["heads"] == view["heads"] and t.plant.view()["dome"] == view["dome"]
            assert not t.app.cycle.lost, (cuts, t.app.log.last())
            _check_counts(t)
            await t.request("hello")
            await _go_on(t)
        await t.until(lambda: _state(t) in ("ready", "fault", "idle"), 250_000)
        assert _state(t) == "ready", (hands, cuts, t.app.latch.first and t.app.latch.first.fields(), t.plant.view())
        view = t.plant.view()
        assert view["channel"] == layout, (hands, cuts, view)
        assert t.app.cycle.waiting == layout and view["nest"] == [0] * 4
        for side in t.plant.sides:
            for stack in side.channel:
                assert len(stack) == 2
        tiles = view["tiles"]
        assert sum(tiles["belt"]) + tiles["disc"] + tiles["top"] + 2 * sum(view["raised"]) in (0, used), tiles
        # A hand is over: the walls go up, the other set comes in with the next hand.
        await t.until(lambda: _state(t) == "ready", 100)


def _hang(t):
    """The loop never yields again: the watchdog resets the controller."""

    def hang():
        from time import ticks_ms

        while True:
            ticks_ms()

    t.app.console._picture = hang
    t.app.console.show()


async def test_power_cuts(t):
    await _hands(t, ("power_cut",), LAYOUT, 11)


async def test_resets(t):
    await _hands(t, ("controller_reset",), LAYOUT, 12)


async def test_watchdog_resets(t):
    await _hands(t, ("hang",), LAYOUT, 13)


async def test_all_kinds_mixed(t):
    await _hands(t, ("power_cut", "controller_reset", "hang", "power_cut"), LAYOUT, 14)


async def test_cuts_of_a_small_set(t):
    await _hands(t, ("power_cut",), [14, 13, 14, 13], 15)
