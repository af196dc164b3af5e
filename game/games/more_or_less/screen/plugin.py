"""More or Less on the screen: its card, its look, how its matches end, who made it."""

from __future__ import annotations

from dataclasses import replace

from game.games.more_or_less.screen.commentary import MoreOrLessCommentary
from game.games.more_or_less.screen.options import MoreOrLessOptions
from game.games.more_or_less.screen.panel import MoreOrLessPanel
from game.games.more_or_less.screen.track import draw_track
from game.platform.i18n import N_, _, ngettext
from game.rules.base import Game
from game.rules.events import Outcome, Seat
from game.screen.boards.board_look import BoardLook, plain_look
from game.screen.plugin.commentary import EndingWords, Figure
from game.screen.plugin.screen_plugin import GameCard, GameCredits, SamplePosition, ScreenPlugin
from game.table.high_scores import LISTS
from game.table.seat_statistics import SeatStatistics


def look(game: Game) -> BoardLook:
    return replace(plain_look(game), wood="maple")


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


CARD = GameCard(
    about=N_(
        "Jump, and what you jump turns over. Win with 19 or more counters, or with 6 or fewer."
    ),
    seats=N_("1–2 players"),
    ages=N_("ages 10 to adult"),
    minutes=20,
    sample=SamplePosition(seed=11, actions=46),
)

CREDITS = GameCredits(
    author="Arthur Blumberg",
    published=N_("Published by Kadon Enterprises, Inc., 2003, with rules in German"),
    thanks=(N_("Translation of the rules: Kate Jones and Frank Rehm; edited by Frank Rehm"),),
    sources=("www.gamepuzzles.com/mlgerman.htm",),
    ours=(
        N_(
            "No published text says how the lines of the board run: the engraving"
            " here is our reconstruction."
        ),
    ),
)

KNOWN = {"train": 89, "turned": 24}  # on the usual board; see docs/lab/questions.md

SCREEN = ScreenPlugin(
    card=CARD,
    look=look,
    panel=MoreOrLessPanel,
    options=MoreOrLessOptions,
    ending=MoreOrLessEnding,
    score_lists=LISTS,
    known_scores=KNOWN,
    commentary=MoreOrLessCommentary,
    credits=CREDITS,
    track=draw_track,
)
