"""Uniformly random playouts by the rules alone: a template, the playout of plain UCT."""

from __future__ import annotations

from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables, legal, play, value_of
from game.rules.kernel import RESULT, RUNNING

ENTRIES = ()


def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Play uniformly random actions to the end, and return the value for side 0."""
    while s[RESULT] == RUNNING:
        count = legal(t, s, out, work)
        if count == 0:
            return 0.5
        play(t, s, out[draw(rng, count)], work)
    return value_of(s[RESULT])
