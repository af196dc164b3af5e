"""Reasons in Less: the total moves of both sides, spent and to go; fewer moves win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from game.games.less.rules import Less
from game.games.less.screen.ways_home import counted_beside, moves_home
from game.platform.i18n import _, ngettext
from game.rules import State
from game.rules.events import Jumped, Seat, Stepped
from game.screen.plugin.reasons import Line, Reasons, positions_of, reply
from game.table.history import Turn
from game.table.mistakes import Mistake

COLOURS = ("white", "black")


@dataclass(frozen=True, slots=True)
class Totals:
    """The moves that a side needs in total, and those to go, at three points of a line.

    The points are before the first turn, after it, and after the reply.
    """

    whole: tuple[int, int, int]
    left: tuple[int, int, int]


class LessReasons(Reasons):
    game: Less

    def ready(self, states: Iterable[State]) -> bool:
        return counted_beside(self.game, states)

    def counted(self, mistake: Mistake) -> str:
        side = mistake.played[0].seat % 2
        played, better = self._both(mistake.played, side), self._both(mistake.better, side)
        if played is None or better is None:
            return ""
        name, other = self._names(mistake.played[0])
        own, least = (totals[0].whole[1] for totals in (played, better))
        given, kept = (totals[1].whole[2] for totals in (played, better))
        if own > least and own - least >= kept - given:
            words = _("{name} makes {n}, with the better turn {m}: fewer moves win.")
            return words.format(name=name, n=own, m=least)
        if given >= kept:
            return ""
        answers = [reply(line, side) for line in (mistake.played, mistake.better)]
        hops = [answer.hops if answer is not None else 0 for answer in answers]
        if hops[0] > hops[1]:
            words = ngettext(
                "Gives {name} {hops} leap: {n} moves in all for them instead of {m}. Fewer win.",
                "Gives {name} {hops} leaps: {n} moves in all for them instead of {m}. Fewer win.",
                hops[0],
            )
        else:
            words = _("Lets {name} through: {n} in all for them instead of {m}. Fewer moves win.")
        return words.format(name=other, hops=hops[0], n=given, m=kept)

    def brings(self, line: Line) -> str:
        both = self._both(line, line[0].seat % 2)
        if both is None:
            return ""
        own, theirs = both
        name, other = self._names(line[0])
        head = self._head(line, own, theirs, other)
        words = _("{head} {name} makes {n}, {other} {m}: fewer win.")
        if reply(line, line[0].seat) is not None:
            words = _("{head} Then {name} makes {n}, {other} {m}: fewer win.")
        return words.format(head=head, name=name, n=own.whole[2], other=other, m=theirs.whole[2])

    def of_lost(self, turn: Turn) -> str:
        both = self._both((turn,), turn.seat % 2)
        if both is None or both[0].left[1]:
            return super().of_lost(turn)
        name, other = self._names(turn)
        words = _("Home, but late: {name} made {n}, {other} {m}. Fewer moves win.")
        return words.format(name=name, n=both[0].whole[1], other=other, m=both[1].whole[1])

    def aim(self, line: Line) -> str:
        both = self._both(line, line[0].seat % 2)
        if both is None:
            return ""
        own, theirs = both
        kept, saved = theirs.whole[2] - theirs.whole[0], own.whole[0] - own.whole[1]
        if kept > max(0, -saved):
            words = ngettext(
                "I stand in your way: {n} more move for you.",
                "I stand in your way: {n} more moves for you.",
                kept,
            )
            return words.format(n=kept)
        if saved > 0:
            words = ngettext(
                "I leap over you: that saves me {n} move.",
                "I leap over you: that saves me {n} moves.",
                saved,
            )
            return words.format(n=saved)
        if self._home(line[0].after, line[0].seat) > self._home(line[0].before, line[0].seat):
            return _("My pieces home: {n}.").format(n=self._home(line[0].after, line[0].seat))
        if saved < 0:
            return ""
        return _("I hurry home: {moves} to go.").format(moves=_moves(own.left[1]))

    def _head(self, line: Line, own: Totals, theirs: Totals, other: str) -> str:
        """Return the purpose of a line's first turn."""
        kept = theirs.whole[2] - theirs.whole[0]
        lost = own.whole[1] - own.whole[0]
        if kept > max(0, lost):
            words = ngettext(
                "Stands in {name}'s way, which costs them {n} move.",
                "Stands in {name}'s way, which costs them {n} moves.",
                kept,
            )
            return words.format(name=other, n=kept)
        if lost < 0:
            words = ngettext(
                "Leaps over {name} and saves {n} move.",
                "Leaps over {name} and saves {n} moves.",
                -lost,
            )
            return words.format(name=other, n=-lost)
        if own.left[1] >= own.left[0]:
            return self._waiting(line[0], lost, kept, other)
        leaps = _bridged(line)
        if leaps and not lost:
            words = ngettext(
                "Builds a bridge: {n} leap of the next turn goes over it.",
                "Builds a bridge: {n} leaps of the next turn go over it.",
                leaps,
            )
            return words.format(n=leaps)
        if line[0].hops and not lost:
            words = ngettext(
                "{n} leap, two squares for one move: {left} to go.",
                "{n} leaps, two squares for one move each: {left} to go.",
                line[0].hops,
            )
            return words.format(n=line[0].hops, left=own.left[1])
        if not lost:
            return _("By the shortest way: {n} to go instead of {m}.").format(
                n=own.left[1], m=own.left[0]
            )
        return _("Nearer home: {n} to go instead of {m}.").format(n=own.left[1], m=own.left[0])

    def _waiting(self, turn: Turn, lost: int, kept: int, other: str) -> str:
        """Return the cost, for both sides, of a turn that comes no nearer home."""
        words = ngettext("Waits, which costs {n} move.", "Waits, which costs {n} moves.", lost)
        if kept > 0:
            words = ngettext(
                "Waits, which costs {n} move, and {name} loses {m} in the reply.",
                "Waits, which costs {n} moves, and {name} loses {m} in the reply.",
                lost,
            )
        return words.format(n=lost, name=other, m=kept)

    def _both(self, line: Line, side: int) -> tuple[Totals, Totals] | None:
        """Return both sides' totals along a line, those of `side` first; None while not known."""
        own, theirs = self._totals(line, side), self._totals(line, 1 - side)
        return None if own is None or theirs is None else (own, theirs)

    def _totals(self, line: Line, side: int) -> Totals | None:
        states = positions_of(line)
        known = [(self._spent(state, side), moves_home(self.game, state, side)) for state in states]
        first, then, last = ((spent, left) for spent, left in known)
        if first[1] is None or then[1] is None or last[1] is None:
            return None
        whole = first[0] + first[1], then[0] + then[1], last[0] + last[1]
        return Totals(whole, (first[1], then[1], last[1]))

    def _spent(self, state: State, side: int) -> int:
        return self.game.tally(state)[f"spent_{COLOURS[side]}"]

    def _home(self, state: State, seat: Seat) -> int:
        return self.game.tally(state)[f"home_{COLOURS[seat % 2]}"]

    def _names(self, turn: Turn) -> tuple[str, str]:
        """Return the names of the side that plays a turn and of the other side."""
        side = turn.seat % 2
        return self.name(side, turn.before), self.name(1 - side, turn.before)


def _bridged(line: Line) -> int:
    """Return how many leaps of the next own turn go over squares that the first turn reached."""
    if len(line) < 3 or line[2].seat != line[0].seat:
        return 0
    moved = {event.target for event in line[0].events if isinstance(event, Jumped | Stepped)}
    return sum(isinstance(event, Jumped) and event.over in moved for event in line[2].events)


def _moves(count: int) -> str:
    return ngettext("{n} move", "{n} moves", count).format(n=count)
