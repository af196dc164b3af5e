"""The book of Multiplicity: its pages and positions laid by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.games.multiplicity import rules
from game.games.multiplicity.rules import Multiplicity
from game.games.multiplicity.screen.commentary import products_words
from game.games.multiplicity.screen.product_bench import ProductBench
from game.platform.i18n import _
from game.rules import Game, State
from game.rules.kernel import BEGUN, SEAT, TURNS
from game.screen.plugin.rulebook import Attempt, Refusal, Rulebook


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """`white`, `black`: cells; `seat`; the open phase."""
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
        return Refusal("taken", _("{point} is taken.").format(point=point))
    if state[BEGUN] == 0:
        last = game.topology.points[state[rules.LAST] - 1]
        return Refusal(
            "bound",
            _("The bound stone must touch {point}, the last stone placed.").format(point=last),
        )
    beside = [other for other in game.topology.neighbours[point] if other in game.pieces(state)]
    words = _(
        "The free stone needs a cell whose neighbours are all empty; {point} touches {other}."
    )
    return Refusal("free", words.format(point=point, other=min(beside)))


def figures(game: Game, state: State, detail: bool) -> str:
    assert isinstance(game, Multiplicity)
    return products_words(game, state)


BOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    explained=EXPLAINED,
    benches={"product": ProductBench},
)
