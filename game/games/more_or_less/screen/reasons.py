"""Reasons why a turn of More or Less was a mistake: trains, open counters, counters up."""

from __future__ import annotations

from game.games.more_or_less.rules import COLOURS
from game.platform.i18n import _, ngettext
from game.rules import State
from game.rules.events import Seat
from game.rules.topology import Point
from game.screen.plugin.reasons import Reasons, after, reply
from game.screen.ui.colour_names import colour_name
from game.table.mistakes import Mistake

LONG = 2  # jumps from which on one speaks of a train


class MoreOrLessReasons(Reasons):
    def counted(self, mistake: Mistake) -> str:
        if self.game.phase(mistake.played[0].after) == "placement":
            return self._open_counters(mistake)
        return self._trains(mistake) or self._counters_up(mistake)

    def _trains(self, mistake: Mistake) -> str:
        """Return the sentence about a train that was left to the other side, or not seen."""
        seat = mistake.played[0].seat
        given, kept = (reply(line, seat) for line in (mistake.played, mistake.better))
        length, less = (turn.hops if turn is not None else 0 for turn in (given, kept))
        if given is not None and length >= LONG and length > less:
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
