# Freezes the firmware into a MicroPython image, so that a table starts without files being copied:
#
#   make -C micropython/ports/rp2 BOARD=RPI_PICO2 FROZEN_MANIFEST=$PWD/boards/rpi_pico2/manifest.py
#
# pins.csv and mechanics.json stay files on the controller: they are this table's own.

include("$(PORT_DIR)/boards/manifest.py")
package("table", base_path="../../firmware")
module("main.py", base_path="../../firmware")
