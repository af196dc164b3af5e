"""The last stones of Multiplicity, exactly, as soon as there is time to see them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.engine.kernels.cell_sets import product_in
from game.engine.search.budget import Budget
from game.engine.search.endgame import NO, YES, EndgameExpert, Hope, Part, cells_of
from game.games.multiplicity import rules
from game.rules import State
from game.rules.kernel import SEAT

LEVEL, AHEAD = 0, 1  # margins that White may be asked for


class MultiplicityEndgame(EndgameExpert[rules.Multiplicity]):
    """An expert that wins won endings and holds drawn ones; what is lost it leaves to others."""

    template = "games/multiplicity/engine/endgame_kernel"
    small = partial(rules.Multiplicity, 3)
    board, empty, neighbours = rules.BOARD, rules.EMPTY, rules.NEIGHBOURS
    most, plain_most = 22, 7
    twelve, growth = 16_000, 2.3

    def knows(self, state: State) -> bool:
        return super().knows(state) and state[rules.PHASE] == rules.OPEN

    def _hopes(self, state: State, budget: Budget, part: Part) -> Iterator[Hope]:
        """Yield the margins to ask for: White wants to hear yes, Black no."""
        margins, wish = ((AHEAD, LEVEL), YES) if state[SEAT] == 0 else ((LEVEL, AHEAD), NO)
        yield margins[0], wish, 1.0, "win"
        yield margins[1], wish, 0.5, "draw"

    def _question(self, state: State, asked: int) -> Callable[[], int]:
        """Return the question whether White gets the margin `asked` from `state` on."""
        ending, board = self._ending, self._stones(state)
        assert ending is not None
        white, black = cells_of(board)
        products = product_in(self._near, white), product_in(self._near, black)
        left = state[rules.EMPTY] - self.game.tables[rules.META][rules.END]
        key, seat = ending.key_of(board), state[SEAT]

        def question() -> int:
            of_ending = ending.near, ending.empties, white, black, products, key, left
            rest = seat, asked, ending.ctl, ending.table, ending.worth
            return int(ending.code.white_gets(*of_ending, *rest))

        return question
