"""The meaning of the lights' colours and blinking: the host's only table of the codes.

The firmware starts with the same colours (a test compares them), so a host that sends no Palette
gets these.  Blinking helps people who see colours differently.
"""

from __future__ import annotations

from enum import IntEnum

from hardware.wire.messages import Blink, Palette, PaletteColour


class Light(IntEnum):
    """Palette codes.  0 is always dark."""

    OFF = 0
    TARGET = 1  # a legal target of the piece in the air
    LIFTED = 2  # the piece in the air came from here
    FROM = 3  # the program's turn: lift this piece
    VIA = 4  # the program's turn: a landing on the way
    TO = 5  # the program's turn: set it down here
    FLIP = 6  # turn over this counter
    PLACE = 7  # put a piece here
    REMOVE = 8  # take this piece away
    WRONG = 9  # something else is wrong at this point
    LAST = 10  # the last turn, dimly
    CHOICE_A = 11  # an ambiguous turn: first alternative
    CHOICE_B = 12  # an ambiguous turn: second alternative
    HOME = 13  # goal corners, hints of the set-up
    GOOD = 14  # agreed, won
    WHITE = 15  # tests, and the check of labels


COLOURS: tuple[PaletteColour, ...] = (
    PaletteColour(0, 0, 0),
    PaletteColour(0, 64, 40),
    PaletteColour(40, 40, 40),
    PaletteColour(0, 60, 160, Blink.SLOW),
    PaletteColour(0, 30, 80),
    PaletteColour(0, 60, 160),
    PaletteColour(150, 0, 150, Blink.SLOW),
    PaletteColour(0, 140, 0, Blink.SLOW),
    PaletteColour(200, 40, 0, Blink.SLOW),
    PaletteColour(200, 0, 0, Blink.FAST),
    PaletteColour(24, 20, 8),
    PaletteColour(0, 110, 110, Blink.SLOW),
    PaletteColour(140, 100, 0, Blink.COUNTER),
    PaletteColour(20, 20, 60),
    PaletteColour(0, 120, 0),
    PaletteColour(90, 90, 90),
)


def standard() -> Palette:
    """Return the command that sets these colours."""
    return Palette(first=0, colours=COLOURS)
