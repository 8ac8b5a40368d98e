"""Whole games by keys alone, each preset; ceremonies, corrections, wrong keys."""

SIDES = ("east", "south", "west", "north")


async def key(t, seat, name, ms=120):
    """Press a key and wait until the table has taken it and the dice lie still."""
    t.press(SIDES[seat] + "_" + name, ms)
    await t.sleep(ms + 60)
    await t.until(lambda: not t.app.parts.lights.tumbling, 3000)


def game(t):
    return t.app.play.game


def phase(t):
    return t.app.play.phase


async def begin(t, preset, seat=0, **rules):
    """Rules by link, then a game by a hand key held."""
    await t.request("preset", name=preset)
    for name in rules:
        await t.request("set", name=name, value=rules[name])
    await key(t, seat, "hand_key", 3200)
    assert phase(t) == "cut", phase(t)


async def follow(t, to="play"):
    """Press whatever is awaited until the phase `to`; what was done, in order."""
    done = []
    for _ in range(200):
        if phase(t) == to:
            return done
        due = t.app.play.due()
        do, who = due["do"], due["who"]
        lit = [s for s in range(4) if SIDES[s] + "_turn_lamp" in t.app.parts.lights.lit]
        assert sorted(who) == lit, (phase(t), due, lit)
        done.append((phase(t), do, who[0], due.get("dice")))
        if do == "cut":
            for _ in range(who[0]):
                await key(t, who[0], "dice_key")
            await key(t, who[0], "hand_key")
        elif do == "enter":
            await key(t, who[0], "hand_key")
        else:
            await key(t, who[0], "dice_key")
            if do == "spin":
                await t.sleep(4000)
        await t.sleep(50)
    raise AssertionError("no end: %r" % done[-5:])


async def lift(t, state):
    await key(t, 1, "lift_key")
    await t.until(lambda: t.app.cycle.state == state, 90_000)


async def table_round(t):
    """Lift key, the used set goes in, lift key, sorted: the next hand's walls stand."""
    await lift(t, "dome_open")
    await t.sleep(4000)
    await lift(t, "ready")


async def test_scratch(t):
    await begin(t, "chinese-household")
    print(await follow(t))
    print(game(t))
    print(await t.request("game"))
    await t.sleep(20000)
    print(await t.request("wall", seat=1))
    await key(t, 2, "hand_key")
    print(await t.request("game"))
    await table_round(t)
    print(await t.request("game"))
