"""Placements of a seat's four pieces, as numbers without gaps.

A placement on squares a < b < c < d has the number C(a,1) + C(b,2) + C(c,3) + C(d,4).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from game.games.less.rules import BOARD
from game.rules import State
from game.rules.kernel import kernel

PIECES = 4
WIDE = 64  # row length of the table of binomials: binomials[k * WIDE + n] is C(n, k)


@lru_cache(maxsize=1)
def binomial_table() -> list[int]:
    """C(n, k) at k * WIDE + n, for the squares of any board and up to four pieces."""
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
    """Return the number of the placement of a < b < c and another square."""
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
    """Return three squares, ascending."""
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
