"""Choosing seats and the first dealer, step by step: needed at the start of a game only, and loaded for it.

Pure, as match.py is. `step` says what is awaited in the phases `seats` and `dealer`:
- {"do": "roll", "who": [seat], "dice": number}: that player rolls;
- {"do": "draw", "who": [seat]}: that player draws his wind by his dice key;
- {"do": "enter", "who": seats}: the players say it, by the hand key of east, then south, west, north; or of the dealer;
- {"do": "spin", "who": [seat]}: that player starts the roulette by his dice key;
- {"lot": number}: a random order of that many is needed first, as game["lot"];
- {"found": …}: the end.
"""

from table.game import dealer, seating, seats

# Ceremonies that use a random order: winds in a row, in a pile, or as they are drawn.
SHUFFLED = ("draw-winds", "two-step", "roll-and-draw", "drawn-again")


def method(game):
    """How seats are chosen in this game."""
    return game["rules"]["seating_again" if game["number"] else "seating"]


def step(game) -> dict:
    """What is awaited in the phase `seats` or `dealer`."""
    return _seats(game) if game["phase"] == "seats" else _dealer(game)


def _awaited(found):
    """A replay's answer as a step."""
    if "roller" in found:
        return {"do": "roll", "who": [found["roller"]], "dice": found["dice"]}
    return {"found": found}


def _seats(game):
    name = method(game)
    rules = game["rules"]
    taken = tuple(game["taken"])
    first, rolls, lot, dice = game["starter"], game["rolls"], game["lot"], rules["seating_dice"]
    if name in SHUFFLED and lot is None:
        return {"lot": len(taken)}
    if name == "stay":
        return {"found": None}
    if name == "draw-winds":
        order = seats.in_turn(first, taken)
        drawn = len(game["entered"])
        if drawn < len(order) - 1:  # the last wind is his who is left
            return {"do": "draw", "who": [order[drawn]]}
        return {"found": seating.draw_winds(lot, first, taken)}
    if name == "entered":
        winds = winds_entered(game)
        if winds is None:
            return {"do": "enter", "who": [seat for seat in taken if seat not in game["entered"]]}
        return {"found": seating.entered(winds, taken)}
    if name == "highest-roll":
        return _awaited(seating.highest_roll(rolls, first, taken, dice))
    if name == "dice-points":
        return _awaited(seating.dice_points(rolls, first, taken, dice))
    if name == "two-step":
        return _awaited(seating.two_step(rolls, first, lot, dice, taken))
    if name == "winner-roll":
        return _awaited(seating.winner_roll(rolls, first, rules["seating_way"], taken, dice))
    if name == "roll-and-draw":
        return _awaited(seating.roll_and_draw(rolls, first, lot, rules["seating_way"], taken, dice))
    if name == "drawn-again":
        return _awaited(seating.drawn_again(rolls, first, lot, taken, dice))
    return {"found": _by_the_book(game)}


def lot_fits(game, lot):
    """Whether a ceremony can use this random order."""
    if game["phase"] == "seats" and method(game) == "roll-and-draw":
        try:
            seating.check_pile(lot, game["rules"]["seating_way"], tuple(game["taken"]))
        except ValueError:
            return False
    return True


def winds_entered(game):
    """The winds by seat when all but one seat were entered in the order of the winds, else None."""
    taken, order = game["taken"], list(game["entered"])
    if len(order) < len(taken) - 1:
        return None
    order += [seat for seat in taken if seat not in order]
    return [order.index(seat) if seat in order else None for seat in range(4)]


def _by_the_book(game):
    """The next of all relative seatings, as places among the present ones."""
    taken = tuple(game["taken"])
    ways = (1, 1, 1, 2, 6)[len(taken)]
    places = seating.by_the_book(game["number"] % ways, taken)["places"]
    base, now = game["base"] or game["players"], game["players"]
    return {"places": [None if p is None else now.index(base[p]) for p in places]}


def seated(game, found):
    """The seats are chosen: the players sit as `found` says, and the first dealer comes next."""
    game = dict(game)
    taken = tuple(game["taken"])
    if found is not None:
        if "winds" in found:
            game["east"] = found["east"]
            winds = found["winds"]
            places = seating.places(winds, found["east"], taken)
        else:  # told as the wind that each player's new place has
            places = found["places"]
            order = seats.in_turn(game["east"], taken)
            winds: list = [None] * 4
            for seat in taken:
                winds[places[seat]] = order.index(seat)
        players = game["players"]
        game["players"] = [None if place is None else players[place] for place in places]
        game["winds"] = winds
    if game["base"] is None:
        game["base"] = game["players"]
    game.update(phase="dealer", rolls=[], lot=None, entered=[])
    return game


def _dealer(game):
    rules = game["rules"]
    name = rules["first_dealer"]
    taken = tuple(game["taken"])
    east, entered = game["east"], game["entered"]
    if name == "roulette":
        if game["lot"] is None:
            return {"lot": len(taken)}
        if not entered:
            return {"do": "spin", "who": [east]}
        return {"found": dealer.first_dealer(name, east, taken=taken, entered=game["lot"][0])}
    if name == "entered":
        if not entered:
            return {"do": "enter", "who": list(taken)}
        return {"found": dealer.first_dealer(name, east, taken=taken, entered=entered[0])}
    return _awaited(dealer.first_dealer(name, east, game["rolls"], taken, rules["first_dealer_dice"]))


def rolled(game, faces):
    game = dict(game)
    game["rolls"] = game["rolls"] + [list(faces)]
    if game["phase"] == "dealer":
        game["winds"] = None
    return game


def entered(game, seat):
    """A seat was entered, a wind drawn or the roulette started."""
    game = dict(game)
    game["entered"] = game["entered"] + [seat]
    return game


def shown(game):
    """What each player has so far: by seat (count, wind or None for a plain sum), None for nothing."""
    found: list = [None] * 4
    if game["phase"] != "seats":
        return found
    name = method(game)
    order = seats.in_turn(game["starter"], tuple(game["taken"]))
    if name == "highest-roll":
        for i in range(len(game["rolls"])):
            found[order[i]] = (sum(game["rolls"][i]), None)
    elif name == "entered":
        for wind in range(len(game["entered"])):
            found[game["entered"][wind]] = (wind + 1, wind)
    elif name == "draw-winds" and game["lot"]:
        for i in range(len(game["entered"])):
            found[order[i]] = (game["lot"][i] + 1, game["lot"][i])
    elif name == "dice-points":
        got = []
        for roll in game["rolls"]:
            wind = seats.count(0, sum(roll))
            if wind < len(order) and wind not in got:
                found[order[len(got)]] = (wind + 1, wind)
                got.append(wind)
    return found
