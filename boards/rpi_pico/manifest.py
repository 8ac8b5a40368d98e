# Freezes the firmware into a MicroPython image (docs/flashing.md, "A frozen image"):
#
#   make -C micropython/ports/rp2 BOARD=RPI_PICO FROZEN_MANIFEST=$PWD/boards/rpi_pico/manifest.py
#
# pins.csv and mechanics.json stay files on the controller: they are this table's own.

include("../freeze.py")
