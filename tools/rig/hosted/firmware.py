"""The firmware's core in this process: sensors are set, and time passes, on request.

It scans, learns, debounces and stores as on a controller. The core is compiled for this machine,
with the same simulated controller as the firmware's own tests. Only the emulator has registers,
interrupts and cycles. Raises MissingToolsError without a C compiler.
"""

from __future__ import annotations

import ctypes
import shutil
import tempfile
from pathlib import Path

from game.platform.paths import ROOT
from game.platform.storage import build_folder
from tools.rig.emulator.tools import MissingToolsError, make

FOLDER = ROOT / "tools" / "rig" / "hosted"
CHANNELS = 128
MEMORY = 1024
SAID = 0x100000
# Maximum milliseconds in one call, so that the output fits into the buffer.
MAX_RUN_MS = 60_000


class _Colour(ctypes.Structure):
    _fields_ = [("green", ctypes.c_uint8), ("red", ctypes.c_uint8), ("blue", ctypes.c_uint8)]


class _Controller(ctypes.Structure):
    """The struct `fake_t` of hardware/firmware/tests/fake_hal.h."""

    _fields_ = [
        ("us", ctypes.c_uint64),
        ("sensors", ctypes.c_uint16 * CHANNELS),
        ("noise", ctypes.c_uint16),
        ("spread", ctypes.c_uint16 * CHANNELS),
        ("dice", ctypes.c_uint32),
        ("button", ctypes.c_uint8),
        ("memory", ctypes.c_uint8 * MEMORY),
        ("writes", ctypes.c_uint32 * MEMORY),
        ("lights", _Colour * CHANNELS),
        ("said", ctypes.c_uint8 * SAID),
    ]


def build(points: int, layout: str) -> Path:
    """Build the library for a board of this many points if necessary, and return its path.

    Raises MissingToolsError, or CalledProcessError if the build fails.
    """
    if missing := [tool for tool in ("cc", "make") if shutil.which(tool) is None]:
        raise MissingToolsError(f"missing {', '.join(missing)}")
    folder = build_folder() / "hosted" / layout
    make(FOLDER, [f"BUILD={folder}", f"POINTS={points}", f"LAYOUT={layout}"])
    return folder / "hosted.so"


class HostedFirmware:
    """A controller with its firmware."""

    def __init__(self, points: int, layout: str) -> None:
        self._library = build(points, layout)
        self.points = points
        self.boots = 0
        self._load(None)

    def _load(self, memory: bytes | None) -> None:
        """Load a fresh copy of the library, because a loaded library keeps its variables."""
        with tempfile.TemporaryDirectory(prefix="hosted-") as folder:
            copy = shutil.copy(self._library, folder)
            self._lib = ctypes.CDLL(copy)
        self._lib.hosted_start.restype = ctypes.POINTER(_Controller)
        self._it = self._lib.hosted_start(memory).contents

    @property
    def memory(self) -> bytes:
        """Return the memory that survives a reset."""
        return bytes(self._it.memory)

    @property
    def writes(self) -> list[int]:
        """Return how often each byte of the memory was written."""
        return list(self._it.writes)

    def boot(self) -> None:
        """Boot; the sensors must have been set before."""
        self.boots += 1
        self._lib.hosted_boot()

    def restart(self) -> None:
        """Switch the power off and on; only the memory and the sensors' readings stay."""
        old = self._it
        self._load(bytes(old.memory))
        for name in ("sensors", "spread", "writes"):
            ctypes.memmove(
                getattr(self._it, name), getattr(old, name), ctypes.sizeof(getattr(old, name))
            )
        self._it.dice = old.dice
        self.boot()

    def set_reading(self, channel: int, counts: int, spread: int = 0) -> None:
        """Set a sensor's reading (0 to 1023) from now on, and its random spread."""
        self._it.sensors[channel] = counts
        self._it.spread[channel] = spread

    def button(self, pressed: bool) -> None:
        """Press or release the button."""
        self._it.button = int(pressed)

    def send(self, data: bytes) -> None:
        """Send bytes to the board."""
        if data:
            self._lib.hosted_send(data, len(data))

    def close(self) -> None:
        """Do nothing, because there is no other process."""

    def run(self, ms: int) -> bytes:
        """Let time pass, and return what the board has sent meanwhile."""
        said = bytearray()
        while ms > 0:
            count = self._lib.hosted_run(min(ms, MAX_RUN_MS))
            said += ctypes.string_at(self._it.said, count)
            ms -= MAX_RUN_MS
        return bytes(said)

    @property
    def lit(self) -> int:
        """Return how many lights are on."""
        return int(self._lib.hosted_lit())
