"""The movements of the hands, compared with the movements that a line needs.  Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from game.rules.base import Action
from game.rules.topology import Point
from hardware.tracking.debounce import Debouncer
from hardware.tracking.move_search import PlayLine, closing, extend
from hardware.tracking.sensor_image import EMPTY, OCCUPANCY, SensorModel
from hardware.tracking.touches import OUTSIDE, SetDown, lifts_first, ways_to_tell

Counted = TypeVar("Counted")
MOST_TOUCHES = 60  # only this many of the latest touches are compared one by one
# The piece's first point (OUTSIDE: beside the board), and where it landed.
Landing = tuple[int, int]


class Evidence:
    """The touches of the turn that begins with `base`.

    `known` is the part of the turn that was made before the touches begin, so it needs no touches.
    `back_at` is when something in this turn was last taken back; earlier touches may have been a
    mishap.
    """

    def __init__(self, sensors: SensorModel, debouncer: Debouncer, base: PlayLine) -> None:
        self.sensors, self.debouncer = sensors, debouncer
        self.base = self.known = base
        self.back_at: float | None = None
        self._known: dict[tuple[Action, ...], int] = {}
        self._known_of: object = None
        self._untraced: dict[tuple[Action, ...], int] = {}
        self._ways: list[list[SetDown]] = [[]]

    def begin(self, base: PlayLine, known: PlayLine | None = None) -> None:
        """Begin another turn, or continue after the `known` part of this turn."""
        self.base, self.known, self.back_at = base, known or base, None
        self._known_of = None

    def against(self, line: PlayLine) -> int:
        """Return how much evidence contradicts a line; cached until a hand touches something."""
        self._look_again()
        if line.actions not in self._known:
            expected = self._expected(line)
            self._known[line.actions] = min(penalty(*expected, seen) for seen in self._ways)
        return self._known[line.actions]

    def lately_against(self, line: PlayLine) -> int:
        """Return the same as `against`, counting only touches since the last take-back."""
        if self.back_at is None:
            return self.against(line)
        self._look_again()
        since = self.back_at - self.debouncer.settle
        expected = self._expected(line)
        lately = [[one for one in seen if one.time > since] for seen in self._ways]
        return min(penalty(*expected, seen) for seen in lately)

    def _look_again(self) -> None:
        touches = self.debouncer.touches
        key = (len(touches), touches[-1].time if touches else 0.0)
        if key != self._known_of:
            self._known, self._untraced, self._known_of = {}, {}, key
            blind = self.sensors.sensing == OCCUPANCY
            self._ways = ways_to_tell(self.known.image, touches, blind)

    def _expected(self, line: PlayLine) -> tuple[list[Landing], Counter[int]]:
        """Return the landings and turned points that a line requires since the touches begin."""
        return expected_landings(self.sensors, *self._since_known(line))

    def _since_known(self, line: PlayLine) -> tuple[PlayLine, tuple[Action, ...]]:
        """Return the position where the touches begin, and a line's actions from there."""
        known = self.known.actions
        if line.actions[: len(known)] == known:
            return self.known, line.actions[len(known) :]
        return self.base, line.actions

    def untraced(self, line: PlayLine) -> int:
        """Return the number of single touches, in order, that only a line or only the hands made.

        This count is finer than `against`, but a piece that passes over a point easily misleads it.
        So it only decides between lines that are otherwise equal.
        """
        self._look_again()
        if line.actions not in self._untraced:
            touches = lifts_first(self.debouncer.touches[-MOST_TOUCHES:])
            made = [(touch.point, touch.face != EMPTY) for touch in touches]
            trace = traced(self.sensors, self._since_known(line)[1])
            common = _in_common(trace, made)
            self._untraced[line.actions] = len(trace) + len(made) - 2 * common
        return self._untraced[line.actions]

    def rank(self, line: PlayLine) -> tuple[int, int, float]:
        """Return a sort key: the most likely line first; among equal lines, the one begun last.

        Mishaps usually happen before the turn. If one piece is pushed away and put back, and then
        another goes to and fro as the turn, the touches also fit the opposite order.
        """
        against = self.against(line)
        return against, self.untraced(line), -begun(self._expected(line)[0], self._ways[0])

    def best(self, lines: Sequence[PlayLine]) -> PlayLine:
        """Return the line that the touches support best; among equal lines, the shortest."""
        return min(lines, key=lambda line: (self.rank(line)[0], len(line.actions), self.rank(line)))

    def least(self, lines: Sequence[PlayLine]) -> list[PlayLine]:
        """Return the lines with the least evidence against them, the likeliest first."""
        least = min(map(self.against, lines))
        return sorted((line for line in lines if self.against(line) == least), key=self.rank)

    def likeliest(self, ends: Sequence[PlayLine]) -> tuple[PlayLine, list[PlayLine]]:
        """Return the likeliest of the whole turns, and its rivals, the shortest first.

        Rivals lead to different positions with equal evidence; the likeliest turn is among them.
        """
        ranked = sorted(ends, key=self.rank)
        least = self.against(ranked[0])
        rivals = {line.state: line for line in reversed(ranked) if self.against(line) == least}
        fresh = min(ranked, key=self.lately_against)
        rivals.setdefault(fresh.state, fresh)  # The first touches may have been a move or a mishap.
        return ranked[0], sorted(rivals.values(), key=lambda line: len(line.actions))

    def is_plain(self, end: PlayLine) -> bool:
        """Return whether a whole turn matches the touches exactly, or is a single action."""
        return len(end.actions) == 1 or self.against(end) == 0

    # -- whole turns -----------------------------------------------------------------------------

    def closed(self, lines: Sequence[PlayLine], by_button: bool = False) -> list[PlayLine]:
        """Return whole turns made from lines: ended lines unchanged, others with a stop or pass."""
        ends: list[PlayLine] = []
        for line in lines:
            close = None if line.ended else closing(self.sensors, line.state, by_button)
            if line.ended:
                ends.append(line)
            elif close is not None:
                ends.append(extend(self.sensors, line, close))
        return ends

    def by_button(
        self, lines: Sequence[PlayLine], unsure: Sequence[PlayLine]
    ) -> tuple[list[PlayLine], list[PlayLine]]:
        """Return the whole turns that the button may have ended, and the likeliest hidden turn.

        A hidden turn leaves a piece on a point that no sensor sees; it is only added to other
        turns.  If there are no other turns, the first list holds the hidden ones.
        """
        ends, hidden = self.closed(lines, by_button=True), self.closed(unsure, by_button=True)
        if not ends:
            return hidden, []
        return ends, [self.best(hidden)] if hidden else []

    def unfinished(self, lines: Sequence[PlayLine]) -> list[PlayLine]:
        """Return the lines that must be continued."""
        return [line for line in lines if not self.closed([line])]

    def likely_ends(self, lines: Sequence[PlayLine]) -> list[PlayLine]:
        """Return the whole turns among the lines, unless an unfinished line is likelier."""
        least = min(map(self.lately_against, self.unfinished(lines)), default=None)
        ends = self.closed(lines)
        return [line for line in ends if least is None or self.lately_against(line) <= least]


def penalty(landings: Sequence[Landing], turned: Counter[int], seen: Sequence[SetDown]) -> int:
    """Return the number of set-downs in which the hands and a line differ.

    Every landing, placement and turning-over is one set-down. Three kinds count: set-downs of the
    line that no hand made, set-downs of a hand that the line lacks, and landings in another order.
    """
    landed = [(one.piece, one.point) for one in seen if not one.turned]
    against = _apart(Counter(landings), Counter(landed))
    against += _apart(turned, Counter(one.point for one in seen if one.turned))
    return against + len(landings) - _in_common(landings, landed)


def begun(landings: Sequence[Landing], seen: Sequence[SetDown]) -> float:
    """Return the latest time at which the first of these landings can have been made; 0 if none."""
    when = 0.0
    wanted = list(landings)
    for one in reversed(seen):
        if wanted and (one.piece, one.point) == wanted[-1] and not one.turned:
            when = one.time
            wanted.pop()
    return when


def expected_landings(
    sensors: SensorModel, here: PlayLine, actions: Sequence[Action]
) -> tuple[list[Landing], Counter[int]]:
    """Return the landings that actions require, and how often they turn each point's piece.

    A piece is named by its first point.
    """
    landings: list[Landing] = []
    turned: Counter[int] = Counter()
    piece_on: dict[Point, int] = {}
    for action in actions:
        before, here = here, extend(sensors, here, action)
        turned.update(sensors.turned(before.state, here.state))
        source, target = action.source, action.target
        if target is None:
            continue
        piece = OUTSIDE if source is None else piece_on.pop(source, sensors.index[source])
        piece_on[target] = piece
        landings.append((piece, sensors.index[target]))
    return landings, turned


def traced(sensors: SensorModel, actions: Sequence[Action]) -> list[tuple[int, bool]]:
    """Return the touches that actions require: point number, and whether it was covered."""
    trace: list[tuple[int, bool]] = []
    for action in actions:
        if action.target is not None:
            if action.source is not None:
                trace.append((sensors.index[action.source], False))
            trace.append((sensors.index[action.target], True))
    return trace


def _apart(one: Counter[Counted], other: Counter[Counted]) -> int:
    """Return the number of counts by which two counters differ."""
    return sum(((one - other) + (other - one)).values())


def _in_common(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the length of the longest common subsequence."""
    best = [0] * (len(other) + 1)
    for here in one:
        diagonal = 0
        for place, there in enumerate(other, 1):
            above = best[place]
            best[place] = diagonal + 1 if here == there else max(above, best[place - 1])
            diagonal = above
    return best[-1]
