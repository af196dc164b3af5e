"""Messages from the board to the host: frozen dataclasses and the rows of their payloads.

`reply_to` is the sequence number of the command a report answers, 0 if nobody asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.wire.constants import (
    CONTROLLER_BYTES,
    LAYOUT_BYTES,
    NAME_BYTES,
    READINGS_AT_ONCE,
    Message,
)
from hardware.wire.fields import (
    BITS,
    FACE,
    FLAG,
    I16,
    PLACES,
    POINT,
    STATES,
    U8,
    U16,
    U32,
    VERSION,
    NumberField,
    OptionalNumberField,
    OptionalTextField,
    PayloadText,
    RecordsField,
)

REPLY = ("reply_to", U8)


@dataclass(frozen=True)
class Welcome(Message):
    """Answer to Hello, and sent once unasked when the board has booted."""

    reply_to: int
    major: int
    minor: int
    firmware: tuple[int, ...]
    points: int
    sensing: int
    features: int
    boot: int
    board_id: int
    layout: str
    name: str
    controller: str = ""
    type = 0x81
    row = (
        REPLY,
        ("major", U8),
        ("minor", U8),
        ("firmware", VERSION),
        ("points", NumberField(1, 1, 128, "one byte, 1 to 128")),
        ("sensing", FLAG),
        ("features", U8),
        ("boot", U16),
        ("board_id", U32),
        ("layout", PayloadText(LAYOUT_BYTES)),
        ("name", PayloadText(NAME_BYTES)),
        ("controller", OptionalTextField(CONTROLLER_BYTES)),
    )

    @property
    def version(self) -> str:
        """The firmware's version as people write it."""
        return ".".join(map(str, self.firmware))


@dataclass(frozen=True)
class Ack(Message):
    """The command has been carried out."""

    reply_to: int
    type = 0x82
    row = (REPLY,)


@dataclass(frozen=True)
class BoardState(Message):
    """All points: 0 empty, 1 face one up, 2 face two up, 3 sensor out of order."""

    reply_to: int
    boot: int
    ms: int
    states: tuple[int, ...]
    type = 0x83
    row = (REPLY, ("boot", U16), ("ms", U32), ("states", STATES))


@dataclass(frozen=True)
class PointChanged(Message):
    """EVENT: the debounced state of one point changed.  Never sent again."""

    point: int
    state: int
    ms: int
    type = 0x84
    row = (("point", POINT), ("state", FACE), ("ms", U32))


@dataclass(frozen=True)
class Button(Message):
    """The turn button went down (`pressed` 1) or up (0)."""

    pressed: int
    ms: int
    type = 0x85
    row = (("pressed", FLAG), ("ms", U32))


@dataclass(frozen=True)
class Calibration(Message):
    """Result of a calibration step.

    `signal` is the change the magnet made, in ADC counts with sign (0 after EMPTY and FORGET);
    `press` and `release` the thresholds now in force; `noise` the worst noise of a point;
    `bad` one bit per point, 1 for noisy or stuck.
    """

    reply_to: int
    step: int
    result: int
    signal: int
    press: int
    release: int
    noise: int
    bad: tuple[int, ...]
    type = 0x86
    row = (
        REPLY,
        ("step", NumberField(1, 0, 3, "one byte, 0 to 3")),
        ("result", NumberField(1, 0, 3, "one byte, 0 to 3")),
        ("signal", I16),
        ("press", U8),
        ("release", U8),
        ("noise", U8),
        ("bad", BITS),
    )

    @property
    def bad_points(self) -> tuple[int, ...]:
        """The numbers of the points whose bit in `bad` is set."""
        return tuple(point for point, bad in enumerate(self.bad) if bad)


@dataclass(frozen=True)
class SensorReading:
    """One sensor: mean value, stored baseline, and spread of 16 samples, all in ADC counts."""

    value: int
    baseline: int
    noise: int


@dataclass(frozen=True)
class Readings(Message):
    """Raw values of the points `first`, `first` + 1, ...; fewer than asked at the board's end."""

    reply_to: int
    first: int
    readings: tuple[SensorReading, ...]
    type = 0x87
    row = (
        REPLY,
        ("first", POINT),
        (
            "readings",
            RecordsField(
                READINGS_AT_ONCE, SensorReading, (("value", U16), ("baseline", U16), ("noise", U8))
            ),
        ),
    )


@dataclass(frozen=True)
class Health(Message):
    """Result of the self-test.

    `storage_ok` 1 if the EEPROM held valid data; `button` 1 if the button is down; `supply_mv`
    measured supply (0: unknown); `scan_us` time of the last scan of all points; `free_ram` bytes
    never used by the stack; `lost_bytes` and `bad_frames` since boot (they stop at 65535);
    `stuck` one bit per point, 1 for a sensor at the end of its range (cut wire, short);
    `saves` how often settings were stored in a memory that wears (0: unknown).
    """

    reply_to: int
    storage_ok: int
    button: int
    supply_mv: int
    scan_us: int
    free_ram: int
    lost_bytes: int
    bad_frames: int
    stuck: tuple[int, ...]
    saves: int = 0
    type = 0x88
    row = (
        REPLY,
        ("storage_ok", FLAG),
        ("button", FLAG),
        ("supply_mv", U16),
        ("scan_us", U16),
        ("free_ram", U16),
        ("lost_bytes", U16),
        ("bad_frames", U16),
        ("stuck", BITS),
        ("saves", OptionalNumberField(U16, "1.1")),
    )

    @property
    def stuck_points(self) -> tuple[int, ...]:
        """The numbers of the points whose bit in `stuck` is set."""
        return tuple(point for point, stuck in enumerate(self.stuck) if stuck)


@dataclass(frozen=True)
class Wiring(Message):
    """Where the points `first`, `first` + 1, ... are wired to."""

    reply_to: int
    line: int
    first: int
    places: tuple[int, ...]
    type = 0x8C
    row = (REPLY, ("line", FLAG), ("first", POINT), ("places", PLACES))


@dataclass(frozen=True)
class Error(Message):
    """The command could not be carried out, or something is wrong.  See `Code`."""

    reply_to: int
    code: int
    detail: int = 0
    type = 0x8E
    row = (REPLY, ("code", U8), ("detail", U8))
