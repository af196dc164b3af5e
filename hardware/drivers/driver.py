"""What a driver is: bytes of a board in, changes of its points out.  Pure.

A driver holds no port and no clock.  `hardware.drivers.translation` gives what it says in our own
protocol, so that everything above reads one kind of board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a board is and has: its layout, what it senses, whether it has lights and a button."""

    layout: str
    points: int
    sides: bool = False
    lights: bool = False
    button: bool = False


@dataclass(frozen=True, slots=True)
class SensedPoint:
    """A point shows another state: 0 empty, 1 or 2 the face up; points by number of the layout."""

    point: int
    state: int


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """The button was pressed and let go."""


class Driver(Protocol):
    """A board of one kind at one line."""

    @property
    def abilities(self) -> Abilities: ...
    def feed(self, data: bytes) -> list[SensedPoint | ButtonPress]: ...
    def opening(self) -> bytes:
        """Return what to send when the line has been opened."""

    def light(self, codes: Sequence[int]) -> bytes:
        """Return what shows these codes of our palette, b"" for a board without lights."""
