"""Several games in a row between the same players: the running score.  Values only.

Players change seats from game to game; a series is always in the order of the seats of one match.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Outcome, Seat

WIN, DRAW = 2, 1  # in half points, so that a draw is a whole number


@dataclass(frozen=True, slots=True)
class Series:
    """What was before a match: `games` finished, and the half points of whoever sits at each seat.

    `points` is empty before the second game.
    """

    games: int = 0
    points: tuple[int, ...] = ()

    def after(self, outcome: Outcome, seats: int) -> Series:
        """With one more game counted, everybody still at the same seat."""
        before = self.points or (0,) * seats
        gained = [
            DRAW if not outcome.winners else WIN * (n in outcome.winners) for n in range(seats)
        ]
        return Series(self.games + 1, tuple(map(sum, zip(before, gained))))

    def moved_on(self) -> Series:
        """Everybody one seat on: who sat at seat 1 sits at seat 0."""
        return Series(self.games, (*self.points[1:], *self.points[:1]))

    def player(self, seat: Seat, seats: int) -> int:
        """Where whoever sits at `seat` began the series: a number that stays with the player."""
        return (seat + self.games) % seats
