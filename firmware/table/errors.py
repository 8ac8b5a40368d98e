"""Why a command is not carried out: one exception that the keys and the link tell in their own ways."""

# kind: JSON-RPC error code (docs/link.md)
KINDS = {
    "parse": -32700,
    "invalid": -32600,
    "unknown": -32601,
    "checksum": -32001,
    "too_long": -32002,
    "state": -32010,
    "busy": -32011,
    "fault": -32012,
    "stopped": -32013,
    "refused": -32014,
    "storage": -32015,
    "hardware": -32016,
    "params": -32602,
    "internal": -32603,
}


class Refusal(Exception):
    """A command that is not carried out; nothing has moved and nothing has changed.

    `kind` is a key of KINDS, `message` one English sentence, `hint` what to do next, `data` further fields.
    """

    def __init__(self, kind, message, hint="", data=None):
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.hint = hint
        self.data = data or {}


def no_memory():
    """The Refusal of what met a MemoryError."""
    hint = "restart the table; an image with the program in it has room"
    return Refusal("internal", "this needs more memory than there is in one piece", hint)
