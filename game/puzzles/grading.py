"""Grades: the lowest level of the engine that solves a puzzle.

Where the engine plays for another aim than the puzzle's, or knows the answer by a table, the level
is that of a searcher who tries as many turns at random as the level looks at positions.
"""

from __future__ import annotations

import math

from game.engine.search.levels import LEVELS
from game.puzzles.plugin import HOME, TRAIN
from game.puzzles.prover import Proof, Prover
from game.puzzles.puzzle import EASIEST, HARDEST
from game.puzzles.source import ask, bot_of
from game.rules import State

SEEDS = (11, 12)  # a level solves it when it does so with each of these dice
LIKELY = 0.7  # chance with which a searcher at random is said to find it


def grade(prover: Prover, state: State, kind: str, proof: Proof) -> int:
    """EASIEST to HARDEST."""
    if kind in (TRAIN, HOME):
        return grade_by_chance(proof.chance)
    for level in range(EASIEST, HARDEST):
        if all(solves(prover, state, proof, level, seed) for seed in SEEDS):
            return level
    return HARDEST


def solves(prover: Prover, state: State, proof: Proof, level: int, seed: int) -> bool:
    """Return whether the engine at this level plays into the only solution."""
    after = state
    for action in ask(bot_of(prover.game, level, seed, prover.compiled), state):
        after = prover.game.advance(after, action)
    return after == proof.first.state


def grade_by_chance(chance: float) -> int:
    """By the number of random tries that find what has this chance, likely."""
    tries = math.log(1 - LIKELY) / math.log(1 - min(chance, 0.999))
    fitting = (level for level, one in enumerate(LEVELS, start=1) if (one.nodes or 0) >= tries)
    return next(fitting, HARDEST)
