"""One question to the rules: how can this settled picture have come about?  Pure, in slices.

It asks in the order of likelihood: does the turn go on from what is understood already; is it
another beginning of the same turn; has the next player answered already; was the turn before
played differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from game.rules.base import State
from hardware.explain import Line, Search, closing, extend, root
from hardware.faces import EMPTY, Picture, Sight
from hardware.observation import Touch


class Inquiry:
    """`run` until it returns True; then read the answers.

    `lines` are the lines of this turn that show the picture (most likely ones first; all that
    were found when `thorough`), `near` the one that comes closest, `reply` is the turn so far,
    closed, when the next player's answer explains the rest, `instead` a whole other turn from the
    state before.
    """

    def __init__(
        self,
        sight: Sight,
        shown: Picture,
        base: Line,
        reached: Line,
        touches: Sequence[Touch],
        previous: State | None = None,
        thorough: bool = False,
        gap: bool = False,
    ) -> None:
        self.sight, self.shown, self.base, self.reached = sight, shown, base, reached
        self.touches = touches
        self.previous = previous
        self.thorough = thorough
        self.gap = gap
        self.lines: list[Line] = []
        self.near = base
        self.reply: Line | None = None
        self.instead: Line | None = None
        self.turnable: set[int] = set()  # points the turn so far may still turn over
        self._work = self._stages()
        self._search: Search | None = next(self._work, None)

    def run(self, positions: int) -> bool:
        """Look at about `positions` positions; True when all is answered."""
        if self._search is not None and self._search.run(positions):
            self._search = next(self._work, None)
        return self._search is None

    def _stages(self) -> Iterator[Search]:
        goes_on = self._search_from(self.reached)
        yield goes_on
        self.turnable = goes_on.turned
        self.near = goes_on.near
        self.lines = goes_on.exact
        if self.lines and not self.thorough:
            return
        if self.reached.actions:
            anew = self._search_from(self.base)
            yield anew
            known = {line.actions for line in self.lines}
            self.lines = self.lines + [line for line in anew.exact if line.actions not in known]
            if anew.rank < goes_on.rank:
                self.near = anew.near
            if self.lines:
                return
        if self.gap:  # touches were missed: any piece may have been moved
            anything = Search(self.sight, self.base, self.shown, None)
            yield anything
            self.lines = anything.exact
            if self.lines:
                return
        yield from self._after_the_turn()
        if self.reply is None and self.previous is not None:
            before = self._search_from(root(self.sight, self.previous))
            yield before
            other = [line for line in before.exact if line.ended]
            self.instead = other[0] if other else None

    def _after_the_turn(self) -> Iterator[Search]:
        """Has the next player made a move already?"""
        close = closing(self.sight.game, self.reached.state) if not self.reached.ended else None
        if close is None:
            return
        closed = extend(self.sight, self.reached, close)
        answer = self._search_from(root(self.sight, closed.state))
        yield answer
        if any(line.actions for line in answer.exact):
            self.reply = closed

    def _search_from(self, start: Line) -> Search:
        return Search(self.sight, start, self.shown, self._touched(start.picture))

    def _touched(self, picture: Picture) -> set[int]:
        """Points a hand may have used."""
        touched = {touch.point for touch in self.touches}
        for number, (seen, face) in enumerate(zip(self.shown, picture)):
            if seen != face:
                touched.add(number)
        return touched


def penalty(sight: Sight, base: Line, line: Line, touches: Sequence[Touch]) -> int:
    """What the touches say against a line: how often hands set something down elsewhere.

    Every landing, placement and turning-over sets a piece down once.  Counted are the times that
    the line would have done so and no hand did, and those that a hand did and the line would not.
    """
    turned: Counter[int] = Counter()
    landings: list[int] = []
    here = base
    for action in line.actions:
        before, here = here, extend(sight, here, action)
        turned.update(_truly_turned(sight, before.state, here.state))
        landings += [sight.index[point] for point in action.points[-1:]]
    order = _set_down(touches)
    expected, observed = turned + Counter(landings), Counter(order)
    against = sum(((expected - observed) + (observed - expected)).values())
    return against + len(landings) - _in_common(landings, order)


def _in_common(one: Sequence[int], other: Sequence[int]) -> int:
    """Length of the longest common subsequence."""
    best = [0] * (len(other) + 1)
    for here in one:
        diagonal = 0
        for place, there in enumerate(other, 1):
            above = best[place]
            best[place] = diagonal + 1 if here == there else max(above, best[place - 1])
            diagonal = above
    return best[-1]


def _truly_turned(sight: Sight, before: State, after: State) -> set[int]:
    """Points whose piece changed colour where it lay: known even to a board blind to sides."""
    old, new = sight.game.pieces(before), sight.game.pieces(after)
    return {
        sight.index[point]
        for point, piece in old.items()
        if point in new and new[point].colour != piece.colour
    }


def _set_down(touches: Sequence[Touch], rest: float = 0.14) -> list[int]:
    """The points where something was put down and stayed for a moment, in order, repeatedly."""
    put: dict[int, tuple[int, float]] = {}  # point -> which touch put a piece there, and when
    order: list[tuple[int, int]] = []
    for number, touch in enumerate(touches):
        if touch.face != EMPTY:
            put[touch.point] = (number, touch.time)
        elif touch.point in put:
            which, since = put.pop(touch.point)
            if touch.time - since >= rest:
                order.append((which, touch.point))
    order += [(which, point) for point, (which, _since) in put.items()]
    return [point for _which, point in sorted(order)]
