"""The text of a game for the result of a match."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.events import Outcome, Seat
from game.table.clock import clock_text
from game.table.match import Match
from game.table.seat_statistics import SeatStatistics

Figure = tuple[str, str]  # a value and its label


class EndingWords:
    """The plain text; the plugin of a game derives a better one."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.tally = match.game.tally(match.state)

    def reason(self, outcome: Outcome) -> str:
        """Return why the match ended, for ends other than resignation and lack of time."""
        if outcome.reason == "agreed":
            return _("Agreed")
        return self.match.game.score(self.match.state)

    def own_figures(self, seat: Seat, facts: SeatStatistics) -> tuple[Figure, ...]:
        """Return the figures of this game; the time is added if the match had a clock."""
        return (turns_figure(facts),)

    def figures(self, seat: Seat, facts: SeatStatistics) -> tuple[Figure, ...]:
        figures = self.own_figures(seat, facts)
        if facts.seconds < 1 or not self.match.clock.timed:
            return figures
        return (*figures, (clock_text(facts.seconds, tenths=False), _("time used")))

    def piece_count(self, seat: Seat) -> int:
        """Return how many pieces are drawn for a winner in the result."""
        return 1

    @property
    def larger(self) -> int | None:
        """The size of a larger board offered for the next match."""
        return None


def turns_figure(facts: SeatStatistics) -> Figure:
    return str(facts.turns), _("turns")
