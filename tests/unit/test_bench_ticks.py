"""The control tick and the heap, on MicroPython."""

from queji.bench import speed


def test_a_control_tick_allocates_nothing():
    """Not even for a moment: a frame of more than 11 words would be put on the heap."""
    assert speed.script("ticks") == [{"bytes": 0}]
