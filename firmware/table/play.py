"""The game at the table: what is known of it, and the way to its moves (moves.py), which are loaded with a game.

While there is no game the table is as hand.py has it.
"""

from table.errors import Refusal
from table.game import seats
from table.later import Later, together

ceremony = Later("table.ceremony", "table.game.dealer", "table.game.seating")
match = Later("table.match", "table.game.breaking", "table.game.deal", "table.game.rounds")
steps = Later("table.moves")


class Play:
    """`hand` is the table without a game, `fair` the dice, `settings` the rules of the next game.

    `keep()` saves the state when nothing moves, `resting()` tells whether nothing does.
    """

    def __init__(self, memory, settings, events, hand, fair, keep, resting):
        self.memory = memory
        self.settings = settings
        self.events = events
        self.hand = hand
        self.fair = fair
        self.keep = keep
        self.resting = resting

    # -- what is known -------------------------------------------------------------------------------------------

    @property
    def game(self):
        """The state as match.py has it, or None while there is no game."""
        return self.memory.get("game")

    @property
    def phase(self):
        """A phase of match.PHASES, or None."""
        game = self.game
        return game["phase"] if game else None

    @property
    def dealer(self):
        """The dealer's seat, None in a game that has no dealer yet."""
        game = self.game
        return match.dealer(game) if game else self.hand.dealer

    @property
    def rolls(self):
        game = self.game
        return game["rolls"] if game else self.hand.rolls

    def due(self):
        """What is awaited: {"do", "who"} and for a roll "dice"; None while there is no game."""
        game = self.game
        if not game:
            return None
        if game["phase"] in ("seats", "dealer"):
            return ceremony.step(game)
        return match.due(game)

    def shown(self):
        """The break, or None."""
        game = self.game
        if not game:
            return self.hand.shown()
        return match.broken(game)

    def progress(self):
        """What a ceremony has given so far (ceremony.shown)."""
        game = self.game
        return ceremony.shown(game) if game["phase"] == "seats" else [None] * 4

    def cuts(self):
        return self.fair.status().get("cuts") or [0] * 4

    def rules_apply(self):
        """When a change of the house rules takes effect."""
        return "next game" if self.game and self.phase != "over" else "now"

    @property
    def moves(self):
        """What keys and requests do to a game: a moves.Moves."""
        return steps.Moves(self)

    def status(self):
        """The game as the link tells it, as a dict."""
        return self.moves.status() if self.game else {"phase": None}

    def check_layout(self, layout):
        """Refusal for a set of tiles that seats other players than the game under way."""
        game = self.game
        if game and list(seats.occupied(layout)) != game["taken"]:
            message = "a game of %d players is under way" % len(game["taken"])
            raise Refusal("refused", message, "end it first: game.end, or two hand keys held for three seconds")

    def begin(self):
        """After power-up: cuts that no roll has used yet are told to the dice again."""
        self.keep_loaded()
        game = self.game
        if game and game.get("cuts") and not self.fair.status().get("rolls"):
            for seat in range(4):
                try:
                    self.fair.cut(seat, game["cuts"][seat])
                except Refusal:
                    pass

    def make_room(self):
        """Before a game begins: what it needs is there, and memory to work with; else MemoryError, and no game."""
        try:
            together((steps, match))
        finally:
            self.keep_loaded()

    def keep_loaded(self):
        """While there is a game its moves stay loaded: each key is one."""
        match.keep = steps.keep = bool(self.game)

    def tick(self, seconds):
        """So much time has gone by."""
        game = self.game
        if game and game["deal"] and game["phase"] != "over":
            game["seconds"] += seconds
            self.memory.put("game", game)

