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

    Fischer adds an `increment` after each turn; with Bronstein a `delay` passes first in each
    turn.  In byo-yomi, `periods` of `period` seconds follow the total; only a turn that takes a
    whole period uses it up.  A time per turn is one such period without a total.
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

    "person" plays on the screen, "engine" is the program at `level` 1 to 10, "board" is a person
    whose moves come from the sensor board (the screen stays usable), "remote" a person on another
    machine, who joins with a code.  `name` "" means unnamed; the screen then shows the colour or
    role of the seat.  `opponent` is a key of `game.table.opponents`, whose style the engine then
    has; "" is none.  `program` is the name of another program that plays instead of the engine,
    from `game.table.programs`; `level` then means nothing.  `clock` is the seat's own; None is the
    match's.
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

    `clock` None means no clock; a seat may have its own.  With `time_back`, a turn that is taken
    back gives its time back.  `board` names the sensor board's port, url or "sim"; None means no
    board.  `seed` makes the engines' choices repeatable (0: from the match's date).  `series` is
    the running score before the match, for games in a row.  `scoring` False ignores margins in
    games that have them: a win is a win, and a series adds up none.  `lot` is the drawn number of
    places by which the seats have moved on; None if none was drawn.  `placement` is the seed of a
    random placement for all; None: everybody places for themselves.  `position` is the text of the
    position to begin from; None: the game's start.  `sides`: in the next game of a series all move
    on by a seat ("swapped"), are drawn again ("lot"), or stay ("kept").  `by_button`: a turn made
    on a sensor board only counts when the board's button is pressed, like a chess clock.
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
        """Return the match with everybody moved on by this many seats, with their score.

        Whoever sat at seat `by` sits at seat 0, so partners stay partners; below 0 they move back.
        """
        seats, series = self.seats, self.series
        shift = series.shift + by
        if shift < 0:  # nobody is known to have moved on so far
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
