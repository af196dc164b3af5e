"""What a match of engines knows of Less: a race that is lost is played out by the program."""

from __future__ import annotations

from game.games.less.engine.race import in_race, way_home
from game.games.less.rules import SPENT
from game.rules import Action, Game, State
from game.rules.kernel import SEAT


def race_is_lost(state: State) -> bool:
    """Return whether the side on its way has used as many moves as the other in all.

    Then it has lost; in the first reading of the rules it could claim a draw by wandering until the
    limit of turns.
    """
    if not in_race(state):
        return False
    side = state[SEAT] % 2
    return state[SPENT + side] >= state[SPENT + 1 - side]


def decided_rest(game: Game, state: State, compiled: bool) -> list[Action]:
    """Return the way home of a side whose race is lost; empty if it is not, or none was found."""
    return way_home(game, state, compiled).actions if race_is_lost(state) else []
