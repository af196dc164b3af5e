"""The product rush: one's own stones between black ones that are drawn.

The ceiling is exact: no stones of this number have a larger product.  Par is what a plain player
makes between the same black stones: small groups of about three, one stone at a time.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from game.games.multiplicity.engine.products import ceiling
from game.games.multiplicity.rules import BOARD, EMPTY, Multiplicity
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.rules.kernel import SEAT
from game.solo.mode import SoloMode

SIDE = 4
WHITE = 0  # the person's seat
# What a plain player takes small groups for, which may still grow; larger ones count their stones.
WORTH = {1: 1.5, 2: 2.4, 3: 3.2, 4: 4.1}


class Rush(Multiplicity):
    """Free placements in turns; each black stone goes to the first empty cell of a drawn order."""

    def __init__(self, seed: int) -> None:
        super().__init__(SIDE, bound=False)
        self.order = list(range(len(self.topology)))
        random.Random(seed).shuffle(self.order)

    def legal(self, state: State) -> list[Action]:
        legal = super().legal(state)
        if not legal or state[SEAT] == WHITE:
            return legal
        return [self.action(next(c for c in self.order if state[BOARD + c] == 0))]

    @property
    def stones(self) -> int:
        """Of the person, at the end."""
        return len(self.topology) // 2


class ProductRush(SoloMode):
    key = "multiplicity-rush"
    game = Multiplicity.key
    name = N_("Product rush")
    rule = N_(
        "You place 18 white stones, one a turn, wherever there is room; after each"
        " of yours a black one falls on a cell drawn by lot. Your score is the"
        " product of your groups. Par is the score of a simple player who likes"
        " groups of three."
    )
    aim = N_("The largest product of your groups.")
    counted = N_("product")

    def deal(self, seed: int) -> Game:
        return Rush(seed)

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        return game.tally(state)["white"]

    def left(self, game: Game, state: State) -> int:
        return state[EMPTY] // 2

    def most(self) -> int:
        return ceiling(Rush(1).stones)

    def par(self, seed: int) -> int:
        game = Rush(seed)
        state = game.start()
        while not game.over(state):
            legal = game.legal(state)
            plain = legal[0] if state[SEAT] != WHITE else plain_stone(game, state, legal)
            state = game.advance(state, plain)
        return self.score(game, state, ())

    def marks(self, par: int) -> tuple[int, int, int]:
        return par // 4, par // 2, par


def plain_stone(game: Rush, state: State, legal: Sequence[Action]) -> Action:
    """Return the stone with the best product of groups as a plain player values them.

    Among equals the one with more room.
    """
    return max(legal, key=lambda action: _worth(game, game.advance(state, action), action))


def _worth(game: Rush, after: State, action: Action) -> tuple[float, int]:
    sizes = game.factors(after, WHITE)
    near = game.topology.neighbours[action.points[0]]
    room = sum(after[BOARD + game.topology.index[cell]] == 0 for cell in near)
    return math.prod(WORTH.get(size, float(size)) for size in sizes), room


MODES = (ProductRush(),)
