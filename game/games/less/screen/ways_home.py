"""Moves home of the sides of Less: a lower bound, and the exact number from the engine's tables.

A separate process (the helper `game less`) makes the tables, so that compiling delays no frame.
`WaysHome` starts the process and reads the tables. The last few layouts stay in memory.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import permutations
from math import comb

from game.games.less.engine.tables import PIECES, binomial_table, number_of, squares_of
from game.games.less.rules import HOME, Less
from game.platform.processes import Cancellation, NewestAnswer, helper_command
from game.platform.threads import start_daemon
from game.rules import Game, Point, State


def least_moves_home(game: Less, state: State, side: int) -> int:
    """Return the fewest moves home of a side's pieces, as if no piece blocked another."""
    pieces = game.pieces(state)
    total = 0
    for seat in game.side(side):
        ways = ways_to(game, seat)
        own = [ways[point] for point, piece in pieces.items() if piece.seat == seat]
        orders = permutations(range(4), len(own))
        total += min(sum(way[goal] for way, goal in zip(own, order)) for order in orders)
    return total


@lru_cache(maxsize=16)
def ways_to(game: Less, seat: int) -> dict[Point, tuple[int, ...]]:
    """Return, for each square, the costs of the ways to the seat's four goal squares."""
    tables = [_costs_from(game, goal) for goal in game.goal(seat)]
    return {point: tuple(table[point] for table in tables) for point in game.topology.points}


def _costs_from(game: Less, goal: Point) -> dict[Point, int]:
    costs = {goal: 0}
    edge = [(0, goal)]
    while edge:
        cost, here = heapq.heappop(edge)
        if cost > costs[here]:
            continue
        for other in game.topology.neighbours[here]:
            longer = cost + 1 + game.wall(here, other)
            if longer < costs.get(other, longer + 1):
                costs[other] = longer
                heapq.heappush(edge, (longer, other))
    return costs


class WaysHome:
    """Distances of one layout. `distance` returns None until the tables are ready."""

    def __init__(self, game: Less) -> None:
        self.game = game
        self._tables: list[bytes] = []
        self._known: dict[tuple[State, int], int] = {}
        self._exact: dict[State, int | None] = {}
        self._asked: State | None = None
        self._race = NewestAnswer("race")
        self._tables_asked = NewestAnswer("ways home")
        self._tables_asked.ask(_command(game.setup), self._fetched)

    def exact(self, state: State) -> int | None:
        """Return the moves home of the side to move in a race of two seats, by all rules.

        None outside a race, and until a separate process has found the number. The process works on
        one position at a time, the one requested last.
        """
        if self.game.seats != 2 or state[HOME] + state[HOME + 1] != 1 or self.game.over(state):
            return None
        if state not in self._exact and state != self._asked:
            self._asked = state
            command = _command("race", ",".join(map(str, state)), self.game.setup)
            self._race.ask(command, partial(self._found, state))
        return self._exact.get(state)

    def _found(self, state: State, answer: bytes) -> None:
        self._exact[state] = int(answer) if answer.strip().isdigit() else None

    def close(self) -> None:
        """Cancel all running computations for this layout."""
        self._tables_asked.cancel()
        self._race.cancel()

    def _fetched(self, made: bytes) -> None:
        total = comb(len(self.game.topology), PIECES)
        if len(made) == total * self.game.seats:
            self._tables = [made[at : at + total] for at in range(0, len(made), total)]

    def distance(self, state: State, side: int) -> int | None:
        """Return the moves that a side needs to get home alone; None while they are not known."""
        if not self._tables:
            return None
        if (state, side) not in self._known:
            if len(self._known) > 5000:
                self._known.clear()
            self._known[state, side] = sum(self._of_seat(state, s) for s in self.game.side(side))
        return self._known[state, side]

    def _of_seat(self, state: State, seat: int) -> int:
        number = number_of(binomial_table(), *squares_of(state, seat))
        return self._tables[seat][number]


def _command(*words: str) -> list[str]:
    return helper_command("game", Less.key, *words)


_known: dict[str, WaysHome] = {}
_KEEP = 3


def moves_home(game: Less, state: State, side: int) -> int | None:
    """Return the moves that a side still needs, for texts about a turn.

    With four seats, None until the tables are ready, because counting takes seconds. With two
    seats, it may take half a second, so code in the frame loop must call `counted_beside` first.
    """
    if state[HOME + side]:
        return 0
    found = _of_tables(game, state, side)
    return found if found is not None or game.seats != 2 else _counts.of(game, state, side)


def counted_beside(game: Less, states: Iterable[State]) -> bool:
    """Return whether `moves_home` is ready for both sides; if not, count in the background."""
    if game.seats != 2:
        return True
    wanted = [
        (state, side)
        for state in states
        for side in (0, 1)
        if not state[HOME + side] and _of_tables(game, state, side) is None
    ]
    return _counts.ready(game, wanted)


def _of_tables(game: Less, state: State, side: int) -> int | None:
    """Return the moves home of the pieces alone; None without tables or in a race of two seats.

    In such a race, the rules of turns apply as well.
    """
    known = _known.get(game.setup)
    racing = game.seats == 2 and state[HOME + 1 - side] and not game.over(state)
    return None if known is None or racing else known.distance(state, side)


class _Counts:
    """A cache of moves home; a thread counts one list of them at a time.

    A new list replaces the previous one as soon as the thread has finished its present number.
    """

    KEPT = 512

    def __init__(self) -> None:
        self._found: dict[tuple[str, State, int], int] = {}
        self._asked: list[tuple[State, int]] = []
        self._thread: threading.Thread | None = None
        self._wanted = Cancellation()

    def of(self, game: Less, state: State, side: int) -> int:
        """Return a number from the cache, or count it now."""
        found = self._found.get((game.setup, state, side))
        if found is None:
            found = game.to_go(state, side)
            if len(self._found) >= self.KEPT:
                self._found.clear()
            self._found[game.setup, state, side] = found
        return found

    def ready(self, game: Less, wanted: list[tuple[State, int]]) -> bool:
        """Return whether all are known; if not, start to count. May be called each frame."""
        missing = [one for one in wanted if (game.setup, *one) not in self._found]
        if not missing:
            return True
        if wanted == self._asked and self._thread is not None and self._thread.is_alive():
            return False
        self._wanted.cancel()
        self._asked, self._wanted = wanted, Cancellation()
        count = partial(self._count, game, missing, self._wanted)
        self._thread = start_daemon(count, "moves home")
        # If there is no thread, return True, so that the caller counts the numbers itself.
        return self._thread is None

    def _count(self, game: Less, missing: list[tuple[State, int]], wanted: Cancellation) -> None:
        for state, side in missing:
            if wanted.asked:
                return
            self.of(game, state, side)


_counts = _Counts()


def way_in_race(game: Game, state: State) -> int | None:
    """Return the exact moves home of the side to move while the other is home.

    None while they are not known.
    """
    known = _known.get(game.setup)
    return known.exact(state) if known is not None else None


def was_asked(game: Game) -> bool:
    """Return whether the ways home of this layout were requested."""
    return game.setup in _known


def way_home(game: Game, state: State, side: int) -> int | None:
    """Return the fewest moves that a side needs to get home alone; None while not known."""
    assert isinstance(game, Less)
    if game.setup not in _known:
        while len(_known) >= _KEEP:
            _known.pop(next(iter(_known))).close()
        _known[game.setup] = WaysHome(game)
    return _known[game.setup].distance(state, side)
