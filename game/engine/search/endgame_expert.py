"""Endings on boards that fill up: what the side to move can reach, found by a game's template."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar, cast

from game.engine.search.budget import Budget
from game.engine.search.endgame import EASY, NO, UNKNOWN, YES, EndgameSearch, Part
from game.engine.search.ending_proofs import EndingProofs, Goals
from game.rules import Action, Game, State

ALL = 1 << 30  # number of nodes to assume if it is not known
PLAIN_SLOWER = 100.0  # An uncompiled node takes this many times as long.

OfGame = TypeVar("OfGame", bound=Game)


class EndgameExpert(ABC, Generic[OfGame]):
    """An expert that turns goals of the side to move into questions to the game's template.

    A subclass defines the goals and the calls of the template.
    """

    template: ClassVar[str]
    small: ClassVar[Callable[[], Game]]  # makes a small instance of the game
    board: ClassVar[int]  # offset of the stones in a state
    empty: ClassVar[int]  # offset of the number of empty cells
    neighbours: ClassVar[int]  # index of the neighbours in the game's tables
    most: ClassVar[int]  # maximum number of empty cells in an ending that is searched
    # Data for estimating the nodes of an ending, from docs/lab/strength.md:
    twelve: ClassVar[float]  # nodes with twelve empty cells
    growth: ClassVar[float]  # factor for each further empty cell
    rate: ClassVar[float]  # estimated nodes a second
    space: ClassVar[int]  # size of the template's scratch array

    def __init__(self, game: Game) -> None:
        self.game = cast(OfGame, game)
        self._ending: EndgameSearch | None = None
        self._before: EndingProofs | None = None  # proofs of an earlier position in the same ending

    def knows(self, state: State) -> bool:
        """Return whether the position is an ending small enough to be solved."""
        return state[self.empty] <= self.most and not self.game.over(state)

    @abstractmethod
    def goals(self, state: State, chance: float) -> Goals:
        """Return the goals of the side to move, whose estimated chance of winning is `chance`."""

    @abstractmethod
    def worth(self, state: State, goal: int) -> tuple[float, str]:
        """Return the mover's chance if it reaches a goal, and the proof ("" if none)."""

    @abstractmethod
    def _asked(self, state: State, goal: int) -> tuple[int, int]:
        """Return the template's question for a goal, and the answer that means success."""

    @abstractmethod
    def _question(self, state: State, asked: int) -> Callable[[], int]:
        """Return a call of the template with the question `asked` about `state`."""

    def cost(self, state: State) -> float:
        """Return the estimated nodes of the ending."""
        return float(self.twelve * self.growth ** (state[self.empty] - 12))

    def burden(self, state: State, budget: Budget, compiled: bool) -> float:
        """Return the estimated cost of the ending as a multiple of the budget that is left."""
        nodes, share = self.cost(state), 0.0
        if budget.nodes is not None:
            share = nodes / (EASY * max(1, budget.nodes - budget.spent))
        rate = self.rate if compiled else self.rate / PLAIN_SLOWER
        return max(share, nodes / rate / max(1e-9, budget.until(budget.deadline)))

    def begin(
        self, state: State, budget: Budget, compiled: bool, chance: float = 0.5
    ) -> EndingProofs:
        """Return the proofs of a position before any of them is done; see `EndingProofs.work`."""
        nodes = self.cost(state)
        burden = self.burden(state, budget, compiled)
        ending = self._turn_to(state, compiled, nodes / max(1.0, burden))
        goals = self.goals(state, chance)
        # A goal that was reachable in the earlier position is probably still reachable.
        if self._before is not None:
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
        """Return whether the budget is enough to solve the position."""
        proofs = self.begin(state, budget, compiled=True)
        proofs.work([*proofs.at_most], budget, budget.part(1.0))
        return proofs.done

    def answer(self, state: State, asked: int, budget: Budget, compiled: bool) -> int:
        """Return the template's answer to `asked` about a position: YES, NO or UNKNOWN."""
        ending = self._turn_to(state, compiled)
        return ending.ask(self._question(state, asked), budget, (None, None))

    def warm(self) -> None:
        """Load or compile the code for endings."""
        small = type(self)(type(self).small())
        ending = small._turn_to(small.game.start(), True)
        ending.remembered(small._question(small.game.start(), 1))

    def _counted(self, before: State, after: State, asked: int) -> int:
        """Return the answer if `after` no longer belongs to the ending, else UNKNOWN."""
        return UNKNOWN

    def _turn_to(self, state: State, compiled: bool, nodes: float = ALL) -> EndgameSearch:
        """Return the search, placed at a position, with room for `nodes` in a new table."""
        stones = self._stones(state)
        if self._ending is None or self._ending.compiled != compiled:
            around = self.game.tables[self.neighbours]
            self._ending = EndgameSearch(self.template, self.game.key, around, self.space, compiled)
        if not self._ending.place(stones, nodes):
            self._before = None
        return self._ending

    def _stones(self, state: State) -> tuple[int, ...]:
        return state[self.board : self.board + len(self.game.topology)]
