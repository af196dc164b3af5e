"""The part of a match that knows Less: the program plays out a lost race."""

from __future__ import annotations

from game.games.less.engine.race import in_race, way_home
from game.games.less.rules import SPENT
from game.rules import Action, Game, State
from game.rules.kernel import SEAT


def race_is_lost(state: State) -> bool:
    """Return whether the side to move is alone in a race that it can no longer win.

    It cannot win if it has used at least as many moves as the other side. In the first reading of
    the rules it could still claim a draw by wandering until the limit of turns.
    """
    if not in_race(state):
        return False
    side = state[SEAT] % 2
    return state[SPENT + side] >= state[SPENT + 1 - side]


def decided_rest(game: Game, state: State, compiled: bool) -> list[Action]:
    """Return the way home of a side whose race is lost; empty if there is none."""
    return way_home(game, state, compiled).actions if race_is_lost(state) else []
