"""The description of a match to start: setup, seats, clock.  Values only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from game.platform.codec import rule
from game.table.series import Series

MAX_NAME_LENGTH = 40
MAX_PERIODS = 1_000
MAX_SECONDS = 1e7

SeatKind = Literal["person", "engine", "board", "remote"]
Sides = Literal["swapped", "lot", "kept"]
SIDES: tuple[Sides, ...] = ("swapped", "lot", "kept")
SEAT_KINDS: tuple[SeatKind, ...] = ("person", "engine", "board", "remote")
BOUNDS = {"least": 0, "most": MAX_SECONDS, "wanted": "seconds"}
SECONDS = rule(**BOUNDS)


@dataclass(frozen=True, slots=True)
class ClockSpec:
    """Thinking time of a seat, in seconds: `total` for the match, and what each turn adds.

    Fischer adds an `increment` after each turn; with Bronstein a `delay` passes first in each turn.
    In byo-yomi, `periods` of `period` seconds follow the total; a turn uses up a period only by
    taking all of it. A time per turn is one such period without a total.
    """

    total: float = field(metadata=SECONDS)
    increment: float = field(default=0.0, metadata=SECONDS)
    delay: float = field(default=0.0, metadata=rule(**BOUNDS, omit=True))
    periods: int = field(
        default=0, metadata=rule(least=0, most=MAX_PERIODS, omit=True, wanted=f"0 to {MAX_PERIODS}")
    )
    period: float = field(default=0.0, metadata=rule(**BOUNDS, omit=True))

    @property
    def behind(self) -> float:
        """The seconds of all periods."""
        return self.periods * self.period

    @property
    def reserve(self) -> float:
        """The whole time at the beginning."""
        return self.total + self.behind


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """The player at a seat.

    "person" plays on the screen, and "engine" is the program at `level` 1 to 10. "board" is a
    person whose moves come from the sensor board (the screen stays usable). "remote" is a person on
    another machine, who joins with a code.  A `name` of "" means unnamed; the screen then shows the
    colour or role of the seat.  `opponent` is a key of `game.table.opponents`, whose style the
    engine then has; "" is none.  `program` is the name of another program, from
    `game.table.programs`, that plays instead of the engine; `level` then means nothing.  `clock` is
    the seat's own clock; None means the clock of the match.
    """

    kind: SeatKind = field(default="person", metadata=rule(required=True))
    level: int = field(default=5, metadata=rule(least=1, most=10, wanted="1 to 10"))
    name: str = field(default="", metadata=rule(length=MAX_NAME_LENGTH))
    opponent: str = field(default="", metadata=rule(length=MAX_NAME_LENGTH, omit=True))
    clock: ClockSpec | None = field(default=None, metadata=rule(omit=True))
    program: str = field(default="", metadata=rule(length=MAX_NAME_LENGTH, omit=True))

    @property
    def strength(self) -> int:
        """The level of the program's own engine; 0 for any other player."""
        return self.level if self.kind == "engine" and not self.program else 0


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match to be played: `setup` is a setup string, `seats` has one entry per seat.

    - `clock`: the clock of seats without their own; None means no clock
    - `time_back`: a turn that is taken back gives its time back
    - `board`: the sensor board's port or url, or "sim"; None means no board
    - `seed`: makes the engines' choices repeatable; 0 uses the match's date
    - `series`: the running score before the match, for games in a row
    - `scoring`: False ignores margins: a win is a win, and a series adds up no margins
    - `lot`: number of seats by which the players were moved on by lot; None without a lot
    - `placement`: seed of a random placement for all seats; None lets everybody place pieces
    - `position`: text of the position to begin from; None means the game's start
    - `sides`: in the next game of a series everybody moves on by a seat ("swapped"), is moved
      on by lot ("lot"), or stays ("kept")
    - `by_button`: a turn made on a sensor board counts only when the board's button is pressed,
      like a chess clock
    """

    setup: str
    seats: tuple[SeatSpec, ...]
    clock: ClockSpec | None = None
    board: str | None = None
    seed: int = 0
    series: Series = field(default_factory=Series)
    scoring: bool = True
    lot: int | None = None
    placement: int | None = None
    position: str | None = None
    sides: Sides = "swapped"
    time_back: bool = True
    by_button: bool = False

    @property
    def clocks(self) -> tuple[ClockSpec | None, ...]:
        """The clock of each seat."""
        return tuple(seat.clock or self.clock for seat in self.seats)

    def moved_on(self, by: int) -> MatchSpec:
        """Return the match after everybody has moved on by this many seats, with their score.

        The player at seat `by` gets seat 0, so partners stay partners; a negative number moves
        back.
        """
        seats, series = self.seats, self.series
        shift = series.shift + by
        if shift < 0:  # a shift is never negative
            shift += len(seats)
        return replace(self, seats=(*seats[by:], *seats[:by]), series=series.moved_on(by, shift))

    def with_(self, **changes: Any) -> MatchSpec:
        """Return a copy with some fields replaced."""
        return replace(self, **changes)


def two_people(setup: str, seats: int = 2) -> MatchSpec:
    """Return a match of people without a clock."""
    return MatchSpec(setup, tuple(SeatSpec() for _ in range(seats)))


def with_drawn_seats(spec: MatchSpec, lot: int) -> MatchSpec:
    """Return the match with all seats moved on by `lot`, so that partners stay partners."""
    return replace(spec.moved_on(lot), lot=lot, series=spec.series)
