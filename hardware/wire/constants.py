"""Constants of the protocol, and `Message`, the base of all messages.

Nothing is read or written here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import ClassVar

from hardware.wire.fields import PayloadField

MAJOR, MINOR = 1, 1
LAYOUT_BYTES, NAME_BYTES, CONTROLLER_BYTES = 16, 20, 12
READINGS_AT_ONCE = 12
FROM_BOARD = 0x80  # types from here on are reports

FieldRow = tuple[tuple[str, PayloadField], ...]


class Sensing(IntEnum):
    """What the sensors tell: only whether a piece is there, or also which face is up."""

    OCCUPANCY = 0
    SIDE = 1


class Feature(IntEnum):
    """Bits of `Welcome.features`."""

    CALIBRATED = 1
    LIGHTS = 2
    BUTTON = 4
    READINGS = 8


class Blink(IntEnum):
    """How a palette entry is shown.  SLOW and COUNTER alternate with each other."""

    STEADY = 0
    SLOW = 1  # 1 Hz, on in the first half of each second
    FAST = 2  # 4 Hz
    COUNTER = 3  # 1 Hz, on in the second half


class CalibrationStep(IntEnum):
    """Steps of the calibration."""

    EMPTY = 0  # nothing lies on the board: take and store the baselines
    FACE_ONE = 1  # one counter lies on `point`, face one up: learn strength and polarity
    FACE_TWO = 2  # the same counter turned over
    FORGET = 3  # back to the defaults


class CalibrationResult(IntEnum):
    """How a calibration step ended."""

    OK = 0
    NOISY = 1  # done, but the points in `bad` are noisy or stuck
    WEAK = 2  # no clear signal on that point; nothing was changed
    SAME_SIDE = 3  # both faces gave the same polarity; nothing was changed


class WiringLine(IntEnum):
    """Which wiring a map describes: point to sensor channel, or point to place in the chain."""

    SENSORS = 0
    LIGHTS = 1


class ErrorCode(IntEnum):
    """Codes of `Error`."""

    UNKNOWN_TYPE = 1  # detail: the type
    BAD_PAYLOAD = 2  # detail: the type
    VERSION = 3  # detail: the board's major version
    BUSY = 4  # calibration or storing is under way; try again. detail: the type
    NOT_POSSIBLE = 5  # this board cannot do that. detail: the type
    BAD_FRAMES = 6  # unasked: damaged frames came in. detail: how many since the last report
    LOST_BYTES = 7  # unasked: the receiver overran. detail: how many since the last report


@dataclass(frozen=True)
class Message:
    """One message.  `sequence` is the number of its frame; the codec fills it in on reading."""

    type: ClassVar[int]
    row: ClassVar[FieldRow] = ()
    sequence: int = field(default=0, kw_only=True)
