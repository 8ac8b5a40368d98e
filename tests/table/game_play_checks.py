"""What must hold of flowers, seating, dealers, rounds and dora: run by CPython and by MicroPython alike."""

from game_checks import refused, sums

from table.game import dealer, dora, flowers, rounds, seating, seats


def check_flowers():
    # dealer 1 holds 2, seat 3 holds 1; a flower among the dealer's new tiles waits until seat 3 is done
    state = flowers.begin(1, (0, 2, 0, 1))
    assert flowers.turn(state) == (1, 2)
    state = flowers.drew(state, 1)
    assert flowers.turn(state) == (3, 1)
    state = flowers.drew(state, 1)
    assert flowers.turn(state) == (1, 1)
    state = flowers.drew(state, 0)
    assert flowers.turn(state) == (3, 1)
    state = flowers.drew(state, 0)
    assert flowers.turn(state) is None
    # at once: the dealer goes on until he has none
    state = flowers.begin(1, (0, 2, 0, 1), at_once=True)
    state = flowers.drew(state, 1)
    assert flowers.turn(state) == (1, 1)
    state = flowers.drew(state, 0)
    assert flowers.turn(state) == (3, 1)
    refused(flowers.drew, state, 2)
    refused(flowers.drew, flowers.begin(0, (0, 0, 0, 0)), 0)
    refused(flowers.begin, 0, (0, 0, 0, 1), False, (0, 1, 2))


def check_seating():
    assert seating.draw_winds([2, 0, 3, 1]) == {"winds": [2, 0, 3, 1], "east": 1}
    assert seating.places([2, 0, 3, 1], 1) == [2, 1, 3, 0]  # east at 1, south (player 3) at 2, west at 3, north at 0
    assert seating.draw_winds([1, 0, 2], 1, (0, 1, 2)) == {"winds": [2, 1, 0, None], "east": 2}
    refused(seating.draw_winds, [0, 1, 2, 2])
    refused(seating.draw_winds, [0, 1, 2])
    # highest roll; of equals the earlier
    assert seating.highest_roll([7, 9]) == {"roller": 2, "dice": 2}
    assert seating.highest_roll([7, 9, 9, 3])["winds"] == [2, 0, 1, 3]
    assert seating.highest_roll([7, 9, 9, 3], 2) == {"winds": [1, 3, 2, 0], "east": 3}
    assert seating.highest_roll([5, 5, 5, 5])["winds"] == [0, 1, 2, 3]
    refused(seating.highest_roll, [(1, 7)])
    # dice points: a wind already taken is rolled again; the last wind needs no roll
    assert seating.dice_points([7, 11]) == {"roller": 1, "dice": 2}
    assert seating.dice_points([7, 11, 5, 3, 9, 4]) == {"winds": [2, 0, 3, 1], "east": 1}
    assert seating.dice_points([4, 6, 2, 7], taken=(0, 1, 2)) == {"winds": [1, 2, 0, None], "east": 2}
    assert seating.entered([3, 0, 1, 2])["east"] == 1
    refused(seating.entered, [3, 0, 1, 1])
    # two-step: seat 0's 7 points to 2; its 8 to 1; even, so from the even end: 1, 2, 3, 0 take W S N E of E N S W
    assert seating.two_step([7], 0, [0, 3, 1, 2]) == {"roller": 2, "dice": 2}
    assert seating.two_step([7, 8], 0, [0, 3, 1, 2]) == {"winds": [0, 2, 1, 3], "east": 0}
    assert seating.two_step([7, 7], 0, [0, 3, 1, 2]) == {"winds": [0, 3, 1, 2], "east": 0}
    assert seating.two_step([17, 3], 0, [0, 3, 1, 2], 3)["winds"] == [1, 2, 0, 3]
    # an empty seat is rolled again
    assert seating.two_step([4], 0, [0, 2, 1], taken=(0, 1, 2)) == {"roller": 0, "dice": 2}
    assert seating.two_step([4, 5, 8, 5], 0, [0, 2, 1], taken=(0, 1, 2)) == {"winds": [0, 2, 1, None], "east": 0}


def check_seating_again():
    # the winner 1 rolls 7: seat 3 stays; 0, 1, 2 move one place on
    assert seating.winner_roll([], 1) == {"roller": 1, "dice": 2}
    assert seating.winner_roll([7], 1) == {"places": [2, 0, 1, 3]}
    assert seating.winner_roll([7], 1, "clockwise") == {"places": [1, 2, 0, 3]}
    assert seating.winner_roll([4, 5], 0, taken=(0, 1, 2)) == {"places": [0, 2, 1, None]}
    refused(seating.winner_roll, [7], 1, "up")
    # winner 0 rolls 7: seat 2 takes the top, 3, 0, 1 follow, or 1, 0, 3
    assert seating.roll_and_draw([7], 0, [0, 2, 1, 3])["winds"] == [1, 3, 0, 2]
    assert seating.roll_and_draw([7], 0, [0, 2, 1, 3], "clockwise")["winds"] == [1, 2, 0, 3]
    for pile in ([0, 1, 2, 3], [2, 3, 0, 1]):
        refused(seating.roll_and_draw, [7], 0, pile)
        seating.roll_and_draw([7], 0, pile, "clockwise")
    for pile in ([0, 3, 2, 1], [1, 0, 3, 2]):
        refused(seating.roll_and_draw, [], 0, pile, "clockwise")
        seating.roll_and_draw([7], 0, pile)
    # winner 2 rolls 6: east's place is 3; 3, 0, 1 draw, 2 gets the last
    assert seating.drawn_again([6], 2, [1, 3, 0, 2]) == {"winds": [3, 0, 2, 1], "east": 3}
    # by the book: six relative seatings, each once, beginning with the one they have
    found = [tuple(seating.by_the_book(number)["places"]) for number in range(6)]
    assert found[0] == (0, 1, 2, 3)
    assert len(set(found)) == 6 and all(one[0] == 0 and sorted(one) == [0, 1, 2, 3] for one in found)
    assert [seating.by_the_book(n, (0, 1, 2))["places"] for n in range(2)] == [[0, 1, 2, None], [0, 2, 1, None]]
    refused(seating.by_the_book, 6)
    refused(seating.by_the_book, -1)


def check_piles():
    """Of the 24 piles, just those without east next to west or south next to north are refused one way or the other."""
    for pile in permutations([0, 1, 2, 3]):
        apart = all({pile[i], pile[i + 1]} not in ({0, 2}, {1, 3}) for i in range(3))
        ways = 0
        for way in seating.WAYS:
            try:
                winds = seating.roll_and_draw([5], 0, pile, way)["winds"]
            except ValueError:
                ways += 1
                continue
            assert [(wind - winds[0]) % 4 for wind in winds] != [0, 1, 2, 3]
        assert ways == (1 if apart else 0), pile


def permutations(items):
    """All orders of a list."""
    if len(items) < 2:
        return [items]
    return [[items[i]] + rest for i in range(len(items)) for rest in permutations(items[:i] + items[i + 1 :])]


def check_seatings_whole():
    """Whatever is rolled and drawn, everybody gets one wind and one place."""
    for winds in permutations([0, 1, 2, 3]):
        for first in range(4):
            assert sorted(seating.draw_winds(winds, first)["winds"]) == [0, 1, 2, 3]
            for east in range(4):
                where = seating.places(winds, east)
                assert sorted(where) == [0, 1, 2, 3] and winds[where[east]] == 0
                assert all(winds[where[(east + wind) % 4]] == wind for wind in range(4))
        for total in sums(2):
            for rolled in ([5, total], [7, total]):
                assert sorted(seating.two_step(rolled, 1, winds)["winds"]) == [0, 1, 2, 3]
    for total in sums(2):
        for winner in range(4):
            for way in seating.WAYS:
                where = seating.winner_roll([total], winner, way)["places"]
                kept = [seat for seat in range(4) if where[seat] == seat]
                assert sorted(where) == [0, 1, 2, 3] and kept == [seats.count(winner, total)]


def check_first_dealer():
    first = dealer.first_dealer
    assert first("east", 1) == {"dealer": 1, "roll": None}
    assert first("one-roll") == {"roller": 0, "dice": 2}
    assert first("one-roll", 0, [7]) == {"dealer": 2, "roll": 7}
    assert first("two-rolls", 0, [7]) == {"roller": 2, "dice": 2}
    assert first("two-rolls", 0, [(3, 4), (6, 6)]) == {"dealer": 1, "roll": (6, 6)}
    assert first("two-rolls", 0, [(1, 1, 1), (6, 6, 6)], dice=3) == {"dealer": 3, "roll": (6, 6, 6)}
    assert first("five-or-nine", 1, [7, 8]) == {"roller": 3, "dice": 2}
    assert first("five-or-nine", 1, [7, 8, 9]) == {"dealer": 3, "roll": 9}
    assert first("five-or-nine", 0, [2, 3, 4, 6, 2, 5], dice=1) == {"dealer": 1, "roll": 5}
    assert first("five-or-nine", 0, [4, 6, 2], (0, 1, 2)) == {"roller": 0, "dice": 2}
    assert first("five-or-nine", 3, [1], dice=1) == {"dealer": 3, "roll": 1}
    assert first("entered", entered=3) == {"dealer": 3, "roll": None}
    assert [first("roulette", 1, entered=steps)["dealer"] for steps in range(5)] == [1, 2, 3, 0, 1]
    assert [dealer.roulette(1, steps, (0, 1, 2)) for steps in range(4)] == [1, 2, 0, 1]
    # an empty seat is rolled again
    assert first("one-roll", 0, [8], (0, 1, 2)) == {"roller": 0, "dice": 2}
    assert first("one-roll", 0, [8, 6], (0, 1, 2)) == {"dealer": 1, "roll": 6}
    for arguments in (("tossed",), ("five-or-nine", 0, (), (0, 1, 2, 3), 3), ("east", 3, (), (0, 1, 2))):
        refused(first, *arguments)
    refused(first, "entered", 0, (), (0, 1, 2), 2, 3)
    refused(first, "entered")
    refused(first, "one-roll", 0, [(1, 2, 3)])


def played(results, **how):
    """(dealer, repeat) after each result."""
    state = rounds.start(how.pop("dealer", 0))
    found = []
    for result in results:
        state = rounds.after(state, result, **how)
        found.append((state["dealer"], state["repeat"]))
    return found


def check_policies():
    hand = [0, "draw", 2, 1, "draw", 0]
    assert played(hand, policy="traditional") == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0)]
    assert played(hand, policy="draw-passes") == [(0, 1), (1, 0), (2, 0), (3, 0), (0, 0), (0, 1)]
    assert played(hand, policy="competition") == [(1, 0), (2, 0), (3, 0), (0, 0), (1, 0), (2, 0)]
    assert played([0, 0, 0, 1, "draw", 1], policy="at-most-three") == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0)]
    assert played(["draw"] * 4, policy="at-most-three") == [(0, 1), (0, 2), (1, 0), (1, 1)]
    assert played(hand, policy="winner-deals") == [(0, 1), (0, 2), (2, 0), (1, 0), (1, 1), (0, 0)]
    # four players in turn: a draw at seat 3 hands on to 0
    assert played(["draw"], policy="draw-passes", dealer=3) == [(0, 0)]
    # three players: seat 3 is skipped, and cannot win
    assert played([0, 1, 1], taken=(0, 1, 2), dealer=2) == [(0, 0), (1, 0), (1, 1)]
    refused(rounds.after, rounds.start(), 3, taken=(0, 1, 2))
    for bad in (4, -1, "won", None, True):
        refused(rounds.after, rounds.start(), bad)
    refused(rounds.after, rounds.start(), 0, policy="never")
    refused(rounds.after, rounds.start(), "draw", draws={"draw": "doubles"})


def check_draws():
    for kind in rounds.DRAWS:
        assert played([0, kind], draws={kind: "stays"}, policy="draw-passes") == [(0, 1), (0, 2)]
        assert played([0, kind], draws={kind: "passes"}) == [(0, 1), (1, 0)]
        assert played([0, kind], draws={kind: "no draw"}) == [(0, 1), (0, 1)]
        assert played([0, kind]) == [(0, 1), (0, 2)]
    state = rounds.start()
    assert rounds.after(state, "four-winds", draws={"four-winds": "no draw"}) == state
    # the bound of three holds for a draw that stays, too
    assert played(["draw"] * 3, policy="at-most-three", draws={"draw": "stays"})[2] == (1, 0)
    # said by the players for one hand
    assert played(["draw-passes", "draw-stays"]) == [(1, 0), (1, 1)]
    # Japan: the counter goes on when a draw passes the deal, and back to 0 when another wins
    assert played([0, "draw-passes", "draw-passes", 3], keep_repeat=True) == [(0, 1), (1, 2), (2, 3), (3, 0)]


def check_rounds():
    for players in ((0, 1, 2, 3), (0, 1, 2)):
        for policy in ("traditional", "competition", "draw-passes", "at-most-three"):
            state = rounds.start(1)
            for passed in range(1, 4 * len(players) + 1):
                assert not state["finished"]
                state = rounds.after(state, seats.following(state["dealer"], players), policy, players)
                assert state["round_wind"] == min(3, passed // len(players))
                assert state["dealer"] == seats.in_turn(1, players)[passed % len(players)]
            assert state["finished"] and state["hands"] == 4 * len(players)
            assert rounds.after(state, 0, policy, players) == state  # a finished game stays as it is
    # stays do not count
    state = rounds.start()
    for result in (0, "draw", 0, "draw", 0):
        state = rounds.after(state, result)
    assert state["passed"] == 0 and state["repeat"] == 5
    # fewer rounds, and an end by time
    state = rounds.start()
    for _ in range(8):
        state = rounds.after(state, "draw", "competition", rounds=2)
    assert state["finished"] and state["round_wind"] == 1
    assert rounds.after(rounds.start(), 0, over=True)["finished"]
    assert not rounds.after(rounds.start(), 0, over=False)["finished"]
    # the winner deals: no rounds, no end but by time or agreement
    state = rounds.start()
    for _ in range(100):
        state = rounds.after(state, (state["dealer"] + 1) % 4, "winner-deals")
    assert not state["finished"] and state["round_wind"] == 0
    assert rounds.after(state, 0, "winner-deals", over=True)["finished"]


def check_dora():
    cases = {"3m": "4m", "9p": "1p", "N": "E", "C": "P", "1s": "2s", "E": "S", "S": "W", "W": "N", "P": "F", "F": "C"}
    for indicator, expected in cases.items():
        assert dora.dora(indicator) == expected
    assert dora.dora("1m", 3) == "9m" and dora.dora("9m", 3) == "1m" and dora.dora("9s", 3) == "1s"
    for bad in ("", "0m", "10m", "3x", "m3", "X", "EE", "33", None, 3):
        refused(dora.dora, bad)
    refused(dora.dora, "5m", 3)


CHECKS = [
    check_flowers,
    check_seating,
    check_seating_again,
    check_piles,
    check_seatings_whole,
    check_first_dealer,
    check_policies,
    check_draws,
    check_rounds,
    check_dora,
]
