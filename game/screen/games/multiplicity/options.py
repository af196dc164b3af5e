"""The options of Multiplicity: size, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from game.screen.games.options import MatchOptions

SIZES = range(3, 9)
ENDS = ("one-empty", "full")


@dataclass
class MultiplicityOptions(MatchOptions):
    multiplicity_size: int = 5
    end: str = ENDS[0]

    def setup(self) -> str:
        end = "" if self.end == ENDS[0] else f" end={self.end}"
        return f"{self.key} size={self.multiplicity_size}{end}"

    @property
    def seat_count(self) -> int:
        return 2

    def in_bounds(self) -> bool:
        return self.multiplicity_size in SIZES and self.end in ENDS
