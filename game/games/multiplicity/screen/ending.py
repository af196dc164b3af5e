"""How a match of Multiplicity ended, in words and figures."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.events import Outcome, Seat
from game.screen.plugin.ending import EndingWords, Figure, turns_figure
from game.screen.plugin.panel import number
from game.table.seat_statistics import SeatStatistics


class MultiplicityEnding(EndingWords):
    def reason(self, outcome: Outcome) -> str:
        high, low = sorted((self.tally["white"], self.tally["black"]), reverse=True)
        if high == low:
            return _("Both products are {n}").format(n=number(high))
        words = _("A product of {high} against {low}")
        return words.format(high=number(high), low=number(low))

    def own_figures(self, seat: Seat, facts: SeatStatistics) -> tuple[Figure, ...]:
        product = self.tally[("white", "black")[seat]]
        return ((number(product), _("product")), turns_figure(facts))
