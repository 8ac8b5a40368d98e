"""queji: the firmware of an automatic mahjong table."""

VERSION = "0.1.0"
PROTOCOL = "1.0"
