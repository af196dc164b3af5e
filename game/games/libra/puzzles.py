"""Puzzles of Libra: endings, with a target that hangs on the last stones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from game.games.libra.rules import (
    AIM,
    BIDDING,
    EMPTY,
    MORE_SEAT,
    ROUND,
    TARGET,
    Libra,
)
from game.puzzles.plugin import LAST, PuzzlePlugin
from game.puzzles.stones import what_happens
from game.rules import Action, Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT

LEAST_EMPTY, MOST_EMPTY = 5, 9
SETUPS = (  # size, usual number of groups, obstacles
    (3, 5, ""),
    (4, 9, ""),
    (4, 8, "d4"),
    (4, 8, "b3,f5"),
    (5, 14, ""),
    (5, 13, "c3,g7"),
)
AROUND = 3  # targets that are tried, so far from what lies


def setup(seed: int) -> str:
    size, usual, obstacles = random.Random(seed).choice(SETUPS)
    words = f"libra size={size} mode=target target={usual}"
    return words + (f" obstacles={obstacles}" if obstacles else "")


def fits(game: Game, state: State, kind: str) -> bool:
    last_round = state[ROUND] == 2 or not (isinstance(game, Libra) and game.mode == "duel")
    return (
        state[RESULT] == RUNNING
        and state[BIDDING] == 0
        and last_round
        and LEAST_EMPTY <= state[EMPTY] <= MOST_EMPTY
    )


def variants(game: Game, state: State, dice: int) -> Iterator[tuple[Game, State]]:
    """Yield the same stones with other targets: the moves before were legal all the same."""
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


def themes(game: Game, state: State, turn: Sequence[Action]) -> list[str]:
    stone = turn[0]
    assert stone.piece is not None
    role = "as-more" if state[MORE_SEAT] == state[SEAT] else "as-less"
    point = stone.points[0]
    return [role, *what_happens(game.topology, game.pieces(state), point, stone.piece.colour)]


PUZZLES = PuzzlePlugin(
    kinds=(LAST,),
    setup=setup,
    fits=fits,
    variants=variants,
    opening=lambda seed: 4 + seed % 14,
    themes=themes,
)
