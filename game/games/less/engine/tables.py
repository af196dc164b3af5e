"""The engine's tables `x` for a board of Less: ways home of one piece and of four.

The placements of a seat's four pieces are numbered without gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.games.less.rules import BOARD, GOAL, META, NEXT, SEATS, SQUARES, WALLS
from game.rules import Game, State
from game.rules.kernel import kernel

PIECES = 4
WIDE = 64  # row length of the binomial table: binomials[k * WIDE + n] is C(n, k)
# Indices in x. SINGLE is one piece's way to the goal corner, at seat * squares + square. From
# PLACEMENTS on, each seat has a table with the distance of every placement; in plain code, the
# table is a single number. FIRST_WAY is the moves that all seats need from the start.
BINOMIALS, SINGLE, PLACEMENTS = range(3)
MOST_SEATS = 4
FIRST_WAY = PLACEMENTS + MOST_SEATS
WEIGHTS = FIRST_WAY + 1  # the numbers of `evaluation`, which the profile adds


@lru_cache(maxsize=1)
def binomial_table() -> list[int]:
    """Return C(n, k) at k * WIDE + n, for the squares of any board and up to four pieces."""
    return [comb(n, k) for k in range(PIECES + 1) for n in range(WIDE)]


@kernel
def number_of(binomials: Sequence[int], a: int, b: int, c: int, d: int) -> int:
    """Return the number of the placement of four different squares in any order."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return (
        binomials[WIDE + a]
        + binomials[2 * WIDE + b]
        + binomials[3 * WIDE + c]
        + binomials[4 * WIDE + d]
    )


@kernel
def number_beside(binomials: Sequence[int], a: int, b: int, c: int, other: int) -> int:
    """Return the number of the placement of a < b < c and a further square."""
    if other > b:
        low = binomials[WIDE + a] + binomials[2 * WIDE + b]
        if other > c:
            return low + binomials[3 * WIDE + c] + binomials[4 * WIDE + other]
        return low + binomials[3 * WIDE + other] + binomials[4 * WIDE + c]
    high = binomials[3 * WIDE + b] + binomials[4 * WIDE + c]
    if other > a:
        return binomials[WIDE + a] + binomials[2 * WIDE + other] + high
    return binomials[WIDE + other] + binomials[2 * WIDE + a] + high


@kernel
def in_order(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Return three squares in ascending order."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return a, b, c


def squares_of(state: State, seat: int) -> list[int]:
    """Return the squares of a seat's pieces, in ascending order."""
    return [square for square, piece in enumerate(state[BOARD:]) if piece == seat + 1]


def solo_table(game: Game, seat: int, compiled: bool, others: Sequence[int] | None = None) -> Any:
    """Return the moves home for each placement of the seat's pieces, by number.

    `others` is as in `solo.fill`; None is an empty board.
    """
    make = Arrays(compiled)
    squares = len(game.topology)
    found = make.ints(comb(squares, PIECES))
    solo = instance("games/less/engine/solo", "less", compiled)
    standing, binomials = make.state(others or [0] * squares), make.state(binomial_table())
    solo.fill(make.tables(game.tables), binomials, seat, standing, found, make.ints(PIECES))
    return found


def single_ways(game: Game) -> list[int]:
    """Return the moves that one piece alone needs to its goal, by seat and square."""
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


@lru_cache(maxsize=4)
def tables(game: Game, compiled: bool) -> tuple[Any, ...]:
    """Return the tables `x`.

    Only compiled code fills in the distances of placements, because plain code is too slow.
    """
    placements: list[Sequence[int]] = [[0] for _ in range(MOST_SEATS)]
    if compiled:
        for seat in range(game.seats):
            placements[seat] = solo_table(game, seat, compiled)
    binomials, single = binomial_table(), single_ways(game)
    way = 0
    for seat in range(game.seats):
        squares = squares_of(game.start(), seat)
        if compiled:
            way += int(placements[seat][number_of(binomials, *squares)])
        else:
            way += sum(single[seat * len(game.topology) + square] for square in squares)
    return (binomials, single, *placements, [way])
