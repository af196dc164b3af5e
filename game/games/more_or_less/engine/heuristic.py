"""More or Less at a glance, for bots that hardly look ahead.  By the Game interface alone."""

from __future__ import annotations

from game.engine.search.analysis import squash
from game.rules import Game, State


def heuristic(game: Game, state: State) -> float:
    """Near a sudden win (over 18, under 7) is good; otherwise fewer counters are."""
    tally = game.tally(state)
    black, green = tally["black"], tally["green"]
    if tally["placed"] < 25:
        return 0.5
    near = [min(19 - own, own - 6) for own in (black, green)]
    return squash(0.3 * (near[1] - near[0]) + 0.1 * (green - black))
