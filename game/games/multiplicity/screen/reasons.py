"""Reasons why a turn of Multiplicity was a mistake: products, groups joined, the opening."""

from __future__ import annotations

import math

from game.games.multiplicity.rules import Multiplicity
from game.platform.i18n import _, ngettext
from game.rules import State
from game.rules.events import Seat
from game.screen.plugin.panel import number
from game.screen.plugin.reasons import Line, Reasons, after, reply
from game.table.history import Turn
from game.table.mistakes import Mistake

CLEAR = 1.15  # products that differ by this factor are worth a word


class MultiplicityReasons(Reasons):
    game: Multiplicity

    def counted(self, mistake: Mistake) -> str:
        return self._opening(mistake) or self._joined(mistake) or self._products(mistake)

    def brings(self, line: Line) -> str:
        first, seat = line[0], line[0].seat
        if self.game.phase(first.before) == "restricted":
            return self._room_left(first)
        mine, other = number(self._product(first.after, seat)), reply(line, seat)
        if other is None:
            return _("{name} comes to {n}.").format(name=self.name(seat, first.after), n=mine)
        words = _("{name} comes to {n}, {other} to {m} after the reply.")
        return words.format(
            name=self.name(seat, first.after),
            n=mine,
            other=self.name(1 - seat, first.after),
            m=number(self._product(other.after, 1 - seat)),
        )

    def aim(self, line: Line) -> str:
        first, seat, game = line[0], line[0].seat, self.game
        if game.phase(first.before) == "restricted":
            ends = game.phase(first.after) == "open"
            return _("I end the opening: no free stone fits any more.") if ends else ""
        before, after_it = (game.factors(state, seat) for state in (first.before, first.after))
        if len(after_it) > len(before):
            return _("I begin a new group; it can grow.")
        gone, grown = self._lost_groups(first), self._product(first.after, seat)
        if len(after_it) == len(before) and grown > self._product(first.before, seat):
            words = _("I make my group of {a} one of {b}: {product} in all.")
            return words.format(a=gone[0], b=gone[0] + 1, product=number(grown))
        return ""

    def _room_left(self, turn: Turn) -> str:
        """Return how many cells are left for a free stone."""
        if self.game.phase(turn.after) == "open":
            return _("Ends the opening: no free stone can be placed any more.")
        pieces, beside = self.game.pieces(turn.after), self.game.topology.neighbours
        free = sum(
            cell not in pieces and pieces.keys().isdisjoint(beside[cell])
            for cell in self.game.topology.points
        )
        words = ngettext(
            "Leaves {n} cell for a free stone.", "Leaves {n} cells for a free stone.", free
        )
        return words.format(n=free)

    def _opening(self, mistake: Mistake) -> str:
        """Return the sentence about whether there is still a cell for a free stone."""
        phases = [self.game.phase(line[0].after) for line in (mistake.played, mistake.better)]
        if phases == ["open", "restricted"]:
            return _("Closes the last room: no free stone can be placed any more.")
        if phases == ["restricted", "open"]:
            return _("Leaves room for free stones; the better turn ends the opening.")
        return ""

    def _joined(self, mistake: Mistake) -> str:
        """Return the sentence about own groups that were joined at a loss."""
        played, seat = mistake.played[0], mistake.played[0].seat
        groups = self._lost_groups(played)
        mine = self._product(played.after, seat)
        other = self._product(mistake.better[0].after, seat)
        if len(groups) < 2 or mine >= other:
            return ""
        words = _("Joins groups of {a} and {b}: {product} instead of {better}.")
        return words.format(a=groups[0], b=groups[1], product=number(mine), better=number(other))

    def _lost_groups(self, turn: Turn) -> list[int]:
        """Return the sizes of the own groups that are there before a turn and not after it."""
        left = list(self.game.factors(turn.after, turn.seat))
        gone = []
        for size in self.game.factors(turn.before, turn.seat):
            if size in left:
                left.remove(size)
            else:
                gone.append(size)
        return gone

    def _products(self, mistake: Mistake) -> str:
        """Return the sentence about both products after the reply."""
        seat = mistake.played[0].seat
        states = [after(line, 2) for line in (mistake.played, mistake.better)]
        mine, better = (self._product(state, seat) for state in states)
        theirs, kept = (self._product(state, 1 - seat) for state in states)
        if theirs / kept >= max(CLEAR, better / mine):
            words = _("Lets {name} come to {n}; {m} after the better turn.")
            return words.format(
                name=self.name(1 - seat, states[0]), n=number(theirs), m=number(kept)
            )
        if better / mine >= CLEAR:
            words = _("{name} comes to {n}; {m} with the better turn.")
            return words.format(name=self.name(seat, states[0]), n=number(mine), m=number(better))
        return ""

    def _product(self, state: State, seat: Seat) -> int:
        return max(1, math.prod(self.game.factors(state, seat)))
