"""What can go wrong while a table is flashed. The table starts in every case, with the old program or the new."""

from __future__ import annotations

from queji.errors import QuejiError


class FlashError(QuejiError):
    """Root of these errors."""

    kind = "flash"
    exit = 8


class NoBoard(FlashError):
    """Neither a board's drive nor its port is there."""

    kind = "no_board"
    exit = 3


class WrongBoard(FlashError):
    """What is there is no Raspberry Pi Pico with MicroPython, or another one than the image is for."""

    kind = "wrong_board"


class TooOld(FlashError):
    """Its MicroPython is older than the firmware needs."""

    kind = "too_old"


class BadImage(FlashError):
    """The UF2 file is not what it should be."""

    kind = "bad_image"


class Busy(FlashError):
    """The table is at work."""

    kind = "table_busy"
    exit = 5


class Lost(FlashError):
    """The board fell silent or vanished."""

    kind = "board_lost"
    exit = 4


class Storage(FlashError):
    """The board's file system is full, or cannot be written."""

    kind = "board_storage"


class Mismatch(FlashError):
    """A file on the board is not what was sent."""

    kind = "mismatch"


class NotWell(FlashError):
    """The new program does not work; the one before it is back, unless `key` says otherwise."""

    kind = "not_well"


class NothingThere(FlashError):
    """There is no other program to go back to."""

    kind = "no_other_program"
