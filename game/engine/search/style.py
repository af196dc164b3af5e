"""Playing styles: a player's preference among turns that the search rates about equally.

A style makes the same mistakes as its level and only adds a preference. It looks at where an action
leads on the board, and treats a preferred action as if it had more visits. So in any game, it never
plays an action that its level would not consider.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.rules import Action, Game, State
from game.rules.events import Piece
from game.rules.topology import Point

NONE = "none"
LEAN = 1.0  # The best-liked action counts exp(LEAN) times its visits.
# Limits of LEAN as multiples of the spread. They bound the factor by which the odds of being drawn
# grow: exp(LEAST_ODDS) to exp(MOST_ODDS).
LEAST_ODDS, MOST_ODDS = 0.65, 3.0
ALIKE = 1e-9  # Smaller differences of measures are rounding errors.
Lying = Mapping[Point, Piece]
# Start (None for a piece that is placed) and end of a piece's move.
Way = tuple[Point | None, Point]
Taste = Callable[[Game, Lying, Way], float]


def from_middle(game: Game, _lying: Lying, way: Way) -> float:
    """Return the distance of the move's end from the middle of the board."""
    return math.hypot(*game.topology.xy[way[1]])


def company(game: Game, lying: Lying, way: Way) -> float:
    """Return how many other pieces are next to the move's end."""
    return sum(point in lying and point != way[0] for point in game.topology.neighbours[way[1]])


def distance_gone(game: Game, lying: Lying, way: Way) -> float:
    """Return how far a piece moves, or how far a placed piece is from the middle of the others."""
    xy, (source, target) = game.topology.xy, way
    if source is not None:
        return math.dist(xy[source], xy[target])
    if not lying:
        return 0.0
    spots = [xy[point] for point in lying]
    middle = (sum(x for x, _y in spots) / len(spots), sum(y for _x, y in spots) / len(spots))
    return math.dist(middle, xy[target])


# Each taste has a measure, and a sign: 1 if the taste prefers high values, -1 if low ones.
TASTES: dict[str, tuple[Taste, int]] = {
    "middle": (from_middle, -1),
    "rim": (from_middle, 1),
    "crowd": (company, 1),
    "room": (company, -1),
    "far": (distance_gone, 1),
    "near": (distance_gone, -1),
}


@dataclass(frozen=True, slots=True)
class PlayingStyle:
    """A `taste` (NONE or one of TASTES), and a `temper` in percent of the level's spread."""

    taste: str = NONE
    temper: int = 100

    def spread(self, own: float) -> float:
        """Return the spread for a level whose own spread is `own`."""
        return own * self.temper / 100

    def liked(
        self,
        game: Game,
        state: State,
        actions: Sequence[Action],
        visits: Sequence[int],
        spread: float,
    ) -> Sequence[float]:
        """Return the visits of `actions`, raised for those that the taste prefers.

        `spread` is the spread of the draw among these visits.
        """
        ways = [way_of(action, actions) for action in actions] if self.taste != NONE else []
        whole = [way for way in ways if way is not None]
        if not ways or len(whole) < len(ways):
            return visits
        measure, sign = TASTES[self.taste]
        lying = game.pieces(state)
        found = [sign * measure(game, lying, way) for way in whole]
        low, high = min(found), max(found)
        if high - low < ALIKE:
            return visits
        lean = min(max(LEAN, LEAST_ODDS * spread), MOST_ODDS * spread)
        scores = [(one - low) / (high - low) for one in found]
        return [count * math.exp(lean * score) for count, score in zip(visits, scores)]


def way_of(action: Action, actions: Sequence[Action]) -> Way | None:
    """Return the start and end of an action; a stop starts and ends where the train is.

    None for an action without points, such as a bid or a pass.
    """
    if action.points:
        return action.source, action.points[-1]
    starts = {other.source for other in actions if other.points}
    here = starts.pop() if action.kind == "stop" and len(starts) == 1 else None
    return None if here is None else (here, here)


EVEN = PlayingStyle()
