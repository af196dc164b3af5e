"""Multiplicity at a glance, for bots that hardly look ahead.  By the Game interface alone."""

from __future__ import annotations

import math

from game.engine.search.analysis import squash
from game.rules import Game, State


def heuristic(game: Game, state: State) -> float:
    tally = game.tally(state)
    return squash(math.log(tally["white"] / tally["black"]))
