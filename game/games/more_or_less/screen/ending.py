"""How a match of More or Less ended, in words and figures."""

from __future__ import annotations

from game.platform.i18n import _, ngettext
from game.rules.events import Outcome, Seat
from game.screen.plugin.ending import EndingWords, Figure
from game.table.seat_statistics import SeatStatistics


class MoreOrLessEnding(EndingWords):
    def reason(self, outcome: Outcome) -> str:
        counts = (self.tally["black"], self.tally["green"])
        seat = outcome.winners[0]
        own, other = counts[seat], counts[1 - seat]
        if outcome.reason == "more":
            words = (
                _("{n} black counters: more than 18"),
                _("{n} green counters: more than 18"),
            )[seat]
            return words.format(n=own)
        if outcome.reason == "less":
            words = (
                ngettext(
                    "{n} black counter: fewer than 7", "{n} black counters: fewer than 7", own
                ),
                ngettext(
                    "{n} green counter: fewer than 7", "{n} green counters: fewer than 7", own
                ),
            )[seat]
            return words.format(n=own)
        return _("Fewer counters after twelve turns: {own} to {other}").format(own=own, other=other)

    def own_figures(self, seat: Seat, facts: SeatStatistics) -> tuple[Figure, ...]:
        train = (f"×{facts.longest_train}", _("longest train"))
        return (train, (str(facts.turned), _("counters turned")))

    def piece_count(self, seat: Seat) -> int:
        return self.tally[("black", "green")[seat]]
