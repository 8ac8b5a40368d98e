"""Time, in milliseconds, by ticks alone: the counter wraps, so differences are all that counts."""

from time import ticks_diff, ticks_ms


def since(start):
    """Milliseconds from `start` (a ticks_ms value less than 149 hours old) until now."""
    return ticks_diff(ticks_ms(), start)
