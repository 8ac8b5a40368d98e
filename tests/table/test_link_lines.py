"""Bytes to lines: ends of line, lengths, the two urgent bytes, corrections by hand."""

import gc

from table.link import lines


def _feed(bytes_):
    """What happened, in order: lines as bytes, the rest as (event, count)."""
    assembler = lines.Lines()
    seen = []
    for byte in bytes_:
        what = assembler.feed(byte)
        if what == lines.LINE:
            seen.append(assembler.take())
        elif what != lines.NOTHING:
            seen.append((what, assembler.count))
    return seen


def test_every_end_of_line(w):
    assert _feed(b"a\nb\rc\r\nd\n\re\n\n\r\r\nf") == [b"a", b"b", b"c", b"d", b"e"]


def test_longest_line(w):
    assert _feed(b"x" * 1024 + b"\n") == [b"x" * 1024]
    assert _feed(b"x" * 1025 + b"\ny\n") == [(lines.TOO_LONG, 1025), b"y"]
    assert _feed(b"x" * 70000 + b"\r\ny\n") == [(lines.TOO_LONG, 70000), b"y"]


def test_urgent_bytes_only_at_the_start(w):
    assert _feed(b"?") == [(lines.STATUS, 0)]
    assert _feed(b"!") == [(lines.STOP, 0)]
    assert _feed(b"?!a?!\n!") == [(lines.STATUS, 0), (lines.STOP, 0), b"a?!", (lines.STOP, 0)]


def test_interrupt_anywhere_discards_the_half_line(w):
    assert _feed(b"so\x03status\n") == [(lines.INTERRUPT, 2), b"status"]
    assert _feed(b"x" * 3000 + b"\x03ok\n") == [(lines.INTERRUPT, 3000), b"ok"]


def test_a_person_corrects_himself(w):
    assert _feed(b"stx\x7fatus\n") == [b"status"]
    assert _feed(b"ab\x08\x08\x08\x08c\n") == [b"c"]
    assert _feed("\u4e2d\u6587\x7fx\n".encode()) == ["\u4e2dx".encode()]
    assert _feed(b'{"a\x7f"\n') == [b'{"a\x7f"']  # a program does not


def test_erasing_everything_makes_the_start_of_a_line_again(w):
    assert _feed(b"ab\x7f\x7f!") == [(lines.STOP, 0)]


def test_pending_and_discard(w):
    assembler = lines.Lines()
    assert not assembler.pending()
    for byte in b"{half":
        assembler.feed(byte)
    assert assembler.pending() and assembler.first() == 123
    assert assembler.discard() == 5 and not assembler.pending()
    for byte in b"ok":
        assembler.feed(byte)
    assert assembler.feed(10) == lines.LINE and assembler.take() == b"ok"
    assert not assembler.pending()


def test_no_allocation_for_a_byte(w):
    assembler = lines.Lines()
    feed = assembler.feed
    feed(120)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for byte in range(32, 120):
        feed(byte)
    after = gc.mem_alloc()
    gc.enable()
    assert after - before <= 64, after - before
