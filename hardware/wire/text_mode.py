"""The readable text mode of a board, for people with a serial monitor (PROTOCOL.md, section 10).

`TextLines` separates lines of text from frames as bytes arrive.  Letters and answers are those of
the firmware (`firmware/core/text.c`); a test compares them, and the simulated board's answers, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.wire.codec import MAX_BODY_BYTES

END = "\r\n"
LINE_ENDS = b"\r\n"
LONGEST = MAX_BODY_BYTES + 1  # the largest frame with its COBS byte; longer text is not a line
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


class TextLines:
    """Splits what a board receives into lines of text (str) and the rest, for a decoder (bytes)."""

    def __init__(self) -> None:
        self._held = bytearray()  # bytes since the last zero or line that may become a line
        self._frame = False  # inside a frame, which ends with the next zero

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
