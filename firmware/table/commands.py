"""What a table can be told to do, and in which states: one table for the keys, the link and the documents.

Pure data: imported by the firmware and, on a laptop, by the tool.
"""

STATES = (
    "starting",  # power-up checks; nothing moves
    "idle",  # dome down, no walls waiting below
    "moving",  # the dome or the lifts are moving
    "dome_open",  # dome up: the used set goes in
    "sorting",
    "paused",  # dome up in the middle of a sort, counts kept
    "ready",  # dome down, walls waiting below
    "fault",  # latched: cleared explicitly
    "stopped",  # emergency stop or "!": acknowledged explicitly
    "self_test",
)

AT_REST = ("idle", "dome_open", "ready")

# command: (states in which it is accepted, whether it moves something)
COMMANDS = {
    "dome": (("idle", "ready", "dome_open"), True),
    "sort": (("idle", "ready", "dome_open"), True),
    "raise": (("ready", "dome_open", "paused"), True),  # paused: only where the counts are lost
    "pause": (("sorting",), True),
    "resume": (("paused",), True),
    "dice": (("idle", "moving", "dome_open", "sorting", "paused", "ready"), False),
    "commit": (("idle", "dome_open", "paused", "ready"), False),
    "cut": (("idle", "moving", "dome_open", "sorting", "paused", "ready"), False),
    "journal": (("idle", "dome_open", "paused", "ready", "fault", "stopped"), False),  # reading takes its time
    "show": (("idle", "dome_open", "paused", "ready", "sorting", "moving"), False),
    "files": (("idle", "dome_open", "paused", "ready", "fault", "stopped"), False),
    "dealer": (("idle", "moving", "dome_open", "sorting", "paused", "ready", "fault", "stopped"), False),
    "break": (("idle", "moving", "dome_open", "sorting", "paused", "ready"), False),
    "clear": (("fault", "idle", "dome_open", "ready", "paused", "stopped", "self_test"), False),
    "acknowledge": (("stopped",), False),
    "test": (("idle", "ready", "dome_open", "fault", "stopped", "self_test"), True),
    "answer": (("self_test",), False),
    "import": (("idle", "dome_open", "ready", "paused", "fault", "stopped"), False),
    "tests": (("idle", "dome_open", "paused", "ready", "fault", "stopped", "self_test"), False),  # they are loaded
    "trend": (("idle", "dome_open", "paused", "ready", "fault", "stopped", "self_test"), False),
    "restart": (("idle", "dome_open", "ready", "paused", "fault", "stopped", "self_test"), False),
}


def allowed(command, state):
    """Whether `command` is accepted in `state`; a command without a row is accepted in every state."""
    row = COMMANDS.get(command)
    return row is None or state in row[0]
