"""Exact distances home in Less: tables for the search, and the way home when nobody interferes."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any

from game.engine.compile.compiler import Arrays, can_compile, instance
from game.engine.games.less.profile import binomial_table, seat_distance
from game.engine.games.less.profile import tables as less_tables
from game.engine.games.less.solo import FAR, WIDE, number_of
from game.rules import Action, Game, Less, State
from game.rules.kernel import RESULT, RUNNING, SEAT
from game.rules.less import BOARD, HOME, LEFT, SPENT

MOST_EXPANDED = 60_000
MOST_OF_TEAM = 2_000
HASTE = (5, 6, 9)


def solo_table(game: Game, seat: int, compiled: bool, others: Sequence[int] | None = None) -> Any:
    """Moves home for each placement of the seat's four pieces, by number (see kernels.solo).

    `others` is 1 on squares where other pieces stand that do not move; None is an empty board.
    """
    make = Arrays(compiled)
    squares = len(game.topology)
    found = make.ints(comb(squares, 4))
    solo = instance("games/less/solo", "less", compiled)
    standing = make.state(others or [0] * squares)
    solo.fill(
        make.tables(game.tables), make.state(binomial_table()), seat, standing, found, make.ints(4)
    )
    return found


@lru_cache(maxsize=16)
def _distances(game: Game, seat: int, others: tuple[int, ...], compiled: bool) -> Any:
    return solo_table(game, seat, compiled, others)


def squares_of(state: State, seat: int) -> list[int]:
    return [square for square, piece in enumerate(state[BOARD:]) if piece == seat + 1]


def distance_home(game: Game, state: State, compiled: bool = False) -> tuple[int, int]:
    """Moves each side still needs when its pieces are alone on the board.

    Exact for each seat by itself, walls and leaps over own pieces counted, turns not: a wall that
    does not fit into the rest of a turn may cost a move more.  Partners are added up.
    """
    assert isinstance(game, Less)
    need = [0, 0]
    nobody = (0,) * len(game.topology)
    for seat in range(game.seats):
        table = _distances(game, seat, nobody, compiled)
        need[seat % 2] += int(table[number_of(binomial_table(), *squares_of(state, seat))])
    return need[0], need[1]


def in_race(game: Game, state: State) -> bool:
    """Is one side home while the other, of two seats, still plays?"""
    return (
        isinstance(game, Less)
        and game.seats == 2
        and state[RESULT] == RUNNING
        and state[HOME] + state[HOME + 1] == 1
    )


def way_home(game: Game, state: State, compiled: bool = False) -> tuple[int, list[Action]]:
    """The fewest moves that bring the side to move home, the other being home, and the actions.

    A search by distance (A*) over positions and moves left in the turn, exact by the rules.
    """
    seat = state[SEAT]
    others = tuple(int(piece not in (0, seat + 1)) for piece in state[BOARD:])
    table = _distances(game, seat, others, compiled)
    pascal = binomial_table()

    def still(here: State) -> int:
        return int(table[number_of(pascal, *squares_of(here, seat))])

    spent = state[SPENT + seat]
    start = (state[BOARD:], state[LEFT])
    queue: list[tuple[int, int, int, State]] = [(still(state), 0, 0, state)]
    came: dict[object, tuple[object, int]] = {}
    cheapest: dict[object, int] = {start: 0}
    count = 0
    while queue and count < MOST_EXPANDED:
        _, neg_used, _, here = heapq.heappop(queue)
        place = (here[BOARD:], here[LEFT])
        if here[HOME + seat] or here[RESULT] != RUNNING:
            return here[SPENT + seat] - spent, _trace(game, came, place, start)
        if -neg_used > cheapest[place]:
            continue
        for action in game.legal(here):
            after = game.advance(here, action)
            if after[RESULT] != RUNNING and not after[HOME + seat]:
                continue  # the limit of turns
            used = after[SPENT + seat] - spent
            there = (after[BOARD:], after[LEFT])
            if used < cheapest.get(there, FAR):
                cheapest[there] = used
                came[there] = (place, action.code)
                count += 1
                heapq.heappush(queue, (used + still(after), -used, count, after))
    return still(state), []


def in_team_race(game: Game, state: State) -> bool:
    """Is one team home while the other still plays?"""
    return (
        isinstance(game, Less)
        and game.seats == 4
        and state[RESULT] == RUNNING
        and state[HOME] + state[HOME + 1] == 1
    )


def team_way_home(game: Game, state: State, compiled: bool = False) -> tuple[int, list[Action]]:
    """A short way home for the team to move, the other being home; no actions if none was found.

    By the rules, but not always the shortest: partners help and hinder each other, which their
    solo distances do not tell.  Where there is much of that, haste finds a way in the end.
    """
    for haste in HASTE:
        found = _team_search(game, state, less_tables(game, compiled), haste)
        if found is not None:
            return found
    return 0, []


def race_is_lost(game: Game, state: State) -> bool:
    """Has the side still on its way used as many moves as the other in all?

    Then it has lost; only by wandering until the limit of turns could it claim a draw.
    """
    if not (in_race(game, state) or in_team_race(game, state)):
        return False
    side = state[SEAT] % 2
    return state[SPENT + side] >= state[SPENT + 1 - side]


def rest_of_race(game: Game, state: State, compiled: bool = False) -> list[Action]:
    """The way home of the side still on its way; empty if none was found."""
    find = way_home if in_race(game, state) else team_way_home
    return find(game, state, compiled)[1]


def _team_search(
    game: Game, state: State, tables: tuple[Any, ...], haste: int
) -> tuple[int, list[Action]] | None:
    """A* that counts the distance still to go `haste` fourths times."""
    side = state[SEAT] % 2

    def still(here: State) -> int:
        return sum(seat_distance(game.tables, tables, here, seat) for seat in (side, side + 2))

    def place_of(here: State) -> tuple[State, int, int]:
        return here[BOARD:], here[SEAT], here[LEFT]

    spent, start = state[SPENT + side], place_of(state)
    queue: list[tuple[int, int, int, State]] = [(0, 0, 0, state)]
    came: dict[object, tuple[object, int]] = {}
    cheapest: dict[object, int] = {start: 0}
    while queue and len(came) < MOST_OF_TEAM:
        _, _, used, here = heapq.heappop(queue)
        place = place_of(here)
        if here[HOME + side]:
            return used, _trace(game, came, place, start)
        if used > cheapest[place] or here[RESULT] != RUNNING:
            continue
        for action in game.legal(here):
            after = game.advance(here, action)
            there, cost = place_of(after), after[SPENT + side] - spent
            if cost < cheapest.get(there, FAR):
                cheapest[there] = cost
                came[there] = (place, action.code)
                rank = 4 * cost + haste * still(after)
                heapq.heappush(queue, (rank, len(came), cost, after))
    return None


def _trace(
    game: Game, came: dict[object, tuple[object, int]], place: object, start: object
) -> list[Action]:
    codes: list[int] = []
    while place != start:
        place, code = came[place]
        codes.append(code)
    return [game.action(code) for code in reversed(codes)]


def placement_distances(game: Game, seat: int, binomials: Sequence[int], total: int) -> Any:
    """As `solo_table` on an empty board, compiled where that is possible.

    `total` is the number of placements and `binomials` C(n, k) at 64 k + n: what callers already
    hold; both are checked.
    """
    table = solo_table(game, seat, can_compile())
    if total != len(table) or list(binomials[: 4 * WIDE]) != binomial_table()[: 4 * WIDE]:
        raise ValueError(f"{total} placements given, expected {len(table)} of four pieces")
    return table
