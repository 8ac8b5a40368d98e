"""Time, in milliseconds, by ticks alone: the counter wraps, so differences are all that counts."""

import asyncio
from time import sleep_ms, ticks_diff, ticks_ms


def since(start):
    """Milliseconds from `start` (a ticks_ms value less than 149 hours old) until now."""
    return ticks_diff(ticks_ms(), start)


def no_streams():
    """Let asyncio sleep between two tasks' turns, and not poll: for a program in which no task waits for a stream.

    Its own wait for streams takes 13 words for a frame, more than fit on the stack, twice a turn (see signals.py): one
    tenth of the controller's time, once its heap is in pieces.
    """
    core = getattr(asyncio, "core", None)
    queue = getattr(core, "_io_queue", None)  # since MicroPython 1.13; without it, all goes on as before
    if queue is not None:
        queue.wait_io_event = sleep_ms
