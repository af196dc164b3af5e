"""The last stones of Multiplicity, exactly, as soon as there is time to see them all."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.kernels.cell_sets import MOST_CELLS, neighbour_sets, product_in
from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.engine.search.endgame import (
    NO,
    SHARE,
    UNKNOWN,
    YES,
    EndgameSearch,
    Part,
    affordable,
)
from game.games.multiplicity.rules import (
    BOARD,
    EMPTY,
    END,
    META,
    NEIGHBOURS,
    OPEN,
    PHASE,
    Multiplicity,
)
from game.rules import Action, Game, State
from game.rules.kernel import SEAT

MOST, PLAIN_MOST = 22, 7  # empty cells that are looked at
TWELVE, GROWTH = 16_000, 2.3  # nodes that twelve empty cells take, about, and one more

LEVEL, AHEAD = 0, 1  # margins that White may be asked for


class MultiplicityEndgame:
    """An expert that wins won endings and holds drawn ones; what is lost it leaves to others."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Multiplicity)
        self.game = game
        self._near = neighbour_sets(game.tables[NEIGHBOURS])
        self._ending: EndgameSearch | None = None

    def knows(self, state: State) -> bool:
        near_enough = len(self.game.topology) <= MOST_CELLS and state[EMPTY] <= MOST
        return near_enough and state[PHASE] == OPEN and not self.game.over(state)

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        part = budget.part(SHARE)
        plain = not compiled and state[EMPTY] > PLAIN_MOST
        if plain or not affordable(TWELVE * GROWTH ** (state[EMPTY] - 12), budget, part):
            return None
        if self._ending is None or self._ending.compiled != compiled:
            self._ending = EndgameSearch(
                "games/multiplicity/engine/endgame_kernel", "multiplicity", self._near, compiled
            )
        self._ending.place(self._board(state))
        for margin, value, proof in self._hopes(state):
            answer = self._ending.ask(self._question(state, margin), budget, part)
            if answer == UNKNOWN:
                return None
            if answer == self._wish(state):
                action = self._way(state, margin, budget, part)
                if action is None:
                    return None
                nodes, depth = budget.spent, state[EMPTY]
                line = ((action,),)
                return Analysis(depth, nodes, budget.elapsed, value, line, proof, done=True)
        return None

    def warm(self) -> None:
        """Load or compile what endings ask."""
        large = len(self.game.topology) > MOST_CELLS
        small = MultiplicityEndgame(Multiplicity(3)) if large else self
        small._ending = EndgameSearch(
            "games/multiplicity/engine/endgame_kernel", "multiplicity", small._near, True
        )
        small._ending.remembered(small._question(small.game.start(), LEVEL))

    def _board(self, state: State) -> tuple[int, ...]:
        return state[BOARD : BOARD + len(self.game.topology)]

    def _wish(self, state: State) -> int:
        """Return the answer about White that the side to move wants."""
        return YES if state[SEAT] == 0 else NO

    def _hopes(self, state: State) -> tuple[tuple[int, float, str], ...]:
        """Return margins to ask for, best first, and their worth for the side to move."""
        margins = (AHEAD, LEVEL) if state[SEAT] == 0 else (LEVEL, AHEAD)
        return (margins[0], 1.0, "win"), (margins[1], 0.5, "draw")

    def _question(self, state: State, margin: int) -> Callable[[], int]:
        """Return the question whether White gets the margin from `state` on."""
        ending, board = self._ending, self._board(state)
        assert ending is not None
        white, black = (
            sum(1 << cell for cell, stone in enumerate(board) if stone == own) for own in (1, 2)
        )
        products = product_in(self._near, white), product_in(self._near, black)
        left = state[EMPTY] - self.game.tables[META][END]
        key, seat = ending.key_of(board), state[SEAT]

        def question() -> int:
            of_ending = ending.near, ending.empties, white, black, products, key, left
            rest = seat, margin, ending.ctl, ending.table, ending.worth
            return int(ending.code.white_gets(*of_ending, *rest))

        return question

    def _way(self, state: State, margin: int, budget: Budget, part: Part) -> Action | None:
        """Return an action that keeps what was answered; most likely the table holds it."""
        assert self._ending is not None
        wish = self._wish(state)
        actions = self.game.legal(state)
        questions = [self._question(self.game.advance(state, one), margin) for one in actions]
        for action, question in zip(actions, questions):
            if self._ending.remembered(question) == wish:
                return action
        for action, question in zip(actions, questions):
            if self._ending.ask(question, budget, part) == wish:
                return action
        return None
