"""Puzzles of Libra: endings with a target, decided by the last stones."""

from __future__ import annotations

from game.games.libra.rules import BIDDING, EMPTY, MORE_SEAT, ROUND, Libra
from game.puzzles.plugin import LAST, SACRIFICE, Line, PuzzlePlugin, what_happens
from game.rules import Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT

LEAST_EMPTY, MOST_EMPTY = 5, 9


def fits(game: Game, state: State, kind: str) -> bool:
    last_round = state[ROUND] == 2 or not (isinstance(game, Libra) and game.mode == "duel")
    return (
        state[RESULT] == RUNNING
        and state[BIDDING] == 0
        and last_round
        and LEAST_EMPTY <= state[EMPTY] <= MOST_EMPTY
    )


def themes(game: Game, state: State, line: Line) -> list[str]:
    """Return the role and the tags of the first stone.

    A stone is a sacrifice if it changes the number of groups in the other side's favour.
    """
    (stone,) = line[0]
    assert stone.piece is not None
    more = state[MORE_SEAT] == state[SEAT]
    tags = what_happens(game.topology, game.pieces(state), stone.points[0], stone.piece.colour)
    made = game.tally(game.advance(state, stone))["groups"] - game.tally(state)["groups"]
    given = made < 0 if more else made > 0
    return ["as-more" if more else "as-less", *tags, *[SACRIFICE] * given]


PUZZLES = PuzzlePlugin(
    kinds=(LAST,),
    fits=fits,
    themes=themes,
)
