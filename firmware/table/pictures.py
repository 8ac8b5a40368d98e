"""What the table shows of a game: one picture for each phase, and the deal running along the walls. docs/playing.md.

A picture that moves is an iterator: it draws a step, then yields how long that stands, in ms.
"""

import asyncio

from table.faults import SIDES
from table.game import seats, wall
from table.play import match

GREEN = (0, 255, 0)
RED = (255, 0, 0)
WHITE = (255, 255, 255)
BLUE = (0, 60, 255)
AMBER = (255, 120, 0)
VIOLET = (160, 0, 255)
DIM = (20, 20, 20)
DARK = (0, 0, 0)
DEAD = (60, 0, 0)

WINDS = (GREEN, RED, WHITE, BLUE)  # east, south, west, north

_BREAK_MS = 1500
_RUN_MS = 80
_RUN = 12  # stacks that the running light passes
_TAKE_MS = 450
_SPIN_MS = 120


def draw(lights, play):
    """Draw the game as it is: lamps, seats, dice and walls; nothing is sent to the strip yet."""
    game = play.game
    phase = game["phase"]
    due = play.due()
    dealer, deal = match.dealer(game), game["deal"]
    lit = due["who"]
    if phase == "result":
        deal = match.after(game)
        dealer = deal["dealer"]
        lit = [game["result"]] if not isinstance(game["result"], str) else []
    for seat in range(4):
        lights.lamp(SIDES[seat] + "_dealer_lamp", seat == dealer and phase != "over")
        lights.lamp(SIDES[seat] + "_turn_lamp", seat in lit)
    _seats(lights, game, deal, dealer)
    _dice(lights, game, deal)
    lights.clear_walls()
    if phase == "cut":
        _counts(lights, game, [(n, None) for n in play.cuts()], AMBER)
    elif phase == "seats":
        _counts(lights, game, play.progress(), WHITE)
    elif game["winds"]:
        _counts(lights, game, [None if wind is None else (wind + 1, wind) for wind in game["winds"]], WHITE)
    elif phase == "break" and game["rolls"]:
        owner = seats.count(dealer, sum(game["rolls"][0]))
        for stack in range(game["layout"][owner]):
            lights.stack(owner, stack + 1, DIM)
    elif phase == "play":
        _walls(lights, game)
    elif phase == "result" and not isinstance(game["result"], str):
        for stack in range(game["layout"][game["result"]]):
            lights.stack(game["result"], stack + 1, GREEN)


def _seats(lights, game, deal, dealer):
    """The dealer's pixel in the colour of the round; winds where they are chosen; all lit when the game is over."""
    if deal is not None and not deal["finished"] and game["phase"] != "over":
        colours: list = [DARK] * 4
        colours[dealer] = WINDS[deal["round_wind"]]
        winds = match.winds(game)
        if 0 in winds and winds.index(0) != dealer and game["phase"] == "play":
            colours[winds.index(0)] = AMBER
    elif deal is not None:
        colours = list(WINDS)
    else:
        east = seats.in_turn(game["east"], tuple(game["taken"]))
        colours = [WINDS[east.index(seat)] if seat in east and game["winds"] else DARK for seat in range(4)]
    for seat in range(4):
        lights.seat(seat, colours[seat])


def _dice(lights, game, deal):
    """The last roll; between rolls the round and the repeat counter; a drawn hand's kind."""
    result = game["result"]
    if isinstance(result, str):
        lights.numbers((match.KINDS.index(result) + 1, RED))
    elif deal is not None and game["phase"] != "over" and (game["phase"] != "break" or not game["rolls"]):
        repeat = deal["repeat"]
        more = (min(max(repeat - 6, 0), 6), AMBER)
        lights.numbers((deal["round_wind"] + 1, WINDS[deal["round_wind"]]), (min(repeat, 6), AMBER), more)
    else:
        lights.faces(game["rolls"][-1] if game["rolls"] else ())


def _counts(lights, game, counts, plain):
    """A number at each seat, as so many stacks of its wall from the right: (number, wind or None) by seat."""
    for seat in game["taken"]:
        if counts[seat] is None:
            continue
        number, wind = counts[seat]
        for stack in range(min(number, game["layout"][seat])):
            lights.stack(seat, stack + 1, plain if wind is None else WINDS[wind])


def _walls(lights, game):
    """The walls after the deal: what is left, the dead wall, the indicators, the next tile and the tail."""
    layout = game["layout"]
    at = match.broken(game)
    marks = match.marks(game)
    following = marks["next"]
    gone = True
    for i in range(sum(layout)):
        place = wall.stack(layout, at["owner"], at["left"] + i)
        gone = gone and place != following[:2]
        if not gone:
            lights.stack(place[0], place[1], DIM)
    for place in marks["dead"]:
        lights.stack(place[0], place[1], DEAD)
    for place in marks["indicators"]:
        lights.stack(place[0], place[1], VIOLET)
    lights.stack(marks["tail"][0], marks["tail"][1], AMBER)
    lights.stack(following[0], following[1], GREEN)


def deal(lights, game):
    """The break, which way tiles are taken, then each player's tiles in turn: an iterator of pauses."""
    layout = game["layout"]
    at = match.broken(game)
    total = sum(layout)

    def ring(i):
        return wall.stack(layout, at["owner"], at["left"] + i)

    lights.faces(game["rolls"][-1])
    lights.clear_walls()
    for i in range(total - at["left"]):
        lights.stack(*(ring(i) + (DIM,)))
    lights.stack(*(ring(0) + (GREEN,)))
    yield _BREAK_MS
    for i in range(1, min(_RUN, total)):
        lights.stack(*(ring(i) + (WHITE,)))
        yield _RUN_MS
        lights.stack(*(ring(i) + (DIM,)))
    dealt = match.dealt(game)["hands"]
    order = seats.in_turn(match.dealer(game), tuple(game["taken"]))
    most = max([len(tiles) for tiles in dealt])
    for first in range(0, most, 4):
        for seat in order:
            tiles = dealt[seat][first : first + 4]
            if not tiles:
                continue
            for side in range(4):
                lights.lamp(SIDES[side] + "_turn_lamp", side == seat)
            for tile in tiles:
                lights.stack(tile[0], tile[1], BLUE)
            yield _TAKE_MS
            for tile in tiles:
                lights.stack(tile[0], tile[1], DARK if len(tiles) == 4 else DIM)
    for side in SIDES:
        lights.lamp(side + "_turn_lamp", False)


async def spin(lights, ring, stops):
    """The roulette: the turn lamps run round the seats of `ring`, slower and slower, and stop at the seat `stops`."""
    steps = 3 * len(ring) + ring.index(stops) + 1
    for step in range(steps):
        for seat in range(4):
            lights.lamp(SIDES[seat] + "_turn_lamp", seat == ring[step % len(ring)])
        left = steps - step
        await asyncio.sleep_ms(_SPIN_MS if left > 6 else _SPIN_MS * (8 - left))


async def blink(lights, who):
    """Whose turn it is: their lamps blink."""
    for step in range(6):
        for seat in who:
            lights.lamp(SIDES[seat] + "_turn_lamp", step % 2 == 1)
        await asyncio.sleep_ms(120)
