"""Sources of puzzles: the setups, openings and positions of a game that are searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from game.rules import Game, Point, State
from game.rules.registry import usual_setup
from tools.games import part_of

# A mark on a board: the seat that owns it, its name, its points.
Mark = tuple[int | None, str, Sequence[Point]]


def itself(game: Game, state: State, dice: int) -> Iterator[tuple[Game, State]]:
    """Yield only the position itself."""
    yield game, state


@dataclass(frozen=True)
class PuzzleSource:
    """The positions of one game that are searched for puzzles.

    `setup(seed)`: a setup string, varied by the seed.
    `variants(game, state, dice)`: the position in other setups that allow the same turns.
    `opening(seed)`: number of random actions before the engine plays.
    `aside`: random other turns that are tried in each position of a game.
    `most_actions`: limit of a proof in one position.
    `marks(game)`: what the board shows besides pieces and lines, to tell positions apart.
    """

    setup: Callable[[int], str]
    variants: Callable[[Game, State, int], Iterator[tuple[Game, State]]] = itself
    opening: Callable[[int], int] = lambda seed: seed % 8
    aside: int = 0
    most_actions: int = 100_000
    marks: Callable[[Game], Iterable[Mark]] = lambda game: ()


def puzzle_source(key: str) -> PuzzleSource:
    """Return the source of puzzles of a game; a plain one if the game brings none."""
    own = cast(PuzzleSource | None, part_of(key, "puzzles", "SOURCE"))
    return PuzzleSource(lambda seed: usual_setup(key, seed)) if own is None else own
