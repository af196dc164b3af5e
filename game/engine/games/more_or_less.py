"""More or Less for the search: quick random games, and a glance that counts and measures.

A movement turn in a playout picks a counter at random and one of its moves, instead of listing
the moves of all counters first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.games.profile import Profile, mark_own, no_prior, value_of
from game.engine.kernels.dice import draw
from game.engine.kernels.trains import last_turn, probe, wins_now
from game.engine.slots import Ints, Tables
from game.rules.boards import COUNTERS
from game.rules.kernel import RESULT, RUNNING, SEAT, TURNS, kernel
from game.rules.more_or_less import (
    BOARD,
    COUNTS,
    JUMP_OVER,
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
    slides_from,
)

STOPPING = 4  # a random jump move stops early once in so many jumps
SEEN_WIN = 5000  # worth of a win that is seen at once
EVALUATED_JUMPS = 2000  # tried for it in an evaluation
LAST_JUMPS = 250  # tried in the last turn of a playout
PLAYED_TURNS = 40  # movement turns of a playout before it is judged


@kernel
def chance(t: Tables, s: Sequence[int]) -> float:
    """Chance of side 0 at a glance: fewer counters win at the end, the nearer the more so."""
    if s[RESULT] != RUNNING:
        return value_of(s[RESULT])
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1]
    fewer = s[COUNTS + 1] - s[COUNTS]
    return 1.0 / (1.0 + math.exp(-(0.15 + 0.6 / (1 + left)) * fewer))


@kernel
def place_rest(t: Tables, s: Ints, rng: Ints, out: Ints, seen: Ints, stamp: int) -> None:
    """Place the counters left on random empty points."""
    points = t[META][POINTS]
    codes = points + t[META][JUMPS] + t[META][SLIDES] + 2
    count = 0
    for point in range(points):
        if s[BOARD + point] == 0:
            out[count] = point
            count += 1
    while s[PLACED] < COUNTERS:
        at = draw(rng, count)
        seen[s[SEAT] * codes + out[at]] = stamp
        place(t, s, out[at])
        count -= 1
        out[at] = out[count]


@kernel
def pick(t: Tables, s: Sequence[int], rng: Ints, out: Sequence[int], count: int) -> int:
    """One of the `count` codes in `out`: of two drawn, one that turns an own counter away.

    Fewer counters win at the end, so play that lowers the own number is nearer to real play.
    """
    points = t[META][POINTS]
    own = s[SEAT] + 1
    code = out[draw(rng, count)]
    if code < points + t[META][JUMPS] and s[BOARD + t[JUMP_OVER][code - points]] != own:
        code = out[draw(rng, count)]
    return code


@kernel
def random_start(t: Tables, s: Sequence[int], rng: Ints, out: Ints) -> int:
    """Code of a random first action of a movement turn: own counters are tried from a random one.

    -1 when no counter can move.
    """
    points = t[META][POINTS]
    own = s[SEAT] + 1
    offset = draw(rng, points)
    for step in range(points):
        point = offset + step
        if point >= points:
            point -= points
        if s[BOARD + point] == own:
            count = jumps_from(t, s, point, out, 0)
            if count == 0 or draw(rng, 4) == 0:
                count = slides_from(t, s, point, out, count)
            if count > 0:
                return pick(t, s, rng, out, count)
    return -1


@kernel
def move_randomly(t: Tables, s: Ints, rng: Ints, out: Ints, work: Ints) -> None:
    """One action of a movement turn."""
    stop = t[META][POINTS] + t[META][JUMPS] + t[META][SLIDES]
    if s[MOVING] == 0:
        code = random_start(t, s, rng, out)
        play(t, s, code if code >= 0 else stop + 1, work)
        return
    if s[SLID] == 0:
        own = s[COUNTS + s[SEAT]]
        if own >= 19 or own <= 6 or draw(rng, STOPPING) == 0:
            play(t, s, stop, work)
            return
    count = jumps_from(t, s, s[MOVING] - 1, out, 0)
    play(t, s, pick(t, s, rng, out, count), work)


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """A random game but for its last turn, which is played as well as it can be."""
    if s[PLACED] == 0:
        play(t, s, t[META][1], work)
    if s[PLACED] < COUNTERS:
        place_rest(t, s, rng, out, seen, stamp)
    last = s[TURNS] + PLAYED_TURNS
    while s[RESULT] == RUNNING and s[TURNS] < last:
        if s[MOVING] == 0 and last_turn(s):
            won = wins_now(t, s, work, LAST_JUMPS)
            value = 0.7 if won < 0 else float(won)
            return value if s[SEAT] == 0 else 1.0 - value
        move_randomly(t, s, rng, out, work)
    return chance(t, s)


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


PROFILE = Profile(
    key="more-or-less",
    codes=lambda game: (
        game.tables[META][POINTS] + game.tables[META][JUMPS] + game.tables[META][SLIDES] + 2
    ),
    rollout=rollout,
    mark=mark_own,
    prior=no_prior,
    settings=(0.5, 300.0, 4.0, 0.0, 0.5),
    evaluate=evaluate,
    probe=probe,
)
