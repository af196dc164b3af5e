"""Multiplicity on the screen: its look, and the texts at the end of its matches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from game.games.multiplicity.rules import Multiplicity
from game.games.multiplicity.screen.panel import MultiplicityPanel
from game.platform.i18n import _
from game.rules import Game
from game.rules.events import Outcome, Seat
from game.screen.boards.board_look import BoardLook, plain_look
from game.screen.plugin.ending import EndingWords, Figure, turns_figure
from game.screen.plugin.figures import number
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.screen_plugin import ScreenPlugin, read_about
from game.table.seat_statistics import SeatStatistics

SIZES = range(3, 9)
ENDS = ("one-empty", "full")
OPENINGS = ("bound", "free")


@dataclass
class MultiplicityOptions(MatchOptions):
    multiplicity_size: int = 5
    end: str = ENDS[0]
    opening: str = OPENINGS[0]
    may_swap: ClassVar[bool] = True
    seat_count = 2

    def setup(self) -> str:
        end = "" if self.end == ENDS[0] else f" end={self.end}"
        opening = "" if self.opening == OPENINGS[0] else f" opening={self.opening}"
        words = f"{self.key} size={self.multiplicity_size}{end}{opening}"
        return " ".join([words, *self._swap_words])

    def take_game(self, game: Game) -> None:
        assert isinstance(game, Multiplicity)
        self.multiplicity_size, self.end = game.size, ENDS[game.full]
        self.opening, self.swap = OPENINGS[not game.bound], game.swaps

    def in_bounds(self) -> bool:
        return self.multiplicity_size in SIZES and self.end in ENDS and self.opening in OPENINGS


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


ABOUT = read_about(Path(__file__).parents[1] / "texts" / "about.toml")

SCREEN = ScreenPlugin(
    card=ABOUT.card,
    look=look,
    panel=MultiplicityPanel,
    options=MultiplicityOptions,
    ending=MultiplicityEnding,
    score_lists=("margin",),
    credits=ABOUT.credits,
)
