"""Less at a glance, for bots that hardly look ahead.  By the Game interface alone."""

from __future__ import annotations

from game.engine.search.analysis import squash
from game.games.less.rules import Less
from game.rules import Game, State


def heuristic(game: Game, state: State) -> float:
    """Return the chance of side 0 by steps to go without walls and moves used."""
    assert isinstance(game, Less)
    side = game.side_length
    index = game.topology.index
    need = [0.0, 0.0]
    for seat in range(game.seats):
        corner = [index[label] for label in game.goal(seat)]
        columns = [number % side for number in corner]
        rows = [number // side for number in corner]
        for point, piece in game.pieces(state).items():
            if piece.seat != seat:
                continue
            column, row = index[point] % side, index[point] // side
            need[seat % 2] += max(min(columns) - column, column - max(columns), 0)
            need[seat % 2] += max(min(rows) - row, row - max(rows), 0)
    tally = game.tally(state)
    white = need[0] + tally["spent_white"]
    black = need[1] + tally["spent_black"]
    return squash(0.25 * (black - white))
