"""The possible results of one turn of a seat of More or Less: trains, slides, counters up."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.more_or_less.rules import COLOURS, LESS, MORE
from game.rules import Action, Game, State
from game.rules.topology import Point

MOST_STEPS = 20_000  # maximum number of jumps tried for the longest train; they take some 8 ms


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """A possible end of a turn: `up` counters of the mover's colour after `hops` jumps."""

    up: int
    hops: int

    @property
    def short_of_aim(self) -> int:
        """The number of counters missing to the nearer aim; 0 is a win."""
        return max(0, min(self.up - LESS, MORE - self.up))

    @property
    def aim(self) -> int:
        """The nearer of the two winning numbers."""
        return LESS if self.up - LESS <= MORE - self.up else MORE


class Reach:
    """The ends of all turns of the side to move, found by trying at most `MOST_STEPS` jumps.

    Jumps only turn counters over, and remove none, so the possible sequences do not change.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._game, self._state = game, state
        self._jumps: dict[Point, list[tuple[Point, Point]]] = {}
        for line in game.topology.lines:
            for way in (line, line[::-1]):
                for source, over, target in zip(way, way[1:], way[2:]):
                    self._jumps.setdefault(source, []).append((over, target))
        self._pieces = game.pieces(state)
        self._tried = 0
        self._seat = game.to_move(state)
        self.up = game.tally(state)[COLOURS[self._seat].colour]
        self.most = 0  # the highest number of counters changed by a train
        self._best: tuple[Point, ...] = ()
        self.fewest = self.highest = TurnEnd(self.up, 0)
        for start, piece in self._pieces.items():
            if piece.seat == self._seat:
                self._walk([start], {start: 1}, set(), self.up)
        self._slide()

    @property
    def complete(self) -> bool:
        """Whether all trains were tried."""
        return self._tried < MOST_STEPS

    @property
    def nearest(self) -> TurnEnd:
        """The end nearest to a winning number; of equal ends, the one with the shorter train."""
        return min(self.fewest, self.highest, key=lambda end: (end.short_of_aim, end.hops))

    @property
    def wins(self) -> bool:
        """Whether a turn wins immediately by its counters."""
        return self.nearest.short_of_aim == 0

    def actions(self) -> tuple[Action, ...]:
        """Return the train that changes the most counters, as a whole turn; () without any jump."""
        turn: list[Action] = []
        state, before = self._state, self._game.turns(self._state)
        for source, target in zip(self._best, self._best[1:]):
            legal = self._game.legal(state)
            turn.append(next(a for a in legal if (a.source, a.target) == (source, target)))
            state = self._game.advance(state, turn[-1])
        if turn and self._game.turns(state) == before:
            turn.append(next(a for a in self._game.legal(state) if a.kind == "stop"))
        return tuple(turn)

    def _walk(
        self, path: list[Point], visits: dict[Point, int], changed: set[Point], up: int
    ) -> None:
        """Try all jumps from the end of `path`, where the mover has `up` counters."""
        for over, target in self._jumps.get(path[-1], ()):
            free = target == path[0] or target not in self._pieces
            there = over in self._pieces and over != path[0]
            if not (free and there) or visits.get(target, 0) > 1 or self._tried >= MOST_STEPS:
                continue
            self._tried += 1
            own = (self._pieces[over].seat == self._seat) != (over in changed)
            visits[target] = visits.get(target, 0) + 1
            path.append(target)
            changed ^= {over}
            if len(changed) > self.most:
                self.most, self._best = len(changed), tuple(path)
            now = up - 1 if own else up + 1
            self._note(TurnEnd(now, len(path) - 1))
            self._walk(path, visits, changed, now)
            changed ^= {over}
            path.pop()
            visits[target] -= 1

    def _note(self, end: TurnEnd) -> None:
        """Keep an end that has a new extreme of counters, or the old one after fewer jumps."""
        if (end.up, end.hops) < (self.fewest.up, self.fewest.hops):
            self.fewest = end
        if (-end.up, end.hops) < (-self.highest.up, self.highest.hops):
            self.highest = end

    def _slide(self) -> None:
        """Try the slides, each of which turns one counter over."""
        for start, piece in self._pieces.items():
            if piece.seat != self._seat or self._settled:
                continue
            for stop in self._stops(start):
                for over, target in self._jumps.get(stop, ()):
                    if over == start or over not in self._pieces:
                        continue
                    if target in self._pieces and target != start:
                        continue
                    own = self._pieces[over].seat == self._seat
                    self._note(TurnEnd(self.up - 1 if own else self.up + 1, 1))

    @property
    def _settled(self) -> bool:
        """Whether jumps alone reach both fewer and more counters, so that slides add nothing."""
        return self.fewest.up < self.up < self.highest.up

    def _stops(self, start: Point) -> list[Point]:
        """Return the points that a counter can slide to along lines."""
        found = []
        for line in self._game.topology.lines:
            if start in line:
                at = line.index(start)
                for way in (line[at + 1 :], line[:at][::-1]):
                    for point in way:
                        if point in self._pieces:
                            break
                        found.append(point)
        return found
