"""The options of Libra: size, mode, obstacles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.games.libra.engine.maximum import ceiling
from game.games.libra.rules import LARGEST, MODES, SMALLEST, TARGET, Libra
from game.rules import Game
from game.rules.topology import hexagon
from game.screen.plugin.options import MatchOptions

SIZES = range(SMALLEST, LARGEST + 1)


@dataclass
class LibraOptions(MatchOptions):
    libra_size: int = 5
    mode: str = MODES[0]
    target: int = 20
    obstacles: tuple[str, ...] = ()
    seat_count = 2

    def setup(self) -> str:
        target = f" target={self.target}" if self.mode == TARGET else ""
        blocked = f" obstacles={','.join(self.obstacles)}" if self.obstacles else ""
        return f"{self.key} size={self.libra_size} mode={self.mode}{target}{blocked}"

    @property
    def free_cells(self) -> int:
        return len(hexagon(self.libra_size)) - len(self.obstacles)

    @property
    def most_target(self) -> int:
        """The highest target: an upper bound of the groups."""
        return ceiling(self.libra_size, len(self.obstacles))

    def set_size(self, size: int) -> None:
        """Change the size; drop obstacles off the board, and lower a target that is too high."""
        self.libra_size = size
        cells = set(hexagon(size).points)
        self.obstacles = tuple(point for point in self.obstacles if point in cells)
        self.target = min(self.target, self.most_target)

    def take_game(self, game: Game) -> None:
        assert isinstance(game, Libra)
        self.libra_size, self.mode, self.obstacles = game.size, game.mode, game.obstacles
        wanted = game.target if game.mode == TARGET else self.target
        self.target = min(wanted, self.most_target)

    def take(self, kept: Mapping[str, Any]) -> None:
        """Convert lists to tuples, because JSON has no tuples."""
        obstacles = kept.get("obstacles")
        if isinstance(obstacles, list | tuple):
            kept = {**kept, "obstacles": tuple(str(point) for point in obstacles)}
        super().take(kept)
        self.target = min(self.target, self.most_target)

    def in_bounds(self) -> bool:
        return (
            self.libra_size in SIZES and self.mode in MODES and 1 <= self.target <= self.most_target
        )
