"""What lamps and lights show of a game: docs/playing.md, line by line."""

from match_players import SIDES, begin, end, follow, game, key, lamps, lit, phase, rules, wall_pixels

OPTIONS = {"*": {"layout": (17, 17, 17, 17), "limit_ms": 3_600_000, "flash": 128}}


def die(t, index):
    """(pips lit on a die, their colour)."""
    pips = [t.world.pixel(index * 7 + pip) for pip in range(7)]
    shown = [pip for pip in pips if pip != (0, 0, 0)]
    return len(shown), colour(shown[0]) if shown else None


def colour(pixel):
    """The name of a colour, however bright."""
    most = max(pixel)
    if not most:
        return None
    level = "".join(["+" if part > most * 3 // 4 else "." if part > most // 4 else "-" for part in pixel])
    return {
        "-+-": "green",
        "+--": "red",
        "+++": "white",
        "-.+": "blue",
        "--+": "blue",
        "+.-": "amber",
        ".-+": "violet",
    }[level]


def seat_colours(t):
    first = t.app.parts.lights._strip.first_seat
    return [colour(t.world.pixel(first + seat)) for seat in range(4)]


async def played(t, **changes):
    """A game whose first hand is played, dealer east; the deal has been shown."""
    await rules(t, "chinese-household", seating="entered", first_dealer="east", **changes)
    await begin(t)
    await follow(t)
    await t.sleep(15_000)


async def set_deal(t, **fields):
    game(t)["deal"].update(fields)
    t.app.console.show()
    await t.sleep(50)


async def test_the_cut_is_counted_before_each_player(t):
    await begin(t)
    assert lamps(t, "turn_lamp") == [0, 1, 2, 3] and lamps(t, "dealer_lamp") == []
    for _ in range(3):
        await key(t, 2, "dice_key")
    await key(t, 1, "dice_key")
    assert [len(lit(wall_pixels(t, seat))) for seat in range(4)] == [0, 1, 3, 0]
    assert colour(wall_pixels(t, 2)[0]) == "amber"
    await key(t, 2, "hand_key")
    assert lamps(t, "turn_lamp") == [0, 1, 3]
    for _ in range(16):  # past fifteen comes none
        await key(t, 0, "dice_key")
    assert t.app.play.cuts() == [0, 1, 3, 0]


async def test_round_and_repeats_on_the_dice(t):
    await played(t)
    assert die(t, 0) == (1, "green") and die(t, 1) == (0, None) and seat_colours(t) == ["green", None, None, None]
    await set_deal(t, round_wind=1, repeat=4, dealer=3)
    assert die(t, 0) == (2, "red") and die(t, 1) == (4, "amber") and die(t, 2) == (0, None)
    assert seat_colours(t) == [None, None, None, "red"] and lamps(t, "dealer_lamp") == [3]
    await set_deal(t, round_wind=3, repeat=9)
    assert die(t, 0) == (4, "blue") and die(t, 1) == (6, "amber") and die(t, 2) == (3, "amber")


async def test_the_roll_stays_until_the_wall_is_broken(t):
    await rules(t, "chinese-household", seating="entered", first_dealer="east")
    await begin(t)
    await follow(t, "break")
    assert lamps(t, "turn_lamp") == [0]
    await key(t, 0, "dice_key")
    await t.sleep(50)
    roll = game(t)["rolls"][0]
    assert [die(t, i)[0] for i in range(3)] == roll + [0]
    owner = (sum(roll) - 1) % 4
    assert lamps(t, "turn_lamp") == [owner]
    assert [len(lit(wall_pixels(t, seat))) for seat in range(4)] == [17 if seat == owner else 0 for seat in range(4)]


async def test_the_east_wind_of_a_broken_wall(t):
    await played(t, seat_winds="broken-wall")
    owner = t.app.play.moves.wall()["owner"]
    if owner:
        assert seat_colours(t)[owner] == "amber"
    assert seat_colours(t)[0] == "green"


async def test_a_drawn_hand_shows_its_kind(t):
    await played(t)
    await key(t, 2, "hand_key", 1800)
    for number in (1, 2, 3, 4, 5, 6, 1):
        await t.sleep(50)
        assert die(t, 0) == (number, "red"), number
        assert lamps(t, "turn_lamp") == []
        await key(t, 2, "hand_key")
    assert not any([lit(wall_pixels(t, seat)) for seat in range(4)])


async def test_the_end_of_a_game(t):
    await played(t)
    await end(t)
    await t.sleep(50)
    assert seat_colours(t) == ["green", "red", "white", "blue"]
    assert lamps(t, "dealer_lamp") == [] and lamps(t, "turn_lamp") == []
    await end(t)
    await t.sleep(50)
    assert game(t) is None and lamps(t, "dealer_lamp") == [0] and seat_colours(t) == ["green", None, None, None]


async def test_lamps_of_those_whose_turn_it_is_blink(t):
    await rules(t, "chinese-household", seating="highest-roll")
    await begin(t, 3)
    await key(t, 3, "hand_key", 1800)
    t.press("south_dice_key")
    seen = []
    for _ in range(45):
        await t.sleep(20)
        if not seen or seen[-1] != lamps(t, "turn_lamp"):
            seen.append(lamps(t, "turn_lamp"))
    assert seen.count([]) == 3 and seen[-1] == [3], seen


async def test_the_roulette_runs_and_stops(t):
    await rules(t, "chinese-household", seating="entered", first_dealer="roulette")
    await begin(t)
    await follow(t, "dealer")
    t.press("east_dice_key")
    seen = []
    for _ in range(300):
        await t.sleep(20)
        turn = lamps(t, "turn_lamp")
        if turn and (not seen or seen[-1] != turn[0]):
            seen.append(turn[0])
    dealer = game(t)["deal"]["dealer"]
    assert seen[:12] == [0, 1, 2, 3] * 3 and seen[-1] == dealer and len(seen) >= 13, (seen, dealer)
    assert lamps(t, "dealer_lamp") == [dealer]


async def test_a_fault_is_shown_over_a_game_and_gone_with_it(t):
    await played(t)
    t.plant.inject("supply_sag", volts=17)
    await t.until(lambda: t.app.latch.faults, 5000)
    await t.sleep(50)
    assert die(t, 0) == (6, "red") and die(t, 1) == (2, "red")  # 8
    t.plant.repair()
    await t.sleep(500)
    await key(t, 0, "lift_key", 1800)
    await t.sleep(100)
    assert phase(t) == "play" and die(t, 0) == (1, "green")


async def test_a_table_with_two_dice_shows_no_third(t):
    """A table with two dice shows no third."""
    t.app.parts.lights._strip.dice = 2
    await played(t)
    await set_deal(t, repeat=9)
    assert die(t, 0)[0] == 1 and die(t, 1)[0] == 6


async def test_the_deal_begins_again_when_something_happens(t):
    await rules(t, "chinese-household", seating="entered", first_dealer="east")
    await begin(t)
    await follow(t)
    await t.until(lambda: lamps(t, "turn_lamp") == [1], 15_000)
    await key(t, 0, "hand_key")  # a result ends it
    await t.sleep(100)
    assert lamps(t, "turn_lamp") == [0] and phase(t) == "result"
    await key(t, 0, "hand_key")
    await t.until(lambda: lamps(t, "turn_lamp") == [3], 20_000)
    assert SIDES[0] + "_dealer_lamp" in t.app.parts.lights.lit
