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

    `points` is empty before the second game; `margins` are those of the games they won, added up,
    and empty while no game counted any.  `moved`: by how many seats everybody has moved on in all;
    None is by one after each game.
    """

    games: int = 0
    points: tuple[int, ...] = ()
    margins: tuple[int, ...] = ()
    moved: int | None = None

    def after(self, outcome: Outcome, seats: int, scored: bool) -> Series:
        """With one more game counted, everybody still at the same seat.

        `scored`: its margin counts, too.
        """
        won = [n in outcome.winners for n in range(seats)]
        gained = [WIN * winner if outcome.winners else DRAW for winner in won]
        margins = self.margins
        if scored:
            margins = _added(margins, [outcome.margin * winner for winner in won])
        return Series(self.games + 1, _added(self.points, gained), margins, self.moved)

    @property
    def shift(self) -> int:
        """By how many seats everybody has moved on since the series began."""
        return self.games if self.moved is None else self.moved

    def moved_on(self, by: int, shift: int) -> Series:
        """Everybody `by` seats on: who sat at that seat sits at seat 0; `shift` seats in all."""
        points, margins = (
            (*numbers[by:], *numbers[:by]) for numbers in (self.points, self.margins)
        )
        return Series(self.games, points, margins, None if shift == self.games else shift)

    def player(self, seat: Seat, seats: int) -> int:
        """Where whoever sits at `seat` began the series: a number that stays with the player."""
        return (seat + self.shift) % seats


def _added(before: tuple[int, ...], gained: list[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(before or (0,) * len(gained), gained)))
