"""Where puzzles of a game are looked for: setups, openings, positions beside those of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from game.rules import Game, Point, State
from game.rules.registry import usual_setup
from tools.games import part_of

Mark = tuple[int | None, str, Sequence[Point]]  # on a board: the seat that owns it, name, points


def itself(game: Game, state: State, dice: int) -> Iterator[tuple[Game, State]]:
    """Return the position as it was reached, and no other."""
    yield game, state


@dataclass(frozen=True)
class PuzzleSource:
    """Where puzzles of one game are looked for.

    `setup(seed)`: a setup string, varied by the seed.
    `variants(game, state, dice)`: positions with the same turns in another setup, as a target.
    `opening(seed)`: actions played at random before the engine plays.
    `aside`: other turns, drawn at random, that are tried in each position of a game.
    `most_actions`: to be tried for one position.
    `marks(game)`: what the board shows besides pieces and lines, to tell positions apart.
    """

    setup: Callable[[int], str]
    variants: Callable[[Game, State, int], Iterator[tuple[Game, State]]] = itself
    opening: Callable[[int], int] = lambda seed: seed % 8
    aside: int = 0
    most_actions: int = 100_000
    marks: Callable[[Game], Iterable[Mark]] = lambda game: ()


def puzzle_source(key: str) -> PuzzleSource:
    """Return where puzzles of a game are looked for; a plain one if the game brings none."""
    own = cast(PuzzleSource | None, part_of(key, "puzzles", "SOURCE"))
    return PuzzleSource(lambda seed: usual_setup(key, seed)) if own is None else own
