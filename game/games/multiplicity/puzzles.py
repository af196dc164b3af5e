"""Puzzles of Multiplicity: endings in which a product hangs on the last stones."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.multiplicity.rules import (
    EMPTY,
    OPEN,
    PHASE,
    STONES,
)
from game.puzzles.plugin import LAST, PuzzlePlugin
from game.puzzles.stones import what_happens
from game.rules import Action, Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT

LEAST_EMPTY, MOST_EMPTY = 5, 10


def fits(game: Game, state: State, kind: str) -> bool:
    running = state[RESULT] == RUNNING and state[PHASE] == OPEN
    return running and LEAST_EMPTY <= state[EMPTY] <= MOST_EMPTY


def themes(game: Game, state: State, turn: Sequence[Action]) -> list[str]:
    colour = STONES[state[SEAT]].colour
    return what_happens(game.topology, game.pieces(state), turn[0].points[0], colour)


PUZZLES = PuzzlePlugin(kinds=(LAST,), fits=fits, themes=themes)
