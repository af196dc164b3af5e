"""More or Less for the search: what a position promises, instead of random games.

Both sides are asked how near they come to a sudden win by a train of jumps: that decides what a
placement is worth, and weighs beside the counters up in movement.
"""

from __future__ import annotations

import math

from game.engine.games.more_or_less.trains import last_turn, pass_wins, survey, wanting, wins_now
from game.engine.kernels.defaults import value_of
from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables
from game.rules.boards import COUNTERS
from game.rules.kernel import RESULT, RUNNING, SEAT, kernel
from game.rules.more_or_less import (
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

SEEN_WIN = 5000  # worth of a win that is seen at once
EVALUATED_JUMPS = 2000  # tried for it in an evaluation
TRIED_JUMPS = 30  # of each counter, in a judgement
# What can be tuned, in thousandths in x[WEIGHTS]: the worth of one counter more that is wanted for
# a win, against one fewer; of a win at hand, in movement; of having the last turn; of a counter.
WEIGHTS = 1
CLOSER, THREAT, LAST, COUNTER = range(4)


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
def weight(x: Tables, which: int) -> float:
    return x[WEIGHTS][which] / 1000.0


@kernel
def promise(t: Tables, x: Tables, s: Ints, work: Ints) -> float:
    """Chance of Black when all counters lie and Green moves first: how near is a sudden win?

    A win in the first turns is what placement is about.  The weights are guesses; judging so,
    instead of by random games, was chosen by matches.
    """
    survey(t, s, work)
    green = wanting(t, s, 1, TRIED_JUMPS, work)
    if green == 0:
        return 0.0
    black = wanting(t, s, 0, TRIED_JUMPS, work)
    closer = weight(x, CLOSER)
    value = 1.0 - 0.9 * math.pow(closer, green)
    return value + (1.0 - value) * 0.7 * math.pow(closer, black)


@kernel
def prospect(t: Tables, x: Tables, s: Ints, work: Ints) -> float:
    """Chance of Black at the start of a movement turn."""
    mover = s[SEAT]
    survey(t, s, work)
    near = wanting(t, s, mover, TRIED_JUMPS, work)
    if near == 0:
        return 1.0 - mover
    if last_turn(s):
        if pass_wins(t, s):
            return 1.0 - mover
        return 0.1 if mover == 0 else 0.9  # a slide or a long train may win still
    return outlook(x, s, near, wanting(t, s, 1 - mover, TRIED_JUMPS, work))


@kernel
def outlook(x: Tables, s: Ints, near: int, far: int) -> float:
    """Chance of Black by counters up, turns left, and how near the mover and the other are to a
    sudden win.

    The weights are tuned by matches; Black wins three of four games of equal players, by having the
    last turn.
    """
    mover = s[SEAT]
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1]
    lead = weight(x, LAST) + (weight(x, COUNTER) - 0.014 * left) * (s[COUNTS + 1] - s[COUNTS])
    if mover == 0 and left < 14:
        lead += 0.1 * (14 - left)
    closer = weight(x, CLOSER)
    threat = weight(x, THREAT) * (math.pow(closer, near) - math.pow(closer, far))
    lead += threat if mover == 0 else -threat
    return 1.0 / (1.0 + math.exp(-lead))


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """During placement the rest at random, then a judgement; no random moves, which say little."""
    if s[PLACED] == 0:
        play(t, s, t[META][CENTRE], work)
    if s[PLACED] < COUNTERS:
        place_rest(t, s, rng, out, seen, stamp)
        return promise(t, x, s, work)
    finish(t, s, rng, out, work)
    return value_of(s[RESULT]) if s[RESULT] != RUNNING else prospect(t, x, s, work)


@kernel
def evaluate(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    """A win in this turn if there is one, else fewer counters, the more so near the end."""
    if s[PLACED] == COUNTERS and s[MOVING] == 0:
        won = wins_now(t, s, work, EVALUATED_JUMPS)
        if won == 1:
            return SEEN_WIN if s[SEAT] == 0 else -SEEN_WIN
        if won == 0 and last_turn(s):
            return -SEEN_WIN if s[SEAT] == 0 else SEEN_WIN
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1]
    fewer = s[COUNTS + 1] - s[COUNTS]
    return fewer * (15 + 60 // (1 + left))
