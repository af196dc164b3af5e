"""Races of Less: once one side is home, the shortest way of the other, mostly exact."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.turns import same_turn, split_turns
from game.games.less.engine.evaluation import seat_distance
from game.games.less.engine.shortest import fewest_moves
from game.games.less.engine.solo import FAR
from game.games.less.engine.tables import binomial_table, number_of, solo_table, squares_of, tables
from game.games.less.engine.turn_limit import moves_left
from game.games.less.rules import (
    BOARD,
    HOME,
    LEFT,
    SPENT,
)
from game.rules import Action, Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT

MOST_OF_TEAM = 2_000
HASTE = (5, 6, 9)
PLAIN_RACE = 1.0  # seconds that a way home may take to find uncompiled


@lru_cache(maxsize=16)
def _distances(game: Game, seat: int, others: tuple[int, ...], compiled: bool) -> Any:
    return solo_table(game, seat, compiled, others)


def in_race(state: State) -> bool:
    """Return whether one side is home while the other still plays."""
    return state[RESULT] == RUNNING and state[HOME] + state[HOME + 1] == 1


Late = Callable[[], bool]  # is there no time left to look for a way?


def in_time() -> bool:
    """Return False: there is always time."""
    return False


class WayHome(NamedTuple):
    """The moves that bring a side home, and the actions.

    `exact`: no way is shorter.  Without actions no way is known: `moves` is only a lower bound.
    """

    moves: int
    actions: list[Action]
    exact: bool


def way_home(game: Game, state: State, compiled: bool = False, late: Late = in_time) -> WayHome:
    """Return the way home of the side to move, the other being home; exact with two seats.

    No way is known when there is none before the limit of turns, or when it was `late`.
    """
    find = shortest_way if game.seats == 2 else short_way_of_team
    return find(game, state, compiled, late)


def shortest_way(game: Game, state: State, compiled: bool, late: Late = in_time) -> WayHome:
    """Return the shortest way of the only seat that still plays, by the rules of turns."""
    seat = state[SEAT]
    others = tuple(int(piece not in (0, seat + 1)) for piece in state[BOARD:])
    table = _distances(game, seat, others, compiled)
    least = int(table[number_of(binomial_table(), *squares_of(state, seat))])
    if least > moves_left(state, seat):
        return WayHome(least, [], exact=False)
    found = fewest_moves(game, state, table, late)
    if found is None:
        return WayHome(least, [], exact=False)
    moves, codes = found
    return WayHome(moves, [game.action(code) for code in codes], exact=True)


def short_way_of_team(game: Game, state: State, compiled: bool, late: Late = in_time) -> WayHome:
    """Return a way by the rules, not always the shortest.

    Partners help and hinder each other, which their solo distances do not tell.  Where there is
    much of that, haste finds a way in the end.
    """
    for haste in HASTE:
        found = _team_search(game, state, tables(game, compiled), haste, late)
        if found is not None:
            return WayHome(*found, exact=False)
    return WayHome(0, [], exact=False)


def ready_turn(game: Game, state: State, tables: tuple[Any, ...]) -> list[Action]:
    """Return a greedy turn: each action leads as near home as it can for its cost."""
    side = state[SEAT] % 2
    seats = range(side, game.seats, 2)

    def need(here: State) -> int:
        still = sum(seat_distance(game.tables, tables, here, seat) for seat in seats)
        return int(still) + here[SPENT + side]

    turn: list[Action] = []
    here = state
    while not turn or same_turn(state, here, game):
        ways = [(action, game.advance(here, action)) for action in game.legal(here)]
        action, here = min(ways, key=lambda way: need(way[1]))
        turn.append(action)
    return turn


def _team_search(
    game: Game, state: State, tables: tuple[Any, ...], haste: int, late: Late
) -> tuple[int, list[Action]] | None:
    """Search with weighted A*: the distance to go counts `haste` fourths."""
    side = state[SEAT] % 2

    def still(here: State) -> int:
        return sum(seat_distance(game.tables, tables, here, seat) for seat in (side, side + 2))

    def place_of(here: State) -> tuple[State, int, int]:
        return here[BOARD:], here[SEAT], here[LEFT]

    spent, start = state[SPENT + side], place_of(state)
    queue: list[tuple[int, int, int, State]] = [(0, 0, 0, state)]
    came: dict[object, tuple[object, Action]] = {}
    cheapest: dict[object, int] = {start: 0}
    while queue and len(came) < MOST_OF_TEAM and not late():
        _, _, used, here = heapq.heappop(queue)
        place = place_of(here)
        if here[HOME + side]:
            return used, _trace(came, place, start)
        if used > cheapest[place] or here[RESULT] != RUNNING:
            continue
        for action in game.legal(here):
            after = game.advance(here, action)
            there, cost = place_of(after), after[SPENT + side] - spent
            if cost < cheapest.get(there, FAR):
                cheapest[there] = cost
                came[there] = (place, action)
                rank = 4 * cost + haste * still(after)
                heapq.heappush(queue, (rank, len(came), cost, after))
    return None


def _trace(came: dict[object, tuple[object, Action]], place: object, start: object) -> list[Action]:
    way: list[Action] = []
    while place != start:
        place, action = came[place]
        way.append(action)
    return way[::-1]


class RaceExpert:
    """An expert that walks the shortest way home when the other side is home."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def knows(self, state: State) -> bool:
        return in_race(state)

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        """Return the turn on the way home; None when that was too long to find."""
        if budget.hurried and not compiled:
            return None
        if budget.hurried:
            turn = ready_turn(self.game, state, tables(self.game, compiled))
            return Analysis(1, len(turn), budget.elapsed, 0.5, (tuple(turn),), done=True)
        if self.game.seats == 2 and not compiled and budget.until(budget.deadline) < PLAIN_RACE:
            return None
        late = partial(budget.used_up, budget.deadline, None)
        need, way, exact = way_home(self.game, state, compiled, late)
        if not way:
            return None
        lead = self._lead(state, need)
        if lead > 0:
            value, proof = 1.0, "win"
        elif exact:
            value, proof = (0.5, "draw") if lead == 0 else (0.0, "loss")
        else:  # a shorter way than the one found could be there
            value, proof = (0.5, "") if lead == 0 else (0.02, "")
        turns = split_turns(self.game, state, way)
        return Analysis(len(turns), len(way), budget.elapsed, value, turns, proof, done=True)

    def _lead(self, state: State, need: int) -> int:
        """Return the moves by which the side to move is ahead when it needs `need`."""
        side = state[SEAT] % 2
        return state[SPENT + 1 - side] - state[SPENT + side] - need
