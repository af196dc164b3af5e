"""Threats: the position as it would be if the side to move could pass."""

from __future__ import annotations

from game.engine.registry import profile_of
from game.rules import Game, State
from game.rules.kernel import SEAT


def as_if_passed(game: Game, state: State) -> State | None:
    """Return `state` with the opponent to move, or None if that makes no sense.

    It makes no sense in the middle of a turn, after the end, and if the game's profile forbids it.
    Searching the returned position shows what the opponent would do with a free turn.
    """
    if game.over(state) or game.turn_begun(state) or not profile_of(game).may_pass(game, state):
        return None
    if game.choosing(state) or game.cutting(state):
        return None
    passed = list(state)
    passed[SEAT] = (state[SEAT] + 1) % game.seats
    return tuple(passed)
