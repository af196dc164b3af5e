"""Libra at a glance, for bots that hardly look ahead.  By the Game interface alone."""

from __future__ import annotations

from game.engine.search.analysis import squash
from game.games.libra.rules import Libra
from game.rules import Game, State


def heuristic(game: Game, state: State) -> float:
    """Return the chance of side 0 by the groups lying now and the aim or an even share."""
    assert isinstance(game, Libra)
    tally = game.tally(state)
    if tally["more"] < 0:
        return 0.5
    advantage = 0.3 * tally["groups"]
    chance = squash(advantage - 2)
    return chance if tally["more"] == 0 else 1 - chance
