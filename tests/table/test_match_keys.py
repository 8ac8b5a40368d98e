"""Whole games by keys alone, one of each preset; every ceremony; what is taken back; wrong keys."""

from match_players import (
    begin,
    end,
    follow,
    game,
    key,
    lamps,
    lift,
    lit,
    next_walls,
    phase,
    refused,
    rules,
    step,
    wall_pixels,
)
from virtual.parts import INDEX

OPTIONS = {
    "*": {"layout": (17, 17, 17, 17), "limit_ms": 7_200_000, "flash": 128},
    "test_a_game_of_chinese_competition": {"layout": (18, 18, 18, 18), "limit_ms": 7_200_000, "flash": 128},
    "test_a_game_of_taiwanese": {"layout": (18, 18, 18, 18), "limit_ms": 7_200_000, "flash": 128},
    "test_a_game_of_japanese_with_three": {"layout": (18, 18, 18, 0), "limit_ms": 7_200_000, "flash": 128},
}


async def play_hands(t, results, deals):
    """Hands by keys: a seat wins, or "draw"; after each, (dealer, repeat, round wind) is as in `deals`."""
    for i in range(len(results)):
        await follow(t)
        result = results[i]
        if result == "draw":
            await key(t, 1, "hand_key", 1800)
        else:
            await key(t, result, "hand_key")
        assert phase(t) == "result" and game(t)["result"] == result
        await next_walls(t)
        deal = game(t)["deal"]
        assert (deal["dealer"], deal["repeat"], deal["round_wind"]) == deals[i], (i, deal)
        reveals = [event for event in t.events if event["event"] == "reveal"]
        assert len(reveals) == i + 1


async def whole_game(t, preset, first, results, deals, **changes):
    await rules(t, preset, rounds=1, first_dealer="entered", **changes)
    await begin(t)
    while phase(t) != "dealer":
        await step(t)
    await key(t, first, "hand_key")
    assert phase(t) == "break" and lamps(t, "dealer_lamp") in ([], [first])
    await play_hands(t, results, deals)
    assert phase(t) == "over" and game(t)["deal"]["finished"]
    assert lamps(t, "dealer_lamp") == []
    assert not t.app.latch.faults


async def test_a_game_of_chinese_household(t):
    deals = ((1, 1, 0), (1, 2, 0), (2, 0, 0), (3, 0, 0), (0, 0, 0), (1, 0, 0))
    await whole_game(t, "chinese-household", 1, (1, "draw", 0, 0, 0, 1), deals)


async def test_a_game_of_chinese_competition(t):
    await whole_game(t, "chinese-competition", 0, (0, "draw", 3, 3), ((1, 0, 0), (2, 0, 0), (3, 0, 0), (0, 0, 0)))


async def test_a_game_of_taiwanese(t):
    deals = ((3, 0, 0), (3, 1, 0), (0, 0, 0), (1, 0, 0), (2, 0, 0))
    await whole_game(t, "taiwanese", 2, (1, 3, 1, 2, 0), deals)


async def test_a_game_of_japanese(t):
    """The counter goes on after a draw that the players say passes the deal."""
    await rules(t, "japanese", rounds=1, first_dealer="east")
    await begin(t)
    await follow(t)
    east = game(t)["east"]
    await key(t, 0, "hand_key", 1800)
    while game(t)["result"] != "draw-passes":
        await key(t, 0, "hand_key")
    await next_walls(t)
    deal = game(t)["deal"]
    assert (deal["dealer"], deal["repeat"]) == ((east + 1) % 4, 1)
    for i in range(2, 5):
        await follow(t)
        await key(t, (east + i) % 4, "hand_key")
        await next_walls(t)
        assert game(t)["deal"]["repeat"] == 0
    assert phase(t) == "over"


async def test_a_game_of_japanese_with_three(t):
    """Three deals a round; the empty seat never deals."""
    await whole_game(
        t, "japanese-three", 1, (1, 0, "draw", 1, 2), ((1, 1, 0), (2, 0, 0), (2, 1, 0), (0, 0, 0), (1, 0, 0))
    )


# -- ceremonies ------------------------------------------------------------------------------------------------------


async def seats_by(t, method, **changes):
    """Seats are chosen by keys; the steps of it."""
    await rules(t, "chinese-household", seating=method, first_dealer="east", **changes)
    await begin(t, 2)
    steps = [one for one in await follow(t, "break") if one[0] == "seats"]
    found = game(t)
    assert sorted(found["players"]) == [0, 1, 2, 3] and sorted(found["winds"]) == [0, 1, 2, 3]
    east = found["winds"].index(0)
    assert found["east"] == east and found["players"][east] == east
    await t.sleep(50)
    for seat in range(4):  # each sees the wind that he got
        assert lit(wall_pixels(t, seat)) == list(range(1, found["winds"][seat] + 2))
    assert lamps(t, "dealer_lamp") == [east]
    return steps


async def test_seats_draw_winds(t):
    assert [one[1:3] for one in await seats_by(t, "draw-winds")] == [("draw", 2), ("draw", 3), ("draw", 0)]


async def test_seats_highest_roll(t):
    steps = await seats_by(t, "highest-roll", seating_dice=3)
    assert [one[1:] for one in steps] == [("roll", seat, 3) for seat in (2, 3, 0, 1)]


async def test_seats_dice_points(t):
    steps = await seats_by(t, "dice-points")
    assert len(steps) >= 3 and all([one[1] == "roll" for one in steps])


async def test_seats_two_step(t):
    steps = await seats_by(t, "two-step")
    assert [one[1] for one in steps] == ["roll", "roll"] and steps[0][2] == 2


async def test_seats_entered(t):
    """East, south, west by their hand keys; a wrong one is taken back by the same key, the last by a long press."""
    await rules(t, "chinese-competition")
    await begin(t)
    await key(t, 0, "hand_key", 1800)  # nobody cuts
    assert phase(t) == "seats"
    await key(t, 3, "hand_key")
    await key(t, 3, "hand_key")
    assert game(t)["entered"] == []
    await key(t, 2, "hand_key")
    await key(t, 0, "hand_key")
    await key(t, 3, "hand_key")
    assert phase(t) == "break" and game(t)["winds"] == [1, 3, 0, 2] and game(t)["deal"]["dealer"] == 2
    await key(t, 0, "hand_key", 1800)
    assert phase(t) == "seats" and game(t)["entered"] == [2, 0] and game(t)["players"] == [0, 1, 2, 3]
    await key(t, 1, "hand_key")
    assert game(t)["winds"] == [1, 2, 0, 3]


async def dealer_by(t, method, **changes):
    await rules(t, "chinese-household", seating="entered", first_dealer=method, **changes)
    await begin(t)
    steps = await follow(t, "break")
    await t.sleep(50)
    assert lamps(t, "dealer_lamp") == [game(t)["deal"]["dealer"]]
    return [one for one in steps if one[0] == "dealer"]


async def test_first_dealer_is_east(t):
    assert await dealer_by(t, "east") == [] and game(t)["deal"]["dealer"] == 0


async def test_first_dealer_by_one_roll(t):
    assert [one[1:] for one in await dealer_by(t, "one-roll")] == [("roll", 0, 2)]
    assert game(t)["deal"]["dealer"] == (sum(game(t)["chosen"]) - 1) % 4


async def test_first_dealer_by_two_rolls(t):
    steps = await dealer_by(t, "two-rolls", first_dealer_dice=3)
    assert [one[3] for one in steps] == [3, 3] and steps[0][2] == 0
    assert game(t)["deal"]["dealer"] == (steps[1][2] + sum(game(t)["chosen"]) - 1) % 4


async def test_first_dealer_by_five_or_nine(t):
    steps = await dealer_by(t, "five-or-nine", first_dealer_dice=1)
    assert [one[2] for one in steps] == [i % 4 for i in range(len(steps))] and steps[0][3] == 1
    assert game(t)["deal"]["dealer"] == steps[-1][2] and sum(game(t)["chosen"]) in (1, 5)


async def test_first_dealer_entered(t):
    assert [one[1] for one in await dealer_by(t, "entered")] == ["enter"]
    await key(t, 1, "hand_key")  # taken back, and another
    assert phase(t) == "dealer"
    await key(t, 3, "hand_key")
    assert game(t)["deal"]["dealer"] == 3


async def test_first_dealer_by_roulette(t):
    assert [one[1] for one in await dealer_by(t, "roulette")] == ["spin"]


async def again_by(t, method, **changes):
    """A game, ended by agreement after one hand that west won; then the next."""
    await rules(t, "chinese-household", seating="entered", first_dealer="east", seating_again=method, **changes)
    await begin(t)
    await follow(t)
    await key(t, 2, "hand_key")
    await end(t)
    assert phase(t) == "over" and game(t)["winner"] == 2
    await begin(t, 1)
    steps = [one for one in await follow(t, "break") if one[0] == "seats"]
    assert sorted(game(t)["players"]) == [0, 1, 2, 3] and game(t)["number"] == 1
    return steps


async def test_again_stay(t):
    assert await again_by(t, "stay") == [] and game(t)["players"] == [0, 1, 2, 3]


async def test_again_winner_roll(t):
    steps = await again_by(t, "winner-roll", seating_way="clockwise")
    assert [one[1:3] for one in steps] == [("roll", 2)]
    assert len([seat for seat in range(4) if game(t)["players"][seat] == seat]) == 1


async def test_again_roll_and_draw(t):
    assert [one[1:3] for one in await again_by(t, "roll-and-draw")] == [("roll", 2)]


async def test_again_drawn_again(t):
    assert [one[1:3] for one in await again_by(t, "drawn-again")] == [("roll", 2)]


async def test_again_by_the_book(t):
    assert await again_by(t, "by-the-book") == [] and game(t)["players"] == [0, 1, 3, 2]


async def test_a_taiwanese_first_hand_uses_the_roll_again(t):
    await rules(t, "taiwanese", ruleset="taiwanese-own-wall", seating="entered", first_dealer="one-roll")
    await begin(t)
    steps = await follow(t)
    assert [one[3] for one in steps if one[1] == "roll"] == [3]
    wall = await t.request("wall")
    assert wall["owner"] == game(t)["deal"]["dealer"] and wall["left"] == sum(game(t)["chosen"])
    await key(t, 0, "hand_key", 1800)
    await lift(t, "dome_open")
    assert [one[1:] for one in await follow(t)] == [("roll", game(t)["deal"]["dealer"], 3)]


# -- a hand ----------------------------------------------------------------------------------------------------------


async def hand(t, preset="chinese-household", **changes):
    await rules(t, preset, seating="entered", first_dealer="east", **changes)
    await begin(t)
    await follow(t)


async def test_the_deal_runs_along_the_walls(t):
    await hand(t)
    taking = []
    for _ in range(400):
        await t.sleep(100)
        turn = lamps(t, "turn_lamp")
        if turn and (not taking or taking[-1] != turn[0]):
            taking.append(turn[0])
        if taking and not turn:
            break
    assert taking == [0, 1, 2, 3] * 4, taking
    wall = await t.request("wall")
    seat, stack = wall["next"][:2]
    pixels = wall_pixels(t, seat)
    assert pixels[stack - 1][1] > 100 and pixels[stack - 1][0] == 0, pixels  # green
    total = sum([len(lit(wall_pixels(t, seat))) for seat in range(4)])
    assert total == 68 - 26, total  # 53 tiles are gone, the stack of the last one is there by half


async def test_tail_and_kongs(t):
    """Japanese: each kong shows the next indicator, and the tail moves on."""
    await hand(t, "japanese")
    await t.sleep(15_000)
    before = await t.request("wall")
    assert len(before["indicators"]) == 1 and len(before["dead"]) == 7
    await key(t, 1, "dice_key")
    assert game(t)["tail"] == 1 and game(t)["kongs"] == 0
    await key(t, 1, "dice_key", 1800)
    after = await t.request("wall")
    assert game(t)["tail"] == 2 and len(after["indicators"]) == 2
    assert after["tail"][:2] != before["tail"][:2]
    await t.sleep(100)
    seat, stack = after["indicators"][1][:2]
    pixel = wall_pixels(t, seat)[stack - 1]
    assert pixel[2] > 100 and pixel[0] > 50, pixel  # violet


async def test_a_result_is_shown_and_taken_back(t):
    await hand(t)
    before = dict(game(t)["deal"])
    await key(t, 2, "hand_key")
    await t.sleep(100)
    assert phase(t) == "result" and lamps(t, "turn_lamp") == [2] and lamps(t, "dealer_lamp") == [1]
    assert lit(wall_pixels(t, 2)) == list(range(1, 18))
    told = await refused(t, 3, "hand_key")
    assert "another player" in told["why"]
    await key(t, 2, "hand_key")
    await t.sleep(100)
    assert phase(t) == "play" and lamps(t, "dealer_lamp") == [0] and game(t)["deal"] == before
    await key(t, 1, "hand_key", 1800)
    seen = [game(t)["result"]]
    for _ in range(6):
        await key(t, 1, "hand_key")
        seen.append(game(t)["result"])
    assert seen == ["draw", "four-winds", "four-kongs", "three-winners", "draw-passes", "draw-stays", "draw"], seen
    await key(t, 3, "hand_key", 1800)  # a long press takes a draw back
    assert phase(t) == "play"
    await key(t, 0, "hand_key")
    await lift(t, "dome_open")
    assert phase(t) == "break" and game(t)["deal"]["repeat"] == 1 and game(t)["deal"]["hands"] == 1


async def test_a_draw_that_the_rules_do_not_know_is_passed_over(t):
    await hand(t, draw_four_winds="no draw", draw_three_winners="no draw")
    await key(t, 1, "hand_key", 1800)
    await key(t, 1, "hand_key")
    assert game(t)["result"] == "four-kongs"
    await key(t, 1, "hand_key")
    assert game(t)["result"] == "draw-passes"


async def test_wrong_keys_are_refused(t):
    await rules(t, "chinese-household", seating="highest-roll", first_dealer="one-roll")
    await begin(t)
    await key(t, 0, "hand_key")
    told = await refused(t, 0, "dice_key")  # he has cut
    assert "south" in told["why"], told
    await key(t, 1, "hand_key", 1800)
    assert phase(t) == "seats"
    told = await refused(t, 2, "dice_key")
    assert told["why"] == "it is not this player's turn: it is the turn of east", told
    assert lamps(t, "turn_lamp") == [0]
    await refused(t, 2, "hand_key")
    await refused(t, 2, "hand_key", 1800)
    await follow(t, "dealer")
    await refused(t, (game(t)["east"] + 1) % 4, "dice_key")
    await follow(t, "break")
    await refused(t, (game(t)["deal"]["dealer"] + 1) % 4, "dice_key")
    await refused(t, 0, "hand_key")
    await refused(t, 0, "hand_key", 1800)
    await follow(t)
    await key(t, 0, "hand_key")
    assert phase(t) == "result"
    await refused(t, 1, "dice_key")
    await key(t, 0, "hand_key")
    await end(t)
    assert phase(t) == "over"
    await refused(t, 1, "hand_key")
    await refused(t, 1, "dice_key")
    await end(t)
    assert game(t) is None


async def test_a_lift_key_counts_the_result_only_when_it_is_accepted(t):
    await hand(t)
    await lift(t, "dome_open")
    await t.sleep(4000)
    await key(t, 1, "lift_key")
    await t.until(lambda: t.app.cycle.state == "sorting", 4000)
    await key(t, 0, "hand_key")
    assert phase(t) == "result"
    await key(t, 1, "lift_key")
    await t.sleep(600)
    assert phase(t) == "result" and t.app.cycle.state == "sorting"
    await t.until(lambda: t.app.cycle.state == "ready", 60_000)
    await lift(t, "dome_open")
    assert phase(t) == "break"


async def test_without_a_game_nothing_of_it_is_needed(t):
    """Short and long hand keys do nothing, dice roll, the deal is shown by nobody."""
    await key(t, 1, "hand_key")
    await key(t, 1, "hand_key", 1800)
    assert game(t) is None and not [event for event in t.events if event["event"] == "refused"]
    await key(t, 1, "dice_key")
    assert len(t.app.hand.rolls) == 1


async def test_no_game_begins_while_the_table_moves(t):
    t.press("north_hand_key", 3300)
    await t.sleep(2000)
    t.press("south_lift_key")
    await t.sleep(1200)
    assert t.app.cycle.state == "moving"
    await t.sleep(2000)
    assert game(t) is None and [event for event in t.events if event["event"] == "refused"]


async def test_a_game_ends_after_its_minutes(t):
    await hand(t, game_minutes=1)
    await t.sleep(61_000)
    await key(t, 0, "hand_key")
    await lift(t, "dome_open")
    assert phase(t) == "over"


async def test_a_hand_key_that_is_stuck_begins_no_game(t):
    t.plant.stick(INDEX["east_hand_key"], 2)
    await t.sleep(70_000)
    t.plant.stick(INDEX["east_hand_key"], 0)
    await t.sleep(500)
    assert game(t) is None


async def test_a_game_for_which_there_is_no_memory_is_refused(t):
    """By a key as by the link; the table goes on without one."""

    def full():
        raise MemoryError

    t.app.play.make_room = full
    t.plant.press("east_hand_key", 3300)
    await t.until(lambda: [e for e in t.events if e["event"] == "refused"], 5000)
    assert "memory" in [e for e in t.events if e["event"] == "refused"][-1]["why"], t.events
    try:
        await t.request("game", do="new", seat=0)
    except Exception as error:
        assert "memory" in error.error["message"], error
    else:
        raise AssertionError("begun")
    assert t.app.play.game is None and t.app.cycle.state == "idle" and not t.app.dead
