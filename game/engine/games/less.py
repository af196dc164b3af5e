"""Less for the search: exact solo distances of all placements are the evaluation.

Uncompiled, where the tables would take long to fill, each piece's own way home is summed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any

from game.engine.games.profile import Profile, mark_none, value_of
from game.engine.kernels.solo import WIDE, number_of
from game.engine.slots import Ints, Tables
from game.rules import Game
from game.rules.kernel import RESULT, RUNNING, kernel
from game.rules.less import (
    BOARD,
    GOAL,
    META,
    NEXT,
    SEATS,
    SPENT,
    SQUARES,
    WALLS,
    carry,
    target_of,
)

# x: BINOMIALS, SINGLE (seat * squares + square: one piece's way to the goal corner), then the
# distance of every placement for each seat, or one number where they are not filled.
BINOMIALS, SINGLE, PLACEMENTS = range(3)
STEEPNESS = 0.35  # of the chance, for each move ahead


@kernel
def seat_distance(t: Tables, x: Tables, s: Sequence[int], seat: int) -> int:
    """Moves that the pieces of `seat` need if they were alone."""
    squares = t[META][SQUARES]
    a, b, c, d = -1, -1, -1, -1
    total = 0
    for square in range(squares):
        if s[BOARD + square] == seat + 1:
            total += x[SINGLE][seat * squares + square]
            a, b, c, d = b, c, d, square
    if len(x[PLACEMENTS + seat]) > 1:
        return x[PLACEMENTS + seat][number_of(x[BINOMIALS], a, b, c, d)]
    return total


@kernel
def ahead(t: Tables, x: Tables, s: Sequence[int]) -> int:
    """Moves by which side 0 is ahead in all."""
    lead = s[SPENT + 1] - s[SPENT]
    for seat in range(t[META][SEATS]):
        own = seat_distance(t, x, s, seat)
        lead += own if seat % 2 == 1 else -own
    return lead


@kernel
def chance(t: Tables, x: Tables, s: Sequence[int]) -> float:
    """Chance of side 0 at a glance."""
    if s[RESULT] != RUNNING:
        return value_of(s[RESULT])
    return 1.0 / (1.0 + math.exp(-STEEPNESS * ahead(t, x, s)))


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    return chance(t, x, s)


@kernel
def prior(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> float:
    """Chance of the mover when its pieces have gone on."""
    squares = t[META][SQUARES]
    if code == squares * 8:
        return -1.0
    source, target = code // 8, target_of(t, code)
    cost = 1
    if code % 8 < 4:
        cost += t[WALLS][code // 8 * 4 + code % 4]
    seat = s[BOARD + source] - 1
    before = seat_distance(t, x, s, seat)
    carry(t, s, source, target)
    after = seat_distance(t, x, s, seat)
    carry(t, s, target, source)
    gain = before - after - cost
    return 1.0 / (1.0 + math.exp(-2.0 * gain)) * 0.9


@kernel
def evaluate(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 100 * ahead(t, x, s)


@kernel
def order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    """Actions that shorten the way home first."""
    squares = t[META][SQUARES]
    if code == squares * 8:
        return 0
    source, target = code // 8, target_of(t, code)
    seat = s[BOARD + source] - 1
    carry(t, s, source, target)
    after = seat_distance(t, x, s, seat)
    carry(t, s, target, source)
    return 1000 - after


def single_ways(game: Game) -> list[int]:
    """Moves one piece alone needs to the nearest square of the goal, per seat and square."""
    t = game.tables
    squares, seats = t[META][SQUARES], t[META][SEATS]
    ways: list[int] = []
    for seat in range(seats):
        own = [0 if t[GOAL][square] == seat + 1 else 999 for square in range(squares)]
        changed = True
        while changed:
            changed = False
            for way in range(4 * squares):
                target = t[NEXT][way]
                if target >= 0 and own[target] + 1 + t[WALLS][way] < own[way // 4]:
                    own[way // 4] = own[target] + 1 + t[WALLS][way]
                    changed = True
        ways += own
    return ways


@lru_cache(maxsize=1)
def binomial_table() -> list[int]:
    """C(n, k) at k * WIDE + n."""
    return [comb(n, k) for k in range(5) for n in range(WIDE)]


@lru_cache(maxsize=4)
def tables(game: Game, compiled: bool) -> tuple[Any, ...]:
    """The tables `x`; filled ones when compiled."""
    seats = game.tables[META][SEATS]
    placements: list[Sequence[int]] = [[0] for _ in range(4)]
    if compiled:
        from game.engine.distance import solo_table

        for seat in range(seats):
            placements[seat] = solo_table(game, seat, compiled)
    return (binomial_table(), single_ways(game), *placements)


PROFILE = Profile(
    key="less",
    codes=lambda game: 8 * game.tables[META][SQUARES] + 1,
    rollout=rollout,
    mark=mark_none,
    prior=prior,
    settings=(0.25, 20.0, 2.0, 4.0, 0.5),
    tables=tables,
    evaluate=evaluate,
    order=order,
    unit=300.0,
)
