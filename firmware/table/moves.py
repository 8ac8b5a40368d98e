"""What keys and requests do to a game: steps of match.py, with rolls and lots from the committed dice.

Every method that changes something raises Refusal, and then nothing has changed. A change is saved at once when nothing
moves; while a job runs, at its end.
"""

from table.errors import Refusal
from table.game import seats
from table.play import ceremony, match

_HINTS = {
    "cut": "each player presses his dice key 0 to 15 times, then his hand key",
    "roll": "whose turn it is to roll presses his dice key",
    "draw": "whose turn lamp is lit presses his dice key and draws his wind",
    "enter": "the players press their hand keys: east, south, west; or the dealer his",
    "spin": "east presses his dice key",
    "result": "the hand is being played: the winner presses his hand key, or holds it for a draw",
    "lift": "a lift key counts the result; the same hand key takes it back",
    "new": "the game is over: a hand key held for three seconds begins the next",
    "wait": "",
}


class Moves:
    """Of a play.Play, which knows the game."""

    def __init__(self, play):
        self._play = play
        self._memory = play.memory
        self._settings = play.settings
        self._events = play.events
        self._fair = play.fair

    # -- what is known -------------------------------------------------------------------------------------------

    def status(self):
        """The game as the link tells it, as a dict."""
        game = self._play.game
        deal = game["deal"] or {}
        due = self._play.due()
        told = {"phase": game["phase"], "do": due["do"], "who": due["who"], "dice": due.get("dice")}
        told["number"] = game["number"] + 1
        for name in ("players", "east", "rolls", "result"):
            told[name] = game[name]
        if game["phase"] == "cut":
            told["cuts"] = self._play.cuts()
        told["given"] = game["winds"]
        told["dealer"] = deal.get("dealer")
        told["round"] = deal.get("round_wind")
        told["repeat"] = deal.get("repeat")
        told["hand"] = deal.get("hands", 0) + 1
        told["winds"] = match.winds(game)
        told["minutes"] = game["seconds"] // 60
        told["next"] = None
        if game["phase"] == "result":
            after = match.after(game)
            told["next"] = {"dealer": after["dealer"], "repeat": after["repeat"], "over": after["finished"]}
        return told

    def wall(self, seat=None):
        """Where tiles lie in this hand: match.marks, the break, and the tiles that `seat` was dealt."""
        game = self._running()
        if match.broken(game) is None:
            raise self._refusal("the wall is not broken yet", self._play.due())
        told = match.broken(game)
        told.update(match.marks(game))
        if seat is not None:
            told["tiles"] = match.dealt(game)["hands"][seat]
        return told

    # -- the game begins and ends --------------------------------------------------------------------------------

    def new(self, seat):
        """A game begins: its dice are committed, then cut. After a game it is the next one of the match."""
        game = self._play.game
        if game and game["phase"] != "over":
            raise Refusal("state", "a game is under way", "game.end, or two hand keys held for three seconds, ends it")
        if not self._play.resting():
            raise Refusal("busy", "the table is moving", "begin the game when it stands still")
        self._play.make_room()
        layout = self._settings.get("layout")
        begun = _legal(match.begin, self._settings.rules(), layout, seat, game)
        begun["layout"] = self._walls(begun)
        self._fair.reveal()
        self._fair.commit()
        self._play.hand.forget_rolls()
        self._note("begin", seat=seat, rules=self._settings.crc(), number=begun["number"])
        self._put(begun)

    def end(self):
        """The players end the game by agreement; after its end, or before its first hand, the table is without one."""
        game = self._running()
        self._note("end", hands=game["deal"]["hands"] if game["deal"] else 0)
        self._fair.reveal()
        if game["phase"] == "over" or not game["deal"]:
            self._put(None)
        else:
            self._put(_legal(match.agreed, game))

    # -- keys ----------------------------------------------------------------------------------------------------

    def dice_key(self, seat, by="key"):
        """A dice key, or the request `dice`, for what is awaited from that seat. The faces if it was a roll."""
        game = self._running()
        due = self._play.due()
        do = due["do"]
        if do not in ("cut", "roll", "draw", "spin"):
            raise self._refusal("no roll is due", due)
        if seat not in due["who"]:
            raise self._refusal("it is not this player's turn", due)
        if do == "cut":
            self._fair.cut(seat)
            return None
        if do != "roll":
            game = self._advanced(ceremony.entered(game, seat))
            self._put(game, match.dealer(game) if do == "spin" else None)
            return None
        faces = self._fair.roll(due["dice"], by=by, seat=seat)
        at = self._fair.status()
        self._events.emit("roll", dice=faces, sum=sum(faces), by=by, seat=seat, hand=at["hand"], number=at["rolls"])
        if game["phase"] == "break":
            self._put(match.rolled(game, faces, self._walls(game)))
        else:
            self._put(self._advanced(ceremony.rolled(game, faces)))
        return faces

    def hand_key(self, seat):
        """A hand key pressed shortly: "I won", and the answers that a ceremony asks for."""
        game = self._running()
        due = self._play.due()
        phase = game["phase"]
        if due["do"] in ("cut", "enter"):
            if seat not in due["who"]:
                if phase == "seats" and game["entered"][-1:] == [seat]:
                    self.undo()
                    return
                raise self._refusal("this player has answered already", due)
            self.close(seat) if phase == "cut" else self.enter(seat)
        elif phase == "play":
            self.result(seat, seat)
        elif phase == "result" and game["by"] == seat:
            if isinstance(game["result"], str):
                self._put(match.ended(game, match.next_kind(game), seat))
            else:
                self.undo()
        elif phase == "result":
            raise Refusal("refused", "another player's result is shown", _HINTS["lift"], {"who": _who(game["by"])})
        elif phase == "break":
            self.undo()
        else:
            raise self._refusal("no hand is being played", due)

    def hand_key_held(self, seat):
        """A hand key held for a draw, or to take back."""
        phase = self._play.phase
        if phase == "play":
            self.result("draw", seat)
        elif phase == "cut":
            self.close(None)
        else:
            self.undo()

    # -- steps ---------------------------------------------------------------------------------------------------

    def cut(self, seat, count=None):
        """Set a player's cut, 0 to 15, or count it on by one."""
        self._in("cut")
        if seat not in self._play.due()["who"]:
            raise self._refusal("this player has cut, or nobody sits there", self._play.due())
        self._fair.cut(seat, count)

    def close(self, seat):
        """A player has cut; None: all have."""
        game = self._in("cut")
        if seat is not None and seat not in self._play.due()["who"]:
            raise self._refusal("this player has cut, or nobody sits there", self._play.due())
        game = match.closed(game, seat)
        game["cuts"] = self._play.cuts()
        self._put(self._advanced(game))

    def enter(self, seat):
        """A seat that the players say: the next wind's, or the dealer's."""
        game = self._running()
        due = self._play.due()
        if due["do"] != "enter":
            raise self._refusal("nobody is to be entered now", due)
        if seat not in due["who"]:
            raise self._refusal("this seat is empty, or was entered already", due)
        self._put(self._advanced(ceremony.entered(game, seat)))

    def seat(self, winds):
        """All winds at once: by seat 0 to 3, of whoever sits there; any number at an empty seat."""
        game = self._in("seats")
        if self._play.due()["do"] != "enter":
            raise self._refusal("seats are chosen by %s" % ceremony.method(game), self._play.due())
        taken = game["taken"]
        if sorted([winds[seat] for seat in taken]) != list(range(len(taken))):
            message = "the winds must be 0 to %d, each once" % (len(taken) - 1)
            raise Refusal("params", message, "by seat: the wind of whoever sits there", {"param": "winds"})
        game = dict(game)
        game["entered"] = sorted(taken, key=lambda seat: winds[seat])[:-1]
        self._put(self._advanced(game))

    def draw(self):
        """Whose turn it is draws his wind, or starts the roulette."""
        self._running()
        due = self._play.due()
        if due["do"] not in ("draw", "spin"):
            raise self._refusal("no wind is to be drawn", due)
        self.dice_key(due["who"][0], "link")

    def result(self, result, by=None):
        """How the hand ended: the winner's seat or a kind of draw. What it does to the deal: see match.effect."""
        game = self._in("play")
        what = _legal(match.effect, game, result)
        if what != "no draw":
            self._put(match.ended(game, result, by))
        return what

    def undo(self):
        """Take back what players entered last: a result not counted yet, a seat, a dealer."""
        self._put(_legal(match.taken_back, self._running()))

    def next(self):
        """The result counts: the hand's dice are revealed, the deal moves on."""
        game = self._in("result")
        deal = game["deal"]
        self._note("result", result=game["result"], dealer=deal["dealer"], hand=deal["hands"] + 1)
        self._fair.reveal()
        self._put(match.counted(game, self._walls(game)))

    def replaced(self, kong):
        """A replacement tile was taken."""
        self._put(_legal(match.replaced, self._in("play"), kong))

    # -- inside --------------------------------------------------------------------------------------------------

    def _running(self):
        game = self._play.game
        if not game:
            raise Refusal("state", "there is no game", "game.new, or a hand key held for three seconds, begins one")
        return game

    def _in(self, phase):
        game = self._running()
        if game["phase"] != phase:
            messages = {
                "cut": "dice are cut before the game",
                "seats": "seats are chosen before the game",
                "play": "a result is shown already" if game["phase"] == "result" else "no hand is being played",
                "result": "no result is shown",
            }
            raise self._refusal(messages[phase], self._play.due())
        return game

    def _refusal(self, message, due):
        """Out of turn: whose turn it is goes with it, for the lamps."""
        text = message
        if due["who"]:
            text += ": it is the turn of " + ", ".join([seats.NAMES[seat] for seat in due["who"]])
        return Refusal("refused", text, _HINTS[due["do"]], {"do": due["do"], "who": due["who"]})

    def _walls(self, game):
        """The walls as they stand: those raised, or the set that was chosen."""
        for walls in (self._memory.get("raised"), self._settings.get("layout")):
            if walls and list(seats.occupied(walls)) == game["taken"]:
                return list(walls)
        return game["layout"]

    def _advanced(self, game):
        """Goes through everything that needs no player."""
        while game["phase"] in ("seats", "dealer"):
            step = ceremony.step(game)
            if "lot" in step:
                game = dict(game)
                game["lot"] = self._fair.lot(step["lot"])
                while not ceremony.lot_fits(game, game["lot"]):
                    game["lot"] = self._fair.lot(step["lot"])
            elif "found" not in step:
                break
            elif game["phase"] == "seats":
                game = ceremony.seated(game, step["found"])
                self._note("seated", players=game["players"], east=game["east"])
            else:
                found = step["found"]
                game = match.dealt_by(game, found["dealer"], found["roll"], self._walls(game))
                self._note("dealer", dealer=found["dealer"])
        return game

    def _put(self, game, spun=None):
        was = self._play.dealer
        self._memory.put("game", game)
        self._play.keep_loaded()
        if game and game["phase"] not in ("cut", "seats", "dealer") and self._play.resting():
            ceremony.forget()  # until the next game
        if game and game["deal"]:
            self._memory.put("dealer", match.dealer(game))
        if self._play.dealer != was and self._play.dealer is not None:
            self._events.emit("dealer", dealer=self._play.dealer)
        due = self._play.due() or {"do": None, "who": []}
        told = {"phase": self._play.phase, "do": due["do"], "who": due["who"]}
        if spun is not None:
            told["spun"] = spun
        self._events.emit("game", **told)
        self._play.keep()

    def _loaded(self):
        if self._ceremony is None:
            from table import ceremony

            self._ceremony = ceremony
        return self._ceremony

    def _note(self, what, **fields):
        """For the journal; a journal that is full keeps no game from going on."""
        try:
            self._fair.journal.append("game", spare=True, what=what, **fields)
        except Refusal:
            self._events.emit("log", text="the journal has no room")


def _who(seat):
    return [] if seat is None else [seat]


def _legal(function, *args):
    """The result of a function of the rules, whose ValueError becomes a Refusal."""
    try:
        return function(*args)
    except ValueError as error:
        raise Refusal("refused", str(error)) from None
