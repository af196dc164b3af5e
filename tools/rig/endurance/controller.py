"""The controller of the hall's board: what its sensors, its power and its line are reached by.

`HostedFirmware` is the core compiled for this machine.  `EmulatedFirmware` is the image itself in
the emulator of its family, some two hundred times slower; the same hours can be lived on both.
"""

from __future__ import annotations

from typing import Protocol

from tools.rig.emulator.emulator import Emulator

FULL_COUNTS, FULL_MV = 1023, 5000


class Firmware(Protocol):
    """A controller with its firmware; time passes in `run` alone."""

    boots: int

    @property
    def writes(self) -> list[int]:
        """How often each place of the memory was written or, where it is flash, erased."""

    @property
    def lit(self) -> int:
        """How many lights are on."""

    def boot(self) -> None:
        """The first start; its sensors have been set."""

    def restart(self) -> None:
        """Power goes and comes back."""

    def set_reading(self, channel: int, counts: int, spread: int = 0) -> None:
        """What a sensor reads from now on (0 to 1023), and by how much it varies at random."""

    def button(self, pressed: bool) -> None:
        """Hold the button down, or let it go."""

    def send(self, data: bytes) -> None:
        """Put bytes on the line."""

    def run(self, ms: int) -> bytes:
        """Let time pass; what the board has said meanwhile."""

    def close(self) -> None:
        """End what runs it."""


class EmulatedFirmware:
    """A `Firmware` in the emulator of `mcu`.  Raises MissingToolsError without its tools."""

    def __init__(self, mcu: str, points: int, layout: str) -> None:
        options = {"POINTS": str(points), "LAYOUT": layout}
        self.emulator = Emulator(mcu=mcu, options=options)
        self.boots = 0
        self._flash = mcu == "rp2040"
        self._set: dict[int, tuple[int, int]] = {}

    @property
    def writes(self) -> list[int]:
        return self.emulator.chip().erased if self._flash else self.emulator.wear()

    @property
    def lit(self) -> int:
        return sum(map(any, self.emulator.lights()))

    def boot(self) -> None:
        """It has been under power since it was made; from here on its sensors are what was set."""
        self.restart()

    def restart(self) -> None:
        self.boots += 1
        self.emulator.unplug()
        self.emulator.plug()

    def set_reading(self, channel: int, counts: int, spread: int = 0) -> None:
        said = (_millivolts(counts), spread * FULL_MV // FULL_COUNTS)
        if self._set.get(channel) != said:
            self._set[channel] = said
            self.emulator.set_millivolts(channel, *said)

    def button(self, pressed: bool) -> None:
        self.emulator.button(pressed)

    def send(self, data: bytes) -> None:
        self.emulator.send(data)

    def run(self, ms: int) -> bytes:
        return self.emulator.run(ms)

    def close(self) -> None:
        """End the emulator."""
        self.emulator.close()


def _millivolts(counts: int) -> int:
    """The middle of what is read as so many counts."""
    return min(FULL_MV, (2 * counts + 1) * FULL_MV // (2 * (FULL_COUNTS + 1)))
