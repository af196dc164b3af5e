"""Random games that use nothing but the rules, on numbers: a template of `rules`."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables, legal, play, value_of
from game.rules.kernel import RESULT, RUNNING

ENTRIES = ("random_games", "legal_many")


def play_out(t: Tables, s: Ints, rng: Ints, out: Ints, work: Ints) -> float:
    """Play uniformly random actions to the end, and return the value for side 0."""
    while s[RESULT] == RUNNING:
        count = legal(t, s, out, work)
        if count == 0:
            return 0.5
        play(t, s, out[draw(rng, count)], work)
    return value_of(s[RESULT])


def random_games(
    t: Tables, root: Sequence[int], s: Ints, rng: Ints, out: Ints, work: Ints, games: int
) -> float:
    """Play `games` random games from `root`, and return the mean value for side 0."""
    total = 0.0
    for _ in range(games):
        for place in range(len(root)):
            s[place] = root[place]
        total += play_out(t, s, rng, out, work)
    return total / games


def legal_many(t: Tables, s: Ints, out: Ints, work: Ints, times: int) -> int:
    """Generate the legal actions `times` times, and return the sum of their numbers."""
    total = 0
    for _ in range(times):
        total += legal(t, s, out, work)
    return total
