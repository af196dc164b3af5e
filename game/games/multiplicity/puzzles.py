"""Puzzles of Multiplicity: endings in which the last stones decide about a product."""

from __future__ import annotations

from game.games.multiplicity.rules import EMPTY, OPEN, PHASE, STONES
from game.puzzles.plugin import LAST, SACRIFICE, Line, PuzzlePlugin, what_happens
from game.rules import Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT

LEAST_EMPTY, MOST_EMPTY = 5, 13


def fits(game: Game, state: State, kind: str) -> bool:
    running = state[RESULT] == RUNNING and state[PHASE] == OPEN
    return running and LEAST_EMPTY <= state[EMPTY] <= MOST_EMPTY


def themes(game: Game, state: State, line: Line) -> list[str]:
    """Return the tags of the first stone, which is a sacrifice if it lowers its own product."""
    seat, (stone,) = state[SEAT], line[0]
    tags = what_happens(game.topology, game.pieces(state), stone.points[0], STONES[seat].colour)
    before, after = game.tally(state), game.tally(game.advance(state, stone))
    product = STONES[seat].colour
    return tags + [SACRIFICE] * (after[product] < before[product])


PUZZLES = PuzzlePlugin(kinds=(LAST,), fits=fits, themes=themes)
