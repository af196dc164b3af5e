"""The messages of the protocol, version 1.2; annotations define the encoding of their fields.

Messages below 0x80 go from the host to the board (commands), those from 0x80 on from the board to
the host (reports).  Every command is answered by exactly one report whose `reply_to` is the
command's sequence number; `reply_to` 0 marks an unrequested report.

`hardware/PROTOCOL.md` is the description for people; `golden_frames.json` has an example of every
frame.  `hardware.wire.codec` turns messages into bytes and back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, ClassVar

from hardware.wire.fields import (
    I16,
    U8,
    U16,
    U32,
    Bits,
    Codes,
    Face,
    FieldRow,
    Flag,
    IntegerField,
    OptionalField,
    PayloadText,
    Places,
    PointNumber,
    RecordsField,
    States,
    Version,
    row_of,
)

MAJOR, MINOR = 1, 2
LAYOUT_BYTES, NAME_BYTES, CONTROLLER_BYTES = 16, 20, 12
READINGS_AT_ONCE = 12
EVENTS_KEPT = 16  # minimum number of events that a board keeps, if it keeps any
FROM_BOARD = 0x80  # reports have this type or a higher one

BAUD = 115200
STATE_PERIOD_S = 1.0  # seconds between two unrequested states
LIGHTS_TIMEOUT_S = 5.0  # seconds without the host until the lights go out
HELLO_PERIOD_S = 0.25  # seconds between two HELLOs until the board answers


class Sensing(IntEnum):
    """What the sensors detect: only whether a piece is there, or also which face is up."""

    OCCUPANCY = 0
    SIDE = 1


class Feature(IntEnum):
    """Bits of `Welcome.features`."""

    CALIBRATED = 1
    LIGHTS = 2
    BUTTON = 4
    READINGS = 8
    MATRIX = 16
    EVENTS = 32


class Blink(IntEnum):
    """How a palette entry is shown.  SLOW and COUNTER are on in turn."""

    STEADY = 0
    SLOW = 1  # 1 Hz, on in the first half of each second
    FAST = 2  # 4 Hz
    COUNTER = 3  # 1 Hz, on in the second half


class CalibrationStep(IntEnum):
    """Steps of the calibration."""

    EMPTY = 0  # the board is empty: measure and store the baselines
    FACE_ONE = 1  # a counter is on `point`, face one up: learn strength and polarity
    FACE_TWO = 2  # a counter is on `point`, turned over
    FORGET = 3  # restore the defaults


class CalibrationResult(IntEnum):
    """How a calibration step ended."""

    OK = 0
    NOISY = 1  # done, but the points in `bad` are noisy or stuck
    WEAK = 2  # no clear signal on that point; nothing was changed
    SAME_SIDE = 3  # both faces gave the same polarity; nothing was changed


class WiringLine(IntEnum):
    """The kind of a wiring: from points to sensor channels, or to places in the chain of lights."""

    SENSORS = 0
    LIGHTS = 1


class ErrorCode(IntEnum):
    """Codes of `Error`."""

    UNKNOWN_TYPE = 1  # `detail` is the unknown type
    BAD_PAYLOAD = 2  # `detail` is the type of the command
    VERSION = 3  # `detail` is the board's major version
    BUSY = 4  # calibrating or storing; try again. `detail` is the type of the command
    NOT_POSSIBLE = 5  # this board cannot do that. `detail` is the type of the command
    # Unrequested: damaged frames arrived. `detail` is their number since the last report.
    BAD_FRAMES = 6
    # unrequested: the receiver overran. `detail` is the number of bytes lost since the last report
    LOST_BYTES = 7


@dataclass(frozen=True)
class Message:
    """One message.  `sequence` is the number of its frame; the codec fills it in on reading."""

    type: ClassVar[int]
    row: ClassVar[FieldRow]
    sequence: int = field(default=0, kw_only=True)

    def __init_subclass__(cls) -> None:
        cls.row = row_of(cls)


# -- from the host to the board --------------------------------------------------------------------


@dataclass(frozen=True)
class Hello(Message):
    """Asks who the board is and starts its stream of events and states.

    Answered by Welcome or Error.
    """

    major: U8 = MAJOR
    minor: U8 = MINOR
    type = 0x01


@dataclass(frozen=True)
class Ping(Message):
    """Shows that the host is still there.  Answered by Ack."""

    type = 0x02


@dataclass(frozen=True)
class GetState(Message):
    """Requests the state.  Answered by BoardState."""

    type = 0x03


@dataclass(frozen=True)
class Lights(Message):
    """Sets all lights: one palette code per point; points beyond `codes` are dark.

    Answered by Ack.
    """

    brightness: U8 = 255
    codes: Codes = ()
    type = 0x04


@dataclass(frozen=True)
class PaletteColour:
    """One palette entry: full-brightness RGB and a `Blink`."""

    red: U8
    green: U8
    blue: U8
    blink: Annotated[int, IntegerField(1, 0, 3)] = Blink.STEADY


@dataclass(frozen=True)
class Palette(Message):
    """Sets the colours of the codes `first`, `first` + 1, ... Answered by Ack."""

    first: Annotated[int, IntegerField(1, 0, 15)] = 0
    colours: Annotated[tuple[PaletteColour, ...], RecordsField(16, PaletteColour)] = ()
    type = 0x05


@dataclass(frozen=True)
class Calibrate(Message):
    """Runs one step of the calibration. Answered by Calibration, up to 5 s later."""

    step: Annotated[int, IntegerField(1, 0, 3)]
    point: PointNumber = 0
    type = 0x06


@dataclass(frozen=True)
class GetReadings(Message):
    """Requests raw sensor values of `count` points from `first`. Answered by Readings."""

    first: PointNumber
    count: Annotated[int, IntegerField(1, 1, READINGS_AT_ONCE)] = READINGS_AT_ONCE
    type = 0x07


@dataclass(frozen=True)
class SelfTest(Message):
    """Requests a self-test.  Answered by Health."""

    type = 0x08


@dataclass(frozen=True)
class SetName(Message):
    """Stores the layout, the number of points and the name.  Answered by Ack or Error."""

    points: Annotated[int, IntegerField(1, 1, 128)]
    layout: Annotated[str, PayloadText(LAYOUT_BYTES)]
    name: Annotated[str, PayloadText(NAME_BYTES)]
    type = 0x09


@dataclass(frozen=True)
class SetWiring(Message):
    """Stores the wiring of the points `first`, `first` + 1, ...  Answered by Ack or Error."""

    line: Flag
    first: PointNumber
    places: Places
    type = 0x0B


@dataclass(frozen=True)
class GetWiring(Message):
    """Requests the wiring.  Answered by Wiring with at most 64 places from `first`."""

    line: Flag
    first: PointNumber = 0
    type = 0x0C


@dataclass(frozen=True)
class GetEvent(Message):
    """Requests an event again, by its number.  Answered by PointChanged, Button or Error."""

    number: U8
    type = 0x0E


# -- from the board to the host --------------------------------------------------------------------


@dataclass(frozen=True)
class Welcome(Message):
    """The answer to Hello; also sent once, unrequested, when the board has booted."""

    reply_to: U8
    major: U8
    minor: U8
    firmware: Version
    points: Annotated[int, IntegerField(1, 1, 128)]
    sensing: Flag
    features: U8
    boot: U16
    board_id: U32
    layout: Annotated[str, PayloadText(LAYOUT_BYTES)]
    name: Annotated[str, PayloadText(NAME_BYTES)]
    controller: Annotated[str, OptionalField(PayloadText(CONTROLLER_BYTES), "", omitted=True)] = ""
    type = 0x81

    @property
    def version(self) -> str:
        """The firmware's version as text, such as "1.0.0"."""
        return ".".join(map(str, self.firmware))


@dataclass(frozen=True)
class Ack(Message):
    """The command has been carried out."""

    reply_to: U8
    type = 0x82


# Number of an event, 0 to 255; -1 from a board that keeps no events.
EventNumber = Annotated[int, OptionalField(IntegerField(1, 0, 255), -1, omitted=True)]
LateReply = Annotated[int, OptionalField(IntegerField(1, 0, 255), 0, omitted=True)]


@dataclass(frozen=True)
class BoardState(Message):
    """All points: 0 empty, 1 face one up, 2 face two up, 3 sensor out of order.

    `number` is the number of the event after this state; -1 from a board that keeps no events.
    """

    reply_to: U8
    boot: U16
    ms: U32
    states: States
    number: EventNumber = -1
    type = 0x83


@dataclass(frozen=True)
class PointChanged(Message):
    """EVENT: the debounced state of one point changed."""

    point: PointNumber
    state: Face
    ms: U32
    number: EventNumber = -1
    reply_to: LateReply = 0
    type = 0x84


@dataclass(frozen=True)
class Button(Message):
    """The turn button went down (`pressed` 1) or up (0)."""

    pressed: Flag
    ms: U32
    number: EventNumber = -1
    reply_to: LateReply = 0
    type = 0x85


@dataclass(frozen=True)
class Calibration(Message):
    """Result of a calibration step.

    `signal`: change by the magnet, in signed ADC counts (0 after EMPTY and FORGET).  `press` and
    `release`: the thresholds now in force.  `noise`: the worst noise of a point.  `bad`: one bit
    per point, 1 for noisy or stuck.
    """

    reply_to: U8
    step: Annotated[int, IntegerField(1, 0, 3)]
    result: Annotated[int, IntegerField(1, 0, 3)]
    signal: I16
    press: U8
    release: U8
    noise: U8
    bad: Bits
    type = 0x86

    @property
    def bad_points(self) -> tuple[int, ...]:
        """The numbers of the points whose bit in `bad` is set."""
        return tuple(point for point, bad in enumerate(self.bad) if bad)


@dataclass(frozen=True)
class SensorReading:
    """One sensor: mean value, stored baseline, and spread of 16 samples, all in ADC counts."""

    value: U16
    baseline: U16
    noise: U8


@dataclass(frozen=True)
class Readings(Message):
    """Raw values of the points `first`, `first` + 1, ...; fewer at the end of the board."""

    reply_to: U8
    first: PointNumber
    readings: Annotated[tuple[SensorReading, ...], RecordsField(READINGS_AT_ONCE, SensorReading)]
    type = 0x87


@dataclass(frozen=True)
class Health(Message):
    """Result of the self-test.

    `storage_ok`: 1 if the EEPROM held valid data.  `button`: 1 if the button is down.  `supply_mv`:
    measured supply (0: unknown).  `scan_us`: time of the last scan of all points.  `free_ram`:
    bytes never used by the stack.  `lost_bytes` and `bad_frames`: counted since boot, 65535 at
    most.  `stuck`: one bit per point, 1 for a sensor at the end of its range (cut wire, short).
    `saves`: how often settings were stored in a memory that wears (0: unknown).
    """

    reply_to: U8
    storage_ok: Flag
    button: Flag
    supply_mv: U16
    scan_us: U16
    free_ram: U16
    lost_bytes: U16
    bad_frames: U16
    stuck: Bits
    saves: Annotated[int, OptionalField(IntegerField(2, 0, 65535), 0)] = 0
    type = 0x88

    @property
    def stuck_points(self) -> tuple[int, ...]:
        """The numbers of the points whose bit in `stuck` is set."""
        return tuple(point for point, stuck in enumerate(self.stuck) if stuck)


@dataclass(frozen=True)
class Wiring(Message):
    """The wiring of the points `first`, `first` + 1, ..."""

    reply_to: U8
    line: Flag
    first: PointNumber
    places: Places
    type = 0x8C


@dataclass(frozen=True)
class Error(Message):
    """The command could not be carried out, or something is wrong.  See `ErrorCode`."""

    reply_to: U8
    code: U8
    detail: U8 = 0
    type = 0x8E


# -- all of them -----------------------------------------------------------------------------------

BY_TYPE: dict[int, type[Message]] = {kind.type: kind for kind in Message.__subclasses__()}
COMMANDS = tuple(kind for kind in BY_TYPE.values() if kind.type < FROM_BOARD)
REPORTS = tuple(kind for kind in BY_TYPE.values() if kind.type >= FROM_BOARD)


def reply_of(message: Message) -> int:
    """Return the sequence number of the command that this message answers; 0 for none."""
    reply = getattr(message, "reply_to", 0)
    return reply if isinstance(reply, int) else 0
