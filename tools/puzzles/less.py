"""Where puzzles of Less are looked for."""

from __future__ import annotations

from game.games.less.rules import Less
from game.rules.registry import parse_setup
from tools.puzzles.source import PuzzleSource


def setup(seed: int) -> str:
    """Return a layout drawn from the tiles, wall by wall: it stays what it is."""
    game = parse_setup(f"less seed={seed}")
    assert isinstance(game, Less)
    return f"less walls={game.walls}"


SOURCE = PuzzleSource(setup, opening=lambda seed: 4 + seed % 9, aside=8)
