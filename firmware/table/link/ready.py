"""Whether a stream has a byte, or room for one, without waiting."""

import select

IN = select.POLLIN
OUT = select.POLLOUT
_POLL = 3  # MicroPython's number of this question to a stream


def ready(stream, flag):
    """A function that tells whether `stream` can be read (IN) or written (OUT) without waiting.

    A stream written in Python (the tests' and the virtual table's) is asked itself: select.poll on a computer takes a
    millisecond for such.
    """
    ask = getattr(stream, "ioctl", None)
    if ask:
        return lambda: ask(_POLL, flag) & flag != 0
    poll = select.poll()
    poll.register(stream, flag)

    def polled():
        for _ in poll.ipoll(0):
            return True
        return False

    return polled
