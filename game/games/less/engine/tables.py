"""The engine's tables `x` of a board of Less: ways home of one piece, and of four."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.games.less.engine.placements import PIECES, binomial_table
from game.games.less.rules import (
    GOAL,
    META,
    NEXT,
    SEATS,
    SQUARES,
    WALLS,
)
from game.rules import Game

# x: BINOMIALS, SINGLE (seat * squares + square: one piece's way to the goal corner), then the
# distance of every placement for each seat, or one number where they are not filled.
BINOMIALS, SINGLE, PLACEMENTS = range(3)
MOST_SEATS = 4
WEIGHTS = PLACEMENTS + MOST_SEATS  # the numbers of `evaluation`, which the profile adds


def solo_table(game: Game, seat: int, compiled: bool, others: Sequence[int] | None = None) -> Any:
    """Return the moves home for each placement of the seat's pieces, by number.

    `others` is 1 on squares where other pieces stand that do not move; None is an empty board.
    """
    make = Arrays(compiled)
    squares = len(game.topology)
    found = make.ints(comb(squares, PIECES))
    solo = instance("games/less/engine/solo", "less", compiled)
    standing, binomials = make.state(others or [0] * squares), make.state(binomial_table())
    solo.fill(make.tables(game.tables), binomials, seat, standing, found, make.ints(PIECES))
    return found


def single_ways(game: Game) -> list[int]:
    """Return the moves one piece alone needs to its goal, by seat and square."""
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

    The distances of placements are filled when compiled, else too slow to.
    """
    placements: list[Sequence[int]] = [[0] for _ in range(MOST_SEATS)]
    if compiled:
        for seat in range(game.seats):
            placements[seat] = solo_table(game, seat, compiled)
    return (binomial_table(), single_ways(game), *placements)
