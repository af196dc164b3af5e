"""Multiplicity in the rulebook: positions of examples, figures, refusals, the puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.games.multiplicity import rules
from game.games.multiplicity.engine.products import best_groups, ceiling, most_stones
from game.games.multiplicity.rules import STONES, Multiplicity
from game.games.multiplicity.screen.commentary import products_words
from game.platform.i18n import _, ngettext
from game.rules import Game, State
from game.rules.groups import groups_of
from game.rules.kernel import BEGUN, SEAT, TURNS
from game.screen.plugin.figures import number
from game.screen.plugin.puzzle_builder import BuilderFeedback, PuzzleBuilder
from game.screen.plugin.rulebook import Attempt, Refusal, Rulebook, taken

WHITE = STONES[0]


class ProductBuilder(PuzzleBuilder):
    kinds = (WHITE,)
    outlined = True

    @property
    def most(self) -> int:
        """The highest number of a player's stones for which the best product is known."""
        board = self.game.topology
        return min(len(board) // 2, most_stones(board.size))

    def solve(self) -> None:
        """Place the best groups of as many stones as the reader has placed.

        Without any, or with too many, place groups of `most` stones.
        """
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


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """Return the position of an example, in the open phase.

    The fields are `white` and `black` (cells), `seat` (to move), and `turns`.
    """
    assert isinstance(game, Multiplicity)
    state = list(game.start())
    for colour, name in ((1, "white"), (2, "black")):
        for point in fields.get(name, "").split():
            cell = game.topology.index[point]
            state[rules.BOARD + cell] = colour
            state[rules.EMPTY] -= 1
            rules.touch(game.tables, state, cell)
    state[rules.PHASE] = rules.OPEN
    state[SEAT] = fields.get("seat", 0)
    state[TURNS] = fields.get("turns", 0)
    return tuple(state)


# The page of the rules that explains each refusal.
EXPLAINED = {"taken": "open", "bound": "bound-free", "free": "bound-free"}


def refuse(game: Game, state: State, points: Attempt) -> Refusal:
    assert isinstance(game, Multiplicity)
    point = points[-1]
    if point in game.pieces(state):
        return taken(point)
    if state[BEGUN] == 0:
        last = game.topology.points[state[rules.LAST] - 1]
        return Refusal(
            "bound",
            _("The bound stone must touch {point}, the last stone placed.").format(point=last),
            (last,),
            _("The bound stone must touch the last stone placed."),
        )
    beside = [other for other in game.topology.neighbours[point] if other in game.pieces(state)]
    words = _(
        "The free stone needs a cell whose neighbours are all empty; {point} touches {other}."
    )
    here = _(
        "The free stone needs a cell whose neighbours are all empty; this one touches a stone."
    )
    return Refusal("free", words.format(point=point, other=min(beside)), tuple(beside), here)


def figures(game: Game, state: State, detail: bool) -> str:
    assert isinstance(game, Multiplicity)
    return products_words(game, state)


RULEBOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    explained=EXPLAINED,
    builders={"product": ProductBuilder},
)
