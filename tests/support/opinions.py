"""Made-up evaluations of a game, with chances that swing, and with better turns."""

from __future__ import annotations

from collections.abc import Callable

from game.rules import State
from game.table.match import Match
from game.table.mistakes import Evaluation
from tools.screenshots.reviews import made_up_line

SWINGS = (0.55, 0.50, 0.62, 0.71, 0.30, 0.26, 0.33, 0.41, 0.72, 0.78, 0.36, 0.31)


def opinions(match: Match) -> Callable[[State, int], Evaluation]:
    """Return made-up evaluations: chances swing, and the first turn not played is rated better."""
    places = {turn.before: number for number, turn in enumerate(match.turns)}

    def judge(state: State, nodes: int) -> Evaluation:
        number = places.get(state, 0)
        chance = SWINGS[number * 12 // max(1, len(places)) % len(SWINGS)]
        own = chance if match.game.to_move(state) % 2 == 0 else 1 - chance
        return Evaluation(own, made_up_line(match.game, state, 2, number))

    return judge
