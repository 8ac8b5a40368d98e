"""Moving the deal on: who deals next, the repeat counter, rounds and games.

The state of a game is a dictionary:
{"dealer": seat, "round_wind": 0-3, "repeat": the repeat counter, "finished": bool, "deals": deals in a row by this
dealer, "passed": deals passed in this round, "rounds": rounds finished, "hands": hands played}.
"""

from . import seats

# policy: (the dealer wins, another wins, a draw, most deals in a row or 0, whether there are rounds)
POLICIES = {
    "traditional": ("stays", "next", "stays", 0, True),
    "draw-passes": ("stays", "next", "next", 0, True),
    "competition": ("next", "next", "next", 0, True),
    "at-most-three": ("stays", "next", "stays", 3, True),
    "winner-deals": ("stays", "winner", "stays", 0, False),
}

# A hand without a winner. What each kind does is a setting: one of EFFECTS.
DRAWS = (
    "draw",  # the wall is exhausted
    "four-winds",  # four like winds discarded in the first turn
    "four-kongs",  # a fourth kong, not all of one player
    "three-winners",  # three winners on one tile
)
EFFECTS = ("policy", "stays", "passes", "no draw")
# The players say it for this one hand (where it depends on their tiles, as with a waiting dealer in Japan).
SAID = {"draw-stays": "stays", "draw-passes": "passes"}


def start(dealer=0):
    """The state of a new game, the first dealer given."""
    return {
        "dealer": seats.check_seat(dealer),
        "round_wind": 0,
        "repeat": 0,
        "finished": False,
        "deals": 1,
        "passed": 0,
        "rounds": 0,
        "hands": 0,
    }


def effect(state, result, policy, draws=None):
    """What a result does to the deal: "stays", "next", "winner", or "no draw" when it changes nothing.

    `result` is the winner's seat, a kind of DRAWS or one of SAID; `draws` gives an effect for kinds of DRAWS, the
    rest following the policy.
    """
    if policy not in POLICIES:
        raise ValueError("there is no policy %s; known: %s" % (policy, ", ".join(sorted(POLICIES))))
    dealer_wins, another_wins, drawn, most, _ = POLICIES[policy]
    if not isinstance(result, str):
        move = dealer_wins if seats.check_seat(result) == state["dealer"] else another_wins
    elif result in SAID or result in DRAWS:
        move = SAID.get(result) or (draws or {}).get(result, "policy")
        if move not in EFFECTS:
            raise ValueError("%s does nothing to the deal; known: %s" % (move, ", ".join(EFFECTS)))
        move = {"policy": drawn, "passes": "next"}.get(move, move)
    else:
        raise ValueError("a hand ends with a seat or one of %s, not %s" % (", ".join(DRAWS + tuple(SAID)), result))
    if move == "stays" and most and state["deals"] >= most:
        return "next"
    return move


def after(state, result, policy="traditional", taken=(0, 1, 2, 3), draws=None, keep_repeat=False, rounds=4, over=False):
    """The state after a hand; the given one is not changed. A finished game stays as it is.

    `taken` are the seats where somebody plays: each passes the deal once in a round. `keep_repeat`: the repeat
    counter counts on when a draw passes the deal. `rounds` is the number of rounds in a game. `over`: the time set
    for the game has run out, so it ends with this hand. Under a policy without rounds only time or agreement ends it.
    """
    if not isinstance(result, str) and seats.check_seat(result) not in taken:
        raise ValueError("seat %d is empty and cannot win" % result)
    move = effect(state, result, policy, draws)
    state = dict(state)
    if state["finished"]:
        return state
    if move != "no draw":
        state["hands"] += 1
        _move(state, move, result, taken, keep_repeat)
        if move == "next" and POLICIES[policy][4]:
            _pass(state, len(taken), rounds)
        state["finished"] = state["finished"] or bool(over)
    return state


def _move(state, move, result, taken, keep_repeat):
    """Gives the deal to whoever has it next, and counts repeats."""
    if move == "stays":
        state["deals"] += 1
        state["repeat"] += 1
        return
    state["dealer"] = result if move == "winner" else seats.following(state["dealer"], taken)
    state["deals"] = 1
    state["repeat"] = state["repeat"] + 1 if keep_repeat and isinstance(result, str) else 0


def _pass(state, players, rounds):
    """Counts a passed deal: the round's wind goes on after each player has passed it once."""
    state["passed"] += 1
    if state["passed"] < players:
        return
    state["passed"] = 0
    state["rounds"] += 1
    state["finished"] = state["rounds"] >= rounds
    if not state["finished"]:  # the wind of the last round stands
        state["round_wind"] = state["rounds"] % 4
