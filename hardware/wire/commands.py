"""Messages from the host to the board: frozen dataclasses and the rows of their payloads.

`hardware/PROTOCOL.md` says what a board does with them.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.wire.constants import (
    LAYOUT_BYTES,
    MAJOR,
    MINOR,
    NAME_BYTES,
    READINGS_AT_ONCE,
    Blink,
    Message,
)
from hardware.wire.fields import (
    CODES,
    FLAG,
    PLACES,
    POINT,
    U8,
    NumberField,
    PayloadText,
    RecordsField,
)


@dataclass(frozen=True)
class Hello(Message):
    """Who are you?  Starts the stream of events and states.  Answered by Welcome or Error."""

    major: int = MAJOR
    minor: int = MINOR
    type = 0x01
    row = (("major", U8), ("minor", U8))


@dataclass(frozen=True)
class Ping(Message):
    """I am still here.  Answered by Ack."""

    type = 0x02


@dataclass(frozen=True)
class GetState(Message):
    """Answered by BoardState."""

    type = 0x03


@dataclass(frozen=True)
class Lights(Message):
    """All lights: a palette code per point; points beyond `codes` are dark.  Answered by Ack."""

    brightness: int = 255
    codes: tuple[int, ...] = ()
    type = 0x04
    row = (("brightness", U8), ("codes", CODES))


@dataclass(frozen=True)
class PaletteColour:
    """One palette entry: full-brightness RGB and a `Blink`."""

    red: int
    green: int
    blue: int
    blink: int = Blink.STEADY


@dataclass(frozen=True)
class Palette(Message):
    """The colours of the codes `first`, `first` + 1, ...  Answered by Ack."""

    first: int = 0
    colours: tuple[PaletteColour, ...] = ()
    type = 0x05
    row = (
        ("first", NumberField(1, 0, 15, "one byte, 0 to 15")),
        (
            "colours",
            RecordsField(
                16,
                PaletteColour,
                (
                    ("red", U8),
                    ("green", U8),
                    ("blue", U8),
                    ("blink", NumberField(1, 0, 3, "one byte, 0 to 3")),
                ),
            ),
        ),
    )


@dataclass(frozen=True)
class Calibrate(Message):
    """One step of the calibration.  Answered by Calibration, up to 5 s later."""

    step: int
    point: int = 0
    type = 0x06
    row = (("step", NumberField(1, 0, 3, "one byte, 0 to 3")), ("point", POINT))


@dataclass(frozen=True)
class GetReadings(Message):
    """Raw sensor values of `count` points from `first`.  Answered by Readings."""

    first: int
    count: int = READINGS_AT_ONCE
    type = 0x07
    row = (
        ("first", POINT),
        ("count", NumberField(1, 1, READINGS_AT_ONCE, f"one byte, 1 to {READINGS_AT_ONCE}")),
    )


@dataclass(frozen=True)
class SelfTest(Message):
    """Answered by Health."""

    type = 0x08


@dataclass(frozen=True)
class SetName(Message):
    """Store which layout this is, how many points it has and what it is called.  Ack or Error."""

    points: int
    layout: str
    name: str
    type = 0x09
    row = (
        ("points", NumberField(1, 1, 128, "one byte, 1 to 128")),
        ("layout", PayloadText(LAYOUT_BYTES)),
        ("name", PayloadText(NAME_BYTES)),
    )


@dataclass(frozen=True)
class SetWiring(Message):
    """Store where the points `first`, `first` + 1, ... are wired to.  Answered by Ack or Error."""

    line: int
    first: int
    places: tuple[int, ...]
    type = 0x0B
    row = (("line", FLAG), ("first", POINT), ("places", PLACES))


@dataclass(frozen=True)
class GetWiring(Message):
    """Answered by Wiring with at most 64 places from `first`."""

    line: int
    first: int = 0
    type = 0x0C
    row = (("line", FLAG), ("first", POINT))
