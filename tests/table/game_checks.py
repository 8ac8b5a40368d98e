"""What must hold of sets, walls, breaks and deals: run by CPython and MicroPython alike, without pytest or a table.

The expected values were worked out by hand or by the plainest means (a list of all tiles in the order of the ring).
"""

from table.game import breaking, deal, seats, sets, wall

LAYOUTS = (
    sets.STANDARD[136],
    sets.STANDARD[144],
    sets.STANDARD[108],
    sets.THREE_PLAYERS[108],
    (19, 16, 18, 15),
    (14, 0, 19, 19),
)
PLAIN = sets.STANDARD[136]
FLOWER = sets.STANDARD[144]


def refused(call, *arguments, **named):
    """The text of the ValueError that a call must raise."""
    try:
        answer = call(*arguments, **named)
    except ValueError as error:
        return str(error)
    raise AssertionError("%s was accepted: %s" % (arguments, answer))


def sums(dice):
    return range(dice, 6 * dice + 1)


def all_rolls(name):
    """Every sequence of rolls of a ruleset that can differ in its break: sums, or dice where they matter."""
    if name == "chinese-one-roll":
        return [((a, b),) for a in range(1, 7) for b in range(1, 7)]
    if name == "chinese-two-rolls":
        return [(a, b) for a in sums(2) for b in sums(2)]
    return [(a,) for a in sums(breaking.RULESETS[name]["dice"][0])]


def ring(layout):
    """All tiles clockwise, from seat 0's right end: written out, no arithmetic."""
    tiles = []
    for seat in (0, 3, 2, 1):
        for stack in range(1, layout[seat] + 1):
            tiles.append((seat, stack, "upper"))
            tiles.append((seat, stack, "lower"))
    return tiles


def rotated(layout, owner, left):
    """The ring from the break on: first tile first, the stack right of the break last."""
    tiles = ring(layout)
    while not layout[owner]:
        owner = (owner + 3) % 4
    at = tiles.index((owner, 1, "upper")) + 2 * left
    at %= len(tiles)
    return tiles[at:] + tiles[:at]


def check_counting():
    for dealer_seat in range(4):
        for by_sum, steps in (((5, 9, 13, 17), 0), ((2, 6, 10, 14, 18), 1), ((3, 7, 11, 15), 2), ((4, 8, 12, 16), 3)):
            for total in by_sum:
                assert seats.count(dealer_seat, total) == (dealer_seat + steps) % 4
    assert [seats.count(0, die) for die in range(1, 7)] == [0, 1, 2, 3, 0, 1]
    for bad in (0, 19, -3, True, "7", None, 7.0):
        refused(seats.count, 0, bad)
    for bad in (4, -1, None, "east", True):
        refused(seats.count, bad, 7)


def check_rolls():
    assert seats.roll_sum((3, 4), 2) == 7
    assert seats.roll_sum([6, 6, 6], 3) == 18
    assert seats.roll_sum(7, 2) == 7
    for roll, dice in (
        ((3, 7), 2),
        ((0, 3), 2),
        ((1, 2, 3), 2),
        ((3,), 2),
        (13, 2),
        (1, 2),
        (7, 1),
        ("34", 2),
        (None, 2),
    ):
        refused(seats.roll_sum, roll, dice)
    refused(seats.roll_sum, (True, 2), 2)


def check_sets():
    assert sorted(sets.STANDARD) == list(range(108, 153, 4))
    for tiles, layout in sets.STANDARD.items():
        assert sets.total(layout) == tiles
        assert sets.check_layout(layout, 19, tiles) == layout
        assert max(layout) - min(layout) <= 1
    assert sets.STANDARD[108] == (14, 13, 14, 13)
    assert sets.standard(108, 3) == (18, 18, 18, 0)
    assert sets.standard(144) == (18, 18, 18, 18)
    refused(sets.standard, 110)
    refused(sets.standard, 136, 3)
    refused(sets.standard, 136, 2)
    assert sets.check_layout([18, 18, 18, 0], 19) == (18, 18, 18, 0)
    assert "past the longest" in refused(sets.check_layout, (17, 17, 18, 17), 17)
    assert "144 tiles is not one of 136" in refused(sets.check_layout, FLOWER, 19, 136)
    bad = ((17, 17, 17), (17,) * 5, (17, 17, 17, -1), (17, 17, 17, 17.0), (17, 17, 17, True), (0, 0, 0, 0), "1234", 136)
    for layout in bad + (None, ("17", 17, 17, 17)):
        refused(sets.check_layout, layout, 19)


def check_winds():
    assert seats.winds(2) == [2, 3, 0, 1]
    assert seats.winds(2, (0, 1, 2)) == [1, 2, 0, None]
    assert seats.winds(3, (0, 1, 2)) == [0, 1, 2, None]  # the owner of a broken wall may be the empty seat
    assert [seats.compass(wind) for wind in range(4)] == [0, 3, 2, 1]
    assert seats.following(2, (0, 1, 2)) == 0
    assert seats.occupied((18, 0, 18, 18)) == (0, 2, 3)


# (ruleset, rolls, layout, owner, left, first seat, first stack), dealer 0
BREAKS = (
    ("chinese-two-rolls", (7, 5), PLAIN, 2, 12, 2, 13),
    ("chinese-two-rolls", ((3, 4), (2, 3)), PLAIN, 2, 12, 2, 13),
    ("chinese-two-rolls", (9, 12), PLAIN, 0, 21, 3, 5),
    ("chinese-two-rolls", (9, 12), FLOWER, 0, 21, 3, 4),
    ("chinese-two-rolls", (3, 8), PLAIN, 2, 11, 2, 12),
    ("chinese-two-rolls", (4, 7), PLAIN, 3, 11, 3, 12),
    ("chinese-one-roll", ((6, 2),), PLAIN, 3, 2, 3, 3),
    ("chinese-one-roll", ((3, 3),), PLAIN, 1, 3, 1, 4),
    ("taiwanese", (8,), FLOWER, 3, 8, 3, 9),
    ("taiwanese", ((6, 6, 6),), FLOWER, 1, 18, 0, 1),  # nothing remains of the wall: the next one's first
    ("taiwanese-own-wall", (8,), FLOWER, 0, 8, 0, 9),
    ("japanese", (8,), PLAIN, 3, 8, 3, 9),
    ("chinese-two-rolls", (9, 8), PLAIN, 0, 17, 3, 1),  # 17, 18, 19 left of 17
    ("chinese-two-rolls", (9, 9), PLAIN, 0, 18, 3, 2),
    ("chinese-two-rolls", (9, 10), PLAIN, 0, 19, 3, 3),
    ("chinese-two-rolls", (6, 8), (14, 13, 14, 13), 1, 14, 0, 2),  # 13 stacks at seat 1
    ("chinese-two-rolls", (4, 3), (18, 18, 18, 0), 3, 7, 2, 8),  # the empty seat is the owner
    ("chinese-two-rolls", (9, 12), (18, 18, 18, 0), 0, 21, 2, 4),  # runs over past the empty seat
    ("taiwanese", (16,), (18, 18, 18, 0), 3, 16, 2, 17),
)


def check_breaks():
    for name, rolls, layout, owner, left, seat, stack in BREAKS:
        answer = breaking.break_wall(name, layout, 0, rolls)
        assert answer == {"owner": owner, "left": left, "first": {"seat": seat, "stack": stack}}, (name, rolls, answer)
    bad = (
        ("chinese-two-rolls", PLAIN, 0, (7,)),
        ("chinese-two-rolls", PLAIN, 0, (7, 5, 5)),
        ("chinese-two-rolls", PLAIN, 0, ((1, 2, 3), (1, 2))),
        ("chinese-two-rolls", PLAIN, 0, ((1, 7), (1, 2))),
        ("chinese-two-rolls", PLAIN, 4, (7, 5)),
        ("chinese-two-rolls", (18, 18, 18, 0), 3, (7, 5)),
        ("chinese-one-roll", PLAIN, 0, (7,)),
        ("taiwanese", PLAIN, 0, (2,)),
        ("mahjong", PLAIN, 0, (7, 5)),
    )
    for arguments in bad:
        refused(breaking.break_wall, *arguments)


def check_rolls_to_break():
    assert breaking.next_roll("chinese-two-rolls", PLAIN, 1) == (1, 2)
    assert breaking.next_roll("chinese-two-rolls", PLAIN, 1, (7,)) == (3, 2)
    assert breaking.next_roll("chinese-two-rolls", PLAIN, 1, (7, 5)) is None
    assert breaking.next_roll("chinese-two-rolls", (18, 18, 18, 0), 1, (7,)) == (1, 2)  # nobody at seat 3
    assert breaking.next_roll("taiwanese", FLOWER, 2) == (2, 3)
    assert breaking.next_roll("taiwanese", FLOWER, 2, (), (1, 2, 3)) == (2, 3)
    # the first hand uses again the roll that chose the dealer, if it was three dice; later hands do not
    assert breaking.next_roll("taiwanese-own-wall", FLOWER, 2, (), (1, 2, 3)) is None
    assert breaking.reused("taiwanese-own-wall", (1, 2, 3)) == (1, 2, 3)
    assert breaking.next_roll("taiwanese-own-wall", FLOWER, 2, (), (1, 2)) == (2, 3)
    assert breaking.next_roll("taiwanese-own-wall", FLOWER, 2) == (2, 3)


def check_every_deal(names=None, layouts=LAYOUTS):
    """Every ruleset, layout, dealer and roll: each tile once, in order of the ring, the right hands, next and tail."""
    for name in names or breaking.RULESETS:
        row = breaking.RULESETS[name]
        for layout in layouts:
            players = seats.occupied(layout)
            for who in players:
                for rolls in all_rolls(name):
                    _check_deal(name, row, layout, players, who, rolls)


def _check_deal(name, row, layout, players, who, rolls):
    where = (name, layout, who, rolls)
    broken = breaking.break_wall(name, layout, who, rolls)
    order = rotated(layout, broken["owner"], broken["left"])
    assert (broken["first"]["seat"], broken["first"]["stack"]) == order[0][:2], where
    answer = deal.deal(name, layout, who, broken["owner"], broken["left"])
    hand = row["hand"]
    dealt = hand * len(players) + 1
    taken = []
    for seat in range(4):
        expected = 0 if seat not in players else hand + 1 if seat == who else hand
        assert len(answer["hands"][seat]) == expected, where
        taken += answer["hands"][seat]
    assert len(taken) == dealt and set(taken) == set(order[:dealt]), where  # distinct, and one run of the ring
    assert answer["next"] == order[dealt], where
    assert answer["tail"] == order[-2], where  # the upper tile of the stack right of the break
    # the rounds of two stacks: counter-clockwise from the dealer
    number = 0
    for grasp in range(hand // 4):
        for step in range(4):
            seat = (who + step) % 4
            if seat in players:
                assert answer["hands"][seat][4 * grasp : 4 * grasp + 4] == order[number : number + 4], where
                number += 4
    dead = {"japanese": 7, "taiwanese": 8}.get(row.get("dead"), 0)
    assert answer["dead"] == [order[-2 - 2 * i][:2] for i in range(dead)], where
    if name == "japanese":
        assert answer["indicator"] == order[-6], where
        assert answer["indicator"][2] == "upper"
    else:
        assert answer["indicator"] is None


def check_last_tiles():
    # two rolls 7 then 5, dealer 0, seat 2's wall of 17: 13..17 of seat 2, 1..17 of seat 1, 1.. of seat 0
    hands = deal.deal("chinese-two-rolls", PLAIN, 0, 2, 12)
    # 24 stacks are gone: 5 of seat 2, 17 of seat 1, 2 of seat 0; A B C are seat 0's 3, 4, 5
    assert hands["hands"][0][-2:] == [(0, 3, "upper"), (0, 5, "upper")]
    assert [hands["hands"][seat][-1] for seat in (1, 2, 3)] == [(0, 3, "lower"), (0, 4, "upper"), (0, 4, "lower")]
    assert hands["next"] == (0, 5, "lower")
    assert hands["tail"] == (2, 12, "upper")
    # the Japanese account: both tiles of a stack to the dealer
    hands = deal.deal("japanese", PLAIN, 0, 2, 12)
    assert hands["hands"][0][-2:] == [(0, 3, "upper"), (0, 3, "lower")]
    assert [hands["hands"][seat][-1] for seat in (1, 2, 3)] == [(0, 4, "upper"), (0, 4, "lower"), (0, 5, "upper")]
    assert hands["next"] == (0, 5, "lower")
    jumped = deal.deal("japanese", PLAIN, 0, 2, 12, last="jump")
    assert jumped["hands"][0][-2:] == [(0, 3, "upper"), (0, 5, "upper")]
    # a corner between A and B: 16 stacks of seat 3 and 8 of seat 2 are gone, A is the last of seat 2
    hands = deal.deal("chinese-two-rolls", (17, 17, 9, 17), 0, 3, 1)
    assert hands["hands"][0][-2:] == [(2, 9, "upper"), (1, 2, "upper")]
    assert [hands["hands"][seat][-1] for seat in (1, 2, 3)] == [(2, 9, "lower"), (1, 1, "upper"), (1, 1, "lower")]
    assert hands["next"] == (1, 2, "lower")
    # sixteen tiles: four rounds, one more for the dealer; 32 stacks are gone
    hands = deal.deal("taiwanese", FLOWER, 1, 3, 8)  # 10 of seat 3, 18 of seat 2, 4 of seat 1
    assert hands["hands"][1][-1] == (1, 5, "upper")
    assert hands["next"] == (1, 5, "lower")
    assert hands["dead"] == [(3, stack) for stack in (8, 7, 6, 5, 4, 3, 2, 1)]
    # three players: one each and one more for the dealer, in order; 18 stacks of seat 0 are gone, seat 3 has none
    hands = deal.deal("japanese", (18, 18, 18, 0), 0, 0, 0, last="jump")
    assert hands["hands"][0][-2:] == [(2, 1, "upper"), (2, 2, "lower")]
    assert hands["hands"][3] == []
    assert hands["next"] == (2, 3, "upper")


def check_remaining():
    # 9 of 17 left: 8 stacks remain, and each player takes once there
    hands = deal.deal("chinese-two-rolls", PLAIN, 0, 2, 9)["hands"]
    assert all(hands[seat][3][0] == 2 and hands[seat][4][0] == 1 for seat in range(4))
    # 10 left: 7 remain, of which the dealer takes 2 and 5 remain; the fourth player crosses the corner
    hands = deal.deal("chinese-two-rolls", PLAIN, 0, 2, 10)["hands"]
    assert hands[0][:4] == [(2, 11, "upper"), (2, 11, "lower"), (2, 12, "upper"), (2, 12, "lower")]
    assert hands[3][:4] == [(2, 17, "upper"), (2, 17, "lower"), (1, 1, "upper"), (1, 1, "lower")]
    # 17 left: nothing remains
    assert deal.deal("chinese-two-rolls", PLAIN, 0, 2, 17)["hands"][0][0] == (1, 1, "upper")


def check_tails():
    # from the stack right of the break on to the right, then round the corner into the right neighbour's wall
    tail = [deal.replacement(PLAIN, 2, 2, number) for number in range(6)]
    assert tail == [
        (2, 2, "upper"),
        (2, 2, "lower"),
        (2, 1, "upper"),
        (2, 1, "lower"),
        (3, 17, "upper"),
        (3, 17, "lower"),
    ]
    # a break that ran over exactly to the next wall's first stack: the tail is the owner's last stack
    assert deal.replacement(FLOWER, 1, 18, 0) == (1, 18, "upper")
    # clockwise: from the owner's right end
    tail = [deal.replacement(PLAIN, 2, 3, number, "clockwise") for number in range(8)]
    assert [place[:2] for place in tail[::2]] == [(2, 1), (2, 2), (2, 3), (3, 17)]
    assert tail[1] == (2, 1, "lower")
    # ... and past the indicators' stacks (here owner's 2, 1 and three of the next wall)
    assert deal.indicator(PLAIN, 2, 4) == (2, 2, "upper")
    tail = [deal.replacement(PLAIN, 2, 4, number, "clockwise", True) for number in range(0, 4, 2)]
    assert tail == [(2, 3, "upper"), (2, 4, "upper")]
    # the indicator crosses the corner as the dead wall does
    answer = deal.deal("japanese", PLAIN, 0, 1, 2)
    assert answer["indicator"] == (2, 17, "upper")
    assert answer["dead"] == [(1, 2), (1, 1), (2, 17), (2, 16), (2, 15), (2, 14), (2, 13)]
    assert [deal.indicator(PLAIN, 1, 2, kong)[:2] for kong in range(5)] == answer["dead"][2:]
    # past an empty seat
    assert deal.deal("japanese", (18, 18, 18, 0), 0, 2, 2)["dead"][:3] == [(2, 2), (2, 1), (0, 18)]
    refused(deal.indicator, PLAIN, 1, 2, 5)
    refused(deal.replacement, PLAIN, 2, 3, 0, "upwards")


def check_tails_distinct():
    """Whichever way they go, replacement tiles are distinct, and clockwise ones spare the indicators."""
    for layout in LAYOUTS:
        for left in range(1, 25):
            for way in deal.WAYS:
                tail = [deal.replacement(layout, 0, left, number, way, True) for number in range(14)]
                assert len(set(tail)) == 14
                shown = [deal.indicator(layout, 0, left, number)[:2] for number in range(5)]
                assert not [place for place in tail[:4] if place[:2] in shown], (layout, left, way)


def check_dead_walls():
    assert [deal.dead_tiles("japanese", kongs) for kongs in range(5)] == [14] * 5
    assert [deal.dead_tiles("taiwanese", kongs) for kongs in range(3)] == [16, 17, 18]
    assert [deal.dead_tiles("house", kongs) for kongs in range(3)] == [20, 13, 12]
    assert deal.dead_tiles("none", 3) == 0
    assert deal.tiles_left(PLAIN, 53, "japanese") == 136 - 53 - 14 == 69
    assert deal.tiles_left(PLAIN, 53 + 1, "japanese", 1) == 68  # the kong's tile shortens the wall
    assert deal.tiles_left(FLOWER, 65, "taiwanese", 1) == 144 - 65 - 17
    assert deal.tiles_left(PLAIN, 136) == 0
    assert len(deal.deal("chinese-two-rolls", PLAIN, 0, 2, 12, dead="house")["dead"]) == 10
    assert deal.deal("taiwanese", FLOWER, 0, 2, 12, dead="none")["dead"] == []
    refused(deal.deal, "taiwanese", (6, 6, 6, 6), 0, 2, 3)
    refused(deal.deal, "taiwanese", (19, 0, 0, 0), 0, 2, 3)
    refused(deal.deal, "taiwanese", FLOWER, 0, 2, 12, last="jump")
    refused(deal.deal, "japanese", FLOWER, 0, 2, 12, last="one")
    refused(deal.deal, "japanese", FLOWER, 0, 2, 12, dead="alive")


def check_ring():
    for layout in LAYOUTS:
        tiles = ring(layout)
        assert len(tiles) == len(set(tiles)) == sets.total(layout)
        for owner in range(4):
            for left in (-30, -1, 0, 1, 24, 200):
                order = rotated(layout, owner, left % sum(layout))
                for number in range(len(order)):
                    assert wall.tile(layout, owner, left, number) == order[number]


CHECKS = [
    check_counting,
    check_rolls,
    check_sets,
    check_winds,
    check_breaks,
    check_rolls_to_break,
    check_every_deal,
    check_last_tiles,
    check_remaining,
    check_tails,
    check_tails_distinct,
    check_dead_walls,
    check_ring,
]
