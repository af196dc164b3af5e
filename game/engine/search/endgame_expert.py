"""Endings on boards that fill up: what the side to move may reach, asked of a game's template."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar, cast

from game.engine.search.budget import Budget
from game.engine.search.endgame import EASY, NO, UNKNOWN, YES, EndgameSearch, Part
from game.engine.search.ending_proofs import EndingProofs, Goals
from game.rules import Action, Game, State

ALL = 1 << 30  # nodes of which nobody knows how many
PLAIN_SLOWER = 100.0  # uncompiled a node takes so many times as long

OfGame = TypeVar("OfGame", bound=Game)


class EndgameExpert(ABC, Generic[OfGame]):
    """Knows which goals the side to move may reach in an ending, and has its template ask for them.

    A subclass says what the goals are, and how the template is asked.
    """

    template: ClassVar[str]
    small: ClassVar[Callable[[], Game]]  # makes a small game of the kind
    board: ClassVar[int]  # offsets in a state: the stones,
    empty: ClassVar[int]  # the number of empty cells
    neighbours: ClassVar[int]  # the place of the neighbours in the tables of the game
    most: ClassVar[int]  # empty cells that are looked at
    # Nodes that an ending takes, about, as docs/lab/strength.md has them:
    twelve: ClassVar[float]  # with twelve empty cells,
    growth: ClassVar[float]  # and so many times more with one more
    rate: ClassVar[float]  # nodes a second, about
    space: ClassVar[int]  # numbers that the template writes for itself

    def __init__(self, game: Game) -> None:
        self.game = cast(OfGame, game)
        self._ending: EndgameSearch | None = None
        self._before: EndingProofs | None = None  # of an earlier position of the same ending

    def knows(self, state: State) -> bool:
        """Return whether the position is an ending that may be solved."""
        return state[self.empty] <= self.most and not self.game.over(state)

    @abstractmethod
    def goals(self, state: State, chance: float) -> Goals:
        """Return what the side to move may reach; it has a `chance` as far as is known."""

    @abstractmethod
    def worth(self, state: State, goal: int) -> tuple[float, str]:
        """Return the chance of the side to move that reaches a goal, and the proof, or ""."""

    @abstractmethod
    def _asked(self, state: State, goal: int) -> tuple[int, int]:
        """Return what the template is asked about a goal, and the answer wished for."""

    @abstractmethod
    def _question(self, state: State, asked: int) -> Callable[[], int]:
        """Return the call of the template that asks for `asked` in `state`."""

    def cost(self, state: State) -> float:
        """Return about how many nodes the ending takes."""
        return float(self.twelve * self.growth ** (state[self.empty] - 12))

    def burden(self, state: State, budget: Budget, compiled: bool) -> float:
        """Return how many times what is left of the budget the ending is likely to take."""
        nodes, share = self.cost(state), 0.0
        if budget.nodes is not None:
            share = nodes / (EASY * max(1, budget.nodes - budget.spent))
        rate = self.rate if compiled else self.rate / PLAIN_SLOWER
        return max(share, nodes / rate / max(1e-9, budget.until(budget.deadline)))

    def begin(
        self, state: State, budget: Budget, compiled: bool, chance: float = 0.5
    ) -> EndingProofs:
        """Return the proofs of a position, nothing proved yet; see `EndingProofs.work`."""
        nodes = self.cost(state)
        burden = self.burden(state, budget, compiled)
        ending = self._turn_to(state, compiled, nodes / max(1.0, burden))
        goals = self.goals(state, chance)
        if self._before is not None:  # what could be reached then is likely to be reached now
            aim = max(goals.sure + 1, min(self._before.aim, goals.best))
            goals = goals._replace(first=aim)

        def asker(action: Action, goal: int, part: Part | None) -> int:
            asked, wish = self._asked(state, goal)
            after = self.game.advance(state, action)
            answer = self._counted(state, after, asked)
            if answer == UNKNOWN and part is None:
                answer = ending.remembered(self._question(after, asked))
            elif answer == UNKNOWN and part is not None:
                answer = ending.ask(self._question(after, asked), budget, part)
            return answer if answer == UNKNOWN else YES if answer == wish else NO

        self._before = EndingProofs(self.game.legal(state), goals, asker)
        return self._before

    def settled(self, state: State, budget: Budget) -> bool:
        """Return whether the budget is enough to know what comes of the position."""
        proofs = self.begin(state, budget, compiled=True)
        proofs.work([*proofs.at_most], budget, budget.part(1.0))
        return proofs.done

    def answer(self, state: State, asked: int, budget: Budget, compiled: bool) -> int:
        """Return what the template answers to `asked` of a position: YES, NO or UNKNOWN."""
        ending = self._turn_to(state, compiled)
        return ending.ask(self._question(state, asked), budget, (None, None))

    def warm(self) -> None:
        """Load or compile what endings ask."""
        small = type(self)(type(self).small())
        ending = small._turn_to(small.game.start(), True)
        ending.remembered(small._question(small.game.start(), 1))

    def _counted(self, before: State, after: State, asked: int) -> int:
        """Return the answer for a position that is no longer of the ending, else UNKNOWN."""
        return UNKNOWN

    def _turn_to(self, state: State, compiled: bool, nodes: float = ALL) -> EndgameSearch:
        """Return the search, placed at a position of which so many nodes may be looked at."""
        stones = self._stones(state)
        if self._ending is None or self._ending.compiled != compiled:
            around = self.game.tables[self.neighbours]
            self._ending = EndgameSearch(self.template, self.game.key, around, self.space, compiled)
        if not self._ending.place(stones, nodes):
            self._before = None
        return self._ending

    def _stones(self, state: State) -> tuple[int, ...]:
        return state[self.board : self.board + len(self.game.topology)]
