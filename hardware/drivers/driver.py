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
    """What a board is and has: its layout, what it senses, whether it has lights and a button.

    `ask_s`: seconds without a message after which it is asked again, 0 never.  `answers`: a board
    that is there says something when it is asked, so that silence means that it has gone.
    """

    layout: str
    points: int
    sides: bool = False
    lights: bool = False
    button: bool = False
    ask_s: float = 0.0
    answers: bool = False


@dataclass(frozen=True, slots=True)
class SensedPoint:
    """A point shows another state: 0 empty, 1 or 2 the face up; points by number of the layout.

    `ms`: when, by the board's own clock in milliseconds; 0 for a board that tells no time.
    """

    point: int
    state: int
    ms: int = 0


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """The button was pressed and let go; `ms` as above."""

    ms: int = 0


Sensed = SensedPoint | ButtonPress


class Driver(Protocol):
    """A board of one kind at one line."""

    @property
    def abilities(self) -> Abilities: ...

    @property
    def understood(self) -> int:
        """How many whole messages of such a board have come in so far."""

    def feed(self, data: bytes) -> list[Sensed]:
        """Return what has changed; bytes come in any pieces, damaged or not; never raises."""

    def ask(self) -> bytes:
        """Return what makes the board say all it senses: sent first of all, and when it is due."""

    def light(self, codes: Sequence[int]) -> bytes:
        """Return what shows these codes of our palette, b"" for a board without lights."""


class Senses:
    """The states of all points, and what changes of them."""

    def __init__(self, points: int, sides: bool) -> None:
        self._states, self._most = [0] * points, 1 + sides

    def change(self, point: int, state: int, ms: int = 0) -> list[Sensed]:
        """Return the change, if it is one; a board blind to sides shows 1 for either."""
        state = min(state, self._most)
        if self._states[point] == state:
            return []
        self._states[point] = state
        return [SensedPoint(point, state, ms)]

    def picture(self, states: Sequence[int], ms: int = 0) -> list[Sensed]:
        """Return the changes that a picture of all points makes.

        What was emptied comes first: a piece is lifted before it is set down.
        """
        order = sorted(range(len(states)), key=lambda point: bool(states[point]))
        return [one for point in order for one in self.change(point, states[point], ms)]
