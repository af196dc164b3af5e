"""The source of puzzles of Less."""

from __future__ import annotations

from collections.abc import Iterator

from game.games.less.rules import NEXT, START, WALLS, Less
from game.rules import Game
from game.rules.registry import parse_setup
from tools.puzzles.source import Mark, PuzzleSource


def setup(seed: int) -> str:
    """Return a random layout of tiles; it is written as walls, so that it never changes."""
    game = parse_setup(f"less seed={seed}")
    assert isinstance(game, Less)
    return f"less walls={game.walls}"


def marks(game: Game) -> Iterator[Mark]:
    """Yield the walls between squares and the corners."""
    points, starts = game.topology.points, game.tables[START]
    for step, there in enumerate(game.tables[NEXT]):
        here = step // 4
        if here < there and game.tables[WALLS][step]:
            yield None, f"wall {game.tables[WALLS][step]}", (points[here], points[there])
    for seat in range(game.seats):
        corner = (point for point, start in zip(points, starts, strict=True) if start == seat + 1)
        yield seat, "corner", tuple(corner)


SOURCE = PuzzleSource(setup, opening=lambda seed: 4 + seed % 9, aside=8, marks=marks)
