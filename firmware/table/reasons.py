"""Why a command is refused."""

from table import commands
from table.errors import Refusal


def refusal(cycle, command):
    """The Refusal of `command` in the state that the Cycle is in."""
    state = cycle.state
    if state == "paused" and command in ("resume", "raise"):
        return _paused(command, cycle.lost)
    reason = {
        "sorting": ("state", "tiles are being sorted", "both lift keys, or 'pause', pause the sort"),
        "moving": ("state", "the %s is moving" % (cycle.stage or "table"), "wait for its end"),
        "paused": ("state", "a sort is paused", "a lift key, or 'resume', goes on with it"),
        "fault": ("fault", _fault(cycle.first_fault), "remove the cause, then 'clear' or hold a lift key"),
        "stopped": ("stopped", cycle.cut or "stopped", "release the emergency stop, then 'acknowledge'"),
        "self_test": ("state", "a self-test is running", "wait for its end"),
        "starting": ("state", "the table is starting", "try again in a moment"),
    }.get(state, ("state", "not possible while the table is %s" % state, _possible(command)))
    return Refusal(reason[0], reason[1], reason[2], {"state": state})


def _paused(command, lost):
    """Why a sort that was cut does not go on, or one that could go on is not given up."""
    data = {"state": "paused", "lost": lost}
    if command == "raise":
        return Refusal("state", "a sort is paused", "a lift key, or 'resume', goes on with it", data)
    message = "how many stacks are below is not known"
    hint = (
        "take all tiles off the table top, then hold a lift key, or 'raise': what is below comes up; "
        "push it in and sort it anew"
    )
    return Refusal("state", message, hint, data)


def _possible(command):
    return "possible when: " + ", ".join(commands.COMMANDS[command][0])


def _fault(fault):
    if fault is None:
        return "a fault stands"
    return "fault %d.%d %s stands" % (fault.code, fault.sub, fault.name)
