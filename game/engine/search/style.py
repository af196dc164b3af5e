"""Playing styles: what a player likes among turns that search finds about as good.

A style errs as its level does and only leans: it looks at where an action leads on the board and
counts that like more visits.  So it never plays what its level would not look at, in any game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.rules import Action, Game, State
from game.rules.events import Piece
from game.rules.topology import Point

NONE = "none"
LEAN = 0.7  # what is liked most counts like exp(LEAN) times its visits, twice as many
Lying = Mapping[Point, Piece]
Taste = Callable[[Game, Lying, Action], float]


def _from_middle(game: Game, _lying: Lying, action: Action) -> float:
    """Return the distance of the point it leads to from the middle of the board."""
    return math.hypot(*game.topology.xy[action.points[-1]])


def _company(game: Game, lying: Lying, action: Action) -> float:
    """Return pieces beside the point it leads to, but for the piece that moves."""
    beside = game.topology.neighbours[action.points[-1]]
    return sum(point in lying and point != action.source for point in beside)


def _way(game: Game, lying: Lying, action: Action) -> float:
    """Return how far a piece goes; one that is laid: how far from the middle of all that lies."""
    xy = game.topology.xy
    there = xy[action.points[-1]]
    if action.source is not None:
        return math.dist(xy[action.source], there)
    if not lying:
        return 0.0
    spots = [xy[point] for point in lying]
    middle = (sum(x for x, _y in spots) / len(spots), sum(y for _x, y in spots) / len(spots))
    return math.dist(middle, there)


# Each with what it measures, and whether it likes much or little of that.
TASTES: dict[str, tuple[Taste, int]] = {
    "middle": (_from_middle, -1),
    "rim": (_from_middle, 1),
    "crowd": (_company, 1),
    "room": (_company, -1),
    "far": (_way, 1),
    "near": (_way, -1),
}


@dataclass(frozen=True, slots=True)
class PlayingStyle:
    """`taste` is NONE or one of TASTES; `temper` the percentage of the level's spread."""

    taste: str = NONE
    temper: int = 100

    def spread(self, own: float) -> float:
        """Return the spread for a level whose own spread is `own`."""
        return own * self.temper / 100

    def liked(
        self, game: Game, state: State, actions: Sequence[Action], visits: Sequence[int]
    ) -> Sequence[float]:
        """Return the visits of `actions`, raised for those that the taste likes."""
        if self.taste == NONE or not all(action.points for action in actions):
            return visits
        measure, sign = TASTES[self.taste]
        lying = game.pieces(state)
        found = [sign * measure(game, lying, action) for action in actions]
        low, high = min(found), max(found)
        if high == low:
            return visits
        scores = [(one - low) / (high - low) for one in found]
        return [count * math.exp(LEAN * score) for count, score in zip(visits, scores)]


EVEN = PlayingStyle()
