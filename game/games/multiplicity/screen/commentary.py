"""Comments on a game of Multiplicity while it is shown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from game.games.multiplicity.rules import Multiplicity
from game.platform.i18n import _
from game.rules import State
from game.rules.events import Outcome, PhaseChanged, Placed
from game.screen.plugin.commentary import Commentary, Events, Scale, Speaker
from game.screen.plugin.figures import number

MOST_FACTORS = 5  # maximum number of factors that are readable in a line


class MultiplicityCommentary(Commentary):
    game: Multiplicity

    def aim(self) -> str:
        return _("The sizes of your groups are multiplied. The higher product wins.")

    def speakers(self) -> Mapping[type, Speaker]:
        return {**super().speakers(), PhaseChanged: self._phase}

    def rule(self, before: State, events: Events) -> str:
        placed = next((event for event in events if isinstance(event, Placed)), None)
        if placed is None:
            return ""
        if self.game.phase(before) == "restricted":
            if self.game.turn_begun(before) == 0:
                return _("One beside the last stone,")
            return _("then one that touches nothing.")
        pieces = self.game.pieces(before)
        around = (pieces.get(point) for point in self.game.topology.neighbours[placed.point])
        beside = sum(piece == placed.piece for piece in around)
        if beside == 0:
            return _("A new group of one: times 1.")
        if beside == 1:
            return _("A group grows: its factor, too.")
        return _("Sizes of groups multiply.")

    def scale(self, state: State) -> Scale:
        white, black = (math.prod(self.game.factors(state, seat)) for seat in (0, 1))
        share = 0.5 + math.log(max(1, white) / max(1, black)) / 4
        left, right = (product([value]) for value in (white, black))
        words = _("product of the groups")
        return Scale(left, right, min(1.0, max(0.0, share)), self.game.kinds, False, words)

    def brings(self, before: State, after: State, events: Events) -> str:
        seat = self.game.to_move(before)
        old, new = (math.prod(self.game.factors(state, seat)) for state in (before, after))
        if old == new:
            return ""
        return _("product {before} becomes {after}").format(before=number(old), after=number(new))

    def meaning(self, before: State, after: State, events: Events) -> str:
        if any(isinstance(event, PhaseChanged) and event.phase == "open" for event in events):
            return _("From now on each turn is one stone on any empty cell.")
        return products_words(self.game, after)

    def why(self, state: State, outcome: Outcome) -> str:
        tally = self.game.tally(state)
        text = _("White's product is {white}, Black's {black}.")
        return text.format(white=number(tally["white"]), black=number(tally["black"]))

    def _phase(self, before: State, event: PhaseChanged) -> str:
        if event.phase == "open":
            return _("No free stone is possible any more.")
        return _("{name} places the first stone.").format(name=self.mover(before))

    def _placed(self, before: State, event: Placed) -> str:
        if self.game.phase(before) != "restricted":
            return super()._placed(before, event)
        if self.game.turn_begun(before) == 0:
            words = _("{name} places the bound stone, next to the last one.")
        else:
            words = _("{name} places the free stone, next to nothing.")
        return words.format(name=self.mover(before))


def products_words(game: Multiplicity, state: State) -> str:
    """Return a text with both products, with their factors if these are readable."""
    white, black = (product(game.factors(state, seat)) for seat in (0, 1))
    return _("White has {white}, Black {black}: the higher product wins.").format(
        white=white, black=black
    )


def product(factors: Sequence[int]) -> str:
    """Return "3 × 2 × 2 = 12", or only the result if there are too many factors."""
    large = [str(factor) for factor in factors if factor > 1]
    result = number(math.prod(factors))
    return f"{' × '.join(large)} = {result}" if 1 < len(large) <= MOST_FACTORS else result
