"""Par of a layout of Less: the moves a side needs to come home when it plays alone."""

from __future__ import annotations

from game.engine.games.less.placements import binomial_table, number_of, squares_of
from game.engine.games.less.race import shortest_way
from game.engine.games.less.tables import solo_table
from game.rules import Action, Less, State
from game.rules.less import BOARD, HOME


def par(game: Less, compiled: bool) -> int:
    """The moves of a side's seats, each alone on the board; the same for both sides.

    What leads from a corner to the opposite one leads back at the same cost, so the other side's
    seats need as many.
    """
    return sum(par_of_seat(game, seat, compiled) for seat in game.side(0))


def par_of_seat(game: Less, seat: int, compiled: bool) -> int:
    table = solo_table(game, seat, compiled)
    return int(table[number_of(binomial_table(), *squares_of(game.start(), seat))])


def alone(game: Less) -> State:
    """The start of a game of two seats with seat 0 alone, as if the other were home."""
    state = list(game.start())
    for place in range(BOARD, len(state)):
        if state[place] != 1:
            state[place] = 0
    state[HOME + 1] = 1
    return tuple(state)


def way_alone(game: Less, compiled: bool) -> tuple[int, list[Action]]:
    """The shortest way home of seat 0 of two, alone, by the rules of turns, and its moves."""
    return shortest_way(game, alone(game), compiled)
