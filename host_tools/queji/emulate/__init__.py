"""A whole RP2040 in an emulator (rp2040py), running the official MicroPython image, with the plant on its pins."""
