"""A game as a state machine: what is awaited from whom, and what each step leads to.

Pure functions over one dictionary that JSON can hold, so that a power cut loses nothing: whoever keeps it (play.py)
gives the rolls and lots as arguments. Seats and first dealer are chosen in ceremony.py, needed only at the start.

phase      what is awaited
cut        each player cuts the dice, 0 to 15 times
seats      the ceremony that seats the players
dealer     the ceremony that chooses the first dealer
break      the rolls that break the wall
play       the end of the hand: who won, or which kind of draw
result     a lift key, with which the result counts; until then it can be taken back
over       the next game

What cannot be is a ValueError, one sentence for a person; the state is then as before. Every function that leads on
returns a new state.
"""

from table.game import breaking, deal, rounds, seats

PHASES = ("cut", "seats", "dealer", "break", "play", "result", "over")

# The ends of a hand without a winner, in the order in which a key goes through them.
KINDS = rounds.DRAWS + tuple(sorted(rounds.SAID))


def begin(rules, layout, starter, before=None):
    """The state at the start of a game.

    `rules` are all house rules by name; `starter` the seat that began it, the elder where a ceremony asks for one;
    `before` the state of the game before in the same match, or None. Who sits where then is asked by `seating_again`.
    """
    taken = list(seats.occupied(layout))
    if before is not None and before["taken"] != taken:
        before = None  # others play: seats are chosen anew
    if seats.check_seat(starter) not in taken:
        raise ValueError("seat %d is empty and cannot begin a game" % starter)
    check(rules, layout)
    game = {
        "phase": "cut",
        "rules": rules,
        "taken": taken,
        "layout": list(layout),
        "starter": starter,
        "east": taken[0],
        "players": [seat if seat in taken else None for seat in range(4)],  # by seat: where he sat when the match began
        "base": None,  # the same after the first seating
        "number": 0,  # games finished in this match
        "closed": [],  # seats that have cut
        "seconds": 0,
        "winds": None,  # by seat, what a ceremony gave the player there: shown until the next roll
        "chosen": None,  # the roll that chose the first dealer
        "winner": None,
        "deal": None,  # table.game.rounds
    }
    if before is not None:
        for name in ("players", "base", "east"):
            game[name] = before[name]
        game["number"] = before["number"] + 1
        if before["winner"] is not None:
            game["starter"] = before["winner"]
    return _clean(game)


def check(rules, layout):
    """ValueError when these rules do not fit together, or not with this set of tiles."""
    dealer = seats.occupied(layout)[0]
    deal.deal(rules["ruleset"], layout, dealer, dealer, 2, *_taking(rules))
    if rules["first_dealer"] == "five-or-nine" and rules["first_dealer_dice"] > 2:
        raise ValueError("the first to roll 5 or 9 uses two dice, or one for 1 or 5")


def draws(rules):
    """The effect of each kind of draw, for rounds.after."""
    return {kind: rules[kind if kind == "draw" else "draw_" + kind.replace("-", "_")] for kind in rounds.DRAWS}


def own(value):
    """None, the ruleset's own, for a rule that says "ruleset"; else the value."""
    return None if value == "ruleset" else value


def _taking(rules):
    return own(rules["last_tiles"]), own(rules["dead_wall"]), rules["replacements"]


def _clean(game):
    """Forgets what belongs to one phase or one hand."""
    game["rolls"] = []
    game["lot"] = None  # a random order that a ceremony uses, hidden until it does
    game["entered"] = []  # seats entered, or how many were drawn
    game["tail"] = 0  # replacement tiles taken
    game["kongs"] = 0
    game["result"] = None
    game["by"] = None  # who ended the hand
    return game


def due(game):
    """What is awaited: {"do", "who": seats, and for a roll "dice"}; not for the phases of ceremony.py."""
    phase = game["phase"]
    if phase == "cut":
        return {"do": "cut", "who": [seat for seat in game["taken"] if seat not in game["closed"]]}
    if phase == "break":
        rules = game["rules"]
        roll = breaking.next_roll(rules["ruleset"], game["layout"], dealer(game), game["rolls"], game["chosen"])
        if roll is not None:
            return {"do": "roll", "who": [roll[0]], "dice": roll[1]}
    return {"do": {"play": "result", "result": "lift", "over": "new"}.get(phase, "wait"), "who": []}


def dealer(game):
    """The dealer's seat, None while there is none yet."""
    return game["deal"]["dealer"] if game["deal"] else None


def closed(game, seat=None):
    """A player has cut, or (None) all have. Seats come next when the last one has."""
    game = dict(game)
    game["closed"] = game["taken"] if seat is None else game["closed"] + [seat]
    if len(game["closed"]) == len(game["taken"]):
        game["phase"] = "seats"
    return game


def dealt_by(game, seat, roll, layout):
    """The first dealer is chosen, by `roll` or without one: his first hand begins."""
    game = _clean(dict(game))
    game["deal"] = rounds.start(seat)
    game["chosen"] = list(roll) if isinstance(roll, (list, tuple)) else None
    return _to_break(game, layout)


def _to_break(game, layout):
    game["phase"] = "break"
    game["layout"] = list(layout)
    rules = game["rules"]
    again = breaking.reused(rules["ruleset"], game["chosen"])
    if again is not None:
        game["rolls"] = [list(again)]
        game["phase"] = "play"
    return game


def rolled(game, faces, layout):
    """The roll that was due in the phase `break`; `layout` are the walls as they stand now."""
    game = dict(game)
    if not game["rolls"]:
        game["layout"] = list(layout)
    game["rolls"] = game["rolls"] + [list(faces)]
    game["winds"] = None
    if due(game)["do"] != "roll":
        game["phase"] = "play"
    return game


def broken(game):
    """Where the wall is broken (breaking.break_wall), or None while rolls are due."""
    if game["phase"] not in ("play", "result"):
        return None
    return breaking.break_wall(game["rules"]["ruleset"], game["layout"], dealer(game), game["rolls"])


def dealt(game):
    """Who takes what (deal.deal); only when the wall is broken."""
    at = broken(game)
    rules = game["rules"]
    return deal.deal(rules["ruleset"], game["layout"], dealer(game), at["owner"], at["left"], *_taking(rules))


def marks(game):
    """The places that a player looks for now: {"next", "tail", "indicators", "dead"}.

    `next` is drawn after the deal, `tail` the next replacement tile, both (seat, stack, tier); `indicators` those
    shown; `dead` the stacks (seat, stack) of the dead wall, an odd tile's stack with it.
    """
    at = broken(game)
    rules = game["rules"]
    layout, owner, left = game["layout"], at["owner"], at["left"]
    shown = breaking.ruleset(rules["ruleset"]).get("indicator", False)
    dead = deal.dead_tiles(deal.dead_wall(rules["ruleset"], own(rules["dead_wall"])), game["kongs"])
    from_tail = deal.replacement
    return {
        "next": dealt(game)["next"],
        "tail": from_tail(layout, owner, left, game["tail"], rules["replacements"], shown),
        "indicators": [deal.indicator(layout, owner, left, i) for i in range(game["kongs"] + 1)] if shown else [],
        "dead": [from_tail(layout, owner, left, 2 * i)[:2] for i in range((dead + 1) // 2)],
    }


def replaced(game, kong):
    """A replacement tile was taken, for a flower or for a kong."""
    if kong and game["kongs"] >= deal.INDICATORS - 1:
        raise ValueError("there are no more than %d kongs in a hand" % (deal.INDICATORS - 1))
    if game["tail"] >= 2 * sum(game["layout"]) // 4:
        raise ValueError("so many tiles cannot have been replaced")
    game = dict(game)
    game["tail"] += 1
    game["kongs"] += 1 if kong else 0
    return game


def winds(game):
    """The seat winds by seat, None at an empty one or while there is no dealer."""
    east = dealer(game)
    if east is None:
        return [None] * 4
    at = broken(game)
    if at is not None and game["rules"]["seat_winds"] == "broken-wall":
        east = at["owner"]
    return seats.winds(east, tuple(game["taken"]))


# -- the end of a hand -----------------------------------------------------------------------------------------------


def effect(game, result):
    """What a result does to the deal: "stays", "next", "winner" or "no draw"; ValueError for one that cannot be."""
    if not isinstance(result, str) and seats.check_seat(result) not in game["taken"]:
        raise ValueError("seat %d is empty and cannot win" % result)
    return rounds.effect(game["deal"], result, game["rules"]["policy"], draws(game["rules"]))


def ended(game, result, by):
    """A hand's result, not counted yet; `by` is the seat that told it, None for a laptop."""
    if effect(game, result) == "no draw":
        raise ValueError("by these rules %s is no draw: play goes on" % result)
    game = dict(game)
    game.update(phase="result", result=result, by=by)
    return game


def next_kind(game):
    """The next kind of draw that these rules know, after the one that is the result."""
    at = KINDS.index(game["result"])
    for step in range(1, len(KINDS) + 1):
        kind = KINDS[(at + step) % len(KINDS)]
        if effect(game, kind) != "no draw":
            return kind
    return game["result"]


def taken_back(game):
    """The state without the last thing that players entered; ValueError when nothing can be taken back."""
    rules = game["rules"]
    again = dict(game)
    if game["phase"] == "result":
        again.update(phase="play", result=None, by=None)
        return again
    if game["phase"] == "break" and not game["rolls"] and not game["deal"]["hands"]:
        if rules["first_dealer"] == "entered":
            again.update(phase="dealer", deal=None)
            return again
        if rules["first_dealer"] == "east":
            game, again["deal"] = dict(game), None
            game["phase"] = "dealer"
    if game["number"] == 0 and rules["seating"] == "entered" and not game["rolls"]:
        if game["phase"] == "dealer" and game["winds"]:
            order = sorted(game["taken"], key=lambda seat: game["winds"][seat])
            again.update(phase="seats", entered=order[:-2], winds=None, lot=None, east=game["taken"][0], base=None)
            again["players"] = [seat if seat in game["taken"] else None for seat in range(4)]
            return again
        if game["phase"] == "seats" and game["entered"]:
            again["entered"] = game["entered"][:-1]
            return again
    raise ValueError("there is nothing to take back")


def after(game):
    """The deal (table.game.rounds) as it will be when the result counts."""
    rules = game["rules"]
    over = rules["game_minutes"] and game["seconds"] >= 60 * rules["game_minutes"]
    return rounds.after(
        game["deal"],
        game["result"],
        rules["policy"],
        tuple(game["taken"]),
        draws(rules),
        rules["keep_repeat"],
        rules["rounds"],
        bool(over),
    )


def counted(game, layout):
    """The result counts: the next hand, or the game is over."""
    found = after(game)
    winner = game["winner"] if isinstance(game["result"], str) else game["result"]
    game = _clean(dict(game))
    game.update(deal=found, winner=winner, chosen=None)
    if found["finished"]:
        game["phase"] = "over"
        return game
    return _to_break(game, layout)


def agreed(game):
    """The players end the game by agreement; a result that was shown counts."""
    if game["phase"] == "result":
        game = counted(game, game["layout"])
    game = _clean(dict(game))
    game["phase"] = "over"
    return game
