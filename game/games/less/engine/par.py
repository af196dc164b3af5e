"""Par of a layout of Less: the moves a side needs to come home when it plays alone."""

from __future__ import annotations

import json
from functools import cache
from statistics import fmean

from game.games.less.engine.race import WayHome, shortest_way
from game.games.less.engine.tables import binomial_table, number_of, solo_table, squares_of
from game.games.less.rules import BOARD, HOME, Less
from game.platform.paths import ASSETS
from game.rules import State
from game.rules.kernel import SEAT

FILE = ASSETS / "answers" / "less-par.json"


def par(game: Less, compiled: bool) -> int:
    """Return the fewest moves of White with two seats, a lower bound for a side with four."""
    if game.seats == 2:
        return way_alone(game, compiled).moves
    return sum(least_of_seat(game, seat, compiled) for seat in game.side(0))


def least_of_seat(game: Less, seat: int, compiled: bool) -> int:
    """Return the moves of a seat alone on the board as if turns never ended.

    What leads from a corner to the opposite one leads back at the same cost, so it is the same for
    the other side.
    """
    table = solo_table(game, seat, compiled)
    return int(table[number_of(binomial_table(), *squares_of(game.start(), seat))])


def alone(game: Less, seat: int = 0) -> State:
    """Return the start of a game of two seats with one of them alone, as if the other were home."""
    state = list(game.start())
    for place in range(BOARD, len(state)):
        if state[place] != seat + 1:
            state[place] = 0
    state[HOME + 1 - seat], state[SEAT] = 1, seat
    return tuple(state)


def way_alone(game: Less, compiled: bool, seat: int = 0) -> WayHome:
    """Return the shortest way home of a seat of two, alone, by the rules of turns."""
    return shortest_way(game, alone(game, seat), compiled)


@cache
def usual_par(seats: int, density: str) -> float:
    """Return the mean of random layouts with "few", "mixed" or "many" walls, for a side."""
    counts = json.loads(FILE.read_text(encoding="utf-8"))[str(seats)]["layouts"][density]
    return fmean(int(par) for par, number in counts.items() for _ in range(number))
