"""Evaluation of More or Less: judgements by patterns instead of random games.

A placement is finished at random, a turn under way ended at once; then it is asked whether the side
to move has a train that wins, and what the patterns of the position promise.
"""

from __future__ import annotations

from game.engine.kernels.defaults import value_of
from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables
from game.games.more_or_less.engine.patterns import promised
from game.games.more_or_less.engine.trains import (
    last_turn,
    pass_wins,
    survey,
    wanting,
    wins_now,
)
from game.games.more_or_less.rules import (
    BOARD,
    CENTRE,
    COUNTS,
    JUMPS,
    MARKER_PLACES,
    MARKS,
    META,
    MOVING,
    PLACED,
    POINTS,
    SLID,
    SLIDES,
    jumps_from,
    place,
    play,
)
from game.rules.boards import COUNTERS
from game.rules.kernel import RESULT, RUNNING, SEAT, kernel

SEEN_WIN = 5000  # worth of a win that is seen at once
EVALUATED_JUMPS = 2000  # tried for it in an evaluation
TRIED_JUMPS = 30  # of each counter, in a judgement


@kernel
def place_rest(t: Tables, s: Ints, rng: Ints, out: Ints, seen: Ints, stamp: int) -> None:
    """Place the counters left on random empty points."""
    points = t[META][POINTS]
    codes = points + t[META][JUMPS] + t[META][SLIDES] + 2
    count = 0
    for point in range(points):  # without a branch, as in the rules
        out[count] = point
        count += s[BOARD + point] == 0
    while s[PLACED] < COUNTERS:
        at = draw(rng, count)
        seen[s[SEAT] * codes + out[at]] = stamp
        place(t, s, out[at])
        count -= 1
        out[at] = out[count]


@kernel
def finish(t: Tables, s: Ints, rng: Ints, out: Ints, work: Ints) -> None:
    """End the turn that is under way at once; after a slide by a random jump."""
    if s[SLID] == 1:
        count = jumps_from(t, s, s[MOVING] - 1, out, 0)
        play(t, s, out[draw(rng, count)], work)
    elif s[MOVING] > 0:
        play(t, s, t[META][POINTS] + t[META][JUMPS] + t[META][SLIDES], work)


@kernel
def won_at_once(t: Tables, s: Ints, work: Ints) -> bool:
    """Has the side to move a train that wins now?  A quick look, at the beginning of a turn."""
    survey(t, s, work)
    return wanting(t, s, s[SEAT], TRIED_JUMPS, work) == 0


@kernel
def prospect(t: Tables, x: Tables, s: Ints, work: Ints) -> float:
    """Return the chance of Black at the start of a movement turn."""
    mover = s[SEAT]
    if won_at_once(t, s, work):
        return 1.0 - mover
    if last_turn(s):
        if pass_wins(t, s):
            return 1.0 - mover
        return 0.1 if mover == 0 else 0.9  # a slide or a long train may win still
    return promised(t, x, s)


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Place the rest at random, then judge; random moves would say little."""
    if s[PLACED] == 0:
        play(t, s, t[META][CENTRE], work)
    if s[PLACED] < COUNTERS:
        place_rest(t, s, rng, out, seen, stamp)
        return prospect(t, x, s, work)
    finish(t, s, rng, out, work)
    return value_of(s[RESULT]) if s[RESULT] != RUNNING else prospect(t, x, s, work)


@kernel
def evaluate(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    """Judge a position: a win in this turn if there is one, else by counters up.

    Fewer are better, the more so near the end.
    """
    if s[PLACED] == COUNTERS and s[MOVING] == 0:
        won = wins_now(t, s, work, EVALUATED_JUMPS)
        if won == 1:
            return SEEN_WIN if s[SEAT] == 0 else -SEEN_WIN
        if won == 0 and last_turn(s):
            return -SEEN_WIN if s[SEAT] == 0 else SEEN_WIN
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1]
    fewer = s[COUNTS + 1] - s[COUNTS]
    return fewer * (15 + 60 // (1 + left))


@kernel
def judge_turn(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Judge the beginning of a movement turn where nothing is won at once."""
    return promised(t, x, s)
