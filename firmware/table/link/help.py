"""What each request is for, and each of its parameters: loaded when somebody asks, on the table and on a laptop."""

from table.checks import span
from table.link import requests

# A request and what it is for; below it its parameters. In a few strings, for a dict of dicts takes a controller three
# times the memory, and one string a piece of it that may not be there.
_TEXTS = (
    """
hello: Who the table is.
 protocol: The version of the protocol that the asker speaks.
status: What the table is doing.
settings: Read one setting or all.
 name: Which setting; all if left out.
set: Change a setting.
 name: Which setting.
 value: Its new value.
defaults: Set one setting, or all, back to the default.
 name: Which setting; all if left out.
tiles: Choose the tile set, or ask which one is used.
 set: A set that has a standard layout.
 layout: Stacks in front of east, south, west, north.
dome: Move the dome.
 to: Which way.
sort: Dome down, waiting walls up, the used set sorted.
raise: Raise the waiting walls.
pause: Pause sorting: everything stops and the dome rises.
resume: Lower the dome and go on sorting.
stop: Stop every motor at once.
""",
    """
acknowledge: Leave the state stopped, once the emergency stop is released.
dice: Roll the dice.
 count: How many dice; the setting if left out.
commit: Before a game: draw a new chain of secrets, show its end, let the players cut.
 hands: For how many hands; 64 if left out.
cut: Cut the dice, or ask who has cut.
 seat: 0 east, 1 south, 2 west, 3 north.
 count: How often this seat has cut; one more if left out.
 open: Whether the dice keys cut from now on.
fair: What has been committed, cut and revealed.
journal: Read the journal, page by page.
 from: The place that the answer before gave as next; 0: the oldest.
files: The program's files with their SHA-256, page by page.
 first: Number of the file to begin with.
""",
    """
show: Show a hash as colours along the walls, to compare without trusting a screen.
 what: Whose first eight digits.
dealer: Name the dealer, pass the deal on, or ask who deals.
 seat: 0 east, 1 south, 2 west, 3 north.
 next: Pass the deal on.
break: Where the wall is broken.
 rolls: The sums or the dice; the last rolls if left out.
game: The game under way, or a step of it.
 do: A step of the game; the game as it is if left out.
 seat: Who begins, cuts, sits, deals or won.
 draw: The kind of a drawn hand.
 winds: By seat, the wind of whoever sits there.
wall: Where the tiles of this hand lie.
 seat: Whose dealt tiles are listed too.
rules: The house rules: settings for the next game.
""",
    """
preset: Set all house rules and the tile set to those of a usual game.
 name: Which; if left out, which one the rules are.
export: Copy a part of what the table knows, to be put back with import.
 part: Which part.
import: Put back a part that was exported; all of it, or nothing when it does not fit.
 part: Which part.
 value: As export gave it.
 check: Only look whether it fits; nothing changes.
faults: Standing faults and warnings.
clear: Clear the faults; nothing moves.
job: How a job went.
 id: The job's number.
inputs: What every key and sensor reads.
tests: The self-tests.
 first: Which row to begin with; what the answer before gave as next.
""",
    """
test: Run a self-test.
 name: Its name, or its number.
 seconds: How long it waits for a person; 60 if left out.
 side: For a test of one side that is not named in full.
answer: Answer what a self-test asks.
 yes: The answer.
wear: What the table has done in its life.
trend: How times and light barriers changed over its life, page by page.
 first: Which row to begin with; what the answer before gave as next.
counters: What the table has counted.
events: Switch events on or off.
 on: Whether events are sent.
log: The last lines of the log.
 before: Those from before this start, why it was started, the last fault.
restart: Restart the controller.
 mode: update: without watchdog, ready for new firmware.
help: List the requests, or explain one.
 name: A request.
""",
    """
rpc.discover: This interface as an OpenRPC document.
""",
)


def names():
    """The requests that are explained, in order."""
    return [line.partition(":")[0] for text in _TEXTS for line in text.split("\n") if line and line[0] != " "]


def find(name):
    """(what the request is for, {parameter: what it is for}). Raises KeyError."""
    for text in _TEXTS:
        at = text.find("\n%s: " % name)
        if at >= 0:
            lines = _lines(text, at + 1)
            _, what = next(lines)
            return what, dict(lines)
    raise KeyError(name)


def _lines(text, at):
    """Yield (name, text) of the request whose line begins at `at`, then of its parameters."""
    while True:
        end = text.find("\n", at)
        name, _, what = text[at:end].strip().partition(": ")
        yield name, what
        at = end + 1
        if text[at : at + 1] != " ":
            return


def about(row):
    """The answer to `help` for a request's row, or for None: which there are."""
    if row is None:
        return {"requests": [one[0] for one in requests.REQUESTS]}
    text, params = find(row[0])
    told = {param[0]: "%s: %s" % (span(param[1], param[3], param[2]), params[param[0]]) for param in row[1]}
    return {"name": row[0], "help": text, "params": told}
