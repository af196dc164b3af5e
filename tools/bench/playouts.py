"""Playouts one after the other, to measure their speed: a template of `engine`."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.mcts import META, OUT, SEEN, STAMP, STATE, WORK
from game.engine.kernels.promotion import IntFields
from game.engine.kernels.slots import Ints, Tables, rollout

ENTRIES = ("playouts",)


def playouts(
    t: Tables, x: Tables, root: Sequence[int], box: IntFields, rng: Ints, games: int
) -> float:
    """Return the mean value of `games` playouts from `root`; the caller measures the time."""
    s = box[STATE]
    total = 0.0
    for _ in range(games):
        for place in range(len(root)):
            s[place] = root[place]
        box[META][STAMP] += 1
        total += rollout(t, x, s, rng, box[OUT], box[WORK], box[SEEN], box[META][STAMP])
    return total / games
