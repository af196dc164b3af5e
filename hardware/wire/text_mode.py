"""The readable text mode of a board, for people with a serial monitor (PROTOCOL.md, section 10).

`TextLines` tells lines of text from frames as they come in; `answer` is what the simulated board
says.  Letters and words are those of the firmware (`firmware/core/text.c`); a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from hardware.wire.codec import MAX_BODY_BYTES
from hardware.wire.messages import MAJOR, MINOR, Health, Sensing, SensorReading

END = "\r\n"
LINE_ENDS = b"\r\n"
LONGEST = MAX_BODY_BYTES + 1  # COBS adds a byte to the largest frame; no line may be longer
HELP = (
    "Less is More sensor board",
    "? this help",
    "v versions, layout and name",
    "s what lies where: . empty, 1 face one up, 2 face two up, x sensor broken",
    "r readings: point value baseline noise",
    "t self-test",
    "l all lights on",
    "o all lights off",
    "c calibrate: the board must be empty",
)
ALL_ON, BRIGHTNESS = 15, 64


class TextLines:
    """Cuts what a board receives into lines of text (str) and the rest, for a decoder (bytes)."""

    def __init__(self) -> None:
        self._held = bytearray()  # since the last zero or line, while it may become a line
        self._frame = False  # something not printable has come: a frame, until the next zero

    def feed(self, data: bytes) -> Iterator[str | bytes]:
        """Return whole lines as text and everything else as bytes, in the order they came."""
        rest = bytearray()
        for byte in data:
            text = self._held.lstrip(LINE_ENDS)
            if self._frame or byte == 0:
                rest += self._held
                rest.append(byte)
                self._held.clear()
                self._frame = byte != 0
            elif byte in LINE_ENDS and text:
                if rest:
                    yield bytes(rest)
                    rest.clear()
                self._held.clear()
                yield text.decode("ascii")
            else:
                self._held.append(byte)
                printable = 0x20 <= byte <= 0x7E or byte in LINE_ENDS
                self._frame = not printable or len(self._held) > LONGEST
        if rest:
            yield bytes(rest)


class Talker(Protocol):
    """What a board must be able to tell and do."""

    @property
    def states(self) -> Sequence[int]: ...
    @property
    def versions(self) -> tuple[tuple[int, ...], int, int, int, str, str]:
        """Firmware, points, sensing, boots, layout, name."""

    def reading(self, point: int) -> SensorReading: ...
    def health(self) -> Health: ...
    def light_all(self, code: int, brightness: int) -> None: ...


def answer(board: Talker, line: str) -> str:
    """Return what a board says to a line, every line of it ended."""
    said = _answer_lines(board, line)
    return "".join(f"{one}{END}" for one in said)


def _answer_lines(board: Talker, line: str) -> Sequence[str]:
    if line == "?":
        return HELP
    if line == "v":
        return (_versions(board),)
    if line == "s":
        return ("".join(".12x"[state] for state in board.states),)
    if line == "r":
        readings = [board.reading(point) for point in range(len(board.states))]
        return [f"{n} {one.value} {one.baseline} {one.noise}" for n, one in enumerate(readings)]
    if line == "t":
        return (_health(board.health()),)
    if line in ("l", "o"):
        board.light_all(ALL_ON if line == "l" else 0, BRIGHTNESS)
        return ()
    if line == "c":
        blind = board.versions[2] == Sensing.OCCUPANCY
        return ("not now" if blind else "calibrating; r shows the result",)
    return ("unknown; ? lists the letters",)


def _versions(board: Talker) -> str:
    firmware, points, sensing, boot, layout, name = board.versions
    version = ".".join(map(str, firmware))
    senses = "senses side" if sensing == Sensing.SIDE else "senses occupancy"
    return (
        f"protocol {MAJOR}.{MINOR} firmware {version} points {points} {senses}"
        f" boot {boot} layout {layout} name {name}"
    )


def _health(health: Health) -> str:
    return (
        f"supply mV {health.supply_mv} scan us {health.scan_us}"
        f" free RAM {health.free_ram} lost bytes {health.lost_bytes}"
    )
