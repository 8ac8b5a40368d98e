"""What the players see of a hand: who deals, what was rolled, where the wall is broken."""

from table.errors import Refusal
from table.later import Later

breaking = Later("table.game.breaking")


class Hand:
    """`memory` keeps the dealer and the rolls over power-off; `events` tells them; `fair` has the dice."""

    def __init__(self, memory, settings, events, fair):
        self._memory = memory
        self._settings = settings
        self._events = events
        self.fair = fair

    @property
    def dealer(self):
        return self._memory.get("dealer")

    @property
    def rolls(self):
        """The rolls of this hand that count for the break, each a list of faces."""
        return self._memory.get("rolls")

    @property
    def faces(self):
        """The last roll, or None."""
        return self.rolls[-1] if self.rolls else None

    def deal(self, seat):
        """Name the dealer (0-3). Raises Refusal for an empty seat."""
        layout = self._settings.get("layout")
        if not layout[seat]:
            raise Refusal("refused", "seat %d has no wall in this tile set, nobody sits there" % seat, "choose another")
        if seat != self.dealer:
            self._memory.put("dealer", seat)
            self._events.emit("dealer", dealer=seat)
        self._memory.put("rolls", [])

    def pass_deal(self):
        """The deal moves on to the next seat that is taken, counter-clockwise."""
        layout = self._settings.get("layout")
        seat = (self.dealer + 1) % 4
        while not layout[seat]:
            seat = (seat + 1) % 4
        self.deal(seat)

    def roll(self, count, by, seat=None):
        """Roll `count` dice. `by` is "key" or "link", `seat` whose key. Returns the faces; None: the key was a cut."""
        if by == "key" and self.fair.press(seat):
            return None
        faces = self.fair.roll(count, by=by, seat=seat)
        rolls = self.rolls
        if len(rolls) >= 2:  # the third roll begins anew
            rolls = []
        self._memory.put("rolls", rolls + [faces])
        at = self.fair.status()
        self._events.emit("roll", dice=faces, sum=sum(faces), by=by, seat=seat, hand=at["hand"], number=at["rolls"])
        return faces

    def forget_rolls(self):
        """A new hand: nothing was rolled yet; what the last one was rolled with is told."""
        if self.rolls:
            self._memory.put("rolls", [])
        self.fair.reveal()

    def broken(self, rolls=None):
        """Where the wall is broken, by the two-roll rule: {"owner", "left", "first": {"seat", "stack"}}.

        `rolls` are two sums (2-12) or all four dice; by default those of this hand. Raises Refusal.
        """
        if rolls is None:
            rolls = self.rolls
            if len(rolls) != 2 or len(rolls[0]) != 2 or len(rolls[1]) != 2:
                message = "two rolls of two dice are needed first"
                raise Refusal("refused", message, "roll the dice twice, or give the rolls")
        elif len(rolls) == 4:
            rolls = [rolls[:2], rolls[2:]]
        try:
            return breaking.break_wall("chinese-two-rolls", self._settings.get("layout"), self.dealer, rolls)
        except ValueError as e:
            raise Refusal("params", str(e), "two sums of 2 to 12, or four dice", {"param": "rolls"}) from None

    def shown(self):
        """The break of the rolls so far, or None while there is none."""
        try:
            return self.broken()
        except Refusal:
            return None
