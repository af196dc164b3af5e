"""Referee of More or Less: one character per point; b or g is the upper colour of a counter."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.games.more_or_less.rules import MoreOrLess
from game.rules.topology import Point, Topology
from tools.referee.base import EMPTY, NOBODY, Referee, Wrong

COLOURS = "bg"
OTHER = {"b": "g", "g": "b"}
GREEN = 1
COUNTERS = 25
OPENING = 2  # turns of the first person before the second chooses a side
# Maximum number of times that the moving counter may be on a point, its start included.
MOST_VISITS = 2
LAST_MARK = 12
# A side wins with more than 18 counters of its colour, or with less than 7.
MORE, LESS = 18, 7


class MoreOrLessPosition(NamedTuple):
    """A position; `stood` has the points of the moving counter, from its start on."""

    up: str
    seat: int
    marks: tuple[int, int]
    won_by: int
    stood: tuple[int, ...] = ()
    slid: bool = False

    @property
    def placed(self) -> int:
        """Return the number of counters on the board."""
        return len(self.up) - self.up.count(EMPTY)

    @property
    def begun(self) -> bool:
        return bool(self.stood) or (0 < self.placed < COUNTERS and self.placed % 2 == 0)


class MoreOrLessReferee(Referee[MoreOrLessPosition]):
    """The rules of More or Less on a board of lines."""

    def __init__(
        self,
        board: Topology,
        free_pass: bool = False,
        dealt: tuple[Collection[Point], Collection[Point]] | None = None,
    ) -> None:
        """Store the board; `dealt` are counters of Black and Green placed at the start."""
        self.dealt, self.opening = dealt, OPENING if dealt is None else 0
        self.names, self.centre, self.free_pass = board.points, board.centre, free_pass
        self.number = {name: at for at, name in enumerate(self.names)}
        self.rays: list[list[list[int]]] = [[] for _ in self.names]
        for line in board.lines:
            on = [self.number[name] for name in line]
            for at, point in enumerate(on):
                self.rays[point] += [ray for ray in (on[at + 1 :], on[:at][::-1]) if ray]
        self.leaps = [[(r[0], r[1]) for r in rays if len(r) > 1] for rays in self.rays]

    def start(self) -> MoreOrLessPosition:
        empty = MoreOrLessPosition(EMPTY * len(self.names), 0, (0, 0), NOBODY)
        return empty if self.dealt is None else self._laid(empty, self.dealt)._replace(seat=GREEN)

    def laid(self, own: Collection[Point], other: Collection[Point]) -> MoreOrLessPosition:
        """Return the position with Black to move, Black's counters `own` and Green's `other`."""
        empty = MoreOrLessPosition(EMPTY * len(self.names), 0, (0, 0), NOBODY)
        return self._laid(empty, (own, other))

    def _laid(
        self, empty: MoreOrLessPosition, counters: tuple[Collection[Point], Collection[Point]]
    ) -> MoreOrLessPosition:
        up = list(empty.up)
        for colour, points in zip(COLOURS, counters):
            for point in points:
                up[self.number[point]] = colour
        return empty._replace(up="".join(up))

    def turned(self, before: MoreOrLessPosition, after: MoreOrLessPosition) -> int:
        """Return how many points have counters of different colours before and after.

        The moving counter does not count: its colour stays, and its target was empty before or is
        its own start.
        """
        return sum({one, two} == set(COLOURS) for one, two in zip(before.up, after.up))

    # -- actions -----------------------------------------------------------------------------------

    def legal(self, position: MoreOrLessPosition) -> set[str]:
        if position.won_by != NOBODY:
            return set()
        placed, names = position.placed, self.names
        if placed == 0:
            return {str(self.centre)}
        if placed < COUNTERS:
            return {name for name, here in zip(names, position.up) if here == EMPTY}
        if position.stood:
            at = position.stood[-1]
            texts = {f"{names[at]}>{names[to]}" for to in self._jumps(position, at)}
            return texts if position.slid else texts | {"."}
        texts = set()
        for point, colour in enumerate(position.up):
            if colour == COLOURS[position.seat]:
                texts |= {f"{names[point]}>{names[to]}" for to in self._jumps(position, point)}
                texts |= {f"{names[point]}~{names[to]}" for to in self._slides(position, point)}
        return texts | {"pass"} if self.free_pass or not texts else texts

    def _jumps(self, position: MoreOrLessPosition, at: int) -> list[int]:
        up, stood = position.up, position.stood
        return [
            to
            for over, to in self.leaps[at]
            if up[over] != EMPTY and up[to] == EMPTY and stood.count(to) < MOST_VISITS
        ]

    def _slides(self, position: MoreOrLessPosition, point: int) -> list[int]:
        """Return the points where slides may stop; a jump must follow each."""
        without = position._replace(up=self._with(position.up, point, EMPTY))
        stops = []
        for ray in self.rays[point]:
            for stop in ray:
                if position.up[stop] != EMPTY:
                    break
                if self._jumps(without, stop):
                    stops.append(stop)
        return stops

    @staticmethod
    def _with(up: str, point: int, here: str) -> str:
        return up[:point] + here + up[point + 1 :]

    def play(self, position: MoreOrLessPosition, text: str) -> MoreOrLessPosition:
        if text in (".", "pass"):
            return self._closed(position)
        if position.placed < COUNTERS:
            return self._placed(position, self.number[text])
        slid = "~" in text
        source, target = (self.number[name] for name in text.split("~" if slid else ">"))
        up = self._with(position.up, target, position.up[source])
        up = self._with(up, source, EMPTY)
        stood = (*(position.stood or (source,)), target)
        if slid:
            return position._replace(up=up, stood=stood, slid=True)
        over = next(over for over, to in self.leaps[source] if to == target)
        up = self._with(up, over, OTHER[up[over]])
        after = position._replace(up=up, stood=stood)
        return after if not position.slid and self._jumps(after, target) else self._closed(after)

    def _placed(self, position: MoreOrLessPosition, point: int) -> MoreOrLessPosition:
        after = position._replace(up=self._with(position.up, point, COLOURS[position.seat]))
        return after if after.begun else after._replace(seat=1 - position.seat)

    def _closed(self, position: MoreOrLessPosition) -> MoreOrLessPosition:
        """Return the position after a turn: the marker has advanced and somebody may have won."""
        up, seat = position.up, position.seat
        black, green = (mark + (side == seat) for side, mark in enumerate(position.marks))
        own, won = up.count(COLOURS[seat]), NOBODY
        if own > MORE or own < LESS:
            won = seat
        elif min(black, green) == LAST_MARK:
            won = int(up.count("b") > up.count("g"))
        return MoreOrLessPosition(up, 1 - seat, (black, green), won)


def make(game: MoreOrLess) -> MoreOrLessReferee:
    """Return the referee for a game of More or Less."""
    words, dealt = game.setup.split(), None
    if "opening=even" in words:
        lying = game.pieces(game.start()).items()
        black, green = ([at for at, one in lying if one.seat == seat] for seat in (0, GREEN))
        dealt = black, green
    return MoreOrLessReferee(game.topology, "pass=free" in words, dealt)


def moves(board: Topology, own: Collection[Point], other: Collection[Point]) -> set[str]:
    """Return the jumps and slides of the side with `own` counters; none if it is stuck."""
    referee = MoreOrLessReferee(board)
    return referee.legal(referee.laid(own, other)) - {"pass"}


def turned_by(board: Topology, counters: Collection[Point], train: Sequence[Point]) -> set[Point]:
    """Return the counters that a train through these points turns over.

    `counters` are all counters that do not move.  Raises Wrong if the train breaks a rule.
    """
    if len({*counters}) != COUNTERS - 1 or train[0] in counters:
        raise Wrong(f"{COUNTERS} counters on points of their own are wanted")
    referee = MoreOrLessReferee(board)
    here = before = referee.laid(train[:1], counters)
    for source, target in pairwise(train):
        if f"{source}>{target}" not in referee.legal(here):
            raise Wrong(f"{source}>{target} is no jump, or a point is visited too often")
        here = referee.play(here, f"{source}>{target}")
    return {p for p in counters if here.up[referee.number[p]] != before.up[referee.number[p]]}
