"""The source of puzzles of Libra."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.games.libra.rules import AIM, TARGET, Libra
from game.rules import Game, State
from tools.puzzles.source import PuzzleSource

# Each setup: size, usual number of groups, obstacles.
SETUPS = (
    (3, 5, ""),
    (4, 9, ""),
    (4, 8, "d4"),
    (4, 8, "b3,f5"),
    (5, 14, ""),
    (5, 13, "c3,g7"),
)
# Targets up to this much below or above the present number of groups are tried.
AROUND = 3


def setup(seed: int) -> str:
    size, usual, obstacles = random.Random(seed).choice(SETUPS)
    words = f"libra size={size} mode=target target={usual}"
    return words + (f" obstacles={obstacles}" if obstacles else "")


def variants(game: Game, state: State, dice: int) -> Iterator[tuple[Game, State]]:
    """Yield the same stones with other targets; the earlier turns are legal with every target."""
    if not isinstance(game, Libra) or game.mode != TARGET:
        yield game, state
        return
    now = game.groups(state)
    targets = list(range(max(1, now - AROUND), now + AROUND + 1))
    random.Random(dice).shuffle(targets)
    for target in targets:
        yield (
            Libra(game.size, TARGET, target, game.obstacles),
            (*state[:AIM], target, *state[AIM + 1 :]),
        )


SOURCE = PuzzleSource(setup, variants, opening=lambda seed: 4 + seed % 14)
