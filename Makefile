# make demo   show a table at work, on this machine alone
# make test   the tests: pure, on the virtual table, through the serial line
# make lint   ruff, and pyright over the tool and over the firmware
# make bench  how long things take
# make bench-emulated  the firmware on an emulated RP2040: memory, tick, start, update (an image is needed: docs/flashing.md)
# make campaign  ten thousand hands with every fault at random moments: hours; HANDS=500 for fewer
# make pictures  the README's pictures, made by the program itself
# make image MICROPYTHON=DIR  MicroPython with the firmware frozen in, from its sources in DIR; BOARD=rpi_pico2 for another board
# make package  the package.json files for `mpremote mip install`, after a file was added or renamed
# make clean  away with everything that was made, the environment too
#
# Everything runs in .venv, made on first use from PYTHON (3.10 or newer); after that no network is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# What MicroPython on the Pico offers, for the type checker; in a folder of its own, because it replaces Python's.
TYPINGS := $(VENV)/typings
STUBS := 'micropython-rp2-rpi_pico-stubs~=1.29.0'

.PHONY: help demo test lint bench bench-emulated campaign pictures image package clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

demo: $(READY)
	@$(BIN)/queji demo

test: $(READY)
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal $(TESTS)

lint: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/basedpyright
	@$(BIN)/basedpyright --project firmware

bench: $(READY)
	@$(BIN)/queji bench

bench-emulated: $(READY)
	@$(BIN)/python -m queji.bench.emulated build/bench-emulated.json

campaign: $(READY)
	@$(BIN)/python -m queji.campaign $(HANDS)

pictures: $(READY)
	@$(BIN)/python docs/pictures/draw.py

# MicroPython's name of a board is that of its chip; build/image/firmware.uf2 is left.
BOARD ?= rpi_pico
image:
	@test -d "$(MICROPYTHON)/ports/rp2" || { \
	  echo "make image MICROPYTHON=DIR: DIR is where MicroPython's sources are (docs/flashing.md, 'A frozen image')"; exit 1; }
	@test -f boards/$(BOARD)/manifest.py || { echo "No board '$(BOARD)' here, only: $$(ls -d boards/*/ | xargs -n1 basename | xargs)"; exit 1; }
	@$(MAKE) -s -C "$(MICROPYTHON)/mpy-cross"
	@$(MAKE) -s -C "$(MICROPYTHON)/ports/rp2" BUILD=$(abspath build/image) FROZEN_MANIFEST=$(abspath boards/$(BOARD)/manifest.py) \
	  BOARD=$$(grep -q rp2350 boards/$(BOARD)/board.json && echo RPI_PICO2 || echo RPI_PICO)
	@test -f build/image/firmware.uf2 || { echo "MicroPython's build left no firmware.uf2: it needs picotool"; exit 1; }
	@echo "build/image/firmware.uf2: queji flash --uf2 build/image/firmware.uf2, with the board in BOOTSEL"

package: $(READY)
	@$(BIN)/python -m queji.deploy.mip

clean:
	rm -rf $(VENV) build dist host_tools/*.egg-info .pytest_cache .ruff_cache
	find boards firmware host_tools tests -name __pycache__ -type d -prune -exec rm -rf {} +

TESTS ?= tests/unit tests/table tests/campaign tests/hil host_tools/queji/hil/suite

# The stamp is written last, so that an installation which was cut off is made again.
$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "No '$(PYTHON)' here: install Python 3.10 or newer, or say which: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { \
	  echo "$(PYTHON) is $$($(PYTHON) --version 2>&1), but 3.10 or newer is needed; say which: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --upgrade --target $(TYPINGS) $(STUBS)
	@touch $@
