"""The dice of a game: a chain of secrets is committed, the players cut, rolls are drawn, each hand's link is revealed.

Two rules hold at every instant, a power cut included: a link that may have been seen is never rolled with, and the
number of a roll is never used twice. So what a roll uses up is on the flash before anyone sees the roll. While it
moves the flash must not be written; when a job begins, before its first motor, numbers are therefore reserved for rolls
on the way. Those that a power cut leaves unused are skipped.
"""

import json
from binascii import hexlify, unhexlify
from time import ticks_diff, ticks_ms, ticks_us

from micropython import const

from table.entropy import EntropyError
from table.errors import Refusal
from table.fair import proof
from table.faults import Fault
from table.store.kept import Kept

HANDS = const(64)
_AHEAD = const(16)  # rolls that can be made while one job runs
_FIRST_MS = const(60_000)  # the dice keys cut for so long after `open_cut` …
_NEXT_MS = const(10_000)  # … and after each cut
_MOST = const(15)


class Fair:
    """`root` is the folder ("" or "/" on the table), `entropy` an Entropy, `journal` a Journal; `latch` takes faults.

    Where "moving" stands below, a job runs: it is told by the events.
    """

    def __init__(self, root, entropy, journal, events, latch, live=None):
        self._kept = Kept(root.rstrip("/") + "/fair", live, live.fair if live else None)
        self._entropy = entropy
        self.journal = journal
        self._events = events
        self._latch = latch
        self._state = None  # of the chain, as in the file
        self._key = None  # the link of this hand
        self._jobs = []  # numbers of the running ones
        self._closing = False  # the hand has ended; its link is told when the table stands still
        self._cut_ms = None  # until when the dice keys cut: (ticks_ms, for how long), None: they roll
        journal.base = self._base
        events.listen(self._on_event)

    # -- power-up ------------------------------------------------------------------------------------------------

    def load(self):
        """Read what was saved; what is wrong with it, as a list of texts. Never raises for a bad file."""
        data, problems = self._kept.read()
        self._state = self._key = None
        if problems:
            # The other generation may be one roll behind: rolling with it again could repeat a number.
            problems.append("dice: a new chain is drawn")
        elif data is not None:
            try:
                state = json.loads(data)
                state["used"] = max(state["used"], state["reserved"])
                if len(unhexlify(state["secret"])) == 32 and 0 < state["hand"] <= state["hands"] + 1:
                    self._state = state
            except (ValueError, KeyError, TypeError):
                problems.append("dice: the chain cannot be understood, a new one is drawn")
        return problems + self.journal.load()

    def begin(self, **about):
        """After `load`: the noise is tested, the journal told of the start, a chain drawn if there is none."""
        try:
            self._entropy.start()
        except EntropyError as error:
            self._failed(error)
        fields = self._base()
        fields.update(about)
        try:
            self.journal.append("boot", **fields)
            if self._state is None and not self._latched():
                self.commit()
        except Refusal as error:
            self._warn(error)
        self.save()

    # -- the ceremony --------------------------------------------------------------------------------------------

    def commit(self, hands=HANDS):
        """Draw a new chain for `hands` hands (1-256): all their rolls are fixed but for the cuts. Raises Refusal."""
        self._refuse_in_hand("a new chain")
        self._refuse_moving()
        try:
            secret = self._entropy.secret()
        except EntropyError as error:
            self._failed(error)
            raise self._refusal() from None
        self._keep(
            {
                "hands": hands,
                "secret": hexlify(secret).decode(),
                "anchor": hexlify(proof.link(secret, hands, 0)).decode(),
                "hand": 1,
                "used": 0,
                "reserved": 0,
                "cuts": [0, 0, 0, 0],
                "was": self._state and self._state["was"],
            }
        )
        self._closing = False
        self._cut_ms = None
        told = {"chain": self.chain, "hands": hands, "anchor": self._state["anchor"]}
        self.journal.append("commit", **told)
        self.journal.save()
        self._events.emit("commit", **told)

    def open_cut(self):
        """From now on a dice key cuts: for a minute, then for ten seconds after each press. Raises Refusal as `cut`."""
        self._refuse_used()
        self._cut_ms = (ticks_ms(), _FIRST_MS)

    def close_cut(self):
        self._cut_ms = None

    @property
    def cutting(self):
        """Whether a dice key cuts instead of rolling."""
        if self._cut_ms is not None and ticks_diff(ticks_ms(), self._cut_ms[0]) >= self._cut_ms[1]:
            self._cut_ms = None
        return self._cut_ms is not None

    def press(self, seat):
        """A dice key: True if it was a cut, False if it is a roll."""
        if not self.cutting:
            return False
        self.cut(seat)
        self._cut_ms = (ticks_ms(), _NEXT_MS)
        return True

    def cut(self, seat, count=None):
        """Set a seat's cut (0-15), or count it on by one (past 15 comes 0).

        Raises Refusal once this chain was rolled with: who cuts later knows the cuts of the others.
        """
        self._refuse_used()
        state = self._usable()
        cuts = list(state["cuts"])
        cuts[seat] = (cuts[seat] + 1) % (_MOST + 1) if count is None else count
        state["cuts"] = cuts
        self._events.emit("cut", seat=seat, count=cuts[seat], cuts=cuts)

    def roll(self, count, **about):
        """The faces of `count` dice (1-3). `about` goes into the journal. Raises Refusal."""
        key = self._next()
        state = self._state
        faces = proof.faces(key, state["hand"], state["used"], state["cuts"], count)
        self._note("roll", dice=faces, **about)
        return faces

    def lot(self, count, **about):
        """The numbers 0 to `count` - 1 (at most 32) in random order; `about` goes into the journal. Raises Refusal."""
        key = self._next()
        state = self._state
        order = proof.lot(key, state["hand"], state["used"], state["cuts"], count)
        self._note("lot", order=order, **about)
        return order

    def reveal(self):
        """The hand is over: tell its link, go on to the next one; when the table moves, as soon as it stands still.

        A hand without a roll keeps its link. Never raises: what cannot be saved is not told, but tried again later.
        """
        state = self._state
        if state is None or not state["used"] or state["hand"] > state["hands"]:
            return
        self._closing = True
        if self._jobs:
            return
        told = {"chain": self.chain, "hand": state["hand"], "link": hexlify(self._link()).decode()}
        after = dict(state)
        after.update(hand=state["hand"] + 1, used=0, reserved=0, was=[told["chain"], told["hand"], told["link"]])
        try:
            self._keep(after)
            self._closing = False
            self.journal.append("reveal", **told)
            self.journal.save()
        except Refusal as error:
            self._warn(error)
        if self._closing:
            return
        self._events.emit("reveal", **told)
        if after["hand"] > after["hands"]:
            try:
                self.commit(after["hands"])
            except Refusal as error:
                self._warn(error)

    # -- what is known -------------------------------------------------------------------------------------------

    @property
    def chain(self):
        """The chain's name: the first eight digits of its anchor; None while there is none."""
        return self._state and self._state["anchor"][:8]

    def status(self):
        """What may be known of the dice, as a dict."""
        state = self._state
        if state is None:
            return {"chain": None}
        return {
            "chain": self.chain,
            "anchor": state["anchor"],
            "hands": state["hands"],
            "hand": state["hand"],
            "rolls": state["used"],
            "cuts": state["cuts"],
            "cutting": self.cutting,
            "revealed": state["was"],
        }

    def save(self):
        """Write the lines of the journal that wait, unless the table moves. Never raises."""
        if not self._jobs:
            try:
                self.journal.save()
            except Refusal as error:
                self._warn(error)

    # -- inside --------------------------------------------------------------------------------------------------

    def _base(self):
        state = self._state
        if state is None:
            return {}
        return {
            "anchor": state["anchor"],
            "hands": state["hands"],
            "hand": state["hand"],
            "used": state["used"],
            "was": state["was"],
        }

    def _link(self):
        if self._key is None:
            state = self._state
            self._key = proof.link(unhexlify(state["secret"]), state["hands"], state["hand"])
        return self._key

    def _usable(self):
        """The state, of a chain with a hand left."""
        if self._latched():
            raise self._refusal()
        if self._state is None or self._state["hand"] > self._state["hands"]:
            self.commit()
        return self._state or {}

    def _next(self):
        """Use up the number of the next roll, for good; the hand's link."""
        state = self._usable()
        number = state["used"] + 1
        if not self._jobs:
            after = dict(state)
            after.update(used=number, reserved=number)
            self._keep(after)
        elif number > state["reserved"]:
            raise Refusal("state", "too many rolls while the table moves", "roll again when it stands still")
        else:
            state["used"] = number
        self._cut_ms = None
        return self._link()

    def _note(self, event, **fields):
        state = self._state
        self.journal.append(
            event, chain=self.chain, hand=state["hand"], roll=state["used"], cuts=state["cuts"], **fields
        )
        if not self._jobs:
            self.journal.save()

    def _keep(self, state):
        """Write `state`, then believe it. StorageError leaves everything as it was."""
        self._kept.write(json.dumps(state).encode())
        if self._state is None or (state["secret"], state["hand"]) != (self._state["secret"], self._state["hand"]):
            self._key = None
        self._state = state

    def _refuse_in_hand(self, what):
        if self._state is not None and self._state["used"]:
            raise Refusal("refused", "%s: dice were rolled in this hand" % what, "first the hand ends: raise the dome")

    def _refuse_used(self):
        self._refuse_in_hand("cutting")
        if self._state is not None and 1 < self._state["hand"] <= self._state["hands"]:
            raise Refusal(
                "refused", "these dice were cut before their first roll", "commit draws new ones, to be cut anew"
            )

    def _refuse_moving(self):
        if self._jobs:
            raise Refusal("state", "a chain is not drawn while the table moves", "try again when it stands still")

    def _latched(self):
        return any(fault.name == "entropy" for fault in self._latch.faults)

    def _refusal(self):
        return Refusal("fault", "the noise behind the dice has failed its test", "clear the fault to test it again")

    def _failed(self, error):
        self._latch.add(Fault(7, 2, None, "dice", error.test, error.count, error.limit, "bytes"))

    def _warn(self, error):
        self._latch.warn(Fault(9, 5, None, "dice", error.message, unit=""))

    def _on_event(self, n, name, fields):
        if name == "key":
            self._entropy.stir(ticks_us())
        elif name == "job":
            self._note_stir(fields.get("result"))
            self._on_job(fields["id"], fields["state"] == "running")
        elif name == "fault":
            where = {part: fields[part] for part in ("code", "sub", "side", "part")}
            self.journal.append("fault", spare=True, **where)

    def _note_stir(self, result):
        """How a sort was stirred before its first tile; `result` is that of any job, or None."""
        if type(result) is dict and "stirred" in result:
            told = {"turns": result["stirred"], "reversals": result["reversed"], "paused": result["paused"]}
            self.journal.append("sort", spare=True, **told)

    def _on_job(self, number, runs):
        if runs and number not in self._jobs:
            if not self._jobs and self._state is not None:
                after = dict(self._state)
                after["reserved"] = after["used"] + _AHEAD
                try:
                    self._keep(after)
                except Refusal as error:
                    self._warn(error)
            self._jobs.append(number)
        elif not runs and number in self._jobs:
            self._jobs.remove(number)
            if not self._jobs:
                self._rest()

    def _rest(self):
        """The table stands still again."""
        if self._closing:
            self.reveal()
        state = self._state
        if state is not None and state["reserved"] != state["used"]:
            after = dict(state)
            after["reserved"] = after["used"]
            try:
                self._keep(after)
            except Refusal as error:
                self._warn(error)
        self.save()
