"""Reasons in Multiplicity: what a turn adds to its player's product, or costs the opponent's."""

from __future__ import annotations

import math

from game.games.multiplicity.rules import Multiplicity
from game.platform.i18n import _, ngettext
from game.rules import Action, State
from game.rules.events import Seat
from game.rules.groups import groups_of
from game.screen.plugin.figures import number
from game.screen.plugin.reasons import Line, Reasons, after, reply
from game.table.history import Turn
from game.table.mistakes import Mistake

CLEAR = 1.15  # minimum ratio of two products for which a sentence is shown


class MultiplicityReasons(Reasons):
    game: Multiplicity

    def counted(self, mistake: Mistake) -> str:
        return self._opening(mistake) or self._joined(mistake) or self._products(mistake)

    def brings(self, line: Line) -> str:
        first, seat = line[0], line[0].seat
        if self.game.phase(first.before) == "restricted":
            return self._of_opening(first)
        head, other = self._grown(first) or self._of_new_group(first), reply(line, seat)
        if other is None:
            words = _("{head} {name} {n}, {other} {m}: the higher product wins.")
        else:
            words = _("{head} After the reply {name} {n}, {other} {m}: the higher product wins.")
        last = first.after if other is None else other.after
        return words.format(
            head=head,
            name=self.name(seat, first.after),
            n=number(self._product(last, seat)),
            other=self.name(1 - seat, first.after),
            m=number(self._product(last, 1 - seat)),
        ).strip()

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
            words = _("I make my group of {a} one of {b}: my product is {product}.")
            return words.format(a=gone[0], b=gone[0] + 1, product=number(grown))
        return ""

    def _grown(self, turn: Turn) -> str:
        """Return what a stone adds to its own product, or what it costs the opponent's product.

        Only the larger effect is named. If a stone does neither, return its cost.
        """
        seat = turn.seat
        before, now = (self._product(state, seat) for state in (turn.before, turn.after))
        most, left = (self._most(state, 1 - seat) for state in (turn.before, turn.after))
        if most * before > left * now and most > left:
            words = _("Takes {name}'s best cell: their product could be {n} next, now {m} at most.")
            name = self.name(1 - seat, turn.before)
            return words.format(name=name, n=number(most), m=number(left))
        if now <= before:
            return self._costs(turn, before, now)
        gone, size = self._lost_groups(turn), 1 + sum(self._lost_groups(turn))
        words = _("A group of {a} becomes one of {b}: product {n} instead of {m}.")
        if len(gone) > 1:
            words = _("Joins {a} into a group of {b}: product {n} instead of {m}.")
        sizes = " + ".join(map(str, gone))
        return words.format(a=sizes, b=size, n=number(now), m=number(before))

    def _costs(self, turn: Turn, before: int, now: int) -> str:
        """Return a stone's cost for its own product; "" for a new group, which costs nothing."""
        words = _("Costs product: {n} instead of {m}.")
        if now == before:
            words = _("Keeps the product at {n}.") if self._lost_groups(turn) else ""
        elif self._most(turn.before, turn.seat) <= now:
            words = _("Costs the least of all stones: product {n} instead of {m}.")
        return words.format(n=number(now), m=number(before))

    def _of_new_group(self, turn: Turn) -> str:
        """Return the purpose of a stone that adds nothing to the product now."""
        if not self._lost_groups(turn):
            return _("Begins a group that can grow.")
        return ""

    def _most(self, state: State, seat: Seat) -> int:
        """Return the highest product that one more stone would give a seat."""
        board, pieces = self.game.topology, self.game.pieces(state)
        own = [group for group in groups_of(board, pieces) if pieces[min(group)].seat == seat]
        size_at = {cell: (at, len(group)) for at, group in enumerate(own) for cell in group}
        product, best = self._product(state, seat), 0
        for cell in board.points:
            if cell not in pieces:
                beside = {size_at[other] for other in board.neighbours[cell] if other in size_at}
                sizes = [size for _at, size in beside]
                best = max(best, product // math.prod(sizes) * (1 + sum(sizes)))
        return best

    def _of_opening(self, turn: Turn) -> str:
        """Return the purpose of the stones of a turn in the restricted phase."""
        if self.game.phase(turn.after) == "open":
            words = _("Ends the opening: no free stone fits any more, and {name} places next.")
            return words.format(name=self.name(1 - turn.seat, turn.before))
        here, usual = 0, 0.0
        for entry in turn.entries:
            beside = [self._empty_beside(entry.before, a) for a in self.game.legal(entry.before)]
            usual += sum(beside) / len(beside)
            here += self._empty_beside(entry.before, entry.action) if entry.action else 0
        if here >= round(usual):
            return ""
        words = ngettext(
            "Harder to join: {n} empty cell beside it, {m} on average.",
            "Harder to join: {n} empty cells beside it, {m} on average.",
            here,
        )
        if len(turn.entries) > 1:
            words = ngettext(
                "Harder to join: {n} empty cell beside the two, {m} on average.",
                "Harder to join: {n} empty cells beside the two, {m} on average.",
                here,
            )
        why = _("Groups apart are multiplied.")
        return f"{words.format(n=here, m=round(usual))} {why}"

    def _empty_beside(self, state: State, action: Action) -> int:
        """Return the number of empty cells beside a stone."""
        pieces = self.game.pieces(state)
        beside = (self.game.topology.neighbours[point] for point in action.points)
        return sum(cell not in pieces for cells in beside for cell in cells)

    def _opening(self, mistake: Mistake) -> str:
        """Return the sentence about whether the turn leaves a cell for a free stone."""
        phases = [self.game.phase(line[0].after) for line in (mistake.played, mistake.better)]
        if phases == ["open", "restricted"]:
            return _("Closes the last cell for a free stone, and ends the opening.")
        if phases == ["restricted", "open"]:
            return _("Leaves a cell for a free stone; the better turn ends the opening.")
        return ""

    def _joined(self, mistake: Mistake) -> str:
        """Return the sentence about groups that the mover joined at a loss."""
        played, seat = mistake.played[0], mistake.played[0].seat
        groups = self._lost_groups(played)
        mine = self._product(played.after, seat)
        other = self._product(mistake.better[0].after, seat)
        if len(groups) < 2 or mine >= other:
            return ""
        words = _("Joins {a}: product {n}, with the better turn {m}. The higher product wins.")
        sizes = " + ".join(map(str, groups))
        return words.format(a=sizes, n=number(mine), m=number(other))

    def _lost_groups(self, turn: Turn) -> list[int]:
        """Return the sizes of the mover's groups that disappear in a turn."""
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
            words = _(
                "Lets {name} come to {n}, the better turn only to {m}: the higher product wins."
            )
            return words.format(
                name=self.name(1 - seat, states[0]), n=number(theirs), m=number(kept)
            )
        if better / mine >= CLEAR:
            words = _("{name} comes to {n}, with the better turn to {m}: the higher product wins.")
            return words.format(name=self.name(seat, states[0]), n=number(mine), m=number(better))
        return ""

    def _product(self, state: State, seat: Seat) -> int:
        return max(1, math.prod(self.game.factors(state, seat)))
