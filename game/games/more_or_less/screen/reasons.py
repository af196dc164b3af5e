"""Reasons why a turn of More or Less was a mistake: trains, open counters, counters up."""

from __future__ import annotations

from game.games.more_or_less.rules import COLOURS
from game.platform.i18n import _, ngettext
from game.rules import Action, Game, State
from game.rules.events import Seat
from game.rules.topology import Point
from game.screen.plugin.reasons import Line, Reasons, after, reply
from game.screen.plugin.seats import colour_name
from game.table.history import Turn
from game.table.mistakes import Mistake

LONG = 2  # jumps from which on one speaks of a train
MOST_STEPS = 20_000  # jumps tried for the longest train: some 8 ms


class MoreOrLessReasons(Reasons):
    def counted(self, mistake: Mistake) -> str:
        if self.game.phase(mistake.played[0].after) == "placement":
            return self._open_counters(mistake)
        return self._trains(mistake) or self._counters_up(mistake)

    def brings(self, line: Line) -> str:
        first, seat = line[0], line[0].seat
        if self.game.phase(first.before) == "placement":
            return self._stays_open(first)
        answer = reply(line, seat)
        words = ngettext(
            "Turns {n} counter: {own} are {colour}.",
            "Turns {n} counters: {own} are {colour}.",
            first.changed,
        )
        if answer is not None:
            words = ngettext(
                "Turns {n} counter: {own} are {colour}, {left} after the reply.",
                "Turns {n} counters: {own} are {colour}, {left} after the reply.",
                first.changed,
            )
        return words.format(
            n=first.changed,
            own=self._up(first.after, seat),
            left=self._up(after(line, 2), seat),
            colour=colour_name(COLOURS[seat].colour).lower(),
        )

    def aim(self, line: Line) -> str:
        first, seat = line[0], line[0].seat
        if self.game.phase(first.before) == "placement":
            return self._aim_of_placement(first)
        if first.changed < LONG:
            return ""
        train = LongestTrain(self.game, first.before)
        words = _("I turn {n} counters: {own} are {colour} now.")
        if first.changed >= train.most and train.complete:
            words = _("I take the train that turns most: {n} counters, {own} are {colour} now.")
        colour = colour_name(COLOURS[seat].colour).lower()
        return words.format(n=first.changed, own=self._up(first.after, seat), colour=colour)

    def _aim_of_placement(self, turn: Turn) -> str:
        """Return what a placement does to the counters that can be jumped, of both sides."""
        own = len(self._jumpable(turn.after, turn.seat))
        other = [len(self._jumpable(state, 1 - turn.seat)) for state in (turn.before, turn.after)]
        if other[1] > max(own, other[0]):
            words = ngettext(
                "I want to jump: {n} of your counters is open to me.",
                "I want to jump: {n} of your counters are open to me.",
                other[1],
            )
            return words.format(n=other[1])
        return "" if own else _("I give you nothing to jump over.")

    def longest(self, state: State) -> tuple[Action, ...]:
        if self.game.phase(state) == "placement" or self.game.turn_begun(state):
            return ()
        return LongestTrain(self.game, state).actions()

    def _stays_open(self, turn: Turn) -> str:
        """Return the sentence about counters of both sides that can be jumped after a placement."""
        words = _("Counters open to a jump: {n} of its own, {m} of the other side.")
        return words.format(
            n=len(self._jumpable(turn.after, turn.seat)),
            m=len(self._jumpable(turn.after, 1 - turn.seat)),
        )

    def _trains(self, mistake: Mistake) -> str:
        """Return the sentence about a train that was left to the other side, or not seen."""
        seat = mistake.played[0].seat
        given, kept = (reply(line, seat) for line in (mistake.played, mistake.better))
        length, less = (turn.hops if turn is not None else 0 for turn in (given, kept))
        if given is not None and length >= LONG and length > less:
            words = _("Leaves {name} a train of {n}.")
            if self.point_names:
                words = _("Leaves {name} a train of {n}, from {point}.")
            start = given.entries[0].action
            point = start.source if start is not None else ""
            return words.format(name=self.name(1 - seat % 2, given.before), n=length, point=point)
        missed = mistake.better[0]
        if missed.hops >= LONG and missed.hops > mistake.played[0].hops:
            words = ngettext(
                "Misses a train of {n}; {count} counter would turn.",
                "Misses a train of {n}; {count} counters would turn.",
                missed.changed,
            )
            return words.format(n=missed.hops, count=missed.changed)
        return ""

    def _counters_up(self, mistake: Mistake) -> str:
        """Return the sentence about counters with the own colour up after the reply."""
        seat = mistake.played[0].seat
        mine, other = (self._up(after(line, 2), seat) for line in (mistake.played, mistake.better))
        if mine == other:
            return ""
        words = _("After the reply {n} are {colour}; the better turn makes it {m}.")
        return words.format(n=mine, m=other, colour=colour_name(COLOURS[seat].colour).lower())

    def _up(self, state: State, seat: Seat) -> int:
        return self.game.tally(state)[COLOURS[seat].colour]

    def _open_counters(self, mistake: Mistake) -> str:
        """Return the sentence about counters that the other side could jump over."""
        seat = mistake.played[0].seat
        more, fewer = (
            len(self._jumpable(line[0].after, seat)) for line in (mistake.played, mistake.better)
        )
        if more == fewer:
            return ""
        words = ngettext(
            "Leaves {n} counter open to a jump; the better turn leaves {m}.",
            "Leaves {n} counters open to a jump; the better turn leaves {m}.",
            more,
        )
        return words.format(n=more, m=fewer)

    def _jumpable(self, state: State, seat: Seat) -> set[Point]:
        """Return a seat's counters beside one of the other side with an empty point behind them."""
        pieces, found = self.game.pieces(state), set[Point]()
        for line in self.game.topology.lines:
            for way in (line, line[::-1]):
                for source, over, target in zip(way, way[1:], way[2:]):
                    jumper, jumped = pieces.get(source), pieces.get(over)
                    if jumper is None or jumped is None or target in pieces:
                        continue
                    if jumper.seat != seat and jumped.seat == seat:
                        found.add(over)
        return found


class LongestTrain:
    """The train of a position that changes the most counters, by trying all `MOST_STEPS` allow.

    Counters only turn over during a train, so the jumps that can follow each other are fixed.
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
        self.most = 0  # counters that it changes
        self._best: tuple[Point, ...] = ()
        seat = game.to_move(state)
        for start, piece in self._pieces.items():
            if piece.seat == seat:
                self._walk([start], {start: 1}, set())

    @property
    def complete(self) -> bool:
        """Whether all trains were tried."""
        return self._tried < MOST_STEPS

    def actions(self) -> tuple[Action, ...]:
        """Return the whole turn; () where there is nothing to jump."""
        turn: list[Action] = []
        state, before = self._state, self._game.turns(self._state)
        for source, target in zip(self._best, self._best[1:]):
            legal = self._game.legal(state)
            turn.append(next(a for a in legal if (a.source, a.target) == (source, target)))
            state = self._game.advance(state, turn[-1])
        if turn and self._game.turns(state) == before:
            turn.append(next(a for a in self._game.legal(state) if a.kind == "stop"))
        return tuple(turn)

    def _walk(self, path: list[Point], visits: dict[Point, int], changed: set[Point]) -> None:
        """Try all jumps that go on from the end of `path`."""
        for over, target in self._jumps.get(path[-1], ()):
            free = target == path[0] or target not in self._pieces
            there = over in self._pieces and over != path[0]
            if not (free and there) or visits.get(target, 0) > 1 or self._tried >= MOST_STEPS:
                continue
            self._tried += 1
            visits[target] = visits.get(target, 0) + 1
            path.append(target)
            changed ^= {over}
            if len(changed) > self.most:
                self.most, self._best = len(changed), tuple(path)
            self._walk(path, visits, changed)
            changed ^= {over}
            path.pop()
            visits[target] -= 1
