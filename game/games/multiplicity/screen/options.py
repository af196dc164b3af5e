"""The options of Multiplicity: size, how it opens, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.multiplicity.rules import Multiplicity
from game.rules import Game
from game.screen.plugin.options import MatchOptions

SIZES = range(3, 9)
ENDS = ("one-empty", "full")
OPENINGS = ("bound", "free")


@dataclass
class MultiplicityOptions(MatchOptions):
    multiplicity_size: int = 5
    end: str = ENDS[0]
    opening: str = OPENINGS[0]
    seat_count = 2

    def setup(self) -> str:
        end = "" if self.end == ENDS[0] else f" end={self.end}"
        opening = "" if self.opening == OPENINGS[0] else f" opening={self.opening}"
        return f"{self.key} size={self.multiplicity_size}{end}{opening}"

    def take_game(self, game: Game) -> None:
        assert isinstance(game, Multiplicity)
        self.multiplicity_size, self.end = game.size, ENDS[game.full]
        self.opening = OPENINGS[not game.bound]

    def in_bounds(self) -> bool:
        return self.multiplicity_size in SIZES and self.end in ENDS and self.opening in OPENINGS
