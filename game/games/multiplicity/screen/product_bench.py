"""A puzzle of Multiplicity: half a board of stones with the largest product."""

from __future__ import annotations

from game.games.multiplicity.engine.products import best_groups, ceiling, most_stones
from game.games.multiplicity.rules import STONES
from game.platform.i18n import _, ngettext
from game.rules.groups import groups_of
from game.screen.plugin.panel import number
from game.screen.plugin.puzzle_builder import BuilderFeedback, PuzzleBuilder

WHITE = STONES[0]


class ProductBench(PuzzleBuilder):
    kinds = (WHITE,)
    outlined = True

    @property
    def most(self) -> int:
        """The stones of a player at the end, as far as their best product is known."""
        board = self.game.topology
        return min(len(board) // 2, most_stones(board.size))

    def solve(self) -> None:
        """The best groups of as many stones as lie; of the most when none lie."""
        wanted = len(self.pieces) if 0 < len(self.pieces) <= self.most else self.most
        groups = best_groups(self.game.topology.size, wanted)
        assert groups is not None
        self.pieces = dict.fromkeys((cell for group in groups for cell in group), WHITE)

    @property
    def said(self) -> BuilderFeedback:
        stones, product = len(self.pieces), 1
        for group in groups_of(self.game.topology, self.pieces):
            product *= len(group)
        if stones > self.most:
            words = ngettext("At most {n} stone.", "At most {n} stones.", self.most)
            return BuilderFeedback(words.format(n=self.most), "bad")
        words = ngettext("{n} stone: {product}.", "{n} stones: {product}.", stones)
        text = words.format(n=stones, product=number(product))
        if stones and product == ceiling(stones):
            return BuilderFeedback(f"{text} " + _("More is impossible."), "good")
        best = number(ceiling(stones))
        return BuilderFeedback(f"{text} " + _("{product} is possible.").format(product=best))
