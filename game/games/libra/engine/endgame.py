"""The last stones of a round of Libra, exactly, as soon as there is time to see them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.engine.kernels.cell_sets import groups_in
from game.engine.search.analysis import squash
from game.engine.search.budget import Budget
from game.engine.search.endgame import NO, UNKNOWN, YES, EndgameExpert, Hope, Part, cells_of
from game.games.libra import rules
from game.games.libra.engine.even import even_groups
from game.rules import Action, State
from game.rules.kernel import SEAT

CLEAR = 0.4  # groups more than equals make: so many, and certain, are a chance of 73% in a duel


class LibraEndgame(EndgameExpert[rules.Libra]):
    """An expert that wins won endings, holds drawn ones and makes the most of a first round."""

    template = "games/libra/engine/endgame_kernel"
    small = partial(rules.Libra, 3)
    board, empty, neighbours = rules.BOARD, rules.EMPTY, rules.NEIGHBOURS
    most, plain_most = 18, 5
    twelve, growth = 300_000, 3.2

    def knows(self, state: State) -> bool:
        return super().knows(state) and not state[rules.BIDDING]

    def _hopes(self, state: State, budget: Budget, part: Part) -> Iterator[Hope]:
        """Yield what the side to move may ask for, best first."""
        more = state[SEAT] == state[rules.MORE_SEAT]
        wish = YES if more else NO
        if self.game.mode != rules.DUEL:
            yield state[rules.AIM], wish, 1.0, "win"
        elif state[rules.ROUND] == 2:
            first = state[rules.FIRST]
            yield first + more, wish, 1.0, "win"
            yield first + 1 - more, wish, 0.5, "draw"
        else:
            worth = self._worth(state, budget, part)
            if worth is not None:
                ahead = (worth - even_groups(self.game)) / CLEAR
                value = squash(ahead if more else -ahead)
                yield worth + 1 - more, wish, value, ""

    def _worth(self, state: State, budget: Budget, part: Part) -> int | None:
        """Return the groups at the end of the round with perfect play; None if out of time."""
        assert self._ending is not None
        goal = max(1, round(even_groups(self.game)))
        answer = self._ending.ask(self._question(state, goal), budget, part)
        step = 1 if answer == YES else -1
        while answer != UNKNOWN:
            if goal + step == 0:
                return 0
            found = self._ending.ask(self._question(state, goal + step), budget, part)
            if found == UNKNOWN:
                return None
            if found != answer:
                return goal if answer == YES else goal - 1
            goal += step
        return None

    def _question(self, state: State, asked: int) -> Callable[[], int]:
        """Return the question whether MORE makes at least `asked` groups from `state` on."""
        ending, board = self._ending, self._stones(state)
        assert ending is not None
        white, black = cells_of(board)
        wanted = asked - groups_in(self._near, white) - groups_in(self._near, black)
        less = int(state[SEAT] != state[rules.MORE_SEAT])
        key, left = ending.key_of(board), state[rules.EMPTY]

        def question() -> int:
            of_ending = ending.near, ending.empties, white, black, wanted, key, left
            rest = less, asked, ending.ctl, ending.table, ending.worth
            return int(ending.code.more_gets(*of_ending, *rest))

        return question

    def _way(
        self, state: State, asked: int, wish: int, budget: Budget, part: Part
    ) -> Action | None:
        if state[rules.EMPTY] == 1:
            return self._last(state, self.game.legal(state))
        return super()._way(state, asked, wish, budget, part)

    def _last(self, state: State, actions: list[Action]) -> Action:
        """Return the colour of the last stone: with it the round, and its board, is over."""
        more = state[SEAT] == state[rules.MORE_SEAT]
        cells = len(self.game.topology)

        def groups(action: Action) -> int:
            board = list(self._stones(state))
            board[action.code % cells] = 1 + action.code // cells
            return sum(groups_in(self._near, stones) for stones in cells_of(board))

        return max(actions, key=groups) if more else min(actions, key=groups)
