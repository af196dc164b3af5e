"""Races of Less: the shortest way home of one side after the other is home, mostly exact.

A turn is three moves, and a player must use as many of them as possible. That may force a step away
from home, so a way can be longer than its distance in `solo`, which ignores turns and is a lower
bound. If only one seat moves, there are at most 3 * C(36, 4) nodes, so that search needs no limit.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable
from functools import cache, lru_cache, partial
from statistics import fmean
from typing import Any, NamedTuple

from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.turns import same_turn, split_turns
from game.games.less import rules
from game.games.less.engine.evaluation import moves_left, seat_distance
from game.games.less.engine.solo import FAR
from game.games.less.engine.tables import binomial_table, number_of, solo_table, squares_of, tables
from game.games.less.rules import BOARD, HOME, Less
from game.platform.paths import ASSETS
from game.rules import Action, Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT, TURNS

Squares = tuple[int, ...]  # the squares of four pieces, ascending
CHECKED = 256  # nodes between two checks of the clock


class LoneMove(NamedTuple):
    """A step or leap: its action's code, its cost, and the squares of the pieces after it."""

    code: int
    cost: int
    squares: Squares


class LoneState(NamedTuple):
    """A node of the search: the pieces, and the moves left in the turn."""

    squares: Squares
    left: int


class LonePieces:
    """Four pieces that move alone; all other pieces stand still."""

    def __init__(self, game: Game, seat: int, others: tuple[int, ...]) -> None:
        """Make the pieces of a seat; `others` is 1 on squares with pieces that do not move."""
        self._others = others
        t = game.tables
        corner = t[rules.GOAL_SQUARES][4 * seat : 4 * seat + 4]
        self.home: Squares = tuple(sorted(corner))
        self._beside = [list(_beside(t, square)) for square in range(t[rules.META][rules.SQUARES])]
        self._ways: dict[Squares, list[LoneMove]] = {}
        self._spent: dict[tuple[Squares, int], int] = {}

    def ways(self, squares: Squares) -> list[LoneMove]:
        """Return all steps and leaps."""
        found = self._ways.get(squares)
        if found is None:
            found = self._ways[squares] = []
            full = self._others
            for square in squares:
                rest = [other for other in squares if other != square]
                for code, cost, near, behind in self._beside[square]:
                    if not (full[near] or near in squares):
                        found.append(LoneMove(code, cost, tuple(sorted((*rest, near)))))
                    elif behind >= 0 and not (full[behind] or behind in squares):
                        found.append(LoneMove(code + 4, 1, tuple(sorted((*rest, behind)))))
        return found

    def spendable(self, squares: Squares, left: int) -> int:
        """Return how many of `left` moves can be spent; coming home counts as all of them."""
        if squares == self.home or left == 0:
            return left
        most = self._spent.get((squares, left))
        if most is None:
            fitting = [way for way in self.ways(squares) if way.cost <= left]
            sums = (way.cost + self.spendable(way.squares, left - way.cost) for way in fitting)
            most = self._spent[squares, left] = max(sums, default=0)
        return most

    def legal(self, squares: Squares, left: int) -> list[LoneMove]:
        """Return the steps and leaps that allow the turn to spend as many moves as possible."""
        most = self.spendable(squares, left)
        return [
            way
            for way in self.ways(squares)
            if way.cost <= left and way.cost + self.spendable(way.squares, left - way.cost) == most
        ]


def _beside(t: Any, square: int) -> list[tuple[int, int, int, int]]:
    """Return, for each neighbour: the step's code and cost, the square, a leap's target or -1."""
    found = []
    for way in range(4):
        first = square * 4 + way
        near, wall = t[rules.NEXT][first], t[rules.WALLS][first]
        if near >= 0:
            second = near * 4 + way
            open_ = wall == 0 and t[rules.WALLS][second] == 0
            found.append((square * 8 + way, 1 + wall, near, t[rules.NEXT][second] if open_ else -1))
    return found


def fewest_moves(
    game: Game, state: State, distances: Any, late: Callable[[], bool]
) -> tuple[int, list[int]] | None:
    """Return the fewest moves home of the seat to move, and the codes of the actions (A*).

    `distances` are those of `solo`, with the other pieces on the board. None if there is no way, if
    the shortest way takes more turns than are left, or if `late` returned True.
    """
    seat, pascal = state[SEAT], binomial_table()
    lone = LonePieces(
        game, seat, tuple(int(piece not in (0, seat + 1)) for piece in state[rules.BOARD :])
    )

    def still(squares: Squares) -> int:
        return int(distances[number_of(pascal, *squares)])

    start = LoneState(tuple(squares_of(state, seat)), state[rules.LEFT])
    queue = [(still(start.squares), 0, start)]
    came: dict[LoneState, tuple[LoneState, LoneMove]] = {}
    fewest = {start: 0}
    taken = 0
    while queue:
        _, minus_used, here = heapq.heappop(queue)
        taken += 1
        if taken % CHECKED == 0 and late():
            return None
        if here.squares == lone.home:
            codes, turns = _traced(came, here, start)
            return (-minus_used, codes) if turns <= rules.TURN_LIMIT - state[TURNS] else None
        if -minus_used > fewest[here]:
            continue
        for way in lone.legal(*here):
            left = here.left - way.cost
            ends = way.squares == lone.home or lone.spendable(way.squares, left) == 0
            there = LoneState(way.squares, rules.MOVES if ends else left)
            used = way.cost - minus_used
            if used < fewest.get(there, used + 1):
                fewest[there], came[there] = used, (here, way)
                heapq.heappush(queue, (used + still(way.squares), -used, there))
    return None


def _traced(
    came: dict[LoneState, tuple[LoneState, LoneMove]], place: LoneState, start: LoneState
) -> tuple[list[int], int]:
    """Return the codes of the actions from `start` to `place`, and the number of their turns."""
    codes: list[int] = []
    turns = 0
    while place != start:
        turns += place.left == rules.MOVES
        place, way = came[place]
        codes.append(way.code)
    return codes[::-1], turns


MOST_OF_TEAM = 2_000
HASTE = (5, 6, 9)
PLAIN_RACE = 1.0  # seconds that an uncompiled search for a way home may take


@lru_cache(maxsize=16)
def _distances(walls: str, seat: int, others: tuple[int, ...], compiled: bool) -> Any:
    """Return the table of `solo` for two seats, shared by all games with these walls."""
    return solo_table(Less(walls), seat, compiled, others)


def in_race(state: State) -> bool:
    """Return whether one side is home while the other still plays."""
    return state[RESULT] == RUNNING and state[rules.HOME] + state[rules.HOME + 1] == 1


Late = Callable[[], bool]  # returns whether the time for the search is over


def in_time() -> bool:
    """Return False, because there is no time limit."""
    return False


class WayHome(NamedTuple):
    """The moves that bring a side home, and the actions.

    `exact` means that no way is shorter. Without actions, no way is known and `moves` is only a
    lower bound.
    """

    moves: int
    actions: list[Action]
    exact: bool


def way_home(game: Game, state: State, compiled: bool = False, late: Late = in_time) -> WayHome:
    """Return the way home of the side to move while the other is home; exact with two seats.

    No way is known if no way ends before the limit of turns, or if `late` returned True.
    """
    find = shortest_way if game.seats == 2 else short_way_of_team
    return find(game, state, compiled, late)


def shortest_way(game: Game, state: State, compiled: bool, late: Late = in_time) -> WayHome:
    """Return the shortest way of the only seat that still plays, by the rules of turns."""
    assert isinstance(game, Less)
    seat = state[SEAT]
    others = tuple(int(piece not in (0, seat + 1)) for piece in state[rules.BOARD :])
    table = _distances(game.walls, seat, others, compiled)
    least = int(table[number_of(binomial_table(), *squares_of(state, seat))])
    if least > moves_left(state, seat):
        return WayHome(least, [], exact=False)
    found = fewest_moves(game, state, table, late)
    if found is None:
        return WayHome(least, [], exact=False)
    moves, codes = found
    return WayHome(moves, [game.action(code) for code in codes], exact=True)


def short_way_of_team(game: Game, state: State, compiled: bool, late: Late = in_time) -> WayHome:
    """Return a way by the rules, which is not always the shortest.

    The solo distances of partners ignore that partners help and hinder each other. If a search
    finds no way, it is repeated with more haste.
    """
    for haste in HASTE:
        found = _team_search(game, state, tables(game, compiled), haste, late)
        if found is not None:
            return WayHome(*found, exact=False)
    return WayHome(0, [], exact=False)


def ready_turn(game: Game, state: State, tables: tuple[Any, ...]) -> list[Action]:
    """Return a greedy turn: each action leads as near home as possible for its cost."""
    side = state[SEAT] % 2
    seats = range(side, game.seats, 2)

    def need(here: State) -> int:
        still = sum(seat_distance(game.tables, tables, here, seat) for seat in seats)
        return int(still) + here[rules.SPENT + side]

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
    """Search with weighted A*, in which the remaining distance has the weight `haste` / 4."""
    side = state[SEAT] % 2

    def still(here: State) -> int:
        return sum(seat_distance(game.tables, tables, here, seat) for seat in (side, side + 2))

    def place_of(here: State) -> tuple[State, int, int]:
        return here[rules.BOARD :], here[SEAT], here[rules.LEFT]

    spent, start = state[rules.SPENT + side], place_of(state)
    queue: list[tuple[int, int, int, State]] = [(0, 0, 0, state)]
    came: dict[object, tuple[object, Action]] = {}
    cheapest: dict[object, int] = {start: 0}
    while queue and len(came) < MOST_OF_TEAM and not late():
        _, _, used, here = heapq.heappop(queue)
        place = place_of(here)
        if here[rules.HOME + side]:
            return used, _trace(came, place, start)
        if used > cheapest[place] or here[RESULT] != RUNNING:
            continue
        for action in game.legal(here):
            after = game.advance(here, action)
            there, cost = place_of(after), after[rules.SPENT + side] - spent
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
        """Return the turn on the way home; None if the search took too long."""
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
        else:  # There may be a shorter way than the one found.
            value, proof = (0.5, "") if lead == 0 else (0.02, "")
        turns = split_turns(self.game, state, way)
        return Analysis(len(turns), len(way), budget.elapsed, value, turns, proof, done=True)

    def _lead(self, state: State, need: int) -> int:
        """Return the lead of the side to move in moves, if it still needs `need` moves."""
        side = state[SEAT] % 2
        return state[rules.SPENT + 1 - side] - state[rules.SPENT + side] - need


# -- par -------------------------------------------------------------------------------------------
# The moves a side needs to come home when it plays alone.

FILE = ASSETS / "answers" / "less-par.json"


def par(game: Less, compiled: bool) -> int:
    """Return White's fewest moves with two seats; with four seats, a lower bound for a side."""
    if game.seats == 2:
        return way_alone(game, compiled).moves
    return sum(least_of_seat(game, seat, compiled) for seat in game.side(0))


def least_of_seat(game: Less, seat: int, compiled: bool) -> int:
    """Return the fewest moves of a seat alone on the board, as if turns never ended.

    A way from a corner to the opposite one also leads back at the same cost, so the number is the
    same for the other side.
    """
    table = solo_table(game, seat, compiled)
    return int(table[number_of(binomial_table(), *squares_of(game.start(), seat))])


def alone(game: Less, seat: int = 0) -> State:
    """Return the start of a two-seat game with one seat's pieces, as if the other were home."""
    state = list(game.start())
    for place in range(BOARD, len(state)):
        if state[place] != seat + 1:
            state[place] = 0
    state[HOME + 1 - seat], state[SEAT] = 1, seat
    return tuple(state)


def way_alone(game: Less, compiled: bool, seat: int = 0) -> WayHome:
    """Return the shortest way home, by the rules of turns, of a seat alone in a game for two."""
    return shortest_way(game, alone(game, seat), compiled)


@cache
def usual_par(seats: int, density: str) -> float:
    """Return the mean par of a side on random layouts with "few", "mixed" or "many" walls."""
    counts = json.loads(FILE.read_text(encoding="utf-8"))[str(seats)]["layouts"][density]
    return fmean(int(par) for par, number in counts.items() for _ in range(number))
