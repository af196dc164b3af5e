"""What hands did, weighed against what a line says they did.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from game.rules.base import Action, State
from game.rules.topology import Point
from hardware.tracking.move_search import PlayLine, closing, extend
from hardware.tracking.sensor_image import OCCUPANCY, SensorModel
from hardware.tracking.settling import Settler
from hardware.tracking.touches import OUTSIDE, SetDown, set_downs

Landing = tuple[int, int]  # where the piece lay first (OUTSIDE: beside the board), where it landed


class Evidence:
    """The touches of the turn that begins with `base`.

    `known` is how far the turn had come when the touches begin: of that no touches are expected.
    `back_at` is when something in this turn was taken back last: what was touched before may
    have been a mishap.
    """

    def __init__(self, sensors: SensorModel, settler: Settler, base: PlayLine) -> None:
        self.sensors, self.settler = sensors, settler
        self.base = self.known = base
        self.back_at: float | None = None
        self._known: dict[tuple[Action, ...], int] = {}
        self._known_of: object = None
        self._set_downs: list[SetDown] = []

    def begin(self, base: PlayLine, known: PlayLine | None = None) -> None:
        """Another turn begins, or goes on from what is `known` of it."""
        self.base, self.known, self.back_at = base, known or base, None
        self._known_of = None

    def against(self, line: PlayLine) -> int:
        """How much speaks against a line; kept while no hand touches anything."""
        self._look_again()
        if line.actions not in self._known:
            self._known[line.actions] = self._penalty(line, self._set_downs)
        return self._known[line.actions]

    def lately_against(self, line: PlayLine) -> int:
        """The same, without the touches before something was taken back."""
        if self.back_at is None:
            return self.against(line)
        self._look_again()
        since = self.back_at - self.settler.settle
        lately = [one for one in self._set_downs if one.time > since]
        return self._penalty(line, lately)

    def _look_again(self) -> None:
        touches = self.settler.touches
        key = (len(touches), touches[-1].time if touches else 0.0)
        if key != self._known_of:
            self._known, self._known_of = {}, key
            blind = self.sensors.sensing == OCCUPANCY
            self._set_downs = set_downs(self.known.image, touches, blind)

    def _penalty(self, line: PlayLine, seen: Sequence[SetDown]) -> int:
        return penalty(*self._told(line), seen)

    def _told(self, line: PlayLine) -> tuple[list[Landing], Counter[int]]:
        """What a line says that hands must have done since the touches begin."""
        known = self.known.actions
        if line.actions[: len(known)] == known:
            return told(self.sensors, self.known, line.actions[len(known) :])
        return told(self.sensors, self.base, line.actions)

    def rank(self, line: PlayLine) -> tuple[int, float]:
        """For sorting, the most likely line first; of equals the one that was begun last.

        What goes wrong goes wrong before the turn: a piece that was pushed away and put back, and
        then a turn in which another one goes to and fro, could be told the other way round.
        """
        against = self.against(line)
        return against, -begun(self._told(line)[0], self._set_downs)

    def best(self, lines: Sequence[PlayLine]) -> PlayLine:
        return min(lines, key=lambda line: (self.rank(line)[0], len(line.actions), self.rank(line)))

    # -- whole turns -----------------------------------------------------------------------------

    def closed(self, lines: Sequence[PlayLine]) -> list[PlayLine]:
        """Whole turns made of lines: ended ones as they are, others with their stop or pass."""
        ends: list[PlayLine] = []
        for line in lines:
            close = None if line.ended else closing(self.sensors, line.state)
            if line.ended:
                ends.append(line)
            elif close is not None:
                ends.append(extend(self.sensors, line, close))
        return ends

    def unfinished(self, lines: Sequence[PlayLine]) -> list[PlayLine]:
        """The lines after which more must be played."""
        return [line for line in lines if not self.closed([line])]

    def likely_ends(self, lines: Sequence[PlayLine]) -> list[PlayLine]:
        """Whole turns among the lines, unless the hands rather speak for half a turn."""
        least = min(map(self.lately_against, self.unfinished(lines)), default=None)
        ends = self.closed(lines)
        return [line for line in ends if least is None or self.lately_against(line) <= least]


def penalty(landings: Sequence[Landing], turned: Counter[int], seen: Sequence[SetDown]) -> int:
    """What hands did against a line: how often they set a piece down otherwise.

    Every landing, placement and turning-over sets a piece down once.  Counted are the times that
    the line would have done so and no hand did, those that a hand did and the line would not, and
    the landings that came in another order.
    """
    landed = [(one.piece, one.point) for one in seen if not one.turned]
    against = _apart(Counter(landings), Counter(landed))
    against += _apart(turned, Counter(one.point for one in seen if one.turned))
    return against + len(landings) - _in_common(landings, landed)


def begun(landings: Sequence[Landing], seen: Sequence[SetDown]) -> float:
    """When the first of these landings was made at the latest; 0 if none was."""
    when = 0.0
    wanted = list(landings)
    for one in reversed(seen):
        if wanted and (one.piece, one.point) == wanted[-1] and not one.turned:
            when = one.time
            wanted.pop()
    return when


def told(
    sensors: SensorModel, here: PlayLine, actions: Sequence[Action]
) -> tuple[list[Landing], Counter[int]]:
    """What actions say: which piece (by where it lay first) landed where, and what was turned."""
    landings: list[Landing] = []
    turned: Counter[int] = Counter()
    piece_on: dict[Point, int] = {}
    for action in actions:
        before, here = here, extend(sensors, here, action)
        turned.update(_truly_turned(sensors, before.state, here.state))
        source, target = action.source, action.target
        if target is None:
            continue
        piece = OUTSIDE if source is None else piece_on.pop(source, sensors.index[source])
        piece_on[target] = piece
        landings.append((piece, sensors.index[target]))
    return landings, turned


def _apart(one: Counter[Any], other: Counter[Any]) -> int:
    return sum(((one - other) + (other - one)).values())


def _in_common(one: Sequence[object], other: Sequence[object]) -> int:
    """Length of the longest common subsequence."""
    best = [0] * (len(other) + 1)
    for here in one:
        diagonal = 0
        for place, there in enumerate(other, 1):
            above = best[place]
            best[place] = diagonal + 1 if here == there else max(above, best[place - 1])
            diagonal = above
    return best[-1]


def _truly_turned(sensors: SensorModel, before: State, after: State) -> set[int]:
    """Points whose piece changed colour where it lay: known even to a board blind to sides."""
    old, new = sensors.game.pieces(before), sensors.game.pieces(after)
    return {
        sensors.index[point]
        for point, piece in old.items()
        if point in new and new[point].colour != piece.colour
    }
