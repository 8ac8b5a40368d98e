"""The state machine of a game by itself: no keys, no lights, no flash."""

import json

from table import ceremony, match
from table.game import presets, rounds

ALL = (17, 17, 17, 17)
THREE = (18, 18, 18, 0)


def rules(preset="chinese-household", **changes):
    found = presets.preset(preset)
    found.update(changes)
    return found


def seated(game, lots=(), rolls=()):
    """Through cut, seats and dealer with given lots and rolls; the state and what was awaited."""
    lots, rolls, seen = list(lots), list(rolls), []
    game = match.closed(game)
    while game["phase"] in ("seats", "dealer"):
        step = ceremony.step(game)
        if "lot" in step:
            game = dict(game)
            game["lot"] = lots.pop(0)
        elif "found" in step:
            if game["phase"] == "seats":
                game = ceremony.seated(game, step["found"])
            else:
                game = match.dealt_by(game, step["found"]["dealer"], step["found"]["roll"], game["layout"])
        elif step["do"] == "roll":
            seen.append((step["who"][0], step["dice"]))
            game = ceremony.rolled(game, rolls.pop(0))
        else:
            seen.append(step["do"])
            game = ceremony.entered(game, step["who"][0])
        assert json.loads(json.dumps(game)) == game, game
    assert not lots and not rolls
    return game, seen


def illegal(function, *args):
    before = json.dumps(args[0])
    try:
        function(*args)
    except ValueError as error:
        assert str(error) and json.dumps(args[0]) == before
        return
    raise AssertionError("accepted: %r" % (args[1:],))


def test_a_hand_from_begin_to_result(w):
    game = match.begin(rules(seating="highest-roll"), ALL, 1)
    game, seen = seated(game, (), ((1, 2), (6, 6), (3, 4), (2, 2), (3, 4)))
    # south began: south 3, west 12, north 7, east 4; so west is east, and his 7 points to the seat opposite
    assert seen == [(1, 2), (2, 2), (3, 2), (0, 2), (2, 2)]
    assert game["east"] == 2 and game["players"][2] == 2
    assert match.dealer(game) == 0 and game["phase"] == "break"
    game = match.rolled(game, (3, 4), ALL)
    assert match.due(game) == {"do": "roll", "who": [2], "dice": 2}
    game = match.rolled(game, (2, 3), ALL)
    assert game["phase"] == "play" and match.broken(game)["first"] == {"seat": 2, "stack": 13}
    game = match.ended(game, 3, 3)
    assert match.after(game)["dealer"] == 1 and match.dealer(game) == 0
    game = match.counted(game, ALL)
    assert (game["phase"], match.dealer(game), game["winner"]) == ("break", 1, 3)


def test_players_and_winds_agree(w):
    """Whoever got a wind sits where that wind is, counted from east."""
    game, _ = seated(match.begin(rules(first_dealer="east"), ALL, 0), ([2, 0, 3, 1],))
    assert game["winds"] == [2, 0, 3, 1] and game["east"] == 1
    for player in range(4):
        place = (game["east"] + game["winds"][player]) % 4
        assert game["players"][place] == player
    again, _ = seated(_over(game, seating_again="winner-roll"), (), ((2, 3),))  # 5: the winner himself stays
    moved = [seat for seat in range(4) if again["players"][seat] != game["players"][seat]]
    assert len(moved) == 3


def _over(game, **changes):
    game = match.agreed(_played(game))
    changed = dict(game["rules"])
    changed.update(changes)
    return match.begin(changed, game["layout"], 0, game)


def _played(game):
    while game["phase"] == "break":
        game = match.rolled(game, (3, 4)[: match.due(game)["dice"]], game["layout"])
    return match.ended(game, 2, 2)


def test_by_the_book_goes_through_all_seatings(w):
    game, _ = seated(match.begin(rules(seating="entered", seating_again="by-the-book", first_dealer="east"), ALL, 0))
    seen = []
    for _ in range(6):
        seen.append(tuple(game["players"]))
        game, _ = seated(_over(game))
    assert len(set(seen)) == 6 and tuple(game["players"]) == seen[0]


def test_roll_and_draw_refuses_a_pile_that_moves_nobody(w):
    game = _over(
        seated(match.begin(rules(seating="entered", first_dealer="east"), ALL, 0))[0], seating_again="roll-and-draw"
    )
    game = match.closed(game)
    assert not ceremony.lot_fits(game, [0, 1, 2, 3]) and not ceremony.lot_fits(game, [2, 3, 0, 1])
    assert ceremony.lot_fits(game, [0, 2, 1, 3])


def test_three_players(w):
    game = match.begin(rules("japanese-three"), THREE, 1)
    game, seen = seated(game, ([1, 0, 2],))
    assert game["players"][3] is None and sorted(game["winds"][:3]) == [0, 1, 2]
    game = match.rolled(game, (1, 3), THREE)
    assert match.dealt(game)["hands"][3] == []
    illegal(match.ended, game, 3, None)
    illegal(match.begin, game["rules"], THREE, 3)


def test_every_ruleset_asks_for_its_dice(w):
    for ruleset, dice in (
        ("chinese-two-rolls", [2, 2]),
        ("chinese-one-roll", [2]),
        ("taiwanese", [3]),
        ("taiwanese-own-wall", [3]),
        ("japanese", [2]),
    ):
        game, _ = seated(match.begin(rules(ruleset=ruleset, seating="entered", first_dealer="east"), ALL, 0))
        asked = []
        while game["phase"] == "break":
            asked.append(match.due(game)["dice"])
            game = match.rolled(game, [2] * asked[-1], ALL)
        assert asked == dice, ruleset
        marks = match.marks(game)
        assert (len(marks["indicators"]) == 1) == (ruleset == "japanese")
        assert len(marks["dead"]) == {"t": 8, "j": 7, "c": 0}[ruleset[0]]


def test_dead_walls(w):
    for wanted, stacks in (("house", (10, 7)), ("none", (0, 0)), ("taiwanese", (8, 9)), ("japanese", (7, 7))):
        game, _ = seated(match.begin(rules(dead_wall=wanted, seating="entered", first_dealer="east"), ALL, 0))
        game = match.rolled(match.rolled(game, (3, 4), ALL), (2, 3), ALL)
        before = len(match.marks(game)["dead"])
        after = len(match.marks(match.replaced(game, True))["dead"])
        assert (before, after) == stacks, (wanted, before, after)


def test_seat_winds_of_the_broken_wall(w):
    changes = {"seat_winds": "broken-wall", "seating": "entered", "first_dealer": "east"}
    game, _ = seated(match.begin(rules(**changes), ALL, 0))
    assert match.winds(game) == [0, 1, 2, 3]
    game = match.rolled(match.rolled(game, (3, 4), ALL), (2, 3), ALL)
    assert match.winds(game) == [2, 3, 0, 1]


def test_every_policy_through_the_machine(w):
    for policy in rounds.POLICIES:
        game, _ = seated(match.begin(rules(policy=policy, seating="entered", first_dealer="east"), ALL, 0))
        expected = rounds.start(0)
        for result in (0, 0, 0, "draw", 2, "four-winds", 1, "draw-stays", 3, "draw-passes"):
            game = match.rolled(match.rolled(game, (3, 4), ALL), (2, 3), ALL)
            game = match.counted(match.ended(game, result, None), ALL)
            expected = rounds.after(expected, result, policy, draws=match.draws(game["rules"]))
            assert game["deal"] == expected, (policy, result)


def test_what_cannot_be(w):
    illegal(match.begin, rules(ruleset="taiwanese", last_tiles="jump"), ALL, 0)
    illegal(match.begin, rules(first_dealer="five-or-nine", first_dealer_dice=3), ALL, 0)
    game, _ = seated(match.begin(rules(seating="entered"), ALL, 0), (), ((3, 4),))
    illegal(match.taken_back, game)  # a roll is not taken back
    game = match.rolled(match.rolled(game, (3, 4), ALL), (2, 3), ALL)
    illegal(match.taken_back, game)
    illegal(match.ended, game, 4, None)
    illegal(match.ended, game, "boredom", None)
    for _ in range(4):
        game = match.replaced(game, True)
    illegal(match.replaced, game, True)
