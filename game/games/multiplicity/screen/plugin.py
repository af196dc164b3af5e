"""Multiplicity on the screen: its card, its look, how its matches end, who made it."""

from __future__ import annotations

from dataclasses import replace

from game.games.multiplicity.screen.commentary import MultiplicityCommentary
from game.games.multiplicity.screen.options import MultiplicityOptions
from game.games.multiplicity.screen.panel import MultiplicityPanel
from game.platform.i18n import N_, _
from game.rules.base import Game
from game.rules.events import Outcome, Seat
from game.screen.boards.board_look import BoardLook, plain_look
from game.screen.plugin.commentary import EndingWords, Figure, turns_figure
from game.screen.plugin.panel import number
from game.screen.plugin.screen_plugin import GameCard, GameCredits, SamplePosition, ScreenPlugin
from game.table.seat_statistics import SeatStatistics


def look(game: Game) -> BoardLook:
    return replace(plain_look(game), wood="pearwood")


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


CARD = GameCard(
    about=N_("Nine stones as 3 × 3 × 3 make 27. As one group they make only 9."),
    seats=N_("1–2 players"),
    ages=N_("ages 8 and up"),
    minutes=30,
    measured=False,
    sample=SamplePosition("multiplicity size=5", seed=4, actions=46),
)

CREDITS = GameCredits(
    author="Christian Freeling",
    year="2012",
    published=N_("Published on the web"),
)

SCREEN = ScreenPlugin(
    card=CARD,
    look=look,
    panel=MultiplicityPanel,
    options=MultiplicityOptions,
    ending=MultiplicityEnding,
    commentary=MultiplicityCommentary,
    credits=CREDITS,
)
