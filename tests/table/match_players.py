"""What the tests of a game share: players who press keys, and look at lamps and lights."""

import json

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


def lamps(t, name):
    """Seats whose lamps of that name are lit."""
    return [seat for seat in range(4) if SIDES[seat] + "_" + name in t.app.parts.lights.lit]


def wall_pixels(t, seat):
    """The colours along a wall, from its owner's right end; dark ones too."""
    first = t.app.parts.lights._strip.wall(seat, 1)
    return [t.world.pixel(first + i) for i in range(19)]


def lit(pixels):
    return [i + 1 for i in range(len(pixels)) if pixels[i] != (0, 0, 0)]


async def rules(t, preset, **changes):
    await t.request("preset", name=preset)
    for name in changes:
        await t.request("set", name=name, value=changes[name])


async def begin(t, seat=0):
    """A game, by a hand key held for three seconds."""
    await key(t, seat, "hand_key", 3200)
    assert phase(t) == "cut", phase(t)


async def end(t):
    """Two hand keys held for three seconds."""
    t.press("east_hand_key", 3500)
    await key(t, 2, "hand_key", 3500)


async def step(t):
    """Press what is awaited, as the lamps ask for it. What was done."""
    due = t.app.play.due()
    do, who = due["do"], due["who"]
    await t.sleep(50)
    assert lamps(t, "turn_lamp") == sorted(who), (phase(t), due, lamps(t, "turn_lamp"))
    if do == "cut":
        for _ in range(who[0]):  # east does not cut, south once, ...
            await key(t, who[0], "dice_key")
    await key(t, who[0], "hand_key" if do in ("cut", "enter") else "dice_key")
    if do == "spin":
        await t.sleep(6000)
    return phase(t), do, who[0], due.get("dice")


async def follow(t, to="play"):
    """Press whatever is awaited until the phase `to`; what was done, in order."""
    done = []
    while phase(t) != to:
        assert len(done) < 200, done[-5:]
        was = phase(t)
        done.append((was,) + (await step(t))[1:])
    return done


async def lift(t, state):
    await key(t, 1, "lift_key")
    await t.until(lambda: t.app.cycle.state == state, 90_000)


async def next_walls(t):
    """Lift key, the used set goes in, lift key, sorted: the next hand's walls stand."""
    await lift(t, "dome_open")
    await t.sleep(4000)
    await lift(t, "ready")
    await t.sleep(50)


def kept(t):
    """The state of the game but for its clock, as a copy."""
    state = json.loads(json.dumps(game(t)))
    if state:
        state.pop("seconds")
    return state


async def refused(t, seat, name, ms=120):
    """A key that must be refused, and change nothing. The event."""
    before, seen = kept(t), len(t.events)
    await key(t, seat, name, ms)
    told = [event for event in t.events[seen:] if event["event"] == "refused"]
    assert len(told) == 1, (phase(t), name, t.events[seen:])
    assert kept(t) == before, (name, before, kept(t))
    await t.sleep(900)  # the lamps blink
    return told[0]
