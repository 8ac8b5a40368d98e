# Freezes the firmware into a MicroPython image (docs/flashing.md, "A frozen image"):
#
#   make -C micropython/ports/rp2 BOARD=RPI_PICO2 FROZEN_MANIFEST=$PWD/boards/rpi_pico2/manifest.py
#
# pins.csv and mechanics.json stay files on the controller: they are this table's own.

include("../freeze.py")
