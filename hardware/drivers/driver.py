"""The interface of a driver: bytes of a board in, changes of its points out.  Pure.

A driver has no port and no clock.  `hardware.drivers.translation` translates its output into our
protocol, so that all code above reads one kind of board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Abilities:
    """The properties of a board: its layout, what it senses, whether it has lights and a button.

    `ask_s`: seconds without a message before the next request, 0 for none.  `answers`: a connected
    board answers every request, so silence means that it has gone.
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
    """A point has a new state: 0 empty, 1 or 2 the face up; points are numbers in the layout.

    `ms`: the time on the board's own clock in milliseconds; 0 for a board that sends no times.
    """

    point: int
    state: int
    ms: int = 0


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """The button was pressed and released; `ms` as in `SensedPoint`."""

    ms: int = 0


Sensed = SensedPoint | ButtonPress


class Driver(Protocol):
    """A board of one kind on one line."""

    @property
    def abilities(self) -> Abilities: ...

    @property
    def understood(self) -> int:
        """The number of whole messages of such a board received so far."""

    def feed(self, data: bytes) -> list[Sensed]:
        """Return the changes. Never raises: `data` may be any part of the stream, even damaged."""

    def ask(self) -> bytes:
        """Return the request for all that the board senses; sent first, and whenever it is due."""

    def light(self, codes: Sequence[int]) -> bytes:
        """Return the bytes that show these codes of our palette; b"" for a board without lights."""


class Senses:
    """The states of all points; new states are compared with them to find the changes."""

    def __init__(self, points: int, sides: bool) -> None:
        self._states, self._most = [0] * points, 1 + sides

    def change(self, point: int, state: int, ms: int = 0) -> list[Sensed]:
        """Return the change, if there is one; without `sides`, either face counts as state 1."""
        state = min(state, self._most)
        if self._states[point] == state:
            return []
        self._states[point] = state
        return [SensedPoint(point, state, ms)]

    def picture(self, states: Sequence[int], ms: int = 0) -> list[Sensed]:
        """Return the changes from the known states to `states`, which has all points.

        Emptied points come first, because a piece is lifted before it is set down.
        """
        order = sorted(range(len(states)), key=lambda point: bool(states[point]))
        return [one for point in order for one in self.change(point, states[point], ms)]
