"""The firmware in the emulator, driven from Python: pieces, noise, cable, lights, serial line.

Lockstep (time passes only on request; the same commands always give the same bytes):

    with Emulator() as board:
        board.run(150)                          # boot
        board.send(encode(Hello(), 1))
        answer = board.until_frame(50)          # bytes of the board
        board.set_point(40, ONE)
        print(board.lights()[40], board.stats().scan_cycles)

Real time, for the real pyserial. Everything else works in the same way. After `unplug` and `plug`,
`board.port` is the same, too:

    with Emulator(terminal=tmp_path / "board") as board:
        serial.Serial(board.port, 115200)

Raises MissingToolsError when the packages named in `tools.rig.emulator.tools` are not installed.

`LockstepDevice` and `TerminalHands` put the emulated board on a table of `tools.rig.table`.
"""

from __future__ import annotations

import atexit
import json
import random
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.host.layouts import matrix_channels, points_of
from tools.rig.emulator.terminal import UsbCable
from tools.rig.emulator.tools import build_bench, build_firmware

EMPTY, ONE, TWO = 0, 1, 2
REST_MV, MAGNET_MV, SPREAD_MV = 2500, 700, 50
CLOSED_MV, OPEN_MV = 50, 5000
CYCLES_PER_MS = 16000

BOOT_S = 0.2  # seconds
PRESS_S = 0.08  # seconds for which the button is held


@dataclass(frozen=True)
class Stats:
    """The bench's counters; times are in cycles of 1/16 µs for every controller.

    The counter `cycle` is the controller's time. `scan_cycles` is the longest scan since `stats`
    was last called: from the selection of the first row to the end of the last conversion, with all
    other work in between. `longest_gap` is the longest pause within the lights' signal in the same
    period. The counter `waiting` has bytes still on their way to the board.

    The others must stay 0: `overruns`, received bytes that the controller fetched too late;
    `bad_pulses` of the lights; `early_readings`, conversions of a sensor bank without power yet;
    `crashes`, resets by the watchdog or invalid code.
    """

    cycle: int
    overruns: int
    bad_pulses: int
    longest_gap: int
    early_readings: int
    scan_cycles: int
    crashes: int
    waiting: int


@dataclass(frozen=True)
class UsbDevice:
    """What the computer read from the device. `configured`: it is attached and enumerated.

    `loader`: the controller has left the firmware for its boot loader.  `faults` lists complaints
    of a strict host, and registers that the emulator does not know; it must be empty.
    """

    configured: bool
    loader: bool
    vendor: str
    product: str
    maker: str
    name: str
    serial: str
    faults: list[str]


@dataclass(frozen=True)
class FlashChip:
    """Erase counts of all sectors that were ever erased; `faults` as in `UsbDevice`."""

    erased: list[int]
    faults: list[str]


# Idle benches of an RP2040. A bench that has run a board has its code compiled, so it boots the
# next board in a tenth of the time.
_free_benches: list[subprocess.Popen[bytes]] = []
FREE_BENCHES = 1  # maximum number of idle benches to keep; each uses memory


def _start_bench(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


def _take_bench(command: list[str]) -> subprocess.Popen[bytes]:
    if not _free_benches:
        return _start_bench(command)
    return _free_benches.pop()


@atexit.register
def _end_free_benches() -> None:
    while _free_benches:
        _end_bench(_free_benches.pop())


def _end_bench(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    if process.poll() is None:
        process.stdin.close()  # the bench process ends at the end of its input
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    process.stdout.close()


class Emulator:
    """A board on the bench.

    Each point is wired to the channel of its number. With `sensing` "matrix" the wiring is that of
    squares-6, until `wired` is changed.
    """

    def __init__(
        self,
        mcu: str = "atmega328p",
        sensing: str = "side",
        terminal: Path | None = None,
        seed: int = 1,
        options: dict[str, str] | None = None,
    ) -> None:
        """Start the board; without `terminal`, the path for a link to its pty, it runs in lockstep.

        `seed` chooses how much the sensors' resting voltages differ; `options` are variables of
        the firmware's Makefile.
        """
        dice = random.Random(seed)
        self.sensing = sensing
        self._mcu, self._powered = mcu, True
        self.rest = [REST_MV + dice.randint(-SPREAD_MV, SPREAD_MV) for _ in range(128)]
        self.port = str(terminal) if terminal else ""
        image, bench = build_firmware(mcu, sensing, options), str(build_bench(mcu))
        self.wired = matrix_channels(points_of("squares-6"))  # channels of a matrix, by point
        # Held during a command and its answer, because the thread of a cable also sends commands.
        self._alone = threading.Lock()
        self._answered = True
        # True if the computer had enumerated the device at the last answer.
        self._greeted = True
        self._process: subprocess.Popen[bytes] | None
        if mcu == "rp2040":
            self._process = _take_bench(["node", bench])
            serial = random.Random(f"flash {seed}").randbytes(8).hex()
            self._command(f"board {serial} {sensing} {image}")
        else:
            self._process = _start_bench([bench, str(image), mcu, *filter(None, [self.port])])
            self._read_until("ready")
        for channel in range(len(self.wired) if sensing == "matrix" else 128):
            self.set_point(channel, EMPTY)
        self._cable = UsbCable(self, terminal) if terminal and mcu == "rp2040" else None

    # -- hands and cables ----------------------------------------------------------------------

    def set_point(self, channel: int, face: int, strength: float = 1.0) -> None:
        """Put a counter on a channel's point, turn it over, or remove it (`EMPTY`)."""
        if self.sensing == "matrix":
            self.set_millivolts(self.wired[channel], CLOSED_MV if face else OPEN_MV)
        elif self.sensing == "occupancy":
            self.set_millivolts(channel, CLOSED_MV if face else OPEN_MV)
        else:
            sign = {EMPTY: 0, ONE: 1, TWO: -1}[face]
            self.set_millivolts(channel, self.rest[channel] + round(sign * strength * MAGNET_MV))

    def set_points(self, faces: Sequence[int]) -> None:
        """Show these faces (0 none, 1, 2) on the points, beginning with the first."""
        for channel, face in enumerate(faces):
            self.set_point(channel, face)

    def set_millivolts(self, channel: int, millivolts: int, spread: int = 0) -> None:
        """Set a sensor's output voltage; 0 or 5000 stand for a cut wire or a short.

        Its readings vary by up to `spread` in both directions.
        """
        self._command(f"set {channel} {millivolts} {spread}")

    def remove_diode(self, point: int) -> None:
        """Replace the diode at a point of a matrix by a bare wire."""
        self._command(f"diode {self.wired[point]} 0")

    def noise(self, millivolts: int = 0, bad_percent: float = 0.0, seed: int = 1) -> None:
        """Change every reading by up to `millivolts`; make `bad_percent` of them random."""
        self._command(f"noise {millivolts} {round(bad_percent * 100)} {seed}")

    def button(self, pressed: bool) -> None:
        """Press or release the button."""
        self._command(f"button {int(pressed)}")

    def unplug(self) -> None:
        """Pull the cable: the board loses power and its pty disappears."""
        self._command("unplug")
        self._powered = False
        if self._cable is not None:
            self._cable.wait_for_port(there=False)

    def plug(self) -> None:
        self._command("plug")
        self._powered = True
        if self._cable is not None:
            self._cable.wait_for_port()

    def reset(self) -> None:
        self._command("reset")

    def slow_memory(self, microseconds: int = 3400) -> None:
        """Give an AVR's EEPROM its real write time per byte; by default, writing takes no time."""
        self._command(f"memory {microseconds}")

    def hang_usb(self) -> None:
        """Hang the USB controller of an RP2040, as erratum E15 does."""
        self._command("hang")

    def jam(self) -> None:
        """Hang the program where it is; only the watchdog can restart it."""
        self._command("jam")

    # -- the serial line, lockstep only ----------------------------------------------------------

    def send(self, data: bytes) -> None:
        """Send bytes to the board; they arrive at 115200 baud while time passes."""
        if data:
            self._command(f"send {data.hex()}")

    def run(self, ms: int) -> bytes:
        """Let `ms` milliseconds pass, and return what the board has sent since the last call."""
        return self._bytes(self._command(f"run {ms}"))

    def until_frame(self, ms: int) -> bytes:
        """Let time pass until the board ends a frame, at most `ms`; return the board's bytes."""
        return self._bytes(self._command(f"until {ms}"))

    def line(self, baud: int) -> None:
        """Open the line over USB at this speed; 0 closes it."""
        self._command(f"open {baud}" if baud else "close")

    @property
    def there(self) -> bool:
        """Return whether the computer sees a port; a USB device must be enumerated first."""
        return self._powered and self._greeted

    # -- looking at it -----------------------------------------------------------------------------

    def lights(self) -> list[tuple[int, int, int]]:
        """Return red, green, blue of each light of the chain, as its latest pulses set it."""
        words = self._command("lights").split()
        raw = bytes.fromhex(words[2]) if len(words) > 2 else b""
        return [(raw[at], raw[at + 1], raw[at + 2]) for at in range(0, len(raw), 3)]

    def stats(self) -> Stats:
        """Return the bench's counters."""
        pairs = (word.split("=") for word in self._command("stats").split()[1:])
        return Stats(**{name: int(value) for name, value in pairs})

    def wear(self) -> list[int]:
        """Return how often each byte of an AVR's EEPROM was written."""
        return [int(word) for word in self._command("wear").split()[1:]]

    def usb(self) -> UsbDevice:
        """Return what the computer knows about a board that is a USB device itself."""
        return UsbDevice(**json.loads(self._command("usb")))

    def chip(self) -> FlashChip:
        """Return the wear of the flash of a controller that stores its memory there."""
        return FlashChip(**json.loads(self._command("chip")))

    @property
    def ms(self) -> float:
        return self.stats().cycle / CYCLES_PER_MS

    # -- the process -------------------------------------------------------------------------------

    def close(self) -> None:
        if self._cable is not None:
            self._cable.close()
        process, self._process = self._process, None
        if process is None:
            return
        reusable = self._mcu == "rp2040" and self._answered and process.poll() is None
        if reusable and len(_free_benches) < FREE_BENCHES:
            _free_benches.append(process)
        else:
            _end_bench(process)

    def __enter__(self) -> Emulator:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _command(self, words: str) -> str:
        assert self._process is not None
        assert self._process.stdin is not None
        with self._alone:
            self._answered = False
            self._process.stdin.write(words.encode() + b"\n")
            answer = self._line()
            self._answered = True
            if answer.startswith(("ok", "gone")):
                self._greeted = answer.startswith("ok")
        if answer.startswith("error"):
            raise ValueError(f"the bench does not understand {words!r}")
        return answer

    def _line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        line = bytearray()
        while not line.endswith(b"\n"):
            piece = self._process.stdout.readline()
            if not piece:
                raise RuntimeError("the bench has ended unexpectedly")
            line += piece
        return line.decode().rstrip("\n")

    def _read_until(self, word: str) -> None:
        while self._line() != word:
            pass

    @staticmethod
    def _bytes(answer: str) -> bytes:
        return bytes.fromhex(answer.partition(" ")[2])


class LockstepDevice:
    """An emulated board for a `SteppedLine` of `tools.rig.table`, which also sets its time."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self._ms = 0
        self._release: int | None = None

    def set(self, point: int, face: int) -> None:
        self.emulator.set_point(point, face)

    @property
    def there(self) -> bool:
        return self.emulator.there

    def plug(self) -> None:
        self.emulator.plug()

    def unplug(self) -> None:
        self.emulator.unplug()

    def press(self, now: float, seconds: float = PRESS_S) -> None:
        self.emulator.button(True)
        self._release = self._ms + round(1000 * seconds)

    def reset(self, now: float) -> None:
        self.emulator.reset()

    def feed(self, data: bytes, now: float) -> None:
        self.emulator.send(data)

    def advance(self, now: float) -> bytes:
        ms = round(1000 * now)
        if self._release is not None and ms >= self._release:
            self.emulator.button(False)
            self._release = None
        passed, self._ms = ms - self._ms, ms
        return self.emulator.run(passed) if passed > 0 else b""


class TerminalHands:
    """An emulated board for a `LiveLine` of `tools.rig.table`, running by itself in real time."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self._lock = threading.Lock()

    def set(self, point: int, face: int) -> None:
        with self._lock:
            self.emulator.set_point(point, face)

    def press(self) -> None:
        with self._lock:
            self.emulator.button(True)
        time.sleep(PRESS_S)
        with self._lock:
            self.emulator.button(False)

    def pull(self) -> None:
        with self._lock:
            self.emulator.unplug()

    def plug(self) -> None:
        with self._lock:
            self.emulator.plug()

    def reset(self) -> None:
        with self._lock:
            self.emulator.reset()
