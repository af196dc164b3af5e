"""Several games in a row between the same players: the running score.  Values only.

Players change seats from game to game; a series always uses the order of seats of one match.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from game.platform.codec import rule
from game.rules.events import Outcome, Seat

WIN, DRAW = 2, 1  # in half points, so that a draw counts as a whole number
MAX_GAMES = 10_000
MAX_MARGIN = 10**9  # maximum sum of margins
MAX_MOVED_SEATS = 4 * MAX_GAMES
GAMES = {"least": 0, "most": MAX_GAMES, "wanted": f"0 to {MAX_GAMES}"}


@dataclass(frozen=True, slots=True)
class Series:
    """The score before a match: `games` finished, and half points of the player at each seat.

    `points` is empty before the second game.  `margins` are the sums of the margins of won games,
    empty while no game counted any.  `moved` is the number of seats by which everybody has moved on
    in all; None means one seat after each game.  `length` is n of a best-of-n series, 0 without a
    limit.  `begun` is the date of the first game, which records of the same series share.
    """

    games: int = field(default=0, metadata=rule(**GAMES, required=True))
    points: tuple[int, ...] = field(default=(), metadata=rule(count=4, required=True))
    margins: tuple[int, ...] = field(
        default=(), metadata=rule(least=0, most=MAX_MARGIN, count=4, omit=True)
    )
    moved: int | None = field(default=None, metadata=rule(least=0, most=MAX_MOVED_SEATS, omit=True))
    length: int = field(default=0, metadata=rule(**GAMES, omit=True))
    begun: str = field(default="", metadata=rule(omit=True))

    def after(self, outcome: Outcome, seats: int, scored: bool) -> Series:
        """Return the series with one more game counted; nobody changes seats.

        With `scored`, the margin counts, too.
        """
        won = [n in outcome.winners for n in range(seats)]
        gained = [WIN * winner if outcome.winners else DRAW for winner in won]
        margins = self.margins
        if scored:
            margins = _added(margins, [outcome.margin * winner for winner in won])
        points = _added(self.points, gained)
        return replace(self, games=self.games + 1, points=points, margins=margins)

    @property
    def over(self) -> bool:
        """True if the series is decided; if margins count, only when all games are played."""
        if not self.length:
            return False
        ahead = not self.margins and max(self.points, default=0) > self.length
        return ahead or self.games >= self.length

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The leading seats, by margins if they count, then by points; () for a tie."""
        totals = [tuple(pair) for pair in zip(self.margins or self.points, self.points)]
        best = [n for n, total in enumerate(totals) if total == max(totals)]
        return tuple(best) if len(best) < len(totals) else ()

    @property
    def shift(self) -> int:
        """Number of seats by which everybody has moved on since the series began."""
        return self.games if self.moved is None else self.moved

    def moved_on(self, by: int, shift: int) -> Series:
        """Return the series after everybody has moved on `by` seats, `shift` seats in all."""
        points, margins = (
            (*numbers[by:], *numbers[:by]) for numbers in (self.points, self.margins)
        )
        moved = None if shift == self.games else shift
        return replace(self, points=points, margins=margins, moved=moved)

    def player(self, seat: Seat, seats: int) -> int:
        """Return the number of the player at `seat`, which a player keeps throughout the series."""
        return (seat + self.shift) % seats


def _added(before: tuple[int, ...], gained: list[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(before or (0,) * len(gained), gained)))
