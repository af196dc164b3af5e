"""Endgames on boards that fill up, solved exactly within a budget.

A game brings a template that answers a question about an ending: YES, NO, or UNKNOWN if the nodes
allowed were not enough.  Its table then holds what was found, and the next call goes on from there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import Any, ClassVar, Generic, TypeVar, cast

from game.engine.compile.compiler import Arrays, instance
from game.engine.kernels.cell_sets import MOST_CELLS, neighbour_sets
from game.engine.search.analysis import Analysis
from game.engine.search.budget import Budget
from game.rules import Action, Game, State

NO, YES, UNKNOWN = range(3)  # as the templates answer
LONGEST = 32  # cells that an ending may have empty
TABLE, PLAIN_TABLE = 1_048_573, 100_003  # entries,
TABLE_MB = 8  # so many megabytes when compiled
CALL = 20_000  # nodes of a call, 10 or 20 ms
SHARE = 0.35  # of a budget that may go into an ending
EASY = 10  # so many take the time of a visit of the tree, and count as one
GOAL_BITS = 7  # of a key in the table: which question it answers

Part = tuple[float | None, int | None]  # of a budget, as `Budget.part` gives it
Hope = tuple[int, int, float, str]  # what is asked for, the answer hoped for, its value and proof
OfGame = TypeVar("OfGame", bound=Game)


class EndgameSearch:
    """The cells empty at the first look at an ending, and the table of their fillings."""

    def __init__(
        self, template: str, key: str, near: Sequence[int], space: int, compiled: bool
    ) -> None:
        self.compiled, self._size = compiled, space
        self.code: Any = instance(template, key, compiled)
        self._make = make = Arrays(compiled)
        self.near = make.longs(near)
        self.ctl = make.blank(2)
        self.worth = make.floats(2 * LONGEST * (LONGEST + 1))
        self._around: tuple[int, ...] = ()
        self._cells: list[int] = []
        self.empties: Any = make.blank(1)
        self._clear()

    def _clear(self) -> None:
        self.table = self._make.blank(TABLE if self.compiled else PLAIN_TABLE)
        self.space = self._make.blank(self._size)

    def place(self, board: Sequence[int]) -> None:
        """Turn to a position; forget what is known unless it is a later one of the same ending."""
        kept = set(self._cells)
        around = tuple(0 if cell in kept else stone for cell, stone in enumerate(board))
        if not kept or around != self._around:
            self._around = tuple(board)
            self._cells = [cell for cell, stone in enumerate(board) if stone == 0]
            self.empties = self._make.longs(self._cells)
            self._clear()

    def key_of(self, board: Sequence[int]) -> int:
        """Return the stones on the cells that were empty at first, two bits a cell."""
        return sum(board[cell] << 2 * place for place, cell in enumerate(self._cells))

    def remembered(self, question: Callable[[], int]) -> int:
        """Return the answer to a question if the table holds it."""
        self.ctl[0] = self.ctl[1] = 0
        return int(question())

    def ask(self, question: Callable[[], int], budget: Budget, part: Part) -> int:
        """Put a question until it is answered or the part of the budget is used up."""
        return ask(self.ctl, question, budget, part)


def ask(ctl: MutableSequence[int], question: Callable[[], int], budget: Budget, part: Part) -> int:
    """Put a question until it is answered or the part of the budget is used up.

    `ctl` holds the nodes searched in a call, and their limit.
    """
    answer = UNKNOWN
    while answer == UNKNOWN and not budget.used_up(*part):
        ctl[0], ctl[1] = 0, CALL
        if part[1] is not None:
            ctl[1] = min(CALL, EASY * (part[1] - budget.spent))
        answer = int(question())
        budget.spent += -(-int(ctl[0]) // EASY)
    return answer


def affordable(nodes: float, rate: float, budget: Budget, part: Part) -> bool:
    """Return whether so many nodes, `rate` a second, are likely to lie within the part."""
    if part[1] is not None and nodes > EASY * (part[1] - budget.spent):
        return False
    return nodes <= budget.until(part[0]) * rate


class EndgameExpert(ABC, Generic[OfGame]):
    """An expert that plays the turns that its template proves to be best.

    A subclass says what may be asked for, best first, and how the template is asked.
    """

    template: ClassVar[str]
    small: ClassVar[Callable[[], Game]]  # makes a game that the template takes on
    board: ClassVar[int]  # offsets in a state: the stones,
    empty: ClassVar[int]  # the number of empty cells
    neighbours: ClassVar[int]  # the place of the neighbours in the tables of the game
    most: ClassVar[int]  # empty cells that are looked at,
    plain_most: ClassVar[int]  # and uncompiled
    twelve: ClassVar[float]  # nodes that twelve empty cells take, about,
    growth: ClassVar[float]  # and how many times more one more takes
    rate: ClassVar[float]  # nodes a second, at least
    space: ClassVar[int]  # numbers that the template writes for itself

    def __init__(self, game: Game) -> None:
        self.game = cast(OfGame, game)
        self._near = neighbour_sets(game.tables[self.neighbours])
        self._ending: EndgameSearch | None = None

    def knows(self, state: State) -> bool:
        """Return whether the position is an ending that may be solved."""
        few = len(self.game.topology) <= MOST_CELLS and state[self.empty] <= self.most
        return few and not self.game.over(state)

    @abstractmethod
    def _hopes(self, state: State, budget: Budget, part: Part) -> Iterator[Hope]:
        """Yield what the side to move may ask for, best first."""

    @abstractmethod
    def _question(self, state: State, asked: int) -> Callable[[], int]:
        """Return the call of the template that asks for `asked` in `state`."""

    def think(self, state: State, budget: Budget, compiled: bool) -> Analysis | None:
        """Return what is proved; None where nothing is.  A proved loss comes without a turn."""
        part, empty = budget.part(SHARE), state[self.empty]
        plain = not compiled and empty > self.plain_most
        nodes = self.twelve * self.growth ** (empty - 12)
        if plain or not affordable(nodes, self.rate, budget, part):
            return None
        ending, refused = self._turn_to(state, compiled), ""
        for asked, wish, value, proof in self._hopes(state, budget, part):
            answer = ending.ask(self._question(state, asked), budget, part)
            if answer == UNKNOWN:
                return None
            if answer == wish:
                action = self._way(state, asked, wish, budget, part)
                if action is None:
                    return None
                line = ((action,),)
                nodes, seconds = budget.spent, budget.elapsed
                return Analysis(empty, nodes, seconds, value, line, proof, done=True)
            refused = proof
        if not refused:  # the question was not about the result of the game
            return None
        return Analysis(empty, budget.spent, budget.elapsed, 0.0, proof="loss", done=True)

    def settled(self, state: State, budget: Budget) -> bool:
        """Return whether the budget is enough to know what comes of the position."""
        part, answer = budget.part(1.0), UNKNOWN
        ending = self._turn_to(state, compiled=True)
        for asked, wish, _, _ in self._hopes(state, budget, part):
            answer = ending.ask(self._question(state, asked), budget, part)
            if answer in (UNKNOWN, wish):
                break
        return answer != UNKNOWN

    def warm(self) -> None:
        """Load or compile what endings ask."""
        large = len(self.game.topology) > MOST_CELLS
        small = type(self)(type(self).small()) if large else self
        small._ending = small._search(True)
        small._ending.remembered(small._question(small.game.start(), 1))

    def _search(self, compiled: bool) -> EndgameSearch:
        return EndgameSearch(self.template, self.game.key, self._near, self.space, compiled)

    def _turn_to(self, state: State, compiled: bool) -> EndgameSearch:
        if self._ending is None or self._ending.compiled != compiled:
            self._ending = self._search(compiled)
        self._ending.place(self._stones(state))
        return self._ending

    def _stones(self, state: State) -> tuple[int, ...]:
        return state[self.board : self.board + len(self.game.topology)]

    def _way(
        self, state: State, asked: int, wish: int, budget: Budget, part: Part
    ) -> Action | None:
        """Return an action that keeps what was answered; most likely the table holds it."""
        assert self._ending is not None
        actions = self.game.legal(state)
        questions = [self._question(self.game.advance(state, one), asked) for one in actions]
        for action, question in zip(actions, questions):
            if self._ending.remembered(question) == wish:
                return action
        for action, question in zip(actions, questions):
            if self._ending.ask(question, budget, part) == wish:
                return action
        return None


def cells_of(board: Sequence[int]) -> tuple[int, int]:
    """Return the cells of the stones 1 and of the stones 2, as sets of bits."""
    one, two = (sum(1 << c for c, stone in enumerate(board) if stone == own) for own in (1, 2))
    return one, two
