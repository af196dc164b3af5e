"""The last stones of a round of Libra, exactly, as soon as there is time to see them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.engine.kernels.cell_sets import MOST_CELLS, groups_in, neighbour_sets
from game.engine.search.analysis import Analysis, squash
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
from game.games.libra.engine.even import even_groups
from game.games.libra.rules import (
    AIM,
    BIDDING,
    BOARD,
    DUEL,
    EMPTY,
    FIRST,
    MORE_SEAT,
    NEIGHBOURS,
    ROUND,
    Libra,
)
from game.rules import Action, Game, State
from game.rules.kernel import SEAT

MOST, PLAIN_MOST = 18, 5  # empty cells that are looked at
CLEAR = 0.4  # groups more than equals make: so many, and certain, are a chance of 73% in a duel
TWELVE, GROWTH = 300_000, 3.2  # nodes that twelve empty cells take, about, and one more

Hope = tuple[int, int, float, str]  # groups asked for, answer hoped for, its value and proof


class LibraEndgame:
    """An expert that wins won endings, holds drawn ones and makes the most of a first round."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Libra)
        self.game = game
        self._near = neighbour_sets(game.tables[NEIGHBOURS])
        self._ending: EndgameSearch | None = None

    def knows(self, state: State) -> bool:
        near_enough = len(self.game.topology) <= MOST_CELLS and state[EMPTY] <= MOST
        return near_enough and not state[BIDDING] and not self.game.over(state)

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        part = budget.part(SHARE)
        plain = not compiled and state[EMPTY] > PLAIN_MOST
        if plain or not affordable(TWELVE * GROWTH ** (state[EMPTY] - 12), budget, part):
            return None
        if self._ending is None or self._ending.compiled != compiled:
            self._ending = EndgameSearch(
                "games/libra/engine/endgame_kernel", "libra", self._near, compiled
            )
        self._ending.place(self._board(state))
        for goal, wish, value, proof in self._hopes(state, budget, part):
            answer = self._ending.ask(self._question(state, goal), budget, part)
            if answer == UNKNOWN:
                return None
            if answer == wish:
                action = self._way(state, goal, wish, budget, part)
                if action is None:
                    return None
                nodes, depth = budget.spent, state[EMPTY]
                line = ((action,),)
                return Analysis(depth, nodes, budget.elapsed, value, line, proof, done=True)
        return None

    def warm(self) -> None:
        """Load or compile what endings ask."""
        large = len(self.game.topology) > MOST_CELLS
        small = LibraEndgame(Libra(3)) if large else self
        small._ending = EndgameSearch(
            "games/libra/engine/endgame_kernel", "libra", small._near, True
        )
        small._ending.remembered(small._question(small.game.start(), 1))

    def _board(self, state: State) -> tuple[int, ...]:
        return state[BOARD : BOARD + len(self.game.topology)]

    def _hopes(self, state: State, budget: Budget, part: Part) -> Iterator[Hope]:
        """Yield what the side to move may ask for, best first."""
        more = state[SEAT] == state[MORE_SEAT]
        wish = YES if more else NO
        if self.game.mode != DUEL:
            yield state[AIM], wish, 1.0, "win"
        elif state[ROUND] == 2:
            first = state[FIRST]
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

    def _question(self, state: State, goal: int) -> Callable[[], int]:
        """Return the question whether MORE makes at least `goal` groups from `state` on."""
        ending, board = self._ending, self._board(state)
        assert ending is not None
        white, black = (
            sum(1 << cell for cell, stone in enumerate(board) if stone == own) for own in (1, 2)
        )
        wanted = goal - groups_in(self._near, white) - groups_in(self._near, black)
        less = int(state[SEAT] != state[MORE_SEAT])
        key, left = ending.key_of(board), state[EMPTY]

        def question() -> int:
            of_ending = ending.near, ending.empties, white, black, wanted, key, left
            rest = less, goal, ending.ctl, ending.table, ending.worth
            return int(ending.code.more_gets(*of_ending, *rest))

        return question

    def _way(self, state: State, goal: int, wish: int, budget: Budget, part: Part) -> Action | None:
        """Return an action that keeps what was answered; most likely the table holds it."""
        assert self._ending is not None
        actions = self.game.legal(state)
        if state[EMPTY] == 1:
            return self._last(state, actions)
        questions = [self._question(self.game.advance(state, one), goal) for one in actions]
        for action, question in zip(actions, questions):
            if self._ending.remembered(question) == wish:
                return action
        for action, question in zip(actions, questions):
            if self._ending.ask(question, budget, part) == wish:
                return action
        return None

    def _last(self, state: State, actions: list[Action]) -> Action:
        """Return the colour of the last stone: with it the round, and its board, is over."""
        more = state[SEAT] == state[MORE_SEAT]
        cells = len(self.game.topology)

        def groups(action: Action) -> int:
            board = list(self._board(state))
            board[action.code % cells] = 1 + action.code // cells
            colours = [sum(1 << c for c, own in enumerate(board) if own == one) for one in (1, 2)]
            return sum(groups_in(self._near, stones) for stones in colours)

        return max(actions, key=groups) if more else min(actions, key=groups)
