"""Puzzles of Libra: endings, with a target that hangs on the last stones."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.libra.rules import (
    BIDDING,
    EMPTY,
    MORE_SEAT,
    ROUND,
    Libra,
)
from game.puzzles.plugin import LAST, PuzzlePlugin
from game.puzzles.stones import what_happens
from game.rules import Action, Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT

LEAST_EMPTY, MOST_EMPTY = 5, 9


def fits(game: Game, state: State, kind: str) -> bool:
    last_round = state[ROUND] == 2 or not (isinstance(game, Libra) and game.mode == "duel")
    return (
        state[RESULT] == RUNNING
        and state[BIDDING] == 0
        and last_round
        and LEAST_EMPTY <= state[EMPTY] <= MOST_EMPTY
    )


def themes(game: Game, state: State, turn: Sequence[Action]) -> list[str]:
    stone = turn[0]
    assert stone.piece is not None
    role = "as-more" if state[MORE_SEAT] == state[SEAT] else "as-less"
    point = stone.points[0]
    return [role, *what_happens(game.topology, game.pieces(state), point, stone.piece.colour)]


PUZZLES = PuzzlePlugin(
    kinds=(LAST,),
    fits=fits,
    themes=themes,
)
