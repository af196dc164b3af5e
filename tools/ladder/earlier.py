"""More or Less as releases before 22 November 2026 judged it: kept so that they can be measured by.

By how near both sides come to a sudden win by a train, by counters up and turns left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from game.engine.kernels.defaults import value_of
from game.engine.kernels.slots import Floats, Ints, Tables
from game.engine.kernels.whole_turns import MORES, RESULTS
from game.engine.search.profile import Profile, TurnSettings, Weight
from game.games.more_or_less.engine.evaluation import TRIED_JUMPS, finish, place_rest
from game.games.more_or_less.engine.trains import (
    last_turn,
    pass_wins,
    survey,
    wanting,
)
from game.games.more_or_less.engine.whole_turns import Ends, ends_of, result_of
from game.games.more_or_less.rules import (
    BOARD,
    CENTRE,
    COUNTS,
    MARKER_PLACES,
    MARKS,
    META,
    PLACED,
    play,
)
from game.rules.boards import COUNTERS
from game.rules.kernel import RESULT, RUNNING, SEAT, kernel

# In thousandths in x[WEIGHTS]: the worth of one counter more that is wanted for a win, against one
# fewer; of a win at hand, in movement; of having the last turn; of a counter.
WEIGHTS = 1
CLOSER, THREAT, LAST, COUNTER = range(4)


@kernel
def weight(x: Tables, which: int) -> float:
    return x[WEIGHTS][which] / 1000.0


@kernel
def promise(t: Tables, x: Tables, s: Ints, work: Ints) -> float:
    """Chance of Black when all counters lie and Green moves first: how near is a sudden win?

    A win in the first turns is what placement was thought to be about.
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
    """Return the chance of Black at the start of a movement turn."""
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
def counted(s: Sequence[int], flips: int, side: int) -> int:
    """Return the counters of `side` that will be up after these are turned."""
    count, left, point = s[COUNTS + side], flips, 0
    while left != 0:
        stone = s[BOARD + point]
        if stone != 0:
            if left & 1:
                count += -1 if stone == side + 1 else 1
            left >>= 1
        point += 1
    return count


@kernel
def turns(
    t: Tables, x: Tables, s: Ints, work: Ints, ends: Ends, worths: Floats, breadth: int
) -> int:
    """Write all turns, whatever the breadth, worth what the counters up are."""
    count = ends_of(t, s, work, ends)
    side = s[SEAT]
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1] - 1
    lead = weight(x, LAST)
    worth = weight(x, COUNTER) - 0.014 * left
    for place in range(count):
        own = counted(s, ends[MORES][place], side)
        black = own if side == 0 else COUNTERS - own
        ends[RESULTS][place] = result_of(side, own, left)
        worths[place] = 1.0 / (1.0 + math.exp(-lead - worth * (COUNTERS - 2 * black)))
    return count


def as_it_was(profile: Profile) -> Profile:
    """Return the profile with the judgement of its time, where that was another."""
    if profile.key != "more-or-less" or profile.turns is None:
        return profile
    settings = TurnSettings(explore=0.1, expand=1.0, trust=2.0)
    return replace(
        profile,
        key=f"{profile.key}-earlier",
        tables=lambda game, compiled: ([0],),
        weights=(
            Weight("closer", 0.62, 0.3, 0.8),
            Weight("threat", 2.0, 0.5, 4.0),
            Weight("last", 0.891, 0.5, 2.5),
            Weight("counter", 0.751, 0.35, 0.9),
        ),
        rollout=rollout,
        turns=replace(profile.turns, settings=settings, turns=turns, rollout=None),
    )
